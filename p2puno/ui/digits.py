"""Numbers as people type them, in the digits of any script."""

from __future__ import annotations

import unicodedata


def plain_digits(text: str) -> str:
    """The text with every decimal digit as one of 0 to 9."""
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
