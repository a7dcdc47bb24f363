"""`p2puno` alone in a terminal that cannot show the lobby says what one can do, and what the lobby needs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from p2puno import cli
from p2puno.commands import screen
from p2puno.ui import screen_texts as words

NEEDS = str(words.LOBBY_NEEDS).partition("{")[0]


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(screen, "is_terminal", lambda: True)
    monkeypatch.setattr(screen, "typed_by_a_person", lambda: True)


@pytest.mark.parametrize(("term", "size"), [("dumb", (80, 24)), ("xterm", (20, 5)), ("xterm", (63, 60))])
def test_what_the_lobby_needs_is_said(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    term: str,
    size: tuple[int, int],
) -> None:
    at_a_terminal(monkeypatch)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size(size))
    assert cli.run(["--home", str(tmp_path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "p2puno play" in said
    assert NEEDS in said


def test_whoever_wants_line_mode_is_not_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    at_a_terminal(monkeypatch)
    assert cli.run(["--plain", "--home", str(tmp_path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "p2puno play" in said
    assert NEEDS not in said
