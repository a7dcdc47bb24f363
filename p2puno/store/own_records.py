"""Records of a journal that not everybody at the table has; a passphrase seals them (specs/files.md, 4).

A seat puts on its disk what it has signed before it sends that. If it is never sent, and the game goes
another way, the disk is the only place where it is. And who opened a table keeps its PIN.
"""

from __future__ import annotations

from pathlib import Path

from p2puno.errors import UsageError
from p2puno.store.files import replace_secret
from p2puno.store.journal import Contents, Journal, Record, journal_bytes
from p2puno.store.seal import Seal, SealError

OWN_CONTRIBUTION, OWN_SIGNAL, OWN_VOTE, PIN = 2, 3, 5, 8
OWN = frozenset({OWN_CONTRIBUTION, OWN_SIGNAL, OWN_VOTE, PIN})
# What the kind of a sealed record has more.
SEALED = 64
CONTEXT = b"p2puno journal 1\n"


def closed(record: Record, seal: Seal | None) -> Record:
    """The record as it is written; only an own one is sealed."""
    if seal is None or record.kind not in OWN:
        return record
    return Record(record.kind + SEALED, seal.close(record.payload, _context(record.kind)))


def opened(record: Record, seal: Seal | None) -> Record | None:
    """The reverse; None if it is sealed, and not with this seal."""
    kind = record.kind - SEALED
    if kind not in OWN:
        return record
    if seal is None:
        return None
    try:
        return Record(kind, seal.open(record.payload, _context(kind)))
    except SealError:
        return None


def reseal_journal(path: Path, old: Seal | None, new: Seal | None) -> None:
    """Seal the own records of a journal that no game has open, or open them for good.

    One that is damaged stays as it is, and so do records of another seal.
    """
    try:
        contents = Journal.read(path)
    except UsageError:
        return
    records = tuple(closed(opened(each, old) or each, new) for each in contents.records)
    if any(_is_to_change(each, new) for each in contents.records):
        replace_secret(path, journal_bytes(Contents(contents.header, records, torn=False)))


def _is_to_change(record: Record, new: Seal | None) -> bool:
    return record.kind in OWN if new is not None else record.kind - SEALED in OWN


def _context(kind: int) -> bytes:
    return CONTEXT + bytes([kind])
