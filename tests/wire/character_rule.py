"""The rule behind `protocol/wire/characters.py`; run under Python 3.11 it prints that table anew.

`python tests/wire/character_rule.py` must run where `unicodedata` is Unicode 14.0.0 (Python 3.11): the table
is frozen at that version so that every peer, whatever its Python, judges a text alike.
"""

from __future__ import annotations

import textwrap
import unicodedata

FROZEN_VERSION = "14.0.0"

# Controls, format (zero width, bidirectional), surrogates, private use, unassigned, line separators.
REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Default-ignorable code points of other categories: two names that look equal could differ by them.
INVISIBLE = (
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
    (0xE0100, 0xE01EF),  # variation selectors supplement
)


def is_allowed(code: int) -> bool:
    category = unicodedata.category(chr(code))
    if category in REFUSED_CATEGORIES:
        return False
    if category == "Zs":
        return code == ord(" ")
    return not any(first <= code <= last for first, last in INVISIBLE)


def allowed_ranges() -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for code in range(0x110000):
        if not is_allowed(code):
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


def table_text() -> str:
    items = [f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in allowed_ranges()]
    return textwrap.fill(" ".join(items), width=108, break_on_hyphens=False)


if __name__ == "__main__":
    print(table_text())
