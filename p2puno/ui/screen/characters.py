"""Text in the cells of a terminal: how wide it is, cutting, filling and wrapping it.

Nothing is cut inside a grapheme (a letter with its marks), and the isolates of `directions` stay whole.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from wcwidth import iter_graphemes, wcwidth

from p2puno.ui.directions import END_OF_ISOLATE, MARKS, STARTS, closed, directed, speaking_right_to_left
from p2puno.ui.screen.stage import Line
from protocol.wire.text import ZERO_WIDTH_NON_JOINER, clean_text

ELLIPSIS = "…"
MOST_MARKS = 2
"""Combining characters on one letter; more would climb over the lines above."""

# What tells two names apart that look alike (see `naming.tell_apart`).
_NUMBER = re.compile(rf" \(\d+\)(?={END_OF_ISOLATE}?$)")
_OWN = re.compile(f"([{MARKS}{ZERO_WIDTH_NON_JOINER}])")
# Shades of skin: some terminals draw them into the emoji before, others beside it.
_SHADES = re.compile("[\U0001f3fb-\U0001f3ff]")

# For terminals whose encoding has no box drawing, no suits, and not all signs of typesetters.
_PLAINER = dict(zip("─│┌┐└┘═║╔╗╚╝♥♦♣♠…·×«»„“”’—–", '-|++++=#####HDCS~.x"""""\'--', strict=True))


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """How many cells a clean text takes."""
    return sum(max(0, wcwidth(character)) for character in text)


def tame(text: str) -> str:
    """A text from outside as it can be shown: clean, and with few combining marks on a letter."""
    kept: list[str] = []
    marks = 0
    for character in _SHADES.sub("", clean_text(text)):
        marks = marks + 1 if unicodedata.combining(character) or wcwidth(character) == 0 else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def tidy(sentence: str) -> str:
    """A sentence of our own that has texts from outside in it: as tame, but our own marks stay."""
    return "".join(part if _OWN.fullmatch(part) else tame(part) for part in _OWN.split(sentence))


def cut(text: str, width: int) -> str:
    """The text in at most `width` cells, with an ellipsis where it was cut."""
    if cells(text) <= width:
        return text
    if width <= 0:
        return ""
    taken, used, depth = "", 0, 0
    for grapheme in iter_graphemes(text):
        used += cells(grapheme)
        if used > width - 1:
            break
        depth += (grapheme in STARTS) - (grapheme == END_OF_ISOLATE)
        taken += grapheme
    return taken + ELLIPSIS + END_OF_ISOLATE * depth


def cut_name(name: str, width: int) -> str:
    """The name in at most `width` cells; the number that tells it from another one stays."""
    number = _NUMBER.search(name)
    if number is None or cells(name) <= width:
        return cut(name, width)
    return cut(name[: number.start()], width - cells(number[0])) + number[0]


def tail(text: str, width: int) -> str:
    """The end of the text in at most `width` cells: what somebody who types wants to see."""
    graphemes = list(iter_graphemes(text))
    left = cells(text)
    first = 0
    while left > width:
        left -= cells(graphemes[first])
        first += 1
    return "".join(graphemes[first:])


def without_last(text: str) -> str:
    """The text without its last grapheme: what Backspace leaves."""
    return "".join(list(iter_graphemes(text))[:-1])


def widest(texts: Iterable[object]) -> int:
    """How many cells the longest of the texts takes, in the language that is spoken."""
    return max((cells(str(text)) for text in texts), default=0)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text in exactly `width` cells, at their left or right end."""
    shown = cut(text, width)
    space = " " * (width - cells(shown))
    return space + shown if right else shown + space


def prose(text: str, width: int) -> str:
    """A line of words in `width` cells, at the edge where reading begins."""
    shown = directed(cut(text, width))
    return pad(shown, width, right=True) if speaking_right_to_left() else shown


def wrap(text: str, width: int, indent: int = 0, *, whole_words: bool = False) -> list[str]:
    """The text in lines of at most `width` cells, broken between words; later ones are indented.

    whole_words: one that is wider than a line stays whole, so that it can be copied.
    """
    if cells(text) <= width:
        return [text]
    lead = " " * (len(text) - len(text.lstrip()))
    lines, line = [], lead
    for word, space in re.findall(r"(\S+)(\s*)", text):
        for piece in [word] if whole_words else _pieces(word, width - indent - len(lead)):
            if line.strip() and cells(line) + cells(piece) > width:
                lines.append(line.rstrip())
                line = lead + " " * indent
            line += piece
        line += space
    return closed([*lines, line.rstrip()])


def _pieces(word: str, width: int) -> list[str]:
    """A word that is wider than a line, in parts."""
    pieces = [""]
    for grapheme in iter_graphemes(word):
        if cells(pieces[-1]) + cells(grapheme) > max(1, width):
            pieces.append("")
        pieces[-1] += grapheme
    return pieces


def line_cells(line: Line) -> int:
    return sum(cells(words) for _, words in line)


def fit(line: Line, width: int) -> Line:
    """The line in exactly `width` cells."""
    fitted: Line = []
    left = width
    for style, words in line:
        shown = cut(words, left)
        fitted.append((style, shown))
        left -= cells(shown)
    return [*fitted, ("", " " * left)] if left else fitted


def for_encoding(text: str, encoding: str) -> str:
    """What the terminal's encoding can write: lines become simpler, other characters a question mark."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_nearest(character, encoding) for character in text)
    return text


def _nearest(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return _PLAINER.get(character, "?" * cells(character))
    return character
