"""A player's identity: an Ed25519 key and a name, in a file of their own."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from p2puno.errors import UsageError
from p2puno.language.texts import _
from p2puno.store.files import read_secret, replace_secret, write_private
from p2puno.store.fingerprint import fingerprint
from p2puno.store.names import check_known_name, check_name, default_name
from p2puno.store.paths import Home
from p2puno.store.seal import OVERHEAD, Seal, SealError
from protocol.crypto.signing import IdentityKey

FORMAT = "p2puno identity 1"
SEALED_FORMAT = "p2puno identity 2"
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Identity:
    key: IdentityKey
    name: str


@dataclass(frozen=True, slots=True)
class PublicIdentity:
    """What everybody may know of an identity; no passphrase is needed for it."""

    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class _Stored:
    """An identity as it stands in its file: `secret` is the seed, or the sealed seed."""

    public: bytes
    name: str
    secret: bytes
    sealed: bool


def load_identity(home: Home) -> Identity | None:
    """The identity of this home, None if it has none yet.

    Raises `UsageError` if its file is damaged, or sealed and the home is not unlocked.
    """
    data = read_secret(home.identity)
    return None if data is None else _open(_parse(data, home.identity), home.identity, home.seal)


def load_public(home: Home) -> PublicIdentity | None:
    """The same without the secret."""
    data = read_secret(home.identity)
    stored = None if data is None else _parse(data, home.identity)
    return None if stored is None else PublicIdentity(stored.public, stored.name)


def reseal_identity(path: Path, old: Seal | None, new: Seal | None) -> None:
    """Seal the seed in this file with another seal, or with none; a file that is damaged stays as it is."""
    try:
        stored = _parse(read_secret(path) or b"", path)
    except UsageError:
        return
    identity = _open(stored, path, old if stored.sealed else None)
    if stored.sealed != (new is not None):
        replace_secret(path, _content(identity.name, stored.public, _seed(stored, old), new))


def load_or_create(home: Home, name: str | None = None) -> Identity:
    """The identity of this home, made at first; `name` is the name to use now, the file keeps the first one.

    The caller holds the lock, lest two first starts make two identities.
    """
    known = load_identity(home)
    if known is None:
        return _create(home, check_name(name) if name is not None else default_name())
    return known if name is None else Identity(known.key, check_name(name))


def renew(home: Home, name: str | None = None) -> tuple[Identity, Path | None]:
    """A new key for this home and where the old one is kept now; the caller holds the lock.

    The name stays unless another is given. A file that is damaged is kept as well.
    """
    new_name = None if name is None else check_name(name)
    old = read_secret(home.identity)
    if old is None:
        return load_or_create(home, new_name), None
    try:
        known = _parse(old, home.identity)
    except UsageError:
        kept, old_name = home.former_identities / f"damaged-{os.urandom(4).hex()}.json", default_name()
    else:
        kept, old_name = home.former_identities / f"{fingerprint(known.public).hex}.json", known.name
    write_private(kept, old)
    return _create(home, new_name or old_name), kept


def _create(home: Home, name: str) -> Identity:
    seed = os.urandom(SEED_BYTES)
    identity = Identity(IdentityKey(seed), name)
    write_private(home.identity, _content(name, identity.key.public, seed, home.seal))
    return identity


def _content(name: str, public: bytes, seed: bytes, seal: Seal | None) -> bytes:
    """The file of an identity."""
    content = {"format": FORMAT if seal is None else SEALED_FORMAT, "name": name, "public": public.hex()}
    if seal is None:
        content["seed"] = seed.hex()
    else:
        content["sealed"] = seal.close(seed, _context(public)).hex()
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def _context(public: bytes) -> bytes:
    return SEALED_FORMAT.encode() + public


def _seed(stored: _Stored, seal: Seal | None) -> bytes:
    """Raises SealError."""
    if not stored.sealed:
        return stored.secret
    if seal is None:
        raise SealError
    return seal.open(stored.secret, _context(stored.public))


def _open(stored: _Stored, path: Path, seal: Seal | None) -> Identity:
    """Raises UsageError if the seal does not fit, or what was sealed is not the key that it should be."""
    if stored.sealed and seal is None:
        raise UsageError(_("{path} is sealed with a passphrase, which was not given.").format(path=path))
    try:
        seed = _seed(stored, seal)
    except SealError:
        raise _damaged(path) from None
    key = IdentityKey(seed) if len(seed) == SEED_BYTES else None
    if key is None or key.public != stored.public:
        raise _damaged(path)
    return Identity(key, stored.name)


def _damaged(path: Path) -> UsageError:
    return UsageError(
        _(
            "The identity file {path} is damaged; put a good copy in its place, "
            "or begin anew with `p2puno identity new` (the file is kept)."
        ).format(path=path)
    )


def _parse(data: bytes, path: Path) -> _Stored:
    """Strict: a key read wrongly would be another player."""
    damaged = _damaged(path)
    try:
        content: object = json.loads(data)
    except (ValueError, RecursionError):
        raise damaged from None
    match content:
        case {"format": str(version), "name": str(name), "public": str(public), "seed": str(secret)}:
            sealed = False
        case {"format": str(version), "name": str(name), "public": str(public), "sealed": str(secret)}:
            sealed = True
        case _:
            raise damaged
    if version != (SEALED_FORMAT if sealed else FORMAT):
        raise UsageError(
            _("The identity file {path} was made by another version of p2puno; use that one.").format(
                path=path
            )
        )
    try:
        length = SEED_BYTES + OVERHEAD if sealed else SEED_BYTES
        stored = _Stored(_hex(public, SEED_BYTES), check_known_name(name), _hex(secret, length), sealed)
    except (ValueError, UsageError):
        raise damaged from None
    if not sealed and IdentityKey(stored.secret).public != stored.public:
        raise damaged
    return stored


def _hex(text: str, length: int) -> bytes:
    """So many bytes in lower-case hexadecimal; raises ValueError."""
    data = bytes.fromhex(text)
    if len(data) != length or data.hex() != text:
        raise ValueError(f"not {length} bytes in hexadecimal")
    return data
