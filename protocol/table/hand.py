"""A seat's hidden hand: what it holds, what of it is opened (specs/table.md, Hands)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.errors import LocalError, WireError
from protocol.rules.events import HandShown, Opened
from protocol.sentences import sentence
from protocol.table.judging import Judgement
from protocol.table.making import Maker, quotient
from protocol.table.origins import KeyOrigin
from protocol.table.phases import OpeningHands, Refreshing, Showing
from protocol.table.playing import play_on
from protocol.table.secrets import Keys
from protocol.table.state import Hand, TableState, card_point, cards_by_point
from protocol.wire.messages import OpenHand
from protocol.wire.moves import OpenCard

# --- what a seat sees of its own ----------------------------------------------------------------------


def unmask_own(
    state: TableState, secrets: Keys, origin: KeyOrigin, elements: tuple[Element, ...]
) -> tuple[int, ...]:
    """The cards under one's own key of this origin; each element is unmasked only once."""
    opened = secrets.opened
    new = [element for element in elements if (origin, element) not in opened]
    if new:
        inverse = quotient(1, secrets.scalar(origin))
        by_point = cards_by_point(len(state.rules.deck))
        for element in new:
            opened[origin, element] = by_point[multiply_secret(inverse, element)]
    return tuple(opened[origin, element] for element in elements)


def own_hand(state: TableState, secrets: Keys) -> tuple[int, ...]:
    """The cards of one's own hand, in the order of its elements."""
    hand = state.hands[secrets.seat] if state.hands else None
    return unmask_own(state, secrets, hand.origin, hand.elements) if hand else ()


def the_drawn(state: TableState, seat: int) -> Hand:
    """The card that this seat has just drawn, as a hand of its own; raises WireError if there is none."""
    if state.drawn is None or state.drawn.seat != seat:
        raise WireError(sentence("has not drawn a card"))
    return state.drawn.hand


def own_drawn(state: TableState, secrets: Keys) -> int:
    """The card just drawn by this seat (call it only for the seat that drew)."""
    drawn = the_drawn(state, secrets.seat)
    (card,) = unmask_own(state, secrets, drawn.origin, drawn.elements)
    return card


# --- opening ---------------------------------------------------------------------------------------------


def opening_claim(
    state: TableState, seat: int, hand: Hand, cards: tuple[int, ...], proof: bytes, purpose: str
) -> EqualityClaim:
    """The claim that the elements of a hand are these cards, in this order."""
    if len(cards) != len(hand.elements):
        raise WireError(
            sentence("opens {count} cards of a hand of {due}", count=len(cards), due=len(hand.elements))
        )
    pairs = opened_pairs(state, hand, cards)
    return EqualityClaim(
        state.proof(seat, "equality", purpose), G, hand.key, pairs, EqualityProof.from_bytes(proof)
    )


def opened_pairs(
    state: TableState, hand: Hand, cards: tuple[int, ...]
) -> tuple[tuple[Element, Element], ...]:
    """Card point and hand element for each card; raises WireError for a card that the deck does not have."""
    for card in cards:
        if card >= len(state.rules.deck):
            raise WireError(sentence("names card {card}, which this deck does not have", card=card))
    return tuple(zip(map(card_point, cards), hand.elements, strict=True))


def open_proof(state: TableState, maker: Maker, hand: Hand, cards: tuple[int, ...], purpose: str) -> bytes:
    """The proof that goes with `opening_claim`."""
    transcript = state.proof(maker.seat, "equality", purpose)
    pairs = opened_pairs(state, hand, cards)
    return prove_equality(
        transcript, G, hand.key, pairs, maker.secrets.scalar(hand.origin), maker.nonces
    ).to_bytes()


def make_open_hand(state: TableState, _phase: OpeningHands, maker: Maker) -> OpenHand:
    hand = state.hands[maker.seat]
    if hand is None:
        return OpenHand((), b"")
    cards = own_hand(state, maker.secrets)
    return OpenHand(cards, open_proof(state, maker, hand, cards, "open"))


def apply_open_hands(
    state: TableState, _phase: OpeningHands, said: Mapping[int, OpenHand], judgement: Judgement
) -> TableState:
    for seat, body in said.items():
        hand = state.hands[seat]
        if hand is None:
            empty = not body.cards and not body.proof
            judgement.require(empty, seat, "open", sentence("opens cards of a hand that is empty"))
            continue
        with judgement.blaming(seat, "open"):
            judgement.claim(seat, "open", opening_claim(state, seat, hand, body.cards, body.proof, "open"))
    amount = sum(len(body.cards) for body in said.values())
    state = replace(state, checked=replace(state.checked, openings=state.checked.openings + amount))
    hands = tuple(said[seat].cards if seat in said else () for seat in range(state.seats))
    judgement.settle()
    with judgement.blaming(impossible(state, enumerate(hands)), "open"):
        return play_on(replace(state, hands=()), Opened(hands))


# --- showing ---------------------------------------------------------------------------------------------


def showing_seats(_state: TableState, phase: Showing) -> tuple[int, ...]:
    return (phase.seat,)


def make_show(state: TableState, _phase: Showing, maker: Maker) -> OpenHand:
    hand, cards = state.hand(maker.seat), own_hand(state, maker.secrets)
    return OpenHand(cards, open_proof(state, maker, hand, cards, "show-hand"))


def apply_show(
    state: TableState, phase: Showing, said: Mapping[int, OpenHand], judgement: Judgement
) -> TableState:
    """The hand stays: it is masked anew, so that nobody can tell its cards apart later."""
    seat, body = phase.seat, said[phase.seat]
    with judgement.blaming(seat, "open"):
        claim = opening_claim(state, seat, state.hand(seat), body.cards, body.proof, "show-hand")
        judgement.claim(seat, "open", claim)
        judgement.settle()
        opened = state.checked.openings + len(body.cards)
        state = replace(state, checked=replace(state.checked, openings=opened))
        state = play_on(state, HandShown(seat, body.cards))
    return replace(state, phase=Refreshing((seat,)))


def impossible(state: TableState, opened: Iterable[tuple[int, tuple[int, ...]]]) -> int:
    """The first seat that opens a card which lies open already (only false proofs lead to such a thing)."""
    known = set(state.rules.discards)
    for seat, cards in opened:
        if len(set(cards) - known) < len(cards):
            return seat
        known.update(cards)
    return 0


# --- single cards ------------------------------------------------------------------------------------------


def open_cards(
    state: TableState, maker: Maker, cards: tuple[int, ...], purpose: str
) -> tuple[tuple[OpenCard, ...], bytes]:
    """Cards of one's own hand with their positions, and one proof for all of them (empty for none)."""
    if not cards:
        return (), b""
    hand, held = state.hand(maker.seat), own_hand(state, maker.secrets)
    opened = tuple(OpenCard(position_of(held, card), card) for card in cards)
    part = replace(hand, elements=tuple(hand.elements[each.position] for each in opened))
    return opened, open_proof(state, maker, part, cards, purpose)


def take_opened(
    state: TableState,
    seat: int,
    opened: tuple[OpenCard, ...],
    proof: bytes,
    purpose: str,
    judgement: Judgement,
) -> Hand | None:
    """Claim that these cards are at these places of the hand; returns the hand without them."""
    if not opened:
        if proof:
            raise WireError(sentence("proves something of no card"))
        return state.hands[seat]
    hand, places = state.hands[seat], [each.position for each in opened]
    for position in places:
        if hand is None or position >= len(hand.elements):
            raise WireError(
                sentence("plays card number {position}, which its hand does not have", position=position)
            )
    if hand is None or len(set(places)) < len(places):
        raise WireError(sentence("plays the same card twice"))
    part = replace(hand, elements=tuple(hand.elements[position] for position in places))
    cards = tuple(each.card for each in opened)
    judgement.claim(seat, purpose, opening_claim(state, seat, part, cards, proof, purpose))
    return hand.without(*places)


def position_of(cards: tuple[int, ...], card: int) -> int:
    """Where a card lies in one's own hand."""
    try:
        return cards.index(card)
    except ValueError:
        raise LocalError("that card is not in your hand") from None
