"""How often this player has started: the newer of two links or copies of one seat has the higher number."""

from __future__ import annotations

from p2puno.errors import UsageError
from p2puno.language.texts import _
from p2puno.store.files import read_private, write_private
from p2puno.store.paths import Home


def next_incarnation(home: Home) -> int:
    """A number higher than all before, on disk before it is returned; the caller holds the lock."""
    stored = read_private(home.incarnation)
    text = b"0" if stored is None else stored.strip()
    if not (text.isdigit() and len(text) <= 18):
        raise UsageError(
            _("{path} is damaged; it should hold one number: how often p2puno was started.").format(
                path=home.incarnation
            )
        )
    number = int(text) + 1
    write_private(home.incarnation, b"%d\n" % number)
    return number
