"""All hands shuffled together and dealt out again (specs/table.md, Pool).

Every seat in turn moves its own cards from its hand key to a pool key and multiplies the others' by it; then
all cards lie under every pool key, and every seat shuffles them. What it shuffles with is such that its two
masks together are one fresh key, and one unmasking takes both off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, Pair, prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.errors import WireError
from protocol.rules.events import Redealt
from protocol.sentences import sentence
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of
from protocol.table.making import Maker, quotient
from protocol.table.masks import Mask
from protocol.table.parcels import Pool
from protocol.table.phases import Acknowledging, After, Pooling, Shuffling
from protocol.table.playing import note_key, play_on
from protocol.table.state import TableState
from protocol.wire.house import PoolMask

POOL = "pool"
OWN = "pool-own"
OTHERS = "pool-others"


def start_pool(state: TableState, counts: tuple[int, ...]) -> TableState:
    """Hand after hand, in seating order."""
    hands = [(seat, hand) for seat, hand in enumerate(state.hands) if hand is not None]
    elements = tuple(element for _, hand in hands for element in hand.elements)
    owners = tuple(seat for seat, hand in hands for _ in hand.elements)
    if not elements:
        return play_on(state, Redealt())
    return replace(state, phase=Acknowledging(After.TRANSFER, Pooling(elements, owners, counts)))


def pooling_seats(state: TableState, phase: Pooling) -> tuple[int, ...]:
    return state.unmasked(phase.masks)[:1]


def make_pool_mask(state: TableState, phase: Pooling, maker: Maker) -> PoolMask:
    seat, key = maker.seat, maker.secrets.scalar(state.origin(POOL))
    image = multiply_secret(key, G)
    hand = state.hands[seat]
    move = quotient(key, maker.secrets.scalar(hand.origin)) if hand is not None else key
    elements = tuple(
        multiply_secret(move if owner == seat else key, element)
        for owner, element in zip(phase.owners, phase.elements, strict=True)
    )
    own, others = _pairs(phase, seat, elements)
    own_proof = others_proof = b""
    if hand is not None:
        transcript = state.proof(seat, "equality", OWN)
        own_proof = prove_equality(transcript, hand.key, image, own, move, maker.nonces).to_bytes()
    if others:
        transcript = state.proof(seat, "equality", OTHERS)
        others_proof = prove_equality(transcript, G, image, others, key, maker.nonces).to_bytes()
    return PoolMask(image.to_bytes(), bytes_of(elements), own_proof, others_proof)


def apply_pool_mask(
    state: TableState, phase: Pooling, said: Mapping[int, PoolMask], judgement: Judgement
) -> TableState:
    ((seat, body),) = said.items()
    with judgement.blaming(seat, POOL):
        key, elements = element_of(body.key), elements_of(body.elements)
        if len(elements) != len(phase.elements):
            raise WireError(
                sentence(
                    "moves {count} cards where {due} are due", count=len(elements), due=len(phase.elements)
                )
            )
        own, others = _pairs(phase, seat, elements)
        hand = state.hands[seat]
        _claim(state, seat, OWN, hand.key if hand else G, key, own, body.own_proof, judgement)
        _claim(state, seat, OTHERS, G, key, others, body.others_proof, judgement)
    state = note_key(state, key, seat, judgement, POOL)
    masks = (*phase.masks, Mask(seat, key, state.origin(POOL)))
    if state.unmasked(masks):
        return replace(state, phase=replace(phase, elements=elements, masks=masks))
    pool = Pool(masks, phase.counts)
    return replace(state, hands=(None,) * state.seats, phase=Shuffling(elements, pool=pool))


def _pairs(phase: Pooling, seat: int, after: tuple[Element, ...]) -> tuple[list[Pair], list[Pair]]:
    """What was of one's own, and what was of others: each element before and after."""
    triples = list(zip(phase.owners, phase.elements, after, strict=True))
    own = [(old, new) for owner, old, new in triples if owner == seat]
    return own, [(old, new) for owner, old, new in triples if owner != seat]


def _claim(
    state: TableState,
    seat: int,
    purpose: str,
    base: Element,
    key: Element,
    pairs: list[Pair],
    data: bytes,
    judgement: Judgement,
) -> None:
    if not pairs:
        if data:
            raise WireError(sentence("proves something of no card"))
        return
    proof = EqualityProof.from_bytes(data)
    transcript = state.proof(seat, "equality", purpose)
    judgement.claim(seat, POOL, EqualityClaim(transcript, base, key, pairs, proof))
