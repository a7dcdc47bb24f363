"""What `Mesh` tells its driver."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkUp:
    """There is a (new) link to this peer."""

    peer: bytes


@dataclass(frozen=True, slots=True)
class LinkDown:
    """There is no link to this peer any more; `on_purpose` if it said so itself."""

    peer: bytes
    sentence: str
    on_purpose: bool


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Dialling a wanted peer fails, for a new reason; `refused` if it was there and said no.

    superseded: by its own word it is linked with a program that plays as we do and was started later.
    """

    peer: bytes
    sentence: str
    refused: bool
    superseded: bool = False


@dataclass(frozen=True, slots=True)
class Received:
    """`peer` brought what `origin` says to the table; only a signature in it can show that it did."""

    peer: bytes
    origin: bytes
    payload: bytes


@dataclass(frozen=True, slots=True)
class Noted:
    """`peer` said something to us alone."""

    peer: bytes
    payload: bytes


@dataclass(frozen=True, slots=True)
class Neighbours:
    """`peer` is now linked with exactly these: for the others it depends on what is relayed to it."""

    peer: bytes
    linked: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class Superseded:
    """A program that plays as we do was started later: it has signed where it is."""


Event = LinkUp | LinkDown | Unreachable | Received | Noted | Neighbours | Superseded
