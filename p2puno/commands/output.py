"""What commands print, and how."""

from __future__ import annotations

import json
import logging
import shutil
import sys
import textwrap

from protocol.wire.text import clean_text

WIDEST = 100


def show(line: str) -> None:
    """One line on standard output, at once, so that whoever reads a pipe is not kept waiting.

    On a terminal a long one is wrapped between words; in a pipe one event stays one line.
    """
    print(_wrapped(line) if is_terminal() else line, flush=True)


def show_whole(line: str) -> None:
    """One line that programs read, or people copy: never wrapped."""
    print(line, flush=True)


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line,
        shutil.get_terminal_size().columns,
        subsequent_indent=" " * (len(line) - len(line.lstrip()) + 2),
        break_long_words=False,
        break_on_hyphens=False,
    )


def show_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def show_item(words: str) -> None:
    """A point of a list, wrapped to the terminal."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    print(textwrap.fill(words, width, initial_indent="- ", subsequent_indent="  "))


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
