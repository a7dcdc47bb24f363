"""A seat's hidden hand: what it holds, how drawn cards join it, how it is opened (specs/table.md, Hands)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.shuffle import ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.errors import LocalError, WireError
from protocol.rules.events import Kept, Opened, Received
from protocol.sentences import sentence
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of
from protocol.table.making import Maker, quotient
from protocol.table.phases import Joining, KeyOrigin, OpeningHands
from protocol.table.playing import note_key, play_on
from protocol.table.secrets import SeatSecrets
from protocol.table.state import Hand, TableState, card_point, cards_by_point
from protocol.wire.messages import Join, OpenHand

MOVING = "moving"
HAND = "hand"


# --- what a seat sees of its own ----------------------------------------------------------------------


def unmask_own(
    state: TableState, secrets: SeatSecrets, origin: KeyOrigin, elements: tuple[Element, ...]
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


def own_hand(state: TableState, secrets: SeatSecrets) -> tuple[int, ...]:
    """The cards of one's own hand, in the order of its elements."""
    hand = state.hands[secrets.seat] if state.hands else None
    return unmask_own(state, secrets, hand.origin, hand.elements) if hand else ()


def own_drawn(state: TableState, secrets: SeatSecrets) -> tuple[int, ...]:
    """The cards just drawn by this seat (call it only for the seat that drew)."""
    return unmask_own(state, secrets, state.the_epoch().origins[secrets.seat], state.drawn)


# --- joining -------------------------------------------------------------------------------------------


def joining_seats(_state: TableState, phase: Joining) -> tuple[int, ...]:
    return (phase.seat,)


def make_penalty_join(state: TableState, _phase: Joining, maker: Maker) -> Join:
    return make_join(state, maker)


def make_join(state: TableState, maker: Maker) -> Join:
    """Move hand and drawn cards to a one-shot key, then mask and permute them under a new hand key.

    The one-shot key makes every h*C fresh, whatever the hand's old key has met before
    (specs/decisions/050-joins-through-a-one-shot-key.md).
    """
    seat, secrets = maker.seat, maker.secrets
    moving, target = state.origin(MOVING), state.origin(HAND)
    moving_key, hand_key = secrets.scalar(moving), secrets.scalar(target)
    moving_image = multiply_secret(moving_key, G)
    moved: tuple[Element, ...] = ()
    hand_proof = b""
    hand = state.hands[seat]
    if hand is not None:
        factor = quotient(moving_key, secrets.scalar(hand.origin))
        moved = tuple(multiply_secret(factor, element) for element in hand.elements)
        pairs = list(zip(hand.elements, moved, strict=True))
        transcript = state.proof(seat, "equality", "move-hand")
        hand_proof = prove_equality(
            transcript, hand.key, moving_image, pairs, factor, maker.nonces
        ).to_bytes()
    epoch = state.the_epoch()
    factor = quotient(moving_key, secrets.scalar(epoch.origins[seat]))
    joined = tuple(multiply_secret(factor, element) for element in state.drawn)
    transcript = state.proof(seat, "equality", "join")
    drawn_pairs = list(zip(state.drawn, joined, strict=True))
    drawn_proof = prove_equality(
        transcript, epoch.keys[seat], moving_image, drawn_pairs, factor, maker.nonces
    )
    moved += joined
    image, elements, shuffle_proof = prove_shuffle(
        state.proof(seat, "shuffle", "refresh"),
        moving_image,
        quotient(hand_key, moving_key),
        moved,
        secrets.permutation(target, len(moved)),
        maker.nonces,
    )
    return Join(
        moving_image.to_bytes(),
        bytes_of(moved),
        hand_proof,
        drawn_proof.to_bytes(),
        image.to_bytes(),
        bytes_of(elements),
        shuffle_proof.to_bytes(),
    )


def apply_penalty_join(
    state: TableState, phase: Joining, said: Mapping[int, Join], judgement: Judgement
) -> TableState:
    count = len(state.drawn)
    state = apply_join(state, phase.seat, said[phase.seat], judgement)
    return play_on(state, Received(phase.seat, count))


def apply_keep(state: TableState, seat: int, body: Join, judgement: Judgement) -> TableState:
    state = apply_join(state, seat, body, judgement)
    return play_on(state, Kept(seat))


def apply_join(state: TableState, seat: int, body: Join, judgement: Judgement) -> TableState:
    """Check a `Join` and put the new hand in place; the rules are not told yet."""
    with judgement.blaming(seat, "join"):
        moving_key, hand_key = element_of(body.moving_key), element_of(body.hand_key)
        moved, elements = elements_of(body.moved), elements_of(body.hand)
        _claim_moves(state, seat, body, moving_key, moved, judgement)
        proof = ShuffleProof.from_bytes(body.shuffle_proof, len(moved))
        transcript = state.proof(seat, "shuffle", "refresh")
        claim = ShuffleClaim(transcript, moving_key, hand_key, moved, elements, proof)
        judgement.claim(seat, "refresh", claim)
    state = note_key(state, moving_key, seat, judgement)
    state = note_key(state, hand_key, seat, judgement)
    hand = Hand(hand_key, state.origin(HAND), elements)
    checked = replace(state.checked, shuffles=state.checked.shuffles + 1)
    return replace(state.with_hand(seat, hand), drawn=(), checked=checked)


def _claim_moves(
    state: TableState,
    seat: int,
    body: Join,
    moving_key: Element,
    moved: tuple[Element, ...],
    judgement: Judgement,
) -> None:
    """Old hand and drawn cards are what was moved, each from its own key."""
    if not state.drawn:
        raise WireError(sentence("joins cards where none were drawn"))
    hand = state.hands[seat]
    old = hand.elements if hand is not None else ()
    if len(moved) != len(old) + len(state.drawn):
        raise WireError(
            sentence(
                "moves {count} cards where {due} are due", count=len(moved), due=len(old) + len(state.drawn)
            )
        )
    if hand is not None:
        pairs = tuple(zip(old, moved[: len(old)], strict=True))
        proof = EqualityProof.from_bytes(body.hand_proof)
        transcript = state.proof(seat, "equality", "move-hand")
        judgement.claim(seat, "move-hand", EqualityClaim(transcript, hand.key, moving_key, pairs, proof))
    elif body.hand_proof:
        raise WireError(sentence("proves something of a hand that is empty"))
    epoch_key = state.the_epoch().keys[seat]
    pairs = tuple(zip(state.drawn, moved[len(old) :], strict=True))
    proof = EqualityProof.from_bytes(body.drawn_proof)
    transcript = state.proof(seat, "equality", "join")
    judgement.claim(seat, "join", EqualityClaim(transcript, epoch_key, moving_key, pairs, proof))


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
    hands = tuple(said[seat].cards for seat in range(state.seats))
    judgement.settle()
    with judgement.blaming(_impossible(state, hands), "open"):
        return play_on(replace(state, hands=()), Opened(hands))


def _impossible(state: TableState, hands: tuple[tuple[int, ...], ...]) -> int:
    """The first seat that opens a card which lies open already (only false proofs lead to such a thing)."""
    known = set(state.rules.discards)
    for seat, cards in enumerate(hands):
        if len(set(cards) - known) < len(cards):
            return seat
        known.update(cards)
    return 0


def position_of(cards: tuple[int, ...], card: int) -> int:
    """Where a card lies in one's own hand."""
    try:
        return cards.index(card)
    except ValueError:
        raise LocalError("that card is not in your hand") from None
