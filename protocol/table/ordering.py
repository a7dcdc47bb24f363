"""Who was first in a race: admitted order, the neutral witnesses, both players (specs/table.md, Races)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from protocol.table.race_record import RaceSignal
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
    """Put signals in order, pair by pair: admitted order first, then the majority of the neutral witnesses.

    If there is none, or a tie, what the two who signalled say alike. Otherwise, and in cycles, preference
    decides: the interrupter before the player in turn, then by seating from that player on. No cycle puts
    anybody before a signal that he admits to have seen.
    """
    voices = _voices(orders, proposal)
    partial = _partial(signals, proposal)
    witnesses = [order for operator, order in voices.items() if operator not in partial]

    def admitted(a: RaceSignal, b: RaceSignal) -> bool:
        return a.seat in b.seen and b.seat not in a.seen

    def before(a: RaceSignal, b: RaceSignal) -> bool:
        if admitted(a, b) or admitted(b, a):
            return admitted(a, b)
        majority = sum(_preference(order, a.seat, b.seat) for order in witnesses)
        return majority > 0 or (majority == 0 and agreed(a, b))

    def agreed(a: RaceSignal, b: RaceSignal) -> bool:
        """Either can refuse to agree, which leaves it to the preference; neither can win by it."""
        players = (proposal.seats[each.seat].operator for each in (a, b))
        return all(_preference(voices.get(player, ()), a.seat, b.seat) > 0 for player in players)

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


def _voices(orders: Mapping[int, Sequence[int]], proposal: Proposal) -> dict[bytes, Sequence[int]]:
    """One order for each operator: that of its lowest seat."""
    voices: dict[bytes, Sequence[int]] = {}
    for seat, order in sorted(orders.items()):
        voices.setdefault(proposal.seats[seat].operator, order)
    return voices


def _partial(signals: Sequence[RaceSignal], proposal: Proposal) -> set[bytes]:
    """Operators of whose seats one signalled or is the target of a signal."""
    involved = {signal.seat for signal in signals}
    involved |= {s.body.target for s in signals if isinstance(s.body, _AIMED)}
    return {entry.operator for seat, entry in enumerate(proposal.seats) if seat in involved}


def _preference(order: Sequence[int], a: int, b: int) -> int:
    """+1 if a witness saw a before b, -1 for the other way; unseen comes after seen."""
    place = {seat: rank for rank, seat in enumerate(order)}
    rank_a, rank_b = place.get(a, len(order)), place.get(b, len(order))
    return (rank_a < rank_b) - (rank_a > rank_b)
