"""The replicated table: everything that all seats know, equal at every honest seat after every slot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from protocol.crypto.fiat_shamir import Binding, ProofTranscript
from protocol.crypto.group import Element
from protocol.crypto.hashing import hash_to_element
from protocol.errors import LocalError
from protocol.rules.state import GameState
from protocol.table.happenings import Happening
from protocol.table.masks import Mask, Masks, mask_of
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Phase
from protocol.table.race_record import RaceMoment, RaceSignal
from protocol.transcript.contribution import VERSION
from protocol.wire.messages import Proposal


@dataclass(frozen=True, slots=True)
class Hand:
    """Masked cards of one seat: `elements[i] = h * C` under the hand key whose public form is `key`."""

    key: Element
    origin: KeyOrigin
    elements: tuple[Element, ...]

    def without(self, *positions: int) -> Hand | None:
        """The hand without the elements at these places; None if nothing is left: its key is dead then."""
        rest = tuple(e for place, e in enumerate(self.elements) if place not in positions)
        return replace(self, elements=rest) if rest else None


@dataclass(frozen=True, slots=True)
class Epoch:
    """The draw pile: `pile[0]` is drawn next; all masks, each under an epoch key, lie on every element."""

    masks: Masks
    pile: tuple[Element, ...]

    def mask(self, seat: int) -> Mask:
        return mask_of(self.masks, seat)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that a seat has drawn by choice and not yet kept or laid, as a hand of its own."""

    seat: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Stake:
    """What a Wild Draw Four was laid on: fixed at that moment, judged if it is challenged."""

    seat: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Doubt:
    """A challenge that is being settled: the key that what is shown is sealed to."""

    reception: Element
    origin: KeyOrigin


@dataclass(frozen=True, slots=True)
class Checked:
    """How much has been verified so far, for the line that says so and for the audit (specs/audit.md)."""

    shuffles: int = 0
    unmaskings: int = 0
    openings: int = 0
    challenges: int = 0
    keys: int = 0
    duties: int = 0
    signals: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class MadeKey:
    """A key that a seat published, and the place in the log from which it says to have derived it."""

    seat: int
    round: int
    origin: KeyOrigin
    key: Element


@dataclass(frozen=True, slots=True)
class TableState:
    """One table between two slots. `slot` is the next one; `head` covers everything before it.

    made, published: with open replay every derived key of the game, and in the end the secret of each seat
    from which they follow; empty without it.
    convicted: seats that were put off the table for a proven fault. sat: see `sat_down`. unheard: those that
    have sat down and contributed to nothing since.
    """

    proposal: Proposal
    table: bytes
    term: int
    slot: int
    head: bytes
    rules: GameState
    phase: Phase
    epoch: Epoch | None = None
    hands: tuple[Hand | None, ...] = ()
    drawn: Drawn | None = None
    stake: Stake | None = None
    doubt: Doubt | None = None
    pending: tuple[RaceSignal, ...] = ()
    race: RaceMoment | None = None
    seen_keys: frozenset[Element] = frozenset()
    made: tuple[MadeKey, ...] = ()
    published: tuple[bytes | None, ...] = ()
    happenings: tuple[Happening, ...] = ()
    checked: Checked = Checked()
    convicted: frozenset[int] = frozenset()
    sat: tuple[int, ...] = ()
    unheard: frozenset[int] = frozenset()

    @property
    def seats(self) -> int:
        return len(self.proposal.seats)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left, in seating order."""
        return tuple(seat for seat in range(self.seats) if seat not in self.rules.gone)

    def unmasked(self, masks: Masks) -> tuple[int, ...]:
        """The seats, in seating order, whose mask is not among these."""
        masked = {mask.seat for mask in masks}
        return tuple(seat for seat in self.present if seat not in masked)

    def sat_down(self, seat: int) -> int:
        """The slot at which a seat last sat down; the first one for those of the proposal."""
        return self.sat[seat] if seat < len(self.sat) else 0

    def origin(self, purpose: str) -> KeyOrigin:
        """The place in the log at which the coming slot makes a key."""
        return KeyOrigin(self.term, self.slot, self.head, purpose)

    def proof(self, seat: int, proof_type: str, purpose: str, index: int = 0) -> ProofTranscript:
        """A fresh proof transcript bound to this place, this seat and this purpose."""
        return ProofTranscript(self.binding(seat), proof_type, purpose, index)

    def binding(self, seat: int) -> Binding:
        return Binding(
            version=VERSION,
            table=self.table,
            term=self.term,
            round=self.rules.round,
            slot=self.slot,
            head=self.head,
            seat=seat,
            identity=self.proposal.seats[seat].key,
        )

    def the_epoch(self) -> Epoch:
        if self.epoch is None:
            raise LocalError("no pile has been shuffled yet")
        return self.epoch

    def hand(self, seat: int) -> Hand:
        """The hand of a seat that holds cards."""
        hand = self.hands[seat] if self.hands else None
        if hand is None:
            raise LocalError(f"seat {seat} holds no cards")
        return hand

    def with_hand(self, seat: int, hand: Hand | None) -> TableState:
        hands = self.hands or (None,) * self.seats
        return replace(self, hands=(*hands[:seat], hand, *hands[seat + 1 :]))


@lru_cache(maxsize=256)
def card_point(card: int) -> Element:
    """C_id: the public element of one physical card. Nobody knows a relation between any two."""
    return hash_to_element("p2puno/v1/card", card.to_bytes(2, "big"))


@lru_cache(maxsize=8)
def cards_by_point(size: int) -> dict[Element, int]:
    """Which card of a deck of `size` an open element is."""
    return {card_point(card): card for card in range(size)}
