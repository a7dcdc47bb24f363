"""What one seat knows of votes: what it is to sign now, whether it may go on, and what has been decided.

It follows specs/table.md, Removal. It signs nothing and keeps nothing on a disk: whoever uses it signs what
`due` gives, journals it, hands it to `hear_vote`, and then sends it. After a restart it is made anew from the
log (`advance` for every slot) and the own votes of the journal (`hear_vote`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from protocol.table import casting
from protocol.table.casting import Prospect
from protocol.table.counting import Place, complete
from protocol.table.grounds import Ground
from protocol.table.holdings import Holdings, Said
from protocol.table.removal import Removal, collect, fault_of
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution
from protocol.transcript.vote import CastVote
from protocol.wire.removal import Vote


@dataclass(frozen=True, slots=True)
class Decided:
    """A removal that fills its place: `apply_removal(before, removal)` is the table after it.

    before: the table at that place; None if it has to be made again from the log. What this seat has applied
    from that place on is taken back.
    """

    removal: Removal
    before: TableState | None


class Ballots:
    """The votes of one table as one seat has heard them. `said` gives the contributions held of a slot."""

    def __init__(self, state: TableState, seat: int, said: Said) -> None:
        self._holdings = Holdings(state, seat, said)

    def advance(self, after: TableState, removal: Removal | None = None) -> None:
        """A slot has been applied: by contributions, or by `removal`, which may stand before this seat's."""
        self._holdings.advance(after, removal)

    def hear_vote(self, data: bytes) -> CastVote | Ground | None:
        """What is new in a vote, one's own too: it, or that its seat contradicts itself; None if nothing is.

        Raises WireError or ProofError for a forgery.
        """
        return self._holdings.hear_vote(data)

    def hear_ground(self, data: bytes) -> Ground | None:
        """A ground that is new; None if it is known, or cannot be judged here.

        Raises WireError or ProofError if it holds nothing against anybody: whoever sent it has not looked.
        """
        return self._holdings.hear_ground(data)

    def hear_contribution(self, said: Contribution) -> Ground | None:
        """Whether a contribution contradicts a vote of its seat."""
        return self._holdings.hear_contribution(said)

    def due(self, wanted: frozenset[int] = frozenset()) -> Vote | None:
        """What this seat should sign now; `wanted` are seats that its player wants out. None: nothing."""
        vote = casting.due(self._holdings, wanted)
        return vote if vote is not None and self._holdings.may_sign(vote) else None

    def prospect(self, seats: frozenset[int]) -> Prospect:
        """Whether these seats can be voted out here if all others agree, were they missing or not."""
        return casting.prospect(self._holdings, seats)

    def farewell(self) -> tuple[Vote, ...]:
        """What to sign, journal and send before a goodbye, so that nobody waits for this seat's vote."""
        return casting.farewell(self._holdings)

    def may_complete(self) -> bool:
        """Rule 3: whether this seat may apply a complete slot: none of its own votes can count any more."""
        return not self._holdings.binding()

    def decided(self) -> Decided | None:
        """A removal that this seat has to apply now, or None.

        Rule 2: it is that of its own latest vote which may still count; or one in which it has no vote, as it
        goes or is gone: to that it yields, whatever else it has applied there.
        """
        latest = next(iter(self._holdings.binding()), None)
        for place, ballot, out in self._proposals():
            if self._yields(place, out) or (place.key, ballot, out) == latest:
                removal = self._removal(place, ballot, out)
                if removal is not None:
                    here = self._holdings.states.get(place.slot)
                    return Decided(removal, here if here is not None and here.term == place.term else None)
        return None

    def _yields(self, place: Place, out: tuple[int, ...]) -> bool:
        """Of two removals that fill one place the larger one is that of those who stay."""
        _, filled = self._holdings.filled.get(place.key, (0, ()))
        return self._holdings.seat not in place.outside(out) and set(filled) < set(out)

    def _proposals(self) -> Iterator[tuple[Place, int, tuple[int, ...]]]:
        holdings = self._holdings
        for key in sorted(holdings.votes.keys() & holdings.places.keys()):
            casts = (cast.vote for each in holdings.votes[key].values() for cast in each.values())
            for ballot, out in sorted({(vote.ballot, vote.out) for vote in casts if vote.out}):
                yield holdings.places[key], ballot, out

    def _removal(self, place: Place, ballot: int, out: tuple[int, ...]) -> Removal | None:
        """A complete ballot with everything that its votes name, if it removes somebody."""
        holdings = self._holdings
        votes = complete(place, holdings.pool(place), ballot, out)
        if votes is None or not all(holdings.counts(place, cast) for cast in votes):
            return None
        removal = collect(votes, holdings.named, holdings.grounds)
        return removal if removal is not None and fault_of(place, removal) is None else None

    # --- telling ------------------------------------------------------------------------------------

    def about(self, term: int, slot: int) -> list[bytes]:
        """All votes held for a place, for somebody who is there."""
        casts = self._holdings.votes.get((term, slot), {}).values()
        return [cast.data for each in casts for cast in each.values()]

    def recent(self) -> list[bytes]:
        """All votes held of this term, told on every new link.

        Also those for places that this seat has left behind: whoever has voted there is bound until he hears
        that others are past it.
        """
        votes = self._holdings.votes
        return [
            data
            for term, slot in sorted(votes)
            if term == self._holdings.state.term
            for data in self.about(term, slot)
        ]

    def grounds(self) -> tuple[Ground, ...]:
        """What is held against seats that are still at the table: told to everybody until they go."""
        holdings = self._holdings
        return tuple(each for each in holdings.grounds.values() if holdings.is_against_somebody(each))

    def standing(self) -> dict[int, tuple[int, ...]]:
        """Whom each seat wants out, by its latest vote where this seat would vote."""
        if not self._holdings.votes:
            return {}
        place = self._holdings.target()
        pool = {} if place is None else self._holdings.pool(place)
        latest = {seat: casts[max(casts)].vote.out for seat, casts in pool.items()}
        return {seat: out for seat, out in sorted(latest.items()) if out}
