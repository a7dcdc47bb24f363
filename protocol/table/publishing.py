"""Open replay: when the game is over, every seat publishes what its keys followed from (specs/table.md, 8).

All keys of a seat follow from one secret, so the one secret opens all its hands; and it is checked against
every key that the seat has published in the game, so that nobody can show other hands than it had.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.group import G, multiply_secret
from protocol.errors import LocalError
from protocol.sentences import sentence
from protocol.table.hand import unmask_own
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import Acknowledging, After, Publishing
from protocol.table.secrets import PublishedKeys
from protocol.table.state import Hand, MadeKey, TableState
from protocol.wire.messages import Publish

PUBLISH = "publish"


def make_publish(_state: TableState, _phase: Publishing, maker: Maker) -> Publish:
    if maker.secrets.beginning is None:
        raise LocalError("the secret that the game began with has been erased")
    return Publish(maker.secrets.beginning)


def apply_publish(
    state: TableState, _phase: Publishing, said: Mapping[int, Publish], judgement: Judgement
) -> TableState:
    published = tuple(said[seat].secret if seat in said else None for seat in range(state.seats))
    state = replace(state, published=published, phase=Acknowledging(After.PUBLICATION))
    known: dict[tuple[int, int], PublishedKeys] = {}
    for made in state.made:
        place = made.seat, made.round
        keys = known.get(place) or published_keys(state, *place)
        if keys is not None:
            known[place] = keys
            fault = sentence(
                "published another secret than the one it made its key of slot {slot} from",
                slot=made.origin.slot,
            )
            judgement.require(_follows(keys, made), made.seat, PUBLISH, fault)
    return replace(state, made=())


def published_keys(state: TableState, seat: int, number: int) -> PublishedKeys | None:
    """The keys of a seat in one round, once they are public; None if it never published them."""
    secret = state.published[seat] if state.published else None
    return None if secret is None else PublishedKeys.of_round(seat, state.table, secret, number)


def opened_hand(state: TableState, keys: PublishedKeys, hand: Hand) -> tuple[int, ...] | None:
    """The cards of a hand that lay under one of these keys.

    None if it was made from another secret: that can be so of a seat that has left and come back.
    """
    try:
        return unmask_own(state, keys, hand.origin, hand.elements)
    except KeyError:
        return None


def _follows(keys: PublishedKeys, made: MadeKey) -> bool:
    return multiply_secret(keys.scalar(made.origin), G) == made.key
