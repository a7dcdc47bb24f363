"""What is announced of a table: the TXT entries of a service instance (specs/discovery-and-links.md).

v   the version of the link protocol, in decimal
t   the table's token, 16 bytes in hexadecimal
n   the table's name, UTF-8
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from p2puno.net.addresses import Address, likeliest_first
from p2puno.net.limits import LINK_VERSION
from p2puno.net.messages import MAX_ADDRESSES
from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.wire.text import text_fault

TOKEN_BYTES = 16
_MAX_NAME = 60


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table as its announcement describes it; whether it is open only asking can tell."""

    token: bytes
    name: str
    hosts: tuple[str, ...]
    port: int
    version: int = LINK_VERSION

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where the table may be dialled."""
        return tuple(Address(host, self.port) for host in self.hosts)


def to_properties(record: TableRecord) -> dict[str, str]:
    """The TXT entries of a table."""
    return {"v": str(record.version), "t": record.token.hex(), "n": record.name}


def read_record(
    properties: Mapping[bytes, bytes | None], hosts: Iterable[str], port: int | None
) -> TableRecord:
    """Read what a neighbour announced; raises `WireError` if it is broken, perhaps on purpose."""
    version = _text(properties, b"v")
    if not (
        version.isdecimal() and version.isascii() and 0 < int(version[:6]) <= 65_535 and len(version) <= 5
    ):
        raise WireError(sentence("an announced table has no version"))
    name = _text(properties, b"n")
    if not 1 <= len(name) <= _MAX_NAME or text_fault(name) is not None:
        raise WireError(sentence("an announced table has no usable name"))
    if not port:
        raise WireError(sentence("an announced table has no port"))
    usable = likeliest_first(hosts)[:MAX_ADDRESSES]
    if not usable:
        raise WireError(sentence("an announced table has no usable address"))
    return TableRecord(_token(properties), name, tuple(usable), port, int(version))


def _token(properties: Mapping[bytes, bytes | None]) -> bytes:
    text = _text(properties, b"t")
    try:
        token = bytes.fromhex(text)
    except ValueError:
        token = b""
    if len(token) != TOKEN_BYTES or token.hex() != text:
        raise WireError(sentence("an announced table has no token"))
    return token


def _text(properties: Mapping[bytes, bytes | None], key: bytes) -> str:
    try:
        return (properties.get(key) or b"").decode()
    except UnicodeDecodeError as error:
        raise WireError(sentence("an announced table is described in something else than UTF-8")) from error
