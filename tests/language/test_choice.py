"""Which language is spoken: the command line, then the config file, then the environment."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from p2puno import cli
from p2puno.argument_parser import SAID_BY_ARGPARSE
from p2puno.arguments import COMMANDS
from p2puno.commands.language import wanted_language
from p2puno.language import catalogue
from p2puno.language.catalogue import LANGUAGES, language_of_environment, speaking, spoken
from p2puno.language.texts import Counted, Text, _
from tests.language.pseudo import Pseudo


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """The program speaks as it was asked to; the tests after these read English."""
    yield
    catalogue.speak(catalogue.SOURCE)


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "fa_IR"}, "fa"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "fa_IR.UTF-8"}, "fa"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "tt:ru"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": ""}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_environment(environment: dict[str, str], code: str) -> None:
    assert language_of_environment(environment) == code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--lang", "ru"], "ru"),
        (["play", "--lang=fa", "--bots", "2"], "fa"),
        (["--lang", "fa", "host", "--set", "target=200", "--lang", "ru"], "ru"),
        (["audit", "game.p2puno", "--nonsense", "--lang", "ru"], "ru"),
        (["--lang", "xx"], "fa"),
        (["--lang"], "en"),
        (["join", "--", "--lang", "ru"], "fa"),
        (["play"], "fa"),
    ],
)
def test_the_command_line_wins_wherever_it_says_so(tmp_path: Path, words: list[str], code: str) -> None:
    (tmp_path / "config.toml").write_text("lang = 'fa'", encoding="utf-8")
    assert wanted_language(["--home", str(tmp_path), *words]) == code


def test_a_config_file_that_cannot_be_read_is_told_in_the_language_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogue, "load", lambda code: Pseudo())
    monkeypatch.setenv("LANGUAGE", "ru")
    (tmp_path / "config.toml").write_text("lang = 'xx'", encoding="utf-8")
    assert cli.run(["rules", "--home", str(tmp_path)]) == 2
    assert spoken() == "ru"
    assert "«There is no language `xx`" in capsys.readouterr().err


def test_an_unknown_language_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "--lang", "xx"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("Argument --lang: There is no language `xx`; there are: ")
    assert all(f"`{code}` ({name})" in told for code, name in LANGUAGES.items())


def test_help_and_wrong_usage_are_said_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is not between «» was not looked up: names of options, values, and what stands between texts."""
    monkeypatch.setattr(catalogue, "load", lambda code: Pseudo())
    monkeypatch.setenv("COLUMNS", "300")
    assert cli.run(["host", "--help", "--lang", "ru"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("«usage: »p2puno host ")
    assert "«options»:" in told
    assert "«show this help message and exit»" in told
    # Where an option is long, what it is for stands in the line below.
    texts = [line for line in told.splitlines()[2:] if line.strip() and not line.startswith("  --pin")]
    assert all("«" in line for line in texts), told
    assert cli.run(["--lang", "ru", "plya"]) == 2
    told = capsys.readouterr().err
    assert "«argument COMMAND: «invalid choice: 'plya'" in told.replace("«A", "«a")


class Persian(NullTranslations):
    """Sentences are Persian; what has one word, as titles of groups have, is left as it is."""

    def gettext(self, message: str) -> str:
        return "متن یک" if message and " " in message.strip() else message


def test_help_keeps_its_columns_in_a_language_from_right_to_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also on a terminal that turns nothing round by itself."""
    monkeypatch.setattr(catalogue, "load", lambda code: Persian())
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("VTE_VERSION", raising=False)
    assert cli.run(["host", "--help", "--lang", "fa"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(re.fullmatch(r"  --name NAME {2,}\S+ \S+ *", line) for line in lines)
    assert "ﮏﯾ ﻦﺘﻣ" in {line.strip() for line in lines}  # the description, turned round and shaped


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_can_be_spoken(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """argparse wants titles that differ, and is given whatever a translator writes."""
    assert [cli.run([command, "--help", "--lang", code]) for command in COMMANDS] == [0] * len(COMMANDS)
    assert cli.run(["--lang", code]) == 0
    assert spoken() == code
    assert cli.run(["--lang", code, "audit"]) == 2
    assert "`p2puno audit --help`" in capsys.readouterr().err


def test_argparse_says_what_is_marked_here_for_it() -> None:
    tree = ast.parse(inspect.getsource(argparse))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    looked_up = {
        node.args[0].value
        for node in calls
        if isinstance(node.func, ast.Name) and node.func.id == "_" and isinstance(node.args[0], ast.Constant)
    }
    assert set(SAID_BY_ARGPARSE) <= looked_up


def test_texts_are_said_when_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "load", lambda code: Pseudo())
    plain, meant, counted = Text("draw"), Text("draw", "the game"), Counted("{count} card", "{count} cards")
    assert (str(plain), _("draw"), counted.of(1)) == ("draw", "draw", "1 card")
    with speaking("fa"):
        assert (str(plain), _("draw"), str(meant)) == ("«draw»", "«draw»", "«the game|draw»")
        assert (counted.of(1), counted.of(5)) == ("«1 card»", "«5 cards»")
        assert (str(Text("")), bool(Text(""))) == ("", False)
    assert spoken() == "en"
