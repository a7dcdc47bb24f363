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
from p2puno.store.files import disk_errors, read_private, refuse_existing, write_all, write_private

FAMILY = b"p2puno vault "
MAGIC = FAMILY + b"1\n"

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
    """An open vault. Methods block on the disk: call them from a worker thread."""

    def __init__(self, path: Path, entry: _Entry, place: int) -> None:
        self.path = path
        self._entry = entry
        self._place = place

    @classmethod
    def create(cls, path: Path, secret: bytes) -> Self:
        """A new vault with this secret of 1 to 4054 bytes, on the disk when this returns."""
        refuse_existing(path, Text("{path} exists already; a vault is never overwritten."))
        entry = _Entry(0, secret)
        first = MAGIC.ljust(PLACES[0], b"\0") + _encode(entry)
        write_private(path, first.ljust(FILE_BYTES, b"\0"))
        return cls(path, entry, PLACES[0])

    @classmethod
    def open(cls, path: Path) -> Self:
        """The vault as the last complete `replace` left it; raises `UsageError` if it is damaged."""
        data = _read(path)
        found = [
            (entry, place) for place in PLACES if (entry := _decode(data[place : place + PAGE])) is not None
        ]
        if not found:
            raise UsageError(
                _("{path} is damaged: it holds no secret; the game cannot be continued.").format(path=path)
            )
        entry, place = max(found, key=lambda item: item[0].generation)
        vault = cls(path, entry, place)
        vault._wipe(_other(place))
        return vault

    @property
    def secret(self) -> bytes:
        return self._entry.secret

    @property
    def generation(self) -> int:
        """How often the secret has been replaced."""
        return self._entry.generation

    def replace(self, secret: bytes) -> None:
        """Put `secret` in the place of the old one, which is overwritten; both is on the disk afterwards."""
        entry = _Entry(self._entry.generation + 1, secret)
        old, new = self._place, _other(self._place)
        self._overwrite(new, _encode(entry))
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


def _other(place: int) -> int:
    return PLACES[0] if place == PLACES[1] else PLACES[1]


def _read(path: Path) -> bytes:
    data = read_private(path)
    if data is None:
        raise UsageError(
            _("There is no vault {path}; without it the game cannot be continued.").format(path=path)
        )
    if not data.startswith(MAGIC):
        if data.startswith(FAMILY):
            raise UsageError(
                _(
                    "{path} was written by another version of p2puno; use that one to continue the game."
                ).format(path=path)
            )
        raise UsageError(_("{path} is not a vault of p2puno.").format(path=path))
    return data


def _encode(entry: _Entry) -> bytes:
    if not 1 <= len(entry.secret) <= MAX_SECRET:
        raise ValueError(f"a vault's secret has 1 to {MAX_SECRET} bytes, not {len(entry.secret)}")
    start = entry.generation.to_bytes(GENERATION_BYTES, "big") + len(entry.secret).to_bytes(
        LENGTH_BYTES, "big"
    )
    content = start + entry.secret
    return content + _check(content)


def _decode(page: bytes) -> _Entry | None:
    """The entry of a place, None if it is wiped or was never completely written."""
    start = GENERATION_BYTES + LENGTH_BYTES
    end = start + int.from_bytes(page[GENERATION_BYTES:start], "big")
    content, check = page[:end], page[end : end + CHECK_BYTES]
    if end == start or check != _check(content):
        return None
    return _Entry(int.from_bytes(page[:GENERATION_BYTES], "big"), page[start:end])


def _check(content: bytes) -> bytes:
    return hashlib.sha256(MAGIC + content).digest()
