"""Standard output: lines, columns and JSON, as wide as the terminal; and whether a person sits at it."""

from __future__ import annotations

import json
import logging
import re
import shutil
import sys

from p2puno.ui.directions import (
    cell,
    directed,
    has_right_to_left,
    shown,
    speaking_right_to_left,
    without_marks,
)
from p2puno.ui.screen.characters import cells, for_encoding, wrap
from protocol.wire.text import clean_text

WIDEST = 100

_COLUMNS = re.compile(r"(?P<left>.*\s{2,})(?P<last>.+)")


def show(line: str) -> None:
    """One line on standard output, at once, so that whoever reads a pipe is not kept waiting.

    On a terminal a long one is wrapped between words; in a pipe one event stays one line.
    """
    _print(_for_a_person(line) if is_terminal() else without_marks(line))


def show_whole(line: str) -> None:
    """One line that programs read, or people copy: never wrapped."""
    _print(without_marks(line))


def show_columns(line: str) -> None:
    """One line of a list whose columns keep their places from left to right; never wrapped.

    What stands in the last column is a sentence of its own.
    """
    if is_terminal() and (found := _COLUMNS.fullmatch(line)) and has_right_to_left(found["last"]):
        _print(shown(cell(found["left"])) + shown(directed(found["last"])))
    else:
        _print(shown(cell(line)) if is_terminal() else line)


def _print(text: str) -> None:
    """In the characters that the output has: an old code page lacks some."""
    print(for_encoding(text, sys.stdout.encoding or "utf-8"), flush=True)


def _for_a_person(line: str, widest: int | None = None) -> str:
    columns = shutil.get_terminal_size().columns
    rows = wrap(line, columns if widest is None else min(columns, widest), indent=2, whole_words=True)
    return "\n".join(_row(row, columns) if is_terminal() else without_marks(row) for row in rows)


def _row(words: str, columns: int) -> str:
    """Words in a row of the terminal, at the edge where reading begins."""
    margin = columns - cells(words) if speaking_right_to_left() else 0
    return " " * margin + shown(directed(words))


def show_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def show_item(words: str) -> None:
    """A point of a list, wrapped to the terminal."""
    _print(_for_a_person(f"- {words}", WIDEST))


def plain(text: str) -> str:
    """A text from outside, without anything that a terminal might obey."""
    return clean_text(text).strip()


def quiet_libraries() -> None:
    """Without `-v`, nothing that a library logs reaches the screen; with it, `cli` has seen to that."""
    logging.getLogger().addHandler(logging.NullHandler())


def is_terminal() -> bool:
    """Whether a person reads what is printed."""
    return sys.stdout.isatty()


def typed_by_a_person() -> bool:
    """Whether standard input is a terminal; there may be none at all."""
    return sys.stdin is not None and sys.stdin.isatty()
