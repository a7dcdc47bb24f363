"""The catalogue as plain data, for programs that read it (`p2puno rules --json`)."""

from __future__ import annotations

from typing import Any

from protocol.rules.combinations import REFUSED, Refusal
from protocol.rules.english import MEANINGS
from protocol.rules.options import CATALOGUE, Option
from protocol.rules.ruleset import PRESETS
from protocol.sentences import Translate


def catalogue_data(translate: Translate = str) -> dict[str, Any]:
    """`options` in the order of the catalogue, `refused` combinations, `presets`; nothing but JSON's types.

    An option has `name`, `values` (the possible words, or known examples of a number, the default among
    them), `default`, `meaning` and `source`; a number also has `least` and `most`, and `list` says that
    several values may be given. A refusal has the values that must not come `together`, and the `reason`.
    """
    return {
        "options": [_option(option, translate) for option in CATALOGUE],
        "refused": [_refusal(refusal, translate) for refusal in REFUSED],
        "presets": {name: dict(settings) for name, settings in PRESETS.items()},
    }


def _option(option: Option, translate: Translate) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": option.name,
        "values": list(dict.fromkeys((option.default, *option.values))),
        "default": option.default,
        "meaning": translate(MEANINGS[option.name]),
        "source": option.source,
        "list": option.several,
    }
    if option.numbers is not None:
        data |= {"least": option.numbers[0], "most": option.numbers[-1]}
    return data


def _refusal(refusal: Refusal, translate: Translate) -> dict[str, Any]:
    return {
        "together": {name: list(values) for name, values in refusal.together},
        "reason": translate(refusal.sentence),
    }
