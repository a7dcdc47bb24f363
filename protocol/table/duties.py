"""What a seat must prove of hidden cards: that they do not fit, or do (specs/table.md, Duties)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.innocence import InnocenceProof, innocence_claims, prove_innocence
from protocol.errors import LocalError, WireError
from protocol.rules.cards import CardId
from protocol.rules.events import FitShown
from protocol.rules.moves import duty
from protocol.rules.needs import MoveKind, NeedFit
from protocol.sentences import sentence
from protocol.table.hand import own_drawn, the_drawn
from protocol.table.joining import arrival_of, join_drawn, make_join
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import Fitting
from protocol.table.playing import note_key, play_on
from protocol.table.state import Hand, TableState, card_point
from protocol.wire.codec import decode, encode
from protocol.wire.house import Fit
from protocol.wire.moves import Join

# --- cards of which none may be in the hand --------------------------------------------------------------


def make_duty(state: TableState, maker: Maker, kind: MoveKind) -> bytes:
    """The proof that goes with a move of this kind; empty where nothing is owed."""
    owed, hand = duty(state.rules, kind), state.hands[maker.seat]
    return prove_none_of(state, maker, hand, owed) if owed and hand is not None else b""


def check_duty(
    state: TableState, seat: int, kind: MoveKind, proof: bytes, judgement: Judgement
) -> TableState:
    """Without cards nothing is owed: a hand can be attacked once more after its last card."""
    owed, hand = duty(state.rules, kind), state.hands[seat]
    if owed and hand is not None:
        return claim_none_of(state, seat, hand, owed, proof, "duty", judgement)
    if proof:
        raise WireError(sentence("proves what nobody has asked for"))
    return state


def prove_none_of(state: TableState, maker: Maker, hand: Hand, cards: frozenset[CardId]) -> bytes:
    """No element of `hand` is one of `cards`."""
    return _prove_within(state, maker, hand, _others(state, cards))


def claim_none_of(
    state: TableState,
    seat: int,
    hand: Hand,
    cards: frozenset[CardId],
    data: bytes,
    obligation: str,
    judgement: Judgement,
) -> TableState:
    return _claim_within(state, seat, hand, _others(state, cards), data, obligation, judgement)


def _others(state: TableState, cards: frozenset[CardId]) -> frozenset[CardId]:
    """All other cards of the deck, nothing left out."""
    return frozenset(range(len(state.rules.deck))) - cards


def _prove_within(state: TableState, maker: Maker, hand: Hand, cards: frozenset[CardId]) -> bytes:
    allowed = [card_point(card) for card in sorted(cards)]
    key = maker.secrets.scalar(hand.origin)
    place = state.binding(maker.seat)
    return prove_innocence(place, hand.key, key, hand.elements, allowed, maker.nonces).to_bytes()


def _claim_within(
    state: TableState,
    seat: int,
    hand: Hand,
    cards: frozenset[CardId],
    data: bytes,
    obligation: str,
    judgement: Judgement,
) -> TableState:
    if not cards:
        raise WireError(sentence("proves what cannot be"))
    allowed = [card_point(card) for card in sorted(cards)]
    proof = InnocenceProof.from_bytes(data, len(hand.elements), len(allowed))
    state = note_key(state, proof.one_shot, seat, judgement, None)
    claims = innocence_claims(state.binding(seat), hand.key, hand.elements, allowed, proof)
    judgement.claim(seat, obligation, *claims)
    return replace(state, checked=replace(state.checked, duties=state.checked.duties + 1))


# --- the card just drawn -----------------------------------------------------------------------------------


def fitting_seats(_state: TableState, phase: Fitting) -> tuple[int, ...]:
    return (phase.seat,)


def make_fit(state: TableState, _phase: Fitting, maker: Maker) -> Fit:
    need = _need(state)
    fits = own_drawn(state, maker.secrets) in need.cards
    drawn = the_drawn(state, maker.seat)
    claimed = need.cards if fits else _others(state, need.cards)
    proof = _prove_within(state, maker, drawn, claimed)
    if fits and not need.keeps:
        return Fit(fits, proof, b"")
    return Fit(fits, proof, encode(make_join(state, maker, arrival_of(maker.seat, drawn))))


def apply_fit(state: TableState, phase: Fitting, said: Mapping[int, Fit], judgement: Judgement) -> TableState:
    need, seat, body = _need(state), phase.seat, said[phase.seat]
    with judgement.blaming(seat, "fit"):
        claimed = need.cards if body.fits else _others(state, need.cards)
        state = _claim_within(state, seat, the_drawn(state, seat), claimed, body.proof, "fit", judgement)
        beside = body.fits and not need.keeps
        if beside == bool(body.join):
            raise WireError(
                sentence("puts a card into its hand that is to be played")
                if beside
                else sentence("does not put the card into its hand")
            )
        if not beside:
            state = join_drawn(state, seat, decode(body.join, Join), judgement)
        return play_on(state, FitShown(seat, body.fits))


def _need(state: TableState) -> NeedFit:
    need = state.rules.need
    if not isinstance(need, NeedFit):
        raise LocalError("nobody asks whether a card fits")
    return need
