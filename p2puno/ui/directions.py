"""Writing that runs from right to left: pieces of a line are kept apart, so that none pulls another along.

Texts are kept in the order in which they are read. A piece that another direction could pull along (a name in
a sentence, a cell of a column, a whole sentence in Persian) stands between an isolate and its end, invisible
characters of no width. What becomes of them is decided where a line leaves for the terminal (decision 130):
a terminal that turns right-to-left text round itself is given them, for any other `reordering` does it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from p2puno.language.catalogue import RIGHT_TO_LEFT, spoken
from p2puno.store.config import BIDI

LEFT_TO_RIGHT_ISOLATE, RIGHT_TO_LEFT_ISOLATE = "\u2066", "\u2067"
FIRST_STRONG_ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
LEFT_TO_RIGHT_MARK = "\u200e"
STARTS = LEFT_TO_RIGHT_ISOLATE + RIGHT_TO_LEFT_ISOLATE + FIRST_STRONG_ISOLATE
MARKS = STARTS + END_OF_ISOLATE

TERMINAL, PROGRAM = BIDI

# The blocks of Unicode whose letters run from right to left.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_MARKS = re.compile(f"[{MARKS}]")
# What is typed or copied: all that stands between backquotes, or an option, path, address or number in hex
# without the quotes and brackets round it.
_TYPED = re.compile(r"(?<=`)[ -_a-~]*[A-Za-z][ -_a-~]*(?=`)|[!#-'*-_a-~]*[A-Za-z][!#-'*-_a-~]*")
_PUNCTUATION = ".,:;!?"
# The first VTE (GNOME Terminal and others) that turns text round.
_VTE_THAT_REORDERS = 5800


def has_right_to_left(text: str) -> bool:
    return _RIGHT_TO_LEFT.search(text) is not None


def speaking_right_to_left() -> bool:
    return spoken() in RIGHT_TO_LEFT


# --- keeping apart ------------------------------------------------------------------------------------


def apart(text: str) -> str:
    """A text from outside, in the direction of its own first letter, as a part of a sentence."""
    if speaking_right_to_left() or has_right_to_left(text):
        return f"{FIRST_STRONG_ISOLATE}{text}{END_OF_ISOLATE}"
    return text


def cell(text: str) -> str:
    """What stands in a column: its pieces keep their places from left to right."""
    return f"{LEFT_TO_RIGHT_ISOLATE}{text}{END_OF_ISOLATE}" if has_right_to_left(text) else text


def directed(text: str) -> str:
    """A line of words, in the direction of the language that is spoken."""
    if text and speaking_right_to_left():
        return f"{RIGHT_TO_LEFT_ISOLATE}{_TYPED.sub(_whole, text)}{END_OF_ISOLATE}"
    return cell(text)


def _whole(typed: re.Match[str]) -> str:
    """Else `--bots` and `/home/ann` would begin at their other end; words are whole as they are."""
    words = typed[0].rstrip(_PUNCTUATION)
    if words[0].isalpha() and words[-1].isalnum():
        return typed[0]
    return f"{LEFT_TO_RIGHT_ISOLATE}{words}{END_OF_ISOLATE}{typed[0][len(words) :]}"


def without_marks(text: str) -> str:
    return _MARKS.sub("", text)


def closed(lines: list[str]) -> list[str]:
    """Lines that were one: an isolate that a break has cut in two ends with its line and begins again."""
    whole: list[str] = []
    begun: list[str] = []

    def follow(found: re.Match[str]) -> str:
        if found[0] != END_OF_ISOLATE:
            begun.append(found[0])
        elif not begun:
            return ""
        else:
            begun.pop()
        return found[0]

    for line in lines:
        start = "".join(begun)
        whole.append(start + _MARKS.sub(follow, line) + END_OF_ISOLATE * len(begun))
    return whole


# --- for the terminal ---------------------------------------------------------------------------------


@dataclass(slots=True)
class _Terminal:
    reorders: bool = False


_terminal = _Terminal()


def choose(wanted: str | None, environment: Mapping[str, str] = os.environ) -> None:
    """Who turns right-to-left text round from now on; without a wish, as the environment tells."""
    _terminal.reorders = reorders(environment) if wanted is None else wanted == TERMINAL


def reorders(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is known to turn right-to-left text round; an unknown one is not thought to."""
    vte = environment.get("VTE_VERSION", "")
    return (
        (vte.isdecimal() and int(vte) >= _VTE_THAT_REORDERS)
        or "KONSOLE_VERSION" in environment
        or environment.get("TERM_PROGRAM") == "Apple_Terminal"
        or environment.get("TERM", "").startswith("mlterm")
    )


def shown(line: str) -> str:
    """A line, or a part of one, as the terminal needs it; the cells that it takes stay the same."""
    if not (_MARKS.search(line) or has_right_to_left(line)):
        return line
    return "".join(_piece(piece) for piece in pieces(line))


def _piece(piece: str) -> str:
    """A whole isolate, or what stands between two."""
    if _terminal.reorders:
        # Some terminals know the old mark only.
        return piece + LEFT_TO_RIGHT_MARK if piece[:1] in STARTS else piece
    # Only where such text is shown is its library loaded.
    from p2puno.ui.reordering import visual  # noqa: PLC0415

    return visual(piece)


def pieces(line: str) -> Iterator[str]:
    """The line in parts: isolates as a whole, with all that is in them, and what stands between."""
    depth, first = 0, 0
    for found in _MARKS.finditer(line):
        if found[0] != END_OF_ISOLATE:
            if depth == 0 and found.start() > first:
                yield line[first : found.start()]
                first = found.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield line[first : found.end()]
                first = found.end()
    if first < len(line):
        yield line[first:]
