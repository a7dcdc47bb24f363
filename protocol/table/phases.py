"""What a table can be waiting for. Each phase fixes who contributes and what (see `table.PHASES`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.crypto.fiat_shamir import Binding
from protocol.crypto.group import Element
from protocol.rules.needs import MoveKind
from protocol.wire.messages import CatchSignal, MoveSignal


@dataclass(frozen=True, slots=True)
class KeyOrigin:
    """Where in the log a key was made: with the round's secret it gives the key again."""

    term: int
    slot: int
    head: bytes
    purpose: str


class Purpose(Enum):
    """What elements are unmasked for."""

    CUT = "cut"
    FIRST_CARD = "first-card"
    DEAL = "deal"
    DRAW = "draw"


class After(Enum):
    """What an acknowledgement slot stands in front of."""

    GENESIS = "genesis"
    CHALLENGE = "challenge"
    OPENING = "opening"
    END = "end"


@dataclass(frozen=True, slots=True)
class Genesis:
    """All seats sign the proposal."""


@dataclass(frozen=True, slots=True)
class Acknowledging:
    """All seats sign the head, so that nobody has been told another story before a secret goes out."""

    after: After


@dataclass(frozen=True, slots=True)
class RosterOpen:
    """A round begins: all seats state the requests to sit down that they hold."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """Seat number `len(keys)` masks and permutes `pile`."""

    pile: tuple[Element, ...]
    keys: tuple[Element, ...]
    origins: tuple[KeyOrigin, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """Elements on their way from the pile to one seat, or to everybody if `owner` is None."""

    owner: int | None
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Peeling:
    """Step `step` of 1..`steps`: seat (start + step) mod n takes its mask off every track but its own.

    In the end only the owner's mask is left, or none on what is opened to everybody.
    """

    purpose: Purpose
    tracks: tuple[Track, ...]
    start: int
    step: int
    steps: int


@dataclass(frozen=True, slots=True)
class Committed:
    """The move that a race admitted, as the signal committed to it."""

    commitment: bytes
    origin: KeyOrigin


@dataclass(frozen=True, slots=True)
class Choosing:
    """The seat in turn chooses; with `committed` it opens what it chose in a race."""

    seat: int
    committed: Committed | None = None


@dataclass(frozen=True, slots=True)
class RaceMoment:
    """The race slot that signals were given in: where it stands, and what the seat in turn could choose."""

    origin: KeyOrigin
    allowed: frozenset[MoveKind]


@dataclass(frozen=True, slots=True)
class RaceSignal:
    """A signal that is part of a completed race slot."""

    seat: int
    seen: tuple[int, ...]
    body: CatchSignal | MoveSignal


@dataclass(frozen=True, slots=True)
class Racing:
    """The seat in turn chooses, and others may act before it: all seats contribute."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ordering:
    """Several signals: all seats open the order in which they saw them."""

    seat: int
    signals: tuple[RaceSignal, ...]
    commitments: tuple[bytes, ...]
    race: RaceMoment


@dataclass(frozen=True, slots=True)
class Joining:
    """Cards drawn as a penalty join the hand of this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answering:
    """The offender answers a challenge."""

    offender: int
    challenger: int


@dataclass(frozen=True, slots=True)
class Viewing:
    """The challenger accepts what it was shown, or complains; `place` is where the offender answered."""

    offender: int
    challenger: int
    guilty: bool
    shown: bytes
    place: Binding


@dataclass(frozen=True, slots=True)
class OpeningHands:
    """The round is over: all seats open their hands."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over and every seat has signed its end."""


@dataclass(frozen=True, slots=True)
class Resuming:
    """Never waited in: the rules say what comes next (`following.follow`)."""


Phase = (
    Genesis
    | Acknowledging
    | RosterOpen
    | Shuffling
    | Peeling
    | Choosing
    | Racing
    | Ordering
    | Joining
    | Answering
    | Viewing
    | OpeningHands
    | Finished
    | Resuming
)
