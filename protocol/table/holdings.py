"""The votes and grounds that one seat holds, and what follows from them (specs/table.md, Removal)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from protocol.table.counting import Place, because, place_of, pool_of
from protocol.table.grounds import Ground, place_judged, read_ground, two_stories
from protocol.table.removal import Removal, is_consistent
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution
from protocol.transcript.vote import Cast, CastVote, contradict, name_of, receive_vote
from protocol.wire.removal import Vote

# Votes for places so far ahead and of so many terms ago are kept, so many of one seat in all, and so many
# grounds against one: what a liar can make others hold.
AHEAD = 64
TERMS_KEPT = 4
MAX_VOTES_OF_A_SEAT = 256
MAX_GROUNDS_OF_A_SEAT = 16

Said = Callable[[int], Mapping[int, Contribution]]
"""The contributions held of a slot of this term, by seat, whether it is complete or not."""

Key = tuple[int, int]


class Binding(NamedTuple):
    """An own vote that may still count."""

    key: Key
    ballot: int
    out: tuple[int, ...]


@dataclass(slots=True)
class Holdings:
    """What seat `seat` holds; `state` is the table as it has applied it.

    states: those of this term since all seats last contributed to one slot, by slot.
    places: all places of the log, and the one that comes next.
    filled: which ballot has filled a place. settled: own votes that cannot count any more, for this seat has
    gone on since; what showed that need not be at hand after a restart.
    """

    state: TableState
    seat: int
    said: Said
    states: dict[int, TableState] = field(default_factory=dict[int, TableState])
    places: dict[Key, Place] = field(default_factory=dict[Key, Place])
    votes: dict[Key, dict[int, dict[int, CastVote]]] = field(
        default_factory=dict[Key, dict[int, dict[int, CastVote]]]
    )
    named: dict[bytes, CastVote] = field(default_factory=dict[bytes, CastVote])
    grounds: dict[bytes, Ground] = field(default_factory=dict[bytes, Ground])
    filled: dict[Key, Cast] = field(default_factory=dict[Key, Cast])
    settled: set[Binding] = field(default_factory=set[Binding])

    def __post_init__(self) -> None:
        self._enter(self.state)

    @property
    def here(self) -> Key:
        return self.state.term, self.state.slot

    # --- the log ------------------------------------------------------------------------------------

    def advance(self, after: TableState, removal: Removal | None) -> None:
        """The log has gone on to `after`, by contributions or by a removal."""
        # After a restart from an old backup own votes for places ahead are known from others.
        self.settled.update(binding for binding in self._own() if binding.key <= self.here)
        if removal is None:
            place = self.places.get(self.here)
            if place is None or set(place.waited) == set(place.present):
                self.states = {self.state.slot: self.state}
        else:
            self._take_back(removal)
        self._enter(after)

    def _enter(self, state: TableState) -> None:
        self.state = self.states[state.slot] = state
        place = place_of(state)
        if place is not None:
            self.places[place.key] = place

    def _take_back(self, removal: Removal) -> None:
        """Whatever was applied behind this place is no part of the log; others' votes of long ago are
        forgotten. Whoever still waits for an answer to one tells it again."""
        self.places = {key: place for key, place in self.places.items() if key <= removal.place}
        self.filled = {key: cast for key, cast in self.filled.items() if key < removal.place}
        self.filled[removal.place] = removal.ballot, removal.out
        self.states = {}
        for key, seats in self.votes.items():
            if key[0] + TERMS_KEPT < removal.place[0]:
                self.votes[key] = {seat: casts for seat, casts in seats.items() if seat == self.seat}

    # --- hearing ------------------------------------------------------------------------------------

    def hear_vote(self, data: bytes) -> CastVote | Ground | None:
        """The vote, if it is news and is kept; a ground, if it contradicts what its seat has said before.

        Raises WireError or SignatureError for what is no vote of this table.
        """
        cast = receive_vote(self.state.proposal, self.state.table, data)
        vote = cast.vote
        key = vote.term, vote.slot
        known = self.votes.get(key, {}).get(vote.seat, {})
        if any(each.data == data for each in known.values()):
            return None
        said: list[CastVote | Contribution] = [*known.values(), *self._contribution(vote)]
        for each in said:
            if contradict(each, cast):
                return self.hear_ground(two_stories(each, cast))
        if vote.seat != self.seat and not (self._is_near(key) and self._has_room(vote.seat)):
            return None
        self.votes.setdefault(key, {}).setdefault(vote.seat, {})[vote.ballot] = cast
        self.named[name_of(data)] = cast
        return cast

    def may_sign(self, vote: Vote) -> bool:
        """Whether a vote contradicts nothing that is held of its seat: another program may play this one."""
        known = self.votes.get((vote.term, vote.slot), {}).get(vote.seat, {})
        said: list[CastVote | Contribution] = [*known.values(), *self._contribution(vote)]
        return not any(contradict(each, CastVote(vote, b"")) for each in said)

    def _contribution(self, vote: Vote) -> list[Contribution]:
        said = self.said(vote.slot).get(vote.seat) if vote.term == self.state.term else None
        return [] if said is None else [said]

    def _is_near(self, key: Key) -> bool:
        term, slot = key
        near = term <= self.state.term + 2 and slot <= self.state.slot + AHEAD
        return key in self.places or (near and key > self.here)

    def _has_room(self, seat: int) -> bool:
        return sum(len(seats.get(seat, ())) for seats in self.votes.values()) < MAX_VOTES_OF_A_SEAT

    def hear_ground(self, data: bytes) -> Ground | None:
        """The ground, if it is news, can be judged here and is kept; raises as `read_ground` does."""
        if name_of(data) in self.grounds:
            return None
        at = place_judged(self.state, data)
        here = self.state if at is None else self.states.get(at[1])
        if here is None or at not in (None, (here.term, here.slot, here.head)):
            return None
        ground = read_ground(here, data)
        if not self._has_room_for(ground):
            return None
        self.grounds[ground.name] = ground
        return ground

    def _has_room_for(self, ground: Ground) -> bool:
        """Grounds that lead nowhere, of which a liar can make any number, keep out none that does: the first
        that convicts, and the first of its kind for a place to which the log may still go back.
        """
        known = [each for each in self.grounds.values() if each.seat == ground.seat]
        if len(known) < MAX_GROUNDS_OF_A_SEAT:
            return True
        near = ground.term == self.state.term and ground.slot in self.states
        kind = ground.reason, ground.turns
        here = (each for each in known if (each.term, each.slot) == (ground.term, ground.slot))
        new_here = kind not in {(each.reason, each.turns) for each in here}
        return (near and new_here) or (ground.convicts and not any(each.convicts for each in known))

    def hear_contribution(self, said: Contribution) -> Ground | None:
        """A ground, if its seat has voted for something that this contradicts."""
        term, slot, seat = said.place
        for each in self.votes.get((term, slot), {}).get(seat, {}).values():
            if contradict(each, said):
                return self.hear_ground(two_stories(each, said))
        return None

    # --- what follows -------------------------------------------------------------------------------

    def pool(self, place: Place) -> dict[int, dict[int, CastVote]]:
        """All votes at a place of the log that continue its head."""
        casts = self.votes.get(place.key, {}).values()
        return pool_of(place, (cast for each in casts for cast in each.values()))

    def void(self, place: Place, ballot: int, out: tuple[int, ...]) -> tuple[CastVote, ...]:
        """Votes that show that this ballot removes nobody; empty if it may yet."""

        def counts(cast: CastVote) -> bool:
            return self.counts(place, cast) and self._holds(place, cast.vote)

        return because(place, self.pool(place), ballot, out, counts)

    def binding(self) -> list[Binding]:
        """One's own votes in this term that may still count, the latest first."""
        found = [
            each
            for each in self._own()
            if each.key[0] == self.state.term and each not in self.settled
            if each.key in self.places and not self.void(self.places[each.key], each.ballot, each.out)
        ]
        return sorted(found, key=lambda each: (each.key, -each.ballot))

    def _own(self) -> list[Binding]:
        own = [(key, seats[self.seat]) for key, seats in self.votes.items() if self.seat in seats]
        return [Binding(key, *cast) for key, casts in own for cast in history_of(casts.values())]

    def target(self) -> Place | None:
        """Where to vote: the earliest slot, since all last agreed, of which somebody has told two stories."""
        term, now = self.here
        turning = (ground for ground in self.grounds.values() if ground.turns and ground.term == term)
        slots = [ground.slot for ground in turning if ground.seat in self.state.present]
        slots += [bound.key[1] for bound in self.binding()]
        return self.places.get((term, min((slot for slot in slots if slot in self.states), default=now)))

    def may_return(self, place: Place) -> bool:
        """Whether the log can still go back to a place that this seat has left behind."""
        return place.term == self.state.term and place.slot in self.states

    def against(self, place: Place) -> list[Ground]:
        """The grounds against seats that are present at a place, as far as they count there."""
        return [
            ground
            for ground in self.grounds.values()
            if ground.seat in place.present and ground.holds_at(*place.key, place.sat[ground.seat])
        ]

    def is_against_somebody(self, ground: Ground) -> bool:
        """Whether a ground may yet take a seat of this table away."""
        places = (place_of(state) for state in self.states.values())
        return any(place is not None and ground in self.against(place) for place in places)

    def held(self, place: Place) -> dict[int, Contribution]:
        """The contributions here that continue this place."""
        if place.term != self.state.term:
            return {}
        here, said = (place.term, place.head), self.said(place.slot)
        return {seat: c for seat, c in said.items() if (c.statement.term, c.statement.head) == here}

    def missing(self, place: Place) -> frozenset[int]:
        """Whose contributions to this place are not held."""
        return frozenset(place.waited) - self.held(place).keys()

    def counts(self, place: Place, cast: CastVote) -> bool:
        """Whether the grounds and votes that a vote names are at hand, and show what they are to show."""
        named = [name for each in cast.vote.earlier for name in each.because]
        return (
            set(cast.vote.grounds) <= self.grounds.keys()
            and set(named) <= self.named.keys()
            and is_consistent(place, cast, [self.named[name] for name in named])
        )

    def _holds(self, place: Place, vote: Vote) -> bool:
        """Whether what a vote says it holds is here, so that the slot can be completed with it."""
        return place.key < self.here or set(vote.carried) <= self.held(place).keys()


def history_of(casts: Iterable[CastVote]) -> frozenset[Cast]:
    """All that a seat has voted for, by these votes of it."""
    return frozenset(cast for each in casts for cast in each.history)
