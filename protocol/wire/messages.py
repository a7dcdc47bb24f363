"""The messages of the table as frozen dataclasses: envelopes, frame, deck, challenges, and beside the log.

Moves are in `moves`, races in `races`, what only some rule sets need in `house` (specs/wire.md lists all).
Numbers 1-9 are envelopes and the game's frame, 10-39 and 100-119 the bodies of contributions, 40-49 and
120-129 signals, 50-63 what peers tell each other beside the log. A number is never used again for something
else: 15, 16, 18, 20, 27, 41 and 42 belonged to version 1.
Elements, scalars and proofs are bytes here: this layer knows their lengths, not their meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Range, Size, Text, message, struct

MAX_SEATS = 10
MAX_WATCHERS = 8
MAX_HANDED = 65_535
MAX_CARDS = 128

Seat = Annotated[int, Range(0, MAX_SEATS - 1)]
Term = Annotated[int, Range(0, 2**16 - 1)]
SlotIndex = Annotated[int, Range(0, 2**31 - 1)]
Card = Annotated[int, Range(0, MAX_CARDS - 1)]
Position = Annotated[int, Range(0, MAX_CARDS - 1)]
Colour = Annotated[int, Range(0, 4)]  # 0-3 a colour, 4 none
Hash = Annotated[bytes, Size(32, 32)]
PublicKey = Annotated[bytes, Size(32, 32)]
Signature = Annotated[bytes, Size(64, 64)]
Scalar = Annotated[bytes, Size(32, 32)]
Element = Annotated[bytes, Size(33, 33)]
Elements = Annotated[tuple[Element, ...], Many(0, MAX_CARDS)]
Equality = Annotated[bytes, Size(98, 98)]
NO_COLOUR = 4

# What one signed statement may weigh: a shuffle of 128 cards or a proof of innocence, with room.
MAX_BODY = 60_000
MAX_STATEMENT = MAX_BODY + 256


# --- the game's frame ------------------------------------------------------------------------------


@struct
@dataclass(frozen=True, slots=True)
class RuleItem:
    """One option that differs from the default, as text."""

    name: Annotated[str, Text(40)]
    value: Annotated[str, Text(200)]


@struct
@dataclass(frozen=True, slots=True)
class SeatEntry:
    """Who sits at one seat: `operator` is the key of whoever's machine plays it (itself, if nobody else)."""

    name: Annotated[str, Text(48)]
    key: PublicKey
    operator: PublicKey
    bot: bool
    nonce: Hash


@message(1)
@dataclass(frozen=True, slots=True)
class Proposal:
    """What everybody signs at genesis; its hash is the table id."""

    version: Annotated[int, Range(1, 255)]
    attempt: Annotated[int, Range(1, 255)]
    name: Annotated[str, Text(60)]
    rules: Annotated[tuple[RuleItem, ...], Many(0, 80)]
    seats: Annotated[tuple[SeatEntry, ...], Many(2, MAX_SEATS)]


@message(2)
@dataclass(frozen=True, slots=True)
class Statement:
    """What a seat signs: its body at one place of one table's log."""

    table: Hash
    term: Term
    slot: SlotIndex
    head: Hash
    seat: Seat
    body: Annotated[bytes, Size(1, MAX_BODY)]


@message(3)
@dataclass(frozen=True, slots=True)
class Signed:
    """An encoded `Statement` with its seat's signature over exactly these bytes."""

    statement: Annotated[bytes, Size(1, MAX_STATEMENT)]
    signature: Signature


@message(4)
@dataclass(frozen=True, slots=True)
class Signal:
    """Somebody acts out of turn, or in it while others may: `seen` names the seats whose signals it had."""

    table: Hash
    term: Term
    slot: SlotIndex
    head: Hash
    seat: Seat
    seen: Annotated[tuple[Seat, ...], Many(0, MAX_SEATS)]
    body: Annotated[bytes, Size(1, 1024)]


@message(5)
@dataclass(frozen=True, slots=True)
class SignedSignal:
    """An encoded `Signal` with its seat's signature over exactly these bytes."""

    signal: Annotated[bytes, Size(1, 1280)]
    signature: Signature


# --- bodies of contributions -----------------------------------------------------------------------


class Body:
    """What a seat contributes to a slot; each kind is one of the messages 10-39 and 100-119."""

    __slots__ = ()


@message(10)
@dataclass(frozen=True, slots=True)
class Consent(Body):
    """Genesis: I sit at this table."""


@message(11)
@dataclass(frozen=True, slots=True)
class Acknowledge(Body):
    """The signed head is the content."""


@message(12)
@dataclass(frozen=True, slots=True)
class Roster(Body):
    """A round begins: the requests to sit down that this seat holds."""

    requests: Annotated[tuple[Annotated[bytes, Size(1, 1024)], ...], Many(0, MAX_SEATS)]


@message(13)
@dataclass(frozen=True, slots=True)
class Shuffle(Body):
    """Elements masked under a fresh key and permuted: the pile, or a hand."""

    key: Element
    pile: Annotated[tuple[Element, ...], Many(1, MAX_CARDS)]
    proof: Annotated[bytes, Size(98, 16_384)]


@message(14)
@dataclass(frozen=True, slots=True)
class Unmask(Body):
    """This seat's mask taken off the elements that the log says."""

    elements: Annotated[tuple[Element, ...], Many(1, MAX_CARDS)]
    proof: Equality


@message(23)
@dataclass(frozen=True, slots=True)
class Guilty(Body):
    """One matching card of the challenged hand, opened."""

    position: Position
    card: Card
    proof: Equality
    shown: Annotated[bytes, Size(0, 1024)]


@message(24)
@dataclass(frozen=True, slots=True)
class Innocent(Body):
    """No card of the challenged hand matches; `proof` is empty if the hand is."""

    proof: Annotated[bytes, Size(0, 40_000)]
    shown: Annotated[bytes, Size(0, 1024)]


@message(25)
@dataclass(frozen=True, slots=True)
class Satisfied(Body):
    """What was shown to the challenger alone opens correctly."""


@message(26)
@dataclass(frozen=True, slots=True)
class Complain(Body):
    """It does not: here is the reception key, judge for yourselves."""

    secret: Scalar


@message(29)
@dataclass(frozen=True, slots=True)
class Revealed(Body):
    """A move that was committed to in a race: `move` is a body, `salt` opens the commitment to its choice."""

    salt: Hash
    move: Annotated[bytes, Size(1, MAX_BODY - 64)]


@message(30)
@dataclass(frozen=True, slots=True)
class OpenHand(Body):
    """The hand at the end of a round, element by element; empty without cards."""

    cards: Annotated[tuple[Card, ...], Many(0, MAX_CARDS)]
    proof: Annotated[bytes, Size(0, 98)]


@message(31)
@dataclass(frozen=True, slots=True)
class HandOpening:
    """A whole hand opened to a challenger: travels sealed, or open where the rules say so."""

    cards: Annotated[tuple[Card, ...], Many(1, MAX_CARDS)]
    proof: Equality


@message(39)
@dataclass(frozen=True, slots=True)
class Publish(Body):
    """Open replay: the table secret of the beginning, from which every key of this seat followed."""

    secret: Hash


# --- signals beside the log ---------------------------------------------------------------------------


@message(43)
@dataclass(frozen=True, slots=True)
class LeaveSignal:
    """The seat leaves on purpose."""


@message(44)
@dataclass(frozen=True, slots=True)
class ChatSignal:
    """A line said to everybody."""

    text: Annotated[str, Text(240)]


@message(45)
@dataclass(frozen=True, slots=True)
class HandedSignal:
    """A person's seat is played by a bot from now on, or is not any more; `change` counts them from 1."""

    by_bot: bool
    change: Annotated[int, Range(1, MAX_HANDED)]


# --- beside the log ----------------------------------------------------------------------------------


@message(46)
@dataclass(frozen=True, slots=True)
class NudgeSignal:
    """A seat is connected and does nothing: its own program is to play on until its person does something."""

    seat: Seat


@message(57)
@dataclass(frozen=True, slots=True)
class Status:
    """Where a peer stands: its next slot, that slot's head, whose contributions to it and whose signals in
    its race it holds; and how many look on there."""

    term: Term
    slot: SlotIndex
    head: Hash
    held: Annotated[tuple[Seat, ...], Many(0, MAX_SEATS)]
    signalled: Annotated[tuple[Seat, ...], Many(0, MAX_SEATS)]
    watchers: Annotated[int, Range(0, MAX_WATCHERS)]


@message(51)
@dataclass(frozen=True, slots=True)
class Evidence:
    """Two signed statements of one seat for one slot that differ."""

    first: Annotated[bytes, Size(1, MAX_STATEMENT + 128)]
    second: Annotated[bytes, Size(1, MAX_STATEMENT + 128)]
