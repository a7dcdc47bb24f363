"""A passphrase for everything secret of a home: set, changed, taken away (specs/files.md, 10).

The passphrase seals one random key, and that seals the secrets. So another passphrase changes one small file,
and a crash in the middle leaves files that can all be read: which of them are sealed stands in themselves.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from p2puno.errors import NoError, UsageError
from p2puno.language.texts import _
from p2puno.store.files import erase_secret, read_secret, replace_secret
from p2puno.store.identity import reseal_identity
from p2puno.store.own_records import reseal_journal
from p2puno.store.paths import Home
from p2puno.store.seal import KEY_BYTES, OVERHEAD, Seal, SealError
from p2puno.store.vault import reseal_vault

FORMAT = "p2puno passphrase 1"
LEAST_CHARACTERS, MOST_CHARACTERS = 8, 200
SALT_BYTES = 16
# 64 MiB and some tenths of a second for one guess.
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**16, 8, 1


def is_set(home: Home) -> bool:
    return home.passphrase.exists()


def unlock(home: Home, passphrase: str) -> Home:
    """The home with the key to its secrets; raises NoError if the passphrase is wrong."""
    salt, sealed = _read(home.passphrase)
    try:
        seal = Seal.opened_by(_seal_of(passphrase, salt), sealed)
    except SealError:
        raise NoError(_("The passphrase is wrong.")) from None
    return replace(home, seal=seal)


def set_passphrase(home: Home, passphrase: str) -> Home:
    """Seal everything of this home and its bots, or change the passphrase of an unlocked one.

    Raises UsageError if the passphrase does not do as one. The caller holds the lock.
    """
    _check(passphrase)
    if home.seal is None and is_set(home):
        raise ValueError("the home is locked: another key would lose what is sealed")
    seal = home.seal or Seal.new()
    salt = os.urandom(SALT_BYTES)
    sealed = seal.sealed_by(_seal_of(passphrase, salt))
    content = {"format": FORMAT, "salt": salt.hex(), "sealed": sealed.hex()}
    replace_secret(home.passphrase, (json.dumps(content, indent=2) + "\n").encode())
    sealing = replace(home, seal=seal)
    _reseal_everything(sealing, seal)
    return sealing


def remove_passphrase(home: Home) -> Home:
    """Open everything of an unlocked home for good; the caller holds the lock."""
    _reseal_everything(home, None)
    erase_secret(home.passphrase)
    return replace(home, seal=None)


def _reseal_everything(home: Home, seal: Seal | None) -> None:
    for each in (home, *_homes_of_bots(home)):
        for path in (each.identity, *sorted(each.former_identities.glob("*.json"))):
            reseal_identity(path, each.seal, seal)
        for path in sorted(each.journals.glob("*.vault")):
            reseal_vault(path, each.seal, seal)
        for path in sorted(each.journals.glob("*.journal")):
            reseal_journal(path, each.seal, seal)


def _homes_of_bots(home: Home) -> Iterator[Home]:
    for folder in sorted(home.bots.glob("*")):
        if folder.name.isdecimal():
            yield home.bot(int(folder.name))


def _check(passphrase: str) -> None:
    if not LEAST_CHARACTERS <= len(_normal(passphrase)) <= MOST_CHARACTERS:
        raise UsageError(
            _("A passphrase has {least} to {most} characters; choose another.").format(
                least=LEAST_CHARACTERS, most=MOST_CHARACTERS
            )
        )


def _normal(passphrase: str) -> str:
    """However a keyboard composes its letters."""
    return unicodedata.normalize("NFC", passphrase)


def _seal_of(passphrase: str, salt: bytes) -> Seal:
    kdf = Scrypt(salt=salt, length=KEY_BYTES, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P)
    return Seal(kdf.derive(_normal(passphrase).encode("utf-8", "surrogatepass")))


def _read(path: Path) -> tuple[bytes, bytes]:
    """Salt and sealed key; raises UsageError if the file is damaged."""
    try:
        content: Any = json.loads(read_secret(path) or b"")  # Any: whatever stands in the file
        salt, sealed = bytes.fromhex(content["salt"]), bytes.fromhex(content["sealed"])
        fit = content["format"] == FORMAT and len(salt) == SALT_BYTES and len(sealed) == KEY_BYTES + OVERHEAD
    except (ValueError, RecursionError, TypeError, KeyError):
        fit, salt, sealed = False, b"", b""
    if not fit:
        raise UsageError(
            _("{path} is damaged; without it no passphrase opens this player's secrets.").format(path=path)
        )
    return salt, sealed
