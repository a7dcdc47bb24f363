"""Counting votes at one place of the log (specs/table.md, Removal). Pure functions of the votes held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from protocol.table.phases import Acknowledging, After, Genesis
from protocol.table.state import TableState
from protocol.table.table import expected, finished
from protocol.transcript.vote import CastVote


def _always(_cast: CastVote) -> bool:
    return True


Pool: TypeAlias = Mapping[int, Mapping[int, CastVote]]
"""Votes at one place: by seat, by ballot."""


@dataclass(frozen=True, slots=True)
class Place:
    """What matters for votes at one place of the log. `operators[s]` is who plays seat s, `sat[s]` the slot
    at which it last sat down; `unheard` are seats that have contributed to nothing since then."""

    term: int
    slot: int
    head: bytes
    present: tuple[int, ...]
    waited: tuple[int, ...]
    operators: tuple[bytes, ...]
    sat: tuple[int, ...]
    unheard: frozenset[int] = frozenset()

    @property
    def key(self) -> tuple[int, int]:
        return self.term, self.slot

    def outside(self, out: Iterable[int]) -> tuple[int, ...]:
        return tuple(seat for seat in self.present if seat not in set(out))

    def whole_operators(self, seats: Iterable[int]) -> tuple[int, ...]:
        """These seats and all that the same operators play: of each operator all go or none."""
        operators = self.operators_of(seats)
        return tuple(seat for seat in self.present if self.operators[seat] in operators)

    def operators_of(self, seats: Iterable[int]) -> frozenset[bytes]:
        return frozenset(self.operators[seat] for seat in seats)


def place_of(state: TableState) -> Place | None:
    """The place that comes next, if seats can be voted out there: not before all have acknowledged that they
    sit here, and not when everybody has signed the end."""
    phase = state.phase
    opening = isinstance(phase, Genesis) or (
        isinstance(phase, Acknowledging) and phase.after is After.GENESIS
    )
    if opening or finished(state):
        return None
    operators = tuple(entry.operator for entry in state.proposal.seats)
    sat = tuple(map(state.sat_down, range(state.seats)))
    waited = expected(state).seats
    return Place(state.term, state.slot, state.head, state.present, waited, operators, sat, state.unheard)


def pool_of(place: Place, votes: Iterable[CastVote]) -> dict[int, dict[int, CastVote]]:
    """The votes that stand at this place and continue its head."""
    pool: dict[int, dict[int, CastVote]] = {}
    for each in votes:
        if (each.vote.term, each.vote.slot, each.vote.head) == (*place.key, place.head):
            pool.setdefault(each.vote.seat, {})[each.vote.ballot] = each
    return pool


def complete(place: Place, pool: Pool, ballot: int, out: tuple[int, ...]) -> tuple[CastVote, ...] | None:
    """The votes of all seats outside `out`, in seat order, if each has voted exactly that in this ballot."""
    votes = [pool.get(seat, {}).get(ballot) for seat in place.outside(out)]
    found = tuple(each for each in votes if each is not None and each.vote.out == out)
    return found if found and len(found) == len(votes) else None


def removes_nobody(place: Place, votes: Iterable[CastVote], out: tuple[int, ...]) -> bool:
    """Whether a complete ballot removes nobody: its voters hold all that `out` was missed for, and name no
    grounds."""
    votes = tuple(votes)
    carried = {seat for cast in votes for seat in cast.vote.carried}
    return not any(cast.vote.grounds for cast in votes) and carried >= set(place.waited) & set(out)


def because(
    place: Place, pool: Pool, ballot: int, out: tuple[int, ...], counts: Callable[[CastVote], bool] = _always
) -> tuple[CastVote, ...]:
    """Votes that show that nobody is removed by this ballot (`Earlier.because`); empty if that is not known.

    Either a seat outside `out` says that it does not vote so, or all have, and nobody was missing after all;
    for that only votes that `counts` are looked at.
    """
    for seat in place.outside(out):
        for cast in pool.get(seat, {}).values():
            if cast.excludes(ballot, out):
                return (cast,)
    votes = complete(place, pool, ballot, out)
    whole = votes is not None and all(map(counts, votes)) and removes_nobody(place, votes, out)
    return votes if votes is not None and whole else ()


def has_majority(
    place: Place, out: tuple[int, ...], grounded: Iterable[int], convicted: Iterable[int]
) -> bool:
    """Rule 1: more than half of the operators stay, those not counted that are convicted; or there are
    grounds against every operator that goes; or all that go are newcomers, of whom there are not too many.

    A goodbye does not make a majority smaller: told to some only, it would let two sides remove each other.
    """
    staying = place.operators_of(place.outside(out))
    if not staying:
        return False
    if place.operators_of(out) <= place.operators_of(grounded):
        return True
    counted = place.operators_of(place.present) - place.operators_of(convicted)
    return 2 * len(staying) > len(counted) or _are_newcomers(place, out, counted)


def _are_newcomers(place: Place, out: tuple[int, ...], counted: frozenset[bytes]) -> bool:
    """Whether all that go and are counted have said nothing yet since they sat down.

    Then all others have voted. They are at least as many, for else the newcomers alone could be a majority
    one slot later, and vote them out.
    """
    new = counted - place.operators_of(set(place.present) - place.unheard)
    return 2 * len(new) <= len(counted) and place.operators_of(out) & counted <= new
