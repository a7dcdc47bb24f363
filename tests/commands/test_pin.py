"""`--pin`: from the command line, the environment or a file, or asked for; never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.arguments import read_options
from p2puno.cli import run
from p2puno.commands import pin as pin_command
from p2puno.commands.pin import pin_of_new_table, pin_of_table
from p2puno.errors import NoError, OutsideError, UsageError
from p2puno.options import Options


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A person at a terminal types 4821 whenever a PIN is asked for."""
    prompts: list[str] = []

    def getpass(prompt: str) -> str:
        prompts.append(prompt)
        return "4821"

    monkeypatch.setattr(pin_command.getpass, "getpass", getpass)
    monkeypatch.setattr(pin_command, "typed_by_a_person", lambda: True)
    return prompts


def test_where_a_pin_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pin"
    file.write_text("7777\n", encoding="utf-8")
    monkeypatch.setenv("TABLE_PIN", "۴۸۲۱")
    assert pin_of_new_table(Options()) is None
    assert pin_of_new_table(Options(pin="4821")) == "4821"
    assert pin_of_new_table(Options(pin="env:TABLE_PIN")) == "4821"
    assert pin_of_new_table(Options(pin=f"file:{file}")) == "7777"
    assert pin_of_new_table(Options(pin="4821", typed_pin="env:9")) == "env:9"


def test_what_there_is_no_pin_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLE_PIN", raising=False)
    lines, binary = tmp_path / "lines", tmp_path / "binary"
    lines.write_text("1234\n5678\n", encoding="utf-8")
    binary.write_bytes(b"\xff\xfe")
    for word, sentence in [
        ("env:TABLE_PIN", "nothing in the environment variable TABLE_PIN"),
        (f"file:{lines}", "on one line, and nothing else"),
        (f"file:{binary}", "on one line, and nothing else"),
        ("123", "A PIN has 4 to 60 characters"),
        ("ask", "There is nobody to ask"),
    ]:
        with pytest.raises(UsageError, match=sentence):
            pin_of_new_table(Options(pin=word))
    with pytest.raises(OutsideError, match="cannot be read: No such file"):
        pin_of_new_table(Options(pin=f"file:{tmp_path / 'none'}"))


def test_a_person_is_asked_only_if_the_table_wants_a_pin(asked: list[str]) -> None:
    assert pin_of_table(Options(), wanted=False) is None
    assert pin_of_table(Options(pin="1111"), wanted=True) == "1111"
    assert asked == []
    assert pin_of_table(Options(), wanted=True) == "4821"
    assert pin_of_new_table(Options(pin="ask")) == "4821"
    assert asked == ["PIN of the table: "] * 2


def test_a_pipe_is_not_asked() -> None:
    with pytest.raises(NoError, match="This table has a PIN: say it with --pin"):
        pin_of_table(Options(), wanted=True)


def test_a_pin_is_never_part_of_what_a_fault_could_show() -> None:
    assert "4821" not in repr(read_options(["host", "--pin", "4821"]))


def test_usage_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["host", "--pin", "12"]) == 2
    assert capsys.readouterr().err == "A PIN has 4 to 60 characters; choose another.\n"
