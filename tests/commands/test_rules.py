"""`p2puno rules`, and the rules that `--rules`, `--set` and the config file lead to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from p2puno.commands.settings import settle
from p2puno.errors import UserError
from p2puno.options import Options
from p2puno.ui.ruletitle import rules_title
from protocol.rules.data import catalogue_data
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import RuleSet
from tests.commands.runner import p2puno


def _title(home: Path, rules: str | None = None, changes: tuple[tuple[str, str], ...] = ()) -> str:
    return rules_title(settle(Options(home=str(home), rules=rules, set=changes)).rules())


def _refusal(home: Path, rules: str | None = None, changes: tuple[tuple[str, str], ...] = ()) -> UserError:
    with pytest.raises(UserError) as raised:
        _title(home, rules, changes)
    assert len(str(raised.value).splitlines()) == 1
    return raised.value


def test_the_rules_in_words(tmp_path: Path) -> None:
    done = p2puno("rules", home=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("Rules: classic, for 2 to 10 players\n\nDeck and deal\n- ")
    assert all(len(line) <= 100 for line in done.stdout.splitlines())


def test_the_rules_as_data(tmp_path: Path) -> None:
    done = p2puno("rules", "classic", "--set", "target=200", "--json", home=tmp_path)
    data = json.loads(done.stdout)
    assert data["preset"] == "custom"
    assert data["settings"]["target"] == "200"
    assert list(data["settings"]) == [option.name for option in CATALOGUE]
    assert data["options"] == catalogue_data()["options"]
    assert {"refused", "presets"} <= data.keys()
    assert RuleSet.from_items(data["changed"].items())["target"] == "200"
    assert [chapter["title"] for chapter in data["chapters"]][:2] == ["Deck and deal", "Your turn"]


def test_presets_files_and_single_changes(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('preset = "classic"\ntarget = 300\nchallenge = false\n')
    assert _title(tmp_path) == "classic"
    assert _title(tmp_path, "custom", (("target", "200"),)) == "classic with target=200"
    assert _title(tmp_path, str(file)) == "classic with challenge=off, target=300"
    assert _title(tmp_path, str(file), (("target", "500"),)) == "classic with challenge=off"


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """`custom` is a name for rules of one's own; an editor may have put a mark in front of the text."""
    file = tmp_path / "ours.toml"
    file.write_text(
        '\ufeffpreset = "custom"\nstack = "both"\njump_in = true\nwithout = ["wild", "skip"]\n',
        encoding="utf-8",
    )
    assert _title(tmp_path, str(file)) == "classic with without=skip,wild, stack=both, jump_in=on"


def test_defaults_of_the_config_file_give_way(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('rules = "classic"\n[set]\ntarget = 200\nhand_size = 5\n')
    assert _title(tmp_path) == "classic with hand_size=5, target=200"
    assert _title(tmp_path, None, (("target", "300"),)) == "classic with hand_size=5, target=300"
    assert _title(tmp_path, "classic") == "classic"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("targe = 3", "There is no option `targe`"),
        ("target = 1.5", "`target` must be a text, a whole number"),
        ('target = "many"', "`target` must be a whole number"),
        ('open_replay = "maybe"', "cannot be"),
        ('score = "lazy"\n', "`score=lazy` keeps no sums"),
        ("target = = 3", "is not a TOML file of rules"),
        (f"target = {'9' * 5000}", "is not a TOML file of rules"),
        ("target = [1]", "list of texts"),
        ('preset = "mine"', "There is no preset `mine`"),
        pytest.param("target = " + "9" * 5000, "is not a TOML file of rules", id="too many digits"),
        pytest.param("target = 0x" + "f" * 5000, "`target` must be a whole number", id="a huge number"),
        ('[house]\nstack = "both"', "`house` must be a text"),
        ('stack = ["both"]', "`stack` cannot be"),
    ],
)
def test_a_file_that_is_no_rule_set(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(content)
    error = _refusal(tmp_path, str(file))
    assert error.exit_code == 2
    assert said in str(error)
    assert str(file) in str(error)


def test_what_is_neither_preset_nor_file(tmp_path: Path) -> None:
    assert "There is no preset and no file `clasic`" in str(_refusal(tmp_path, "clasic"))
    assert _refusal(tmp_path, str(tmp_path)).exit_code == 3
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "is not a TOML file" in str(_refusal(tmp_path, str(binary)))
    binary.write_bytes(b"#" * 70_000)
    assert "too long" in str(_refusal(tmp_path, str(binary)))
    assert "too long" in str(_refusal(tmp_path, "/dev/zero"))


def test_every_preset_can_be_played(tmp_path: Path) -> None:
    for preset in ("classic", "modern", "kids", "party"):
        done = p2puno("rules", preset, home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_config_file_that_is_not_one(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("nmae = 'Ann'")
    done = p2puno("rules", home=tmp_path)
    assert done.returncode == 2
    assert "did you mean `name`?" in done.stderr
