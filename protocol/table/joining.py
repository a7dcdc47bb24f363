"""How cards enter a hand, and how a hand is masked anew (specs/table.md, Hands)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.fiat_shamir import ProofTranscript
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.shuffle import ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.errors import WireError
from protocol.rules.events import CardsExchanged, Event, Kept, Received, Returned
from protocol.rules.needs import NeedCards, NeedExchange
from protocol.sentences import sentence
from protocol.table.hand import the_drawn
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of
from protocol.table.making import Maker, quotient
from protocol.table.parcels import Arrival
from protocol.table.phases import Joining, Refreshing, Resuming
from protocol.table.playing import note_key, play_on
from protocol.table.state import Hand, TableState, card_point
from protocol.wire.messages import Shuffle
from protocol.wire.moves import Join

MOVING = "moving"
HAND = "hand"
REFRESH = "refresh"


def arrival_of(seat: int, cards: Hand) -> Arrival:
    """Cards of this seat that are not in its hand yet."""
    return Arrival(seat, cards.key, cards.origin, cards.elements)


def open_arrival(seat: int, card: int) -> Arrival:
    """An open card that goes into a hand: nothing masks it, so its key is G."""
    return Arrival(seat, G, None, (card_point(card),))


# --- joining -------------------------------------------------------------------------------------------


def joining_seats(_state: TableState, phase: Joining) -> tuple[int, ...]:
    return tuple(sorted(arrival.seat for arrival in phase.arrivals))


def make_joining(state: TableState, phase: Joining, maker: Maker) -> Join:
    (arrival,) = (each for each in phase.arrivals if each.seat == maker.seat)
    return make_join(state, maker, arrival)


def make_join(state: TableState, maker: Maker, arrival: Arrival) -> Join:
    """Move hand and what arrives to a one-shot key, then mask and permute all under a new hand key.

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
        transcript = state.proof(seat, "equality", "move-hand")
        moved, hand_proof = _moved(transcript, hand.key, hand.elements, factor, moving_image, maker)
    factor = quotient(moving_key, 1 if arrival.origin is None else secrets.scalar(arrival.origin))
    transcript = state.proof(seat, "equality", "join")
    joined, drawn_proof = _moved(transcript, arrival.key, arrival.elements, factor, moving_image, maker)
    moved += joined
    image, elements, shuffle_proof = prove_shuffle(
        state.proof(seat, "shuffle", REFRESH),
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
        drawn_proof,
        image.to_bytes(),
        bytes_of(elements),
        shuffle_proof.to_bytes(),
    )


def _moved(
    transcript: ProofTranscript,
    key: Element,
    elements: Sequence[Element],
    factor: int,
    image: Element,
    maker: Maker,
) -> tuple[tuple[Element, ...], bytes]:
    """Elements under `key` moved to `image` = factor * key, and the proof of it."""
    moved = tuple(multiply_secret(factor, element) for element in elements)
    pairs = list(zip(elements, moved, strict=True))
    return moved, prove_equality(transcript, key, image, pairs, factor, maker.nonces).to_bytes()


def apply_joining(
    state: TableState, phase: Joining, said: Mapping[int, Join], judgement: Judgement
) -> TableState:
    for arrival in sorted(phase.arrivals, key=lambda each: each.seat):
        state = apply_join(state, arrival, said[arrival.seat], judgement)
    return play_on(state, _delivered(state, phase))


def _delivered(state: TableState, phase: Joining) -> Event:
    """What the rules hear of cards that have arrived."""
    match state.rules.need:
        case NeedCards(seat):
            return Received(seat, len(phase.arrivals[0].elements))
        case NeedExchange():
            return CardsExchanged()
        case _:
            return Returned()


def apply_keep(state: TableState, seat: int, body: Join, judgement: Judgement) -> TableState:
    state = join_drawn(state, seat, body, judgement)
    return play_on(state, Kept(seat))


def join_drawn(state: TableState, seat: int, body: Join, judgement: Judgement) -> TableState:
    """Check the `Join` of the card that the seat has drawn; the rules are not told yet.

    Raises WireError if it has drawn none.
    """
    arrival = arrival_of(seat, the_drawn(state, seat))
    return replace(apply_join(state, arrival, body, judgement), drawn=None)


def apply_join(state: TableState, arrival: Arrival, body: Join, judgement: Judgement) -> TableState:
    """Check a `Join` and put the new hand in place."""
    seat = arrival.seat
    with judgement.blaming(seat, "join"):
        moving_key, hand_key = element_of(body.moving_key), element_of(body.hand_key)
        moved, elements = elements_of(body.moved), elements_of(body.hand)
        _claim_moves(state, arrival, body, moving_key, moved, judgement)
        proof = ShuffleProof.from_bytes(body.shuffle_proof, len(moved))
        transcript = state.proof(seat, "shuffle", REFRESH)
        claim = ShuffleClaim(transcript, moving_key, hand_key, moved, elements, proof)
        judgement.claim(seat, REFRESH, claim)
    state = note_key(state, moving_key, seat, judgement, MOVING)
    return _refreshed(state, seat, hand_key, elements, judgement)


def _refreshed(
    state: TableState, seat: int, key: Element, elements: tuple[Element, ...], judgement: Judgement
) -> TableState:
    state = note_key(state, key, seat, judgement, HAND)
    hand = Hand(key, state.origin(HAND), elements)
    checked = replace(state.checked, shuffles=state.checked.shuffles + 1)
    return replace(state.with_hand(seat, hand), checked=checked)


def _claim_moves(
    state: TableState,
    arrival: Arrival,
    body: Join,
    moving_key: Element,
    moved: tuple[Element, ...],
    judgement: Judgement,
) -> None:
    """Old hand and what arrives are what was moved, each from its own key."""
    seat = arrival.seat
    hand = state.hands[seat]
    old = hand.elements if hand is not None else ()
    due = len(old) + len(arrival.elements)
    if len(moved) != due:
        raise WireError(sentence("moves {count} cards where {due} are due", count=len(moved), due=due))
    if hand is not None:
        pairs = tuple(zip(old, moved[: len(old)], strict=True))
        proof = EqualityProof.from_bytes(body.hand_proof)
        transcript = state.proof(seat, "equality", "move-hand")
        judgement.claim(seat, "move-hand", EqualityClaim(transcript, hand.key, moving_key, pairs, proof))
    elif body.hand_proof:
        raise WireError(sentence("proves something of a hand that is empty"))
    pairs = tuple(zip(arrival.elements, moved[len(old) :], strict=True))
    proof = EqualityProof.from_bytes(body.drawn_proof)
    transcript = state.proof(seat, "equality", "join")
    judgement.claim(seat, "join", EqualityClaim(transcript, arrival.key, moving_key, pairs, proof))


# --- refreshing ------------------------------------------------------------------------------------------


def refreshing_seats(_state: TableState, phase: Refreshing) -> tuple[int, ...]:
    return phase.seats


def make_refresh(state: TableState, _phase: Refreshing, maker: Maker) -> Shuffle:
    """Mask and permute one's own hand under a new key."""
    hand, target = state.hand(maker.seat), state.origin(HAND)
    image, elements, proof = prove_shuffle(
        state.proof(maker.seat, "shuffle", REFRESH),
        hand.key,
        quotient(maker.secrets.scalar(target), maker.secrets.scalar(hand.origin)),
        hand.elements,
        maker.secrets.permutation(target, len(hand.elements)),
        maker.nonces,
    )
    return Shuffle(image.to_bytes(), bytes_of(elements), proof.to_bytes())


def apply_refresh(
    state: TableState, phase: Refreshing, said: Mapping[int, Shuffle], judgement: Judgement
) -> TableState:
    for seat in phase.seats:
        body, hand = said[seat], state.hand(seat)
        with judgement.blaming(seat, REFRESH):
            key, elements = element_of(body.key), elements_of(body.pile)
            proof = ShuffleProof.from_bytes(body.proof, len(hand.elements))
            transcript = state.proof(seat, "shuffle", REFRESH)
            judgement.claim(
                seat, REFRESH, ShuffleClaim(transcript, hand.key, key, hand.elements, elements, proof)
            )
        state = _refreshed(state, seat, key, elements, judgement)
    return replace(state, phase=phase.then or Resuming())
