"""Outputs that lack letters: nothing breaks, cards stay readable, and what cannot be shown is not spoken."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from p2puno.commands.language import readable
from tests.commands.runner import PROGRAM, p2puno
from tests.screen.test_new_user import see_hand
from tests.screen.tmux import Tmux


@pytest.mark.parametrize(
    ("code", "encoding", "answer"),
    [
        ("ru", "utf-8", True),
        ("ru", "cp1251", True),
        ("ru", "cp866", True),
        ("ru", "cp437", False),
        ("ru", "latin-1", False),
        ("fa", "utf-8", True),
        ("fa", "cp1251", False),
        ("en", "ascii", True),
    ],
)
def test_which_encodings_show_a_language(code: str, encoding: str, answer: bool) -> None:
    assert readable(code, encoding) is answer


def test_a_language_that_cannot_be_shown_gives_way_to_english() -> None:
    done = p2puno("rules", "--lang", "ru", PYTHONIOENCODING="cp437")
    assert done.returncode == 0
    assert done.stdout.startswith("Rules: classic")
    assert "cp437 has no letters for the language `ru`" in done.stderr


@pytest.mark.parametrize("encoding", ["cp437", "cp1251", "latin-1", "ascii"])
def test_a_game_in_lines_survives_every_code_page(encoding: str, tmp_path: Path) -> None:
    words = ("play", "--bots", "1", "--as", "Ann", "--home", str(tmp_path))
    done = subprocess.run(
        [*PROGRAM, *words],
        input="help\nquit\n",
        capture_output=True,
        encoding=encoding,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0
    assert "play red 5" in done.stdout
    assert not done.stderr


@pytest.mark.system
def test_the_full_screen_survives_a_terminal_with_nothing_but_ascii(tmp_path: Path) -> None:
    terminal = Tmux(80, 24)
    try:
        words = ("play", "--bots", "1", "--as", "Ann", "--set", "theme=suits", "--home", str(tmp_path))
        terminal.run(*words, PYTHONIOENCODING="ascii", NO_COLOR="1")
        screen = see_hand(terminal)
        assert re.search(r"\b[HDCS]([2-9AJQK]|10)\b", screen), "cards have the letters of their suits"
        assert "?" not in screen.replace("? help", "").replace("Which colour?", "")
        terminal.press("q", "y")
        assert "EXIT=0" in terminal.ends()
    finally:
        terminal.close()
