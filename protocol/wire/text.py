"""Texts on the wire: NFC, visible characters only, so that a name is a name on every screen.

Refused are controls (and with them terminal escapes), zero-width and bidirectional characters, variation
selectors, private use, surrogates, every space but U+0020, and what Unicode 14.0.0 does not assign; see
`specs/wire.md`.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from protocol.sentences import Sentence, sentence
from protocol.wire.characters import ALLOWED

ZERO_WIDTH_NON_JOINER = "\u200c"


@functools.cache
def _refused() -> re.Pattern[str]:
    """Matches one refused character; compiled at first use because the table is long."""
    ranges = (item.partition("-") for item in ALLOWED.split())
    allowed = "".join(f"\\U{first:>08}-\\U{last or first:>08}" for first, _, last in ranges)
    return re.compile(f"[^{allowed}]")


def text_fault(text: str) -> Sentence | None:
    """What keeps `text` off the wire, as the end of a sentence that never quotes it; None if nothing does."""
    refused = _refused().search(text)
    if refused is not None:
        code = f"U+{ord(refused[0]):04X}"
        return sentence("contains the character {code}, which is not allowed", code=code)
    if not unicodedata.is_normalized("NFC", text):
        return sentence("is not in the Unicode normal form NFC")
    return None


def clean_text(text: str) -> str:
    """The nearest text that `text_fault` accepts, for what people type: chat, a name from the system.

    Spaces of all kinds, line ends and tabs become one U+0020 each, and so does the zero-width non-joiner,
    which Persian writes between parts of a word; other refused characters are dropped.
    """
    spaced = "".join(" " if c.isspace() or c == ZERO_WIDTH_NON_JOINER else c for c in text)
    return unicodedata.normalize("NFC", _refused().sub("", spaced))
