"""What peers say to each other beside the table: links, questions before sitting down, the lobby.

Type numbers 64-79 belong to the link, 80-93 to the lobby, 94 and 95 say where peers are
(specs/discovery-and-links.md lists all of them with their limits). What a table message holds is bytes here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Range, Size, Text, message, struct
from protocol.wire.messages import MAX_SEATS, Hash, PublicKey, RuleItem, Signature

MAX_PAYLOAD = 640_000
MAX_LINKED = 32
MAX_ADDRESSES = 8
MAX_LOCATION = 1024
MAX_SENTENCE = 200

Token = Annotated[bytes, Size(16)]
PinElement = Annotated[bytes, Size(32)]
TableName = Annotated[str, Text(60, 1)]
PlayerName = Annotated[str, Text(48, 1)]
Sentence = Annotated[str, Text(MAX_SENTENCE)]
Rules = Annotated[tuple[RuleItem, ...], Many(0, 80)]
Capacity = Annotated[int, Range(2, MAX_SEATS)]
Payload = Annotated[bytes, Size(1, MAX_PAYLOAD)]


# --- before anybody has said who it is ----------------------------------------------------------------


@message(64)
@dataclass(frozen=True, slots=True)
class Greeting:
    """The first frame of both sides. Its form is the same in every version, so that strangers can tell."""

    version: Annotated[int, Range(1, 65_535)]


@message(65)
@dataclass(frozen=True, slots=True)
class Ask:
    """What table is open here? No identity is needed for the answer, and the link ends with it."""


@message(66)
@dataclass(frozen=True, slots=True)
class TableInfo:
    """The answer: the table as anybody may know it; `rules` holds what differs from the defaults."""

    token: Token
    host: PublicKey
    name: TableName
    players: Annotated[tuple[PlayerName, ...], Many(1, MAX_SEATS)]
    capacity: Capacity
    rules: Rules
    started: bool
    pin: bool


@message(76)
@dataclass(frozen=True, slots=True)
class Hello:
    """Who a side claims to be; `role` is 0 for the side that dialled, 1 for the one that answered.

    `watches`: the side that dials only wants to look on. `pin`: the side that answers will ask for the PIN.
    """

    role: Annotated[int, Range(0, 1)]
    nonce: Hash
    identity: PublicKey
    incarnation: Annotated[int, Range(0, 2**63 - 1)]
    watches: bool
    pin: bool


@message(68)
@dataclass(frozen=True, slots=True)
class Proof:
    """A signature over the encoded `LinkStatement`."""

    signature: Signature


@message(69)
@dataclass(frozen=True, slots=True)
class LinkStatement:
    """What both sides sign, never sent: both `Hello`s as they were sent, and the certificate between them."""

    version: Annotated[int, Range(1, 65_535)]
    initiator: Annotated[bytes, Size(1, 256)]
    responder: Annotated[bytes, Size(1, 256)]
    fingerprint: Hash


@message(77)
@dataclass(frozen=True, slots=True)
class PinOpening:
    """The answering side asks for the PIN: its element of SPAKE2."""

    element: PinElement


@message(78)
@dataclass(frozen=True, slots=True)
class PinAnswer:
    """The element of the side that dials, and what shows that it knows the PIN."""

    element: PinElement
    confirmation: Hash


@message(79)
@dataclass(frozen=True, slots=True)
class PinConfirmation:
    """What shows that the answering side knows it too."""

    confirmation: Hash


# --- on a link ----------------------------------------------------------------------------------------


@message(70)
@dataclass(frozen=True, slots=True)
class Bye:
    """The sender closes this link, and says why in a sentence for people."""

    sentence: Sentence


@message(71)
@dataclass(frozen=True, slots=True)
class Beat:
    """Nothing to say, but still here."""


@message(72)
@dataclass(frozen=True, slots=True)
class Linked:
    """The identities the sender has a link with now; the first message on every link."""

    keys: Annotated[tuple[PublicKey, ...], Many(0, MAX_LINKED)]


@message(73)
@dataclass(frozen=True, slots=True)
class Item:
    """Something said to the whole table by `origin`, perhaps passed on by another."""

    origin: PublicKey
    payload: Payload


@message(74)
@dataclass(frozen=True, slots=True)
class Note:
    """Something said to this peer alone; never passed on."""

    payload: Payload


# --- where peers are ----------------------------------------------------------------------------------


@struct
@dataclass(frozen=True, slots=True)
class Reachable:
    """Where a seat can be dialled: an IP address as text, and a port."""

    host: Annotated[str, Text(45, 1)]
    port: Annotated[int, Range(1, 65_535)]


ReachableAt = Annotated[tuple[Reachable, ...], Many(0, MAX_ADDRESSES)]


@message(94)
@dataclass(frozen=True, slots=True)
class Location:
    """What a peer signs about itself: it can be dialled there. The latest of its latest start holds."""

    identity: PublicKey
    incarnation: Annotated[int, Range(0, 2**63 - 1)]
    number: Annotated[int, Range(0, 2**32 - 1)]
    reachable: ReachableAt


@message(95)
@dataclass(frozen=True, slots=True)
class Located:
    """An encoded `Location` with the signature of the peer that it is about, perhaps passed on by another."""

    location: Annotated[bytes, Size(1, MAX_LOCATION)]
    signature: Signature


# --- the lobby, each of them inside a `Note` ----------------------------------------------------------


@message(84)
@dataclass(frozen=True, slots=True)
class Sit:
    """May I sit down? `operator` is the sender, or a bot's owner; `nonce` goes into genesis.

    `bots` are the keys that may name the sender as their operator; `ready`: the game may begin.
    """

    name: PlayerName
    operator: PublicKey
    bot: bool
    nonce: Hash
    reachable: ReachableAt
    bots: Annotated[tuple[PublicKey, ...], Many(0, MAX_SEATS - 1)]
    ready: bool


@message(81)
@dataclass(frozen=True, slots=True)
class NoSeat:
    """The host does not let the sender sit."""

    sentence: Sentence


@struct
@dataclass(frozen=True, slots=True)
class RollEntry:
    """Who sits at one place of the table before the start."""

    key: PublicKey
    name: PlayerName
    operator: PublicKey
    bot: bool
    reachable: ReachableAt
    ready: bool


@message(85)
@dataclass(frozen=True, slots=True)
class Roll:
    """The table as the host sees it, sent to every seat at every change."""

    token: Token
    name: TableName
    rules: Rules
    capacity: Capacity
    entries: Annotated[tuple[RollEntry, ...], Many(1, MAX_SEATS)]


@message(83)
@dataclass(frozen=True, slots=True)
class Start:
    """The lobby is over: this encoded `Proposal` is for everybody to sign."""

    proposal: Annotated[bytes, Size(1, 65_536)]


@message(86)
@dataclass(frozen=True, slots=True)
class SentAway:
    """The opener does not want the sender's place to be taken by whom this is said to, now or later."""
