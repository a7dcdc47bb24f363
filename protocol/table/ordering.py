"""Who was first in a race: admitted order, then the neutral witnesses (specs/table.md, Races)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from protocol.table.phases import RaceSignal
from protocol.wire.messages import Proposal
from protocol.wire.races import AccuseSignal, CallSignal, CatchSignal, MoveSignal

Earlier: TypeAlias = Callable[[RaceSignal, RaceSignal], bool]

_AIMED = (CatchSignal, CallSignal, AccuseSignal)


def resolve(
    signals: Sequence[RaceSignal],
    orders: Mapping[int, Sequence[int]],
    proposal: Proposal,
    in_turn: int,
) -> tuple[RaceSignal, ...]:
    """Put signals in order: admitted order first, then the majority of the neutral witnesses, pair by pair.

    Ties and cycles go to the interrupter before the player in turn, then by seating from that player on. No
    cycle puts anybody before a signal that he admits to have seen.
    """
    witnesses = _neutral_voices(signals, orders, proposal)

    def admitted(a: RaceSignal, b: RaceSignal) -> bool:
        return a.seat in b.seen and b.seat not in a.seen

    def before(a: RaceSignal, b: RaceSignal) -> bool:
        if admitted(a, b) or admitted(b, a):
            return admitted(a, b)
        return sum(_preference(order, a.seat, b.seat) for order in witnesses) > 0

    def fallback(signal: RaceSignal) -> tuple[bool, int]:
        moves = isinstance(signal.body, MoveSignal)
        return moves, (signal.seat - in_turn) % len(proposal.seats)

    return _arrange(sorted(signals, key=fallback), before, admitted)


def _arrange(preferred: list[RaceSignal], *relations: Earlier) -> tuple[RaceSignal, ...]:
    """Take again and again the first in order of preference that nobody left comes before.

    If there is none, because of a cycle, by the second relation, and so on.
    """
    arranged: list[RaceSignal] = []
    left = list(preferred)
    while left:
        unbeaten = ([a for a in left if not any(earlier(b, a) for b in left)] for earlier in relations)
        first = next(filter(None, unbeaten), left)[0]
        arranged.append(first)
        left.remove(first)
    return tuple(arranged)


def _neutral_voices(
    signals: Sequence[RaceSignal], orders: Mapping[int, Sequence[int]], proposal: Proposal
) -> list[Sequence[int]]:
    """One order for each operator none of whose seats signalled or is the target of a signal."""
    involved = {signal.seat for signal in signals}
    involved |= {s.body.target for s in signals if isinstance(s.body, _AIMED)}
    operators = [entry.operator for entry in proposal.seats]
    partial = {operators[seat] for seat in involved if seat < len(operators)}
    voices: dict[bytes, Sequence[int]] = {}
    for seat, order in sorted(orders.items()):
        operator = operators[seat]
        if operator not in partial:
            voices.setdefault(operator, order)
    return list(voices.values())


def _preference(order: Sequence[int], a: int, b: int) -> int:
    """+1 if a witness saw a before b, -1 for the other way; unseen comes after seen."""
    place = {seat: rank for rank, seat in enumerate(order)}
    rank_a, rank_b = place.get(a, len(order)), place.get(b, len(order))
    return (rank_a < rank_b) - (rank_a > rank_b)
