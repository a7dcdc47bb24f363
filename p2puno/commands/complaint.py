"""What went wrong, as a person reads it: one sentence on standard error."""

from __future__ import annotations

import sys
from contextlib import suppress

from p2puno.language.speech import as_sentence
from p2puno.ui import directions
from protocol.wire.text import ZERO_WIDTH_NON_JOINER


def complain(words: str) -> None:
    """One sentence on stderr."""
    told = whole_sentence(words)
    if sys.stderr.isatty():
        told = directions.shown(directions.directed(told))
    with suppress(OSError):
        print(told, file=sys.stderr, flush=True)


def whole_sentence(words: str) -> str:
    """With a capital letter, one full stop and no control characters, wherever the words come from."""
    sentence = "".join(c for c in " ".join(words.split()) if c.isprintable() or c == ZERO_WIDTH_NON_JOINER)
    return as_sentence(_begun(sentence))


def _begun(sentence: str) -> str:
    """With a capital letter, unless a name of this program stands there, or a path."""
    first = sentence.split(" ", 1)[0]
    return sentence if first == "p2puno" or not first.isalpha() else sentence[:1].upper() + sentence[1:]
