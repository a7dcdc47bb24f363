"""The catalogue as data: everything is in it, and JSON can hold it."""

from __future__ import annotations

import json

from protocol.rules.combinations import REFUSED
from protocol.rules.data import catalogue_data
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import PRESETS, RuleSet, canonical_value

DATA = catalogue_data()


def test_it_comes_back_from_json() -> None:
    assert json.loads(json.dumps(DATA)) == DATA
    assert set(DATA) == {"options", "refused", "presets"}


def test_every_option_is_in_it_with_values_that_can_be_set() -> None:
    assert [option["name"] for option in DATA["options"]] == [option.name for option in CATALOGUE]
    for option in DATA["options"]:
        assert option["default"] in option["values"]
        assert option["meaning"].endswith(".")
        assert option["source"]
        for value in option["values"]:
            assert canonical_value(option["name"], value) == value
    target = next(option for option in DATA["options"] if option["name"] == "target")
    assert (target["least"], target["most"]) == (1, 10_000)


def test_every_refusal_and_every_preset_is_in_it() -> None:
    assert len(DATA["refused"]) == len(REFUSED)
    assert all(refusal["reason"].endswith(".") for refusal in DATA["refused"])
    assert list(DATA["presets"]) == list(PRESETS)
    for name, settings in DATA["presets"].items():
        assert RuleSet.preset("classic").with_options(settings).items() == RuleSet.preset(name).items()


def test_it_can_be_told_in_another_language() -> None:
    shouted = catalogue_data(str.upper)
    assert shouted["options"][0]["meaning"] == DATA["options"][0]["meaning"].upper()
    assert shouted["refused"][0]["reason"] == DATA["refused"][0]["reason"].upper()
    assert shouted["presets"] == DATA["presets"]
