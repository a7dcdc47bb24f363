"""Seats that leave: what of the table goes on without them (specs/table.md, Departures).

Who decides that they leave is not this module's matter. What was under way and does not concern them is
kept, and given anew; everything hidden that was theirs is laid aside closed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from protocol.errors import LocalError
from protocol.rules.events import RoundVoided, SeatsGone
from protocol.rules.needs import NeedDuel, NeedNextRound, NeedOpening, NeedShuffle, NeedVerdict, Over
from protocol.rules.state import GameState
from protocol.table.parcels import Pool, Purpose
from protocol.table.phases import (
    Acknowledging,
    After,
    CastingLots,
    DuelOpening,
    Finished,
    Fitting,
    Genesis,
    Giving,
    HandingOver,
    Joining,
    Peeling,
    Phase,
    Pooling,
    Publishing,
    Receiving,
    Refreshing,
    Resuming,
    RosterOpen,
    Sharing,
    Showing,
    Shuffling,
    Stripping,
    Taking,
    Viewing,
)
from protocol.table.playing import play_on
from protocol.table.state import TableState
from protocol.table.stripping import without_absent


def leave(state: TableState, seats: Collection[int], *, convicted: bool) -> TableState:
    """The table without these seats, before all others acknowledge it; place and head are the caller's.

    convicted: one of them broke the rules of the protocol, so the round, if there is one, does not count.
    Raises LocalError if they are not all present, or nobody would be left.
    """
    gone = frozenset(seats)
    if isinstance(state.phase, Finished) or not gone or not gone < set(state.present):
        raise LocalError(f"seats {sorted(gone)} cannot leave now")
    before, kept, masked = state.rules, *_under_way(state.phase)
    state = _laid_aside(_told(replace(state, happenings=()), gone), gone)
    phase = _going_on(state, kept, same=state.rules.need == before.need)
    if not _round_is_on(state.rules):
        state = _put_away(state) if _round_is_on(before) else replace(state, phase=phase or Resuming())
    else:
        playable = None if convicted or phase is None else _without_masks(state, phase, kept, masked)
        state = playable or _put_away(play_on(state, RoundVoided()))
    return replace(state, phase=Acknowledging(After.REMOVAL, state.phase))


def _under_way(phase: Phase) -> tuple[Phase, frozenset[int]]:
    """What is to go on, also if what an earlier departure asked for is not done yet; and whose masks still
    lie on its tracks since then.
    """
    masked = frozenset[int]()
    while True:
        match phase:
            case Acknowledging(After.REMOVAL, then) | Sharing(then) | Receiving(_, then) if then is not None:
                phase = then
            case Stripping(seats, on_tracks, then):
                masked, phase = on_tracks & set(seats), then
            case _:
                return phase, masked


def _told(state: TableState, gone: frozenset[int]) -> TableState:
    """Once the game is over its result stands, and the rules have nothing to say."""
    if isinstance(state.rules.need, Over):
        return replace(state, rules=replace(state.rules, gone=state.rules.gone | gone))
    return play_on(state, SeatsGone(tuple(sorted(gone))))


def _laid_aside(state: TableState, gone: frozenset[int]) -> TableState:
    """Their cards stay closed. Signals that have not taken effect are void: a race starts again."""
    hands = tuple(None if seat in gone else hand for seat, hand in enumerate(state.hands))
    drawn = state.drawn
    if drawn is not None and (drawn.seat in gone or isinstance(state.rules.need, NeedOpening)):
        drawn = None  # of nobody, or of who plays alone and has no turn any more in which to keep it
    stake = state.stake if state.rules.four is not None else None
    doubt = state.doubt if isinstance(state.rules.need, NeedVerdict) else None
    made = tuple(key for key in state.made if key.seat not in gone)  # they will publish nothing
    kept = replace(state, hands=hands, drawn=drawn, stake=stake, doubt=doubt, made=made)
    return replace(kept, pending=(), race=None, unheard=state.unheard - gone)


def _going_on(state: TableState, phase: Phase, *, same: bool) -> Phase | None:
    """What is left of a phase: `Resuming` if the rules say what comes now, None if the round cannot go on.

    same: the rules need what they needed before.
    """
    match phase:
        case Genesis() | Publishing() | Acknowledging(After.GENESIS | After.PUBLICATION):
            return phase
        case RosterOpen() if not isinstance(state.rules.need, Over):
            return phase
        case Acknowledging(After.TRANSFER, then) if then is not None:
            after = phase.then if same and isinstance(then, Pooling) else _going_on(state, then, same=same)
            return after if after is None or isinstance(after, Resuming) else replace(phase, then=after)
        case Pooling() | Shuffling(pool=Pool()) | Peeling(Purpose.POOL):
            return None
        case Taking() | HandingOver() | Peeling(Purpose.DEAL) if not same:
            return None
        case Peeling() if same:
            return replace(phase, order=tuple(seat for seat in phase.order if seat in state.present))
        case Refreshing():
            return _refreshing(state, phase, same=same)
        case DuelOpening() if isinstance(state.rules.need, NeedDuel):
            return _duel_without(phase, state.rules.need.seats)
        case _:
            return phase if same and isinstance(phase, _KEPT) else Resuming()


# What goes on as it is if it does not concern who has left. Of all others the rules say it again.
_KEPT = (Joining, Fitting, CastingLots, Giving, Taking, HandingOver, Showing, Viewing)


def _refreshing(state: TableState, phase: Refreshing, *, same: bool) -> Phase:
    """Hands of which others have seen too much are masked anew, whatever comes then."""
    left = tuple(seat for seat in phase.seats if seat in state.present)
    then = phase.then if same else None
    return replace(phase, seats=left, then=then) if left else then or Resuming()


def _duel_without(phase: DuelOpening, seats: tuple[int, ...]) -> DuelOpening:
    """Those who are left open what they committed to: they may have seen each other's cards already."""
    committed = dict(zip(phase.seats, phase.commitments, strict=True))
    return replace(phase, seats=seats, commitments=tuple(committed[seat] for seat in seats))


def _round_is_on(rules: GameState) -> bool:
    return rules.round > 0 and not isinstance(rules.need, NeedNextRound | Over)


def _without_masks(state: TableState, phase: Phase, kept: Phase, masked: frozenset[int]) -> TableState | None:
    """The round goes on with `phase`; None if a card that is needed lies under a mask of who has left.

    masked: who had left before and whose mask has not come off the tracks of `kept` yet.
    """
    need = state.rules.need
    if state.epoch is None or isinstance(need, NeedOpening | NeedShuffle):
        return replace(state, phase=phase)
    on_tracks = set[int]()
    if isinstance(kept, Peeling) and isinstance(phase, Peeling):
        on_tracks = set(kept.order) - set(state.present) | masked
    return without_absent(state, phase, on_tracks)


def _put_away(state: TableState) -> TableState:
    """The round is over without an end: all its cards stay closed."""
    empty = replace(state, epoch=None, hands=(), drawn=None, stake=None, doubt=None, pending=(), race=None)
    return replace(empty, phase=Resuming())
