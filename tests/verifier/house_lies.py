"""Lies that only house rules give an occasion for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from protocol.errors import WireError
from protocol.wire.codec import decode, encode
from protocol.wire.house import DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import OpenHand, Revealed, Shuffle
from protocol.wire.moves import Discard, Draw
from tests.verifier.changes import Json
from tests.verifier.lies import Liar, hand_turned, last_byte, pile_turned


def about_wheels(change: Liar) -> Iterator[Json]:
    yield change.lies("a part of a lot is another", Lot, lambda body: replace(body, part=body.proof[:33]))
    yield change.lies("that a card fits has another proof", Fit, last_byte)
    yield change.lies("a card fits that does not", Fit, lambda body: replace(body, fits=not body.fits))
    yield change.lies("a card is given that is not there", Give, lambda body: replace(body, position=127))
    yield change.lies("another card fights than was committed to", DuelOpen, _another_fights, where=_fights)
    yield change.lies("a card that was committed to does not fight", DuelOpen, _no_card, where=_fights)
    yield change.lies("two cards of a shown hand change places", OpenHand, hand_turned, phase="show")
    yield change.lies("a hand is refreshed into another", Shuffle, pile_turned, phase="refresh")
    yield change.lies("discarded cards have another proof", Revealed, _discarded_otherwise, where=_discards)


def about_pools(change: Liar) -> Iterator[Json]:
    yield change.lies("two elements of a pool change places", PoolMask, _pool_turned)
    yield change.lies("a duty has another proof", Draw, last_byte, where=_owes)
    yield change.lies("a duty is not proved", Draw, lambda _: Draw(b""), where=_owes)


def _fights(body: DuelOpen) -> bool:
    return bool(body.shown)


def _another_fights(body: DuelOpen) -> DuelOpen:
    (card,) = body.shown
    return replace(body, shown=(replace(card, card=(card.card + 1) % 7),))


def _no_card(body: DuelOpen) -> DuelOpen:
    return replace(body, shown=(), proof=b"")


def _discards(body: Revealed) -> bool:
    try:
        return bool(decode(body.move, Discard).cards)
    except WireError:
        return False


def _discarded_otherwise(body: Revealed) -> Revealed:
    return replace(body, move=encode(last_byte(decode(body.move, Discard))))


def _pool_turned(body: PoolMask) -> PoolMask:
    first, second, *rest = body.elements
    return replace(body, elements=(second, first, *rest))


def _owes(body: Draw) -> bool:
    return bool(body.proof)
