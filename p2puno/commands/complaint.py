"""How everything that went wrong is said."""

from __future__ import annotations

import sys
from contextlib import suppress


def complain(words: str) -> None:
    """One sentence on stderr, with one full stop and no control characters, wherever the words come from."""
    sentence = "".join(c for c in " ".join(words.split()) if c.isprintable())
    with suppress(OSError):
        print(sentence if sentence.endswith((".", "!", "?")) else f"{sentence}.", file=sys.stderr, flush=True)
