"""The vault: the one secret of a game from which all its keys follow, and its erasure.

When a round is settled the secret is replaced by its successor and must be gone, because old keys would open
every past hand. So the file has two places, and the secret changes between them in place: the new one is
written and synced, then the old one is overwritten with zeros and synced. A crash in between leaves both; the
newer counts and the older is wiped when the vault is opened. (Renaming a new file over an old one would leave
the old blocks on the disk. A disk that writes elsewhere than told keeps them anyway: see `specs/files.md`.)
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from p2puno.errors import UsageError
from p2puno.language.texts import Text, _
from p2puno.store.files import (
    disk_errors,
    read_secret,
    refuse_existing,
    replace_secret,
    write_all,
    write_private,
)
from p2puno.store.seal import OVERHEAD, Seal, SealError

FAMILY = b"p2puno vault "
MAGIC = FAMILY + b"1\n"
SEALED_MAGIC = FAMILY + b"2\n"

# The places are pages apart, so that a write cut off by a power failure cannot reach into the other one.
PAGE = 4096
PLACES = (PAGE, 2 * PAGE)
FILE_BYTES = 3 * PAGE

GENERATION_BYTES, LENGTH_BYTES, CHECK_BYTES = 8, 2, 32
MAX_SECRET = PAGE - GENERATION_BYTES - LENGTH_BYTES - CHECK_BYTES


@dataclass(frozen=True, slots=True)
class _Entry:
    generation: int
    secret: bytes


class Vault:
    """An open vault. Methods block on the disk: call them from a worker thread. `seal`: closes its secret."""

    def __init__(self, path: Path, entry: _Entry, place: int, seal: Seal | None = None) -> None:
        self.path = path
        self._entry = entry
        self._place = place
        self._seal = seal

    @classmethod
    def create(cls, path: Path, secret: bytes, seal: Seal | None = None) -> Self:
        """A new vault with this secret of 1 to 4054 bytes, 4026 with a seal; on the disk when it returns."""
        refuse_existing(path, Text("{path} exists already; a vault is never overwritten."))
        entry = _Entry(0, secret)
        write_private(path, _file(entry, seal))
        return cls(path, entry, PLACES[0], seal)

    @classmethod
    def open(cls, path: Path, seal: Seal | None = None) -> Self:
        """The vault as the last complete `replace` left it; one that is not sealed stays so.

        Raises `UsageError` if it is damaged or another seal closes it.
        """
        data = _read(path)
        if not data.startswith(SEALED_MAGIC):
            seal = None
        elif seal is None:
            raise UsageError(_("{path} is sealed with a passphrase, which was not given.").format(path=path))
        pages = ((place, data[place : place + PAGE]) for place in PLACES)
        found = [(entry, place) for place, page in pages if (entry := _decode(page, seal)) is not None]
        if not found:
            raise UsageError(
                _("{path} is damaged: it holds no secret; the game cannot be continued.").format(path=path)
            )
        entry, place = max(found, key=lambda item: item[0].generation)
        vault = cls(path, entry, place, seal)
        vault._wipe(_other(place))
        return vault

    @property
    def secret(self) -> bytes:
        return self._entry.secret

    @property
    def is_sealed(self) -> bool:
        return self._seal is not None

    @property
    def generation(self) -> int:
        """How often the secret has been replaced."""
        return self._entry.generation

    def replace(self, secret: bytes) -> None:
        """Put `secret` in the place of the old one, which is overwritten; both is on the disk afterwards."""
        entry = _Entry(self._entry.generation + 1, secret)
        old, new = self._place, _other(self._place)
        self._overwrite(new, _encode(entry, self._seal))
        self._entry, self._place = entry, new
        self._wipe(old)

    def erase(self) -> None:
        """Overwrite the secret and remove the file: the game is over."""
        self._wipe(self._place)
        with disk_errors(self.path, "written"):
            self.path.unlink()

    def _wipe(self, place: int) -> None:
        self._overwrite(place, b"")

    def _overwrite(self, place: int, data: bytes) -> None:
        with disk_errors(self.path, "written"), self.path.open("r+b", buffering=0) as file:
            file.seek(place)
            write_all(file, data.ljust(PAGE, b"\0"))
            os.fsync(file.fileno())


def reseal_vault(path: Path, old: Seal | None, new: Seal | None) -> None:
    """Seal a vault that no game has open, or open it for good; one that is damaged stays as it is."""
    try:
        vault = Vault.open(path, old)
    except UsageError:
        return
    if vault.is_sealed != (new is not None):
        replace_secret(path, _file(_Entry(vault.generation, vault.secret), new))


def _file(entry: _Entry, seal: Seal | None) -> bytes:
    """A vault with this entry in its first place."""
    first = (MAGIC if seal is None else SEALED_MAGIC).ljust(PLACES[0], b"\0") + _encode(entry, seal)
    return first.ljust(FILE_BYTES, b"\0")


def _other(place: int) -> int:
    return PLACES[0] if place == PLACES[1] else PLACES[1]


def _read(path: Path) -> bytes:
    data = read_secret(path)
    if data is None:
        raise UsageError(
            _("There is no vault {path}; without it the game cannot be continued.").format(path=path)
        )
    if not data.startswith((MAGIC, SEALED_MAGIC)):
        if data.startswith(FAMILY):
            raise UsageError(
                _(
                    "{path} was written by another version of p2puno; use that one to continue the game."
                ).format(path=path)
            )
        raise UsageError(_("{path} is not a vault of p2puno.").format(path=path))
    return data


def _encode(entry: _Entry, seal: Seal | None) -> bytes:
    most = MAX_SECRET if seal is None else MAX_SECRET - OVERHEAD
    if not 1 <= len(entry.secret) <= most:
        raise ValueError(f"a vault's secret has 1 to {most} bytes, not {len(entry.secret)}")
    generation = entry.generation.to_bytes(GENERATION_BYTES, "big")
    kept = entry.secret if seal is None else seal.close(entry.secret, SEALED_MAGIC + generation)
    content = generation + len(kept).to_bytes(LENGTH_BYTES, "big") + kept
    return content + _check(content, seal)


def _decode(page: bytes, seal: Seal | None) -> _Entry | None:
    """The entry of a place, None if it is wiped, was never completely written, or has another seal."""
    start = GENERATION_BYTES + LENGTH_BYTES
    end = start + int.from_bytes(page[GENERATION_BYTES:start], "big")
    content, check = page[:end], page[end : end + CHECK_BYTES]
    if end == start or check != _check(content, seal):
        return None
    generation, kept = page[:GENERATION_BYTES], page[start:end]
    try:
        secret = kept if seal is None else seal.open(kept, SEALED_MAGIC + generation)
    except SealError:
        return None
    return _Entry(int.from_bytes(generation, "big"), secret)


def _check(content: bytes, seal: Seal | None) -> bytes:
    return hashlib.sha256((MAGIC if seal is None else SEALED_MAGIC) + content).digest()
