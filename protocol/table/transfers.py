"""Cards that change owners: whole hands, or one card each (specs/table.md, Transfers).

First every receiver masks and permutes what it is to get, then every giver takes its own mask off; between
deciding and the first mask all seats sign the head.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import G, multiply_secret
from protocol.crypto.shuffle import ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.errors import LocalError
from protocol.rules.events import HandsMoved
from protocol.rules.needs import NeedExchange
from protocol.sentences import sentence
from protocol.table.choices import GiveCard
from protocol.table.hand import own_hand, position_of
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of, unmasked
from protocol.table.making import Maker, quotient
from protocol.table.parcels import Arrival, Transfer
from protocol.table.phases import Acknowledging, After, Giving, HandingOver, Joining, Taking
from protocol.table.playing import note_key, play_on
from protocol.table.state import Hand, TableState
from protocol.wire.house import Give
from protocol.wire.messages import Shuffle, Unmask

TAKE = "take"
HAND_OVER = "hand-over"


def start_hands(state: TableState, moves: Iterable[tuple[int, int]]) -> TableState:
    """Whole hands: every hand that is not empty is transferred."""
    given = {giver: state.hands[giver] for giver, _ in moves}
    transfers = tuple(_transfer(giver, receiver, hand) for giver, receiver in moves if (hand := given[giver]))
    for giver in given:
        state = state.with_hand(giver, None)
    if not transfers:
        return play_on(state, HandsMoved())
    return replace(state, phase=Acknowledging(After.TRANSFER, Taking(transfers)))


def _transfer(giver: int, receiver: int, hand: Hand) -> Transfer:
    return Transfer(giver, receiver, hand.key, hand.origin, hand.elements)


# --- which card goes ------------------------------------------------------------------------------------


def giving_seats(_state: TableState, phase: Giving) -> tuple[int, ...]:
    return tuple(sorted((phase.first, phase.second)))


def make_give(state: TableState, _phase: Giving, maker: Maker) -> Give:
    choice = maker.chosen()
    if not isinstance(choice, GiveCard):
        raise LocalError("this slot waits for the card that is given")
    return Give(position_of(own_hand(state, maker.secrets), choice.card))


def apply_give(
    state: TableState, phase: Giving, said: Mapping[int, Give], judgement: Judgement
) -> TableState:
    """Each names a place of its hand; what lies there nobody sees."""
    transfers: list[Transfer] = []
    for giver, receiver in ((phase.first, phase.second), (phase.second, phase.first)):
        hand, position = state.hand(giver), said[giver].position
        judgement.require(
            position < len(hand.elements),
            giver,
            "give",
            sentence("gives card number {position}, which its hand does not have", position=position),
        )
        one = replace(hand, elements=(hand.elements[position],))
        transfers.append(_transfer(giver, receiver, one))
        state = state.with_hand(giver, hand.without(position))
    return replace(state, phase=Acknowledging(After.TRANSFER, Taking(tuple(transfers))))


# --- first all maskings -------------------------------------------------------------------------------------


def taking_seats(_state: TableState, phase: Taking) -> tuple[int, ...]:
    return tuple(sorted(each.receiver for each in phase.transfers))


def make_take(state: TableState, phase: Taking, maker: Maker) -> Shuffle:
    (transfer,) = (each for each in phase.transfers if each.receiver == maker.seat)
    origin = state.origin(TAKE)
    image, elements, proof = prove_shuffle(
        state.proof(maker.seat, "shuffle", TAKE),
        G,
        maker.secrets.scalar(origin),
        transfer.elements,
        maker.secrets.permutation(origin, len(transfer.elements)),
        maker.nonces,
    )
    return Shuffle(image.to_bytes(), bytes_of(elements), proof.to_bytes())


def apply_take(
    state: TableState, phase: Taking, said: Mapping[int, Shuffle], judgement: Judgement
) -> TableState:
    taken: list[Transfer] = []
    for transfer in sorted(phase.transfers, key=lambda each: each.receiver):
        seat, body = transfer.receiver, said[transfer.receiver]
        with judgement.blaming(seat, TAKE):
            key, elements = element_of(body.key), elements_of(body.pile)
            proof = ShuffleProof.from_bytes(body.proof, len(transfer.elements))
            transcript = state.proof(seat, "shuffle", TAKE)
            judgement.claim(seat, TAKE, ShuffleClaim(transcript, G, key, transfer.elements, elements, proof))
        state = note_key(state, key, seat, judgement, TAKE)
        taken.append(replace(transfer, elements=elements, taken=(key, state.origin(TAKE))))
    shuffles = state.checked.shuffles + len(taken)
    checked = replace(state.checked, shuffles=shuffles)
    return replace(state, checked=checked, phase=HandingOver(tuple(taken)))


# --- then all unmaskings -----------------------------------------------------------------------------------


def handing_seats(_state: TableState, phase: HandingOver) -> tuple[int, ...]:
    return tuple(sorted(each.giver for each in phase.transfers))


def make_hand_over(state: TableState, phase: HandingOver, maker: Maker) -> Unmask:
    (transfer,) = (each for each in phase.transfers if each.giver == maker.seat)
    key = maker.secrets.scalar(transfer.origin)
    inverse = quotient(1, key)
    bare = tuple(multiply_secret(inverse, element) for element in transfer.elements)
    pairs = list(zip(bare, transfer.elements, strict=True))
    transcript = state.proof(maker.seat, "equality", HAND_OVER)
    proof = prove_equality(transcript, G, transfer.key, pairs, key, maker.nonces)
    return Unmask(bytes_of(bare), proof.to_bytes())


def apply_hand_over(
    state: TableState, phase: HandingOver, said: Mapping[int, Unmask], judgement: Judgement
) -> TableState:
    arrived: list[Arrival] = []
    for transfer in sorted(phase.transfers, key=lambda each: each.giver):
        seat, body = transfer.giver, said[transfer.giver]
        with judgement.blaming(seat, HAND_OVER):
            bare = unmasked(body.elements, len(transfer.elements))
            pairs = tuple(zip(bare, transfer.elements, strict=True))
            proof = EqualityProof.from_bytes(body.proof)
            transcript = state.proof(seat, "equality", HAND_OVER)
            judgement.claim(seat, HAND_OVER, EqualityClaim(transcript, G, transfer.key, pairs, proof))
        assert transfer.taken is not None
        arrived.append(Arrival(transfer.receiver, *transfer.taken, bare))
    unmaskings = state.checked.unmaskings + sum(len(each.elements) for each in arrived)
    state = replace(state, checked=replace(state.checked, unmaskings=unmaskings))
    if isinstance(state.rules.need, NeedExchange):
        return replace(state, phase=Joining(tuple(arrived)))
    for each in arrived:
        assert each.origin is not None
        state = state.with_hand(each.seat, Hand(each.key, each.origin, each.elements))
    return play_on(state, HandsMoved())
