"""Joint draws without cards: a lot for the dealer, a turn of the wheel (specs/table.md, Lots)."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.hashing import hash_to_element, tagged_hash
from protocol.errors import LocalError
from protocol.rules.events import Event, LotDrawn, WheelStopped
from protocol.rules.needs import NeedLot, NeedWheel
from protocol.table.judging import Judgement, element_of
from protocol.table.making import Maker, quotient
from protocol.table.phases import CastingLots
from protocol.table.playing import play_on
from protocol.table.state import TableState
from protocol.wire.house import Lot

LOT = "lot"


def make_lot(state: TableState, _phase: CastingLots, maker: Maker) -> Lot:
    """This seat's epoch key taken off the element: it has no choice, so it can bias nothing."""
    element, epoch = lot_element(state), state.the_epoch()
    mask = epoch.mask(maker.seat)
    key = maker.secrets.scalar(mask.origin)
    part = multiply_secret(quotient(1, key), element)
    transcript = state.proof(maker.seat, "equality", LOT)
    proof = prove_equality(transcript, G, mask.key, [(part, element)], key, maker.nonces)
    return Lot(part.to_bytes(), proof.to_bytes())


def apply_lot(
    state: TableState, _phase: CastingLots, said: Mapping[int, Lot], judgement: Judgement
) -> TableState:
    element, epoch = lot_element(state), state.the_epoch()
    for seat, body in said.items():
        with judgement.blaming(seat, LOT):
            part, proof = element_of(body.part), EqualityProof.from_bytes(body.proof)
            transcript = state.proof(seat, "equality", LOT)
            judgement.claim(
                seat, LOT, EqualityClaim(transcript, G, epoch.mask(seat).key, ((part, element),), proof)
            )
    judgement.settle()
    return play_on(state, _drawn(state, tuple(said[seat].part for seat in state.present)))


def _drawn(state: TableState, parts: tuple[bytes, ...]) -> Event:
    match state.rules.need:
        case NeedLot(outcomes):
            return LotDrawn(lot_outcome(parts, outcomes))
        case NeedWheel(sectors):
            return WheelStopped(lot_outcome(parts, sectors))
        case _:
            raise LocalError("no lot is to be drawn")


def lot_element(state: TableState) -> Element:
    """W: nobody knows its logarithm, and nobody could know it before this slot."""
    place = (state.table, state.term.to_bytes(2, "big"), state.slot.to_bytes(4, "big"), state.head)
    return hash_to_element("p2puno/v2/lot", *place)


def lot_outcome(parts: tuple[bytes, ...], outcomes: int) -> int:
    """All parts together, in seating order, as a number; uniform up to 2^-250."""
    return int.from_bytes(tagged_hash("p2puno/v2/lot-outcome", *parts), "big") % outcomes
