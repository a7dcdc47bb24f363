"""Seats that leave the table in the middle of a game, and rounds that cannot be finished.

Who leaves plays no more, whatever the game waits for: its cards are laid aside, its turn passes, what was
laid against it is dropped, and what others still owe it with it. If the need does not concern it the need
stays as it is (specs/rules.md 16, specs/decisions/170).
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, RoundVoided, SeatsGone
from protocol.rules.happenings import GameEnded, RoundVoid, SeatsLeft
from protocol.rules.needs import (
    Need,
    NeedCards,
    NeedDeal,
    NeedDuel,
    NeedExchange,
    NeedFirst,
    NeedFit,
    NeedHands,
    NeedLast,
    NeedMove,
    NeedNextRound,
    NeedOpening,
    NeedPool,
    NeedReturn,
    NeedShow,
    NeedShuffle,
    NeedVerdict,
    NeedVote,
    NeedWheel,
    Over,
)
from protocol.rules.round_start import begin
from protocol.rules.state import GameState
from protocol.rules.steps import Deal, Decide, Duel, EndRound, Fit, Judge, Shout, Step
from protocol.rules.without import left_of
from protocol.sentences import sentence

NEEDS: tuple[type[Need], ...] = get_args(Need)
BEFORE_THE_END = tuple(need for need in NEEDS if need is not Over)
IN_A_ROUND = tuple(need for need in BEFORE_THE_END if need is not NeedNextRound)


def seats_gone(draft: Draft, need: Need, event: SeatsGone) -> None:
    before, leaving = draft.state, frozenset(event.seats)
    if not leaving or len(leaving) != len(event.seats) or not leaving < frozenset(before.present):
        raise IllegalMove(sentence("Only a seat that is at the table leaves it, and somebody stays."))
    draft.state = replace(before, gone=before.gone | leaving)
    draft.tell(SeatsLeft(event.seats))
    if _forfeited(draft):
        _end_game(draft, need)
    elif isinstance(need, NeedNextRound):
        draft.need = need
    elif before.round == 0:
        begin(draft)
    elif _moves_hands_of(need, leaving):
        void(draft)
    else:
        _play_on(draft, before, need, leaving)


def round_voided(draft: Draft, _need: Need, _event: RoundVoided) -> None:
    void(draft)


def void(draft: Draft) -> None:
    """No points; the scores stand. What comes before the first deal begins anew, and counts for no round."""
    played = draft.state.round
    draft.tell(RoundVoid(played))
    _clear_table(draft)
    draft.state = replace(draft.state, last=None, void=draft.state.void + (played > 0))
    draft.need = NeedNextRound()


# --- the end ----------------------------------------------------------------------------------------------


def _forfeited(draft: Draft) -> bool:
    """Whether only one side is left."""
    return len({draft.book.side(seat) for seat in draft.state.present}) == 1


def _end_game(draft: Draft, need: Need) -> None:
    """Who is left wins; the scores stand."""
    winners = draft.state.present
    if not isinstance(need, NeedNextRound):
        _clear_table(draft)
    draft.tell(GameEnded(winners, draft.state.scores, forfeit=True))
    draft.need = Over(winners)


def _clear_table(draft: Draft) -> None:
    """Nothing waits any more, and all cards are laid aside."""
    state = draft.state
    draft.state = replace(
        state,
        counts=(0,) * state.seats,
        pile=0,
        discards=(),
        aside=len(state.deck),
        colour=None,
        windows=(),
        four=None,
        attack=None,
        silence=None,
        passes=0,
        emptied=(),
        out=(),
        asked=None,
    )
    draft.instead()


# --- the round goes on ------------------------------------------------------------------------------------


def _moves_hands_of(need: Need, leaving: frozenset[int]) -> bool:
    """Whether cards that one of them holds are on their way to another seat, or back."""
    match need:
        case NeedHands(moves):
            return any(leaving & {giver, receiver} for giver, receiver in moves)
        case NeedExchange(first, second):
            return bool(leaving & {first, second})
        case NeedPool(counts):
            return any(counts[seat] for seat in leaving)
        case _:
            return False


def _play_on(draft: Draft, before: GameState, need: Need, leaving: frozenset[int]) -> None:
    _lay_hands_aside(draft, before, leaving)
    draft.agenda[:] = [left for step in draft.agenda for left in left_of(draft, step)]
    if _nobody_to_play_with(draft.state) and not isinstance(need, NeedOpening):
        _lay_aside(draft, need)
        draft.instead(EndRound())
    elif not _concerns(before, need, leaving):
        draft.need = need
    else:
        _settle(draft, need)


def _nobody_to_play_with(state: GameState) -> bool:
    """One plays alone (`to_the_last`), or all who are left have passed."""
    return len(state.playing) < 2 or state.passes >= len(state.playing)


def _lay_hands_aside(draft: Draft, before: GameState, leaving: frozenset[int]) -> None:
    """A hand that is empty once cards were dealt has been played out, and ends the round all the same."""
    dealt = any(before.counts)
    finished = tuple(seat for seat in leaving if dealt and not before.counts[seat] and seat not in before.out)
    counts = tuple(0 if seat in leaving else count for seat, count in enumerate(before.counts))
    draft.state = replace(
        draft.state,
        counts=counts,
        aside=before.aside + sum(before.counts) - sum(counts),
        windows=tuple(window for window in before.windows if window.target not in leaving),
        out=before.out if draft.book.refills else (*before.out, *sorted(finished)),
        passes=_passes(before, leaving),
    )


def _lay_aside(draft: Draft, need: Need) -> None:
    """The cards of the need, which has become void: on their way, or beside the hand of who drew."""
    state = draft.state
    match need:
        case NeedCards(_, count):
            draft.state = replace(state, pile=state.pile - count, aside=state.aside + count)
        case NeedShuffle(cards):
            draft.state = replace(state, aside=state.aside + len(cards))
        case NeedReturn():
            draft.state = replace(state, aside=state.aside + 1)
        case NeedFit(seat) | NeedMove(seat) if isinstance(state.asked, Fit | Decide) and state.counts[seat]:
            draft.change({seat: -1})
            draft.state = replace(draft.state, aside=state.aside + 1)
        case _:
            pass


def _passes(before: GameState, leaving: frozenset[int]) -> int:
    """Those who have passed are the seats before the one in turn."""
    seat, passes = before.turn, 0
    for _ in range(before.passes):
        seat = before.before(seat)
        passes += seat not in leaving
    return passes


def _concerns(before: GameState, need: Need, leaving: frozenset[int]) -> bool:
    """Whether the need cannot be met, or not in this form, without these seats."""
    match need:
        case NeedMove(seat) | NeedCards(seat) | NeedFit(seat) | NeedReturn(seat) | NeedShow(seat):
            return seat in leaving
        case NeedVerdict(first, second) | NeedVote(first, second):
            return bool(leaving & {first, second})
        case NeedDuel(seats) | NeedFirst(seats) | NeedLast(seats) | NeedOpening(seats):
            return bool(leaving & set(seats))
        case NeedDeal(counts):
            return any(counts[seat] for seat in leaving)
        case NeedWheel():
            return before.turn in leaving
        case _:
            return False


def _settle(draft: Draft, need: Need) -> None:
    """The need becomes again the step it came from, without those who have left."""
    asked, gone = draft.state.asked, draft.state.gone
    step: Step
    match need:
        case NeedMove() | NeedFit() | NeedWheel():
            assert asked is not None
            step = asked
        case NeedLast(seats):
            left = tuple(seat for seat in seats if seat not in gone)
            draft.need = NeedLast(left) if len(left) > 1 else None
            return
        case NeedVerdict(_, challenger):
            step = Judge(challenger)
        case NeedDeal():
            step = Deal()
        case NeedDuel():
            step = Duel()
        case NeedFirst():
            step = Shout()
        case NeedOpening():
            step = EndRound()
        case _:  # cards to be drawn or taken back, a vote, a hand to be shown
            _lay_aside(draft, need)
            return
    draft.next(*left_of(draft, step))
