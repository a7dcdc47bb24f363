"""Which vote a seat may and should sign now (specs/table.md, Removal: rules 1, 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from protocol.table.counting import Place, Pool, has_majority
from protocol.table.grounds import Ground
from protocol.table.holdings import Holdings, history_of
from protocol.transcript.vote import CastVote, name_of
from protocol.wire.removal import LAST_BALLOT, MAX_EARLIER, MAX_GROUNDS, Earlier, Vote


class Prospect(Enum):
    """Whether a vote can take seats off the table, if all others agree."""

    OPEN = "enough would stay"
    TOO_FEW = "no majority would stay"
    TOO_EARLY = "not all have confirmed that they sit here"


def prospect(holdings: Holdings, seats: frozenset[int]) -> Prospect:
    """Rule 1 alone: for these, those against whom there are grounds, and those this seat is bound to."""
    place = holdings.target()
    if place is None:
        return Prospect.TOO_EARLY
    grounds = _chosen(holdings, place)
    out = _out(holdings, place, seats, grounds)
    return Prospect.OPEN if out and _may_go(place, out, grounds) else Prospect.TOO_FEW


def due(holdings: Holdings, wanted: frozenset[int]) -> Vote | None:
    """What this seat should sign now; `wanted` are seats that its player wants out. None: nothing."""
    if holdings.seat not in holdings.state.present or not (wanted or holdings.votes or holdings.grounds):
        return None  # nearly always: there is nothing to vote about
    return _vote(holdings, wanted) or _answer(holdings, wanted)


# --- for somebody's leaving -----------------------------------------------------------------------------


def _vote(holdings: Holdings, wanted: frozenset[int]) -> Vote | None:
    place = holdings.target()
    if place is None:
        return None
    grounds = _chosen(holdings, place)
    out = _out(holdings, place, wanted, grounds)
    if (
        not out
        or not _is_allowed(holdings, place, out, grounds)
        or not _is_news(holdings, place, out, grounds)
    ):
        return None
    pool = holdings.pool(place)
    earlier = tuple(
        Earlier(ballot, before, () if set(before) <= set(out) else _reasons(holdings, place, ballot, before))
        for ballot, before in sorted(history_of(pool.get(holdings.seat, {}).values()))
    )
    ballot = _next_ballot(place, pool, holdings.seat, out)
    if len(earlier) == MAX_EARLIER or ballot > LAST_BALLOT:
        return None
    named = tuple(sorted(ground.name for ground in grounds))
    carried = () if grounds else _carried(holdings, place, out)
    return _statement(holdings, place, ballot, out, carried, earlier, named)


def _chosen(holdings: Holdings, place: Place) -> tuple[Ground, ...]:
    """One ground a seat, one that convicts if there is any; more than fit into a vote wait for another."""
    chosen: dict[int, Ground] = {}
    for ground in sorted(holdings.against(place), key=lambda each: (not each.convicts, each.name)):
        chosen.setdefault(ground.seat, ground)
    return tuple(chosen[seat] for seat in sorted(chosen)[:MAX_GROUNDS])


def _out(
    holdings: Holdings, place: Place, wanted: frozenset[int], grounds: tuple[Ground, ...]
) -> tuple[int, ...]:
    """Rule 6: whom there are grounds against, whom the player wants out, and whom this seat is bound to; none
    if this seat is among them."""
    seats = {*wanted, *(ground.seat for ground in grounds)}
    seats.update(seat for bound in holdings.binding() for seat in bound.out)
    out = place.whole_operators(seats & set(place.present))
    return () if holdings.seat in out else out


def _is_allowed(holdings: Holdings, place: Place, out: tuple[int, ...], grounds: tuple[Ground, ...]) -> bool:
    """Rule 1. Who was missing when this seat first voted counts as missing, whatever has come since."""
    missed = grounds or holdings.binding() or holdings.missing(place) & set(out)
    return bool(missed) and _may_go(place, out, grounds)


def _may_go(place: Place, out: tuple[int, ...], grounds: tuple[Ground, ...]) -> bool:
    grounded = {ground.seat for ground in grounds}
    convicted = {ground.seat for ground in grounds if ground.convicts}
    return has_majority(place, out, grounded, convicted)


def _is_news(holdings: Holdings, place: Place, out: tuple[int, ...], grounds: tuple[Ground, ...]) -> bool:
    """Whether this seat has not voted so here; or in vain, and there are grounds now, or somebody else's vote
    for it may still count.

    So two seats that want different ones out do not outbid each other for ever: their players have to agree.
    """
    votes = [
        cast.vote
        for casts in holdings.pool(place).values()
        for cast in casts.values()
        if cast.vote.out == out
    ]
    open_ = [vote for vote in votes if not holdings.void(place, vote.ballot, out)]
    own = [vote for vote in votes if vote.seat == holdings.seat]
    if any(vote in own for vote in open_):
        return False
    return not own or bool(open_) or bool(grounds and not any(vote.grounds for vote in own))


def _reasons(holdings: Holdings, place: Place, ballot: int, before: tuple[int, ...]) -> tuple[bytes, ...]:
    return tuple(sorted(name_of(each.data) for each in holdings.void(place, ballot, before)))


def _carried(holdings: Holdings, place: Place, out: tuple[int, ...]) -> tuple[int, ...]:
    """What has come since this seat bound itself against its sender stays unused, and that seat missing."""
    bound = {seat for each in holdings.binding() for seat in each.out}
    mine = holdings.pool(place).get(holdings.seat, {})
    before = {seat for cast in mine.values() for seat in cast.vote.carried}
    held = holdings.held(place).keys() & set(place.waited)
    return tuple(seat for seat in out if seat in held and (seat not in bound or seat in before))


def _next_ballot(place: Place, pool: Pool, seat: int, out: tuple[int, ...]) -> int:
    """The lowest ballot in which this seat can still vote and in which nobody has declined this."""
    lowest = max(pool.get(seat, {}), default=0) + 1
    others = [cast for each in place.outside(out) if each != seat for cast in _votes_of(pool, each)]
    candidates = {lowest, *(ballot for cast in others for ballot, each in cast.history if each == out)}
    candidates.update(cast.vote.ballot + 1 for cast in others)
    return min(
        ballot
        for ballot in candidates
        if ballot >= lowest and not any(cast.excludes(ballot, out) for cast in others)
    )


def _votes_of(pool: Mapping[int, Mapping[int, CastVote]], seat: int) -> tuple[CastVote, ...]:
    return tuple(pool.get(seat, {}).values())


# --- for nobody's leaving -------------------------------------------------------------------------------


def farewell(holdings: Holdings) -> tuple[Vote, ...]:
    """The last votes of a seat that is about to say goodbye: whoever waits for it need not any more, here or
    where it has been since all last agreed."""
    term = holdings.state.term
    keys = ((term, slot) for slot in sorted(holdings.states))
    places = [holdings.places[key] for key in keys if key in holdings.places]
    return tuple(
        _for_nobody(holdings, place, LAST_BALLOT)
        for place in places
        if holdings.seat in place.present and LAST_BALLOT not in holdings.pool(place).get(holdings.seat, {})
    )


def _answer(holdings: Holdings, wanted: frozenset[int]) -> Vote | None:
    """Rule 5: tell who votes that it is in vain, since the slot is complete here, or nobody is missing."""
    target = holdings.target()
    for key in sorted(holdings.votes.keys() & holdings.places.keys()):
        place = holdings.places[key]
        turns = target is not None and target.key == key < holdings.here
        ballot = None if turns or holdings.seat not in place.present else _unanswered(holdings, place, wanted)
        if ballot is not None:
            return _for_nobody(holdings, place, ballot)
    return None


def _for_nobody(holdings: Holdings, place: Place, ballot: int) -> Vote:
    own = holdings.pool(place).get(holdings.seat, {})
    earlier = tuple(Earlier(b, out, ()) for b, out in sorted(history_of(own.values())))
    return _statement(holdings, place, ballot, earlier=earlier)


def _unanswered(holdings: Holdings, place: Place, wanted: frozenset[int]) -> int | None:
    """The highest ballot at a place in which others wait in vain for this seat."""
    pool = holdings.pool(place)
    last = max(pool.get(holdings.seat, {}), default=0)
    ballots = [
        cast.vote.ballot
        for casts in pool.values()
        for cast in casts.values()
        if cast.vote.ballot > last
        and holdings.seat not in cast.vote.out
        and _is_in_vain(holdings, place, cast.vote, wanted)
        and not holdings.void(place, cast.vote.ballot, cast.vote.out)
    ]
    return max(ballots, default=None)


def _is_in_vain(holdings: Holdings, place: Place, vote: Vote, wanted: frozenset[int]) -> bool:
    """Whether this seat will not vote so. What names grounds that are not here yet is left open, where they
    could still make it go back."""
    if not vote.out:
        return False
    if place.key < holdings.here:
        return not holdings.may_return(place) or holdings.grounds.keys() >= set(vote.grounds)
    accused = {ground.seat for ground in holdings.against(place)}
    return not vote.grounds and not set(vote.out) & (holdings.missing(place) | accused | wanted)


def _statement(
    holdings: Holdings,
    place: Place,
    ballot: int,
    out: tuple[int, ...] = (),
    carried: tuple[int, ...] = (),
    earlier: tuple[Earlier, ...] = (),
    grounds: tuple[bytes, ...] = (),
) -> Vote:
    table, seat = holdings.state.table, holdings.seat
    return Vote(table, place.term, place.slot, place.head, seat, ballot, out, carried, earlier, grounds)
