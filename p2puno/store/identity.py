"""A player's identity: an Ed25519 key and a name, in a file of their own."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from p2puno.errors import UsageError
from p2puno.language.texts import _
from p2puno.store.files import read_private, write_private
from p2puno.store.fingerprint import fingerprint
from p2puno.store.names import check_known_name, check_name, default_name
from p2puno.store.paths import Home
from protocol.crypto.signing import IdentityKey

FORMAT = "p2puno identity 1"
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Identity:
    key: IdentityKey
    name: str


def load_identity(home: Home) -> Identity | None:
    """The identity of this home, None if it has none yet; raises `UsageError` if its file is damaged."""
    data = read_private(home.identity)
    return None if data is None else _parse(data, home.identity)


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
    old = read_private(home.identity)
    if old is None:
        return load_or_create(home, new_name), None
    try:
        known = _parse(old, home.identity)
    except UsageError:
        kept, old_name = home.former_identities / f"damaged-{os.urandom(4).hex()}.json", default_name()
    else:
        kept, old_name = home.former_identities / f"{fingerprint(known.key.public).hex}.json", known.name
    write_private(kept, old)
    return _create(home, new_name or old_name), kept


def _create(home: Home, name: str) -> Identity:
    seed = os.urandom(SEED_BYTES)
    identity = Identity(IdentityKey(seed), name)
    content = {"format": FORMAT, "name": name, "public": identity.key.public.hex(), "seed": seed.hex()}
    write_private(home.identity, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    return identity


def _parse(data: bytes, path: Path) -> Identity:
    """Strict: a key read wrongly would be another player."""
    damaged = UsageError(
        _(
            "The identity file {path} is damaged; put a good copy in its place, "
            "or begin anew with `p2puno identity new` (the file is kept)."
        ).format(path=path)
    )
    try:
        content: object = json.loads(data)
    except (ValueError, RecursionError):
        raise damaged from None
    match content:
        case {"format": str(version), "name": str(name), "public": str(public), "seed": str(seed)}:
            pass
        case _:
            raise damaged
    if version != FORMAT:
        raise UsageError(
            _("The identity file {path} was made by another version of p2puno; use that one.").format(
                path=path
            )
        )
    try:
        key = IdentityKey(_hex32(seed))
        if key.public != _hex32(public):
            raise damaged
        return Identity(key, check_known_name(name))
    except (ValueError, UsageError):
        raise damaged from None


def _hex32(text: str) -> bytes:
    """32 bytes in lower-case hexadecimal; raises ValueError."""
    data = bytes.fromhex(text)
    if len(data) != SEED_BYTES or data.hex() != text:
        raise ValueError("not 32 bytes in hexadecimal")
    return data
