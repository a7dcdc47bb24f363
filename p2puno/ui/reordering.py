"""Right-to-left text in the order in which a terminal that turns nothing round has to be given it.

python-bidi does the work. It knows no isolates, and it would put the marks of a letter in front of it; so
both are replaced by a single character of the same direction, and put back when all is in its place.
Arabic letters are joined here as well, a cell for each letter, because such terminals join none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

from arabic_reshaper import ArabicReshaper
from bidi.algorithm import get_display
from wcwidth import iter_graphemes

from p2puno.ui.directions import (
    END_OF_ISOLATE,
    LEFT_TO_RIGHT_ISOLATE,
    MARKS,
    RIGHT_TO_LEFT_ISOLATE,
    STARTS,
    pieces,
)

ZERO_WIDTH_NON_JOINER = "\u200c"
_INVISIBLE = re.compile(f"[{MARKS}{ZERO_WIDTH_NON_JOINER}]")
_DIRECTIONS = {"L": "L", "R": "R", "AL": "R"}
# Characters that stand in for others, by the direction of those: none that a text is likely to hold.
_STAND_INS = {"ON": range(0x2500, 0x2580), "R": range(0x07CA, 0x07EB), "AL": range(0x0780, 0x07A6)}


@lru_cache(maxsize=2048)
def visual(text: str) -> str:
    """An isolate, or a text without one (which runs from left to right), without any invisible character."""
    start = text[:1] if text[:1] in STARTS else LEFT_TO_RIGHT_ISOLATE
    inside = text.removeprefix(start).removesuffix(END_OF_ISOLATE)
    direction = {LEFT_TO_RIGHT_ISOLATE: "L", RIGHT_TO_LEFT_ISOLATE: "R"}.get(start) or _first_strong(inside)
    return _visual(inside, direction)


def _visual(text: str, direction: str) -> str:
    free = {kind: (chr(c) for c in codes if chr(c) not in text) for kind, codes in _STAND_INS.items()}
    kept: dict[str, str] = {}

    def stand_in(kind: str, shown: str) -> str:
        replaced = next(free[kind], None)
        if replaced is None:  # a text made to use all of them up
            return shown
        kept[replaced] = shown
        return replaced

    outer = "".join(
        stand_in("ON", visual(piece)) if piece[0] in STARTS else _INVISIBLE.sub(_keep_joint, piece)
        for piece in pieces(text)
    )
    joined = _reshaper().reshape(outer).replace(ZERO_WIDTH_NON_JOINER, "")
    single = "".join(
        stand_in(kind, grapheme) if (kind := _turned_with_marks(grapheme)) else grapheme
        for grapheme in iter_graphemes(joined)
    )
    return "".join(kept.get(character, character) for character in get_display(single, base_dir=direction))


def _keep_joint(mark: re.Match[str]) -> str:
    return mark[0] if mark[0] == ZERO_WIDTH_NON_JOINER else ""


def _turned_with_marks(grapheme: str) -> str | None:
    """The direction of a letter from right to left that has marks, None for everything else."""
    kind = unicodedata.bidirectional(grapheme[0])
    return kind if len(grapheme) > 1 and kind in ("R", "AL") else None


def _first_strong(text: str) -> str:
    """The direction of the first letter that is in no further isolate."""
    outer = (piece for piece in pieces(text) if piece[0] not in STARTS)
    return next(_strong("".join(outer)), "L")


def _strong(text: str) -> Iterator[str]:
    kinds = map(unicodedata.bidirectional, text)
    return (_DIRECTIONS[kind] for kind in kinds if kind in _DIRECTIONS)


@cache
def _reshaper() -> ArabicReshaper:
    """One character for each, none left out and no two drawn together: a cell remains a cell."""
    return ArabicReshaper(
        configuration={"delete_harakat": False, "delete_tatweel": False, "support_ligatures": False}
    )
