"""The turn: what a seat is asked, and what it chooses."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import ColourNamed, DrawChosen, IllegalMove, Kept, Passed, Played, PlayedDrawn
from protocol.rules.happenings import CardKept, ColourChanged, SeatPassed
from protocol.rules.laying import check_card, check_fit, check_play, lay
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.state import GameState
from protocol.rules.steps import Cover, Decide, DrawOne, EndRound, NameColour, Turn
from protocol.rules.uno import close_windows
from protocol.sentences import sentence

# --- what a seat is asked ---------------------------------------------------------------------------------


def turn(draft: Draft, step: Turn) -> None:
    """You may draw although you could play (`decline=allowed`); you pass only if there is nothing to draw.

    Whoever holds no card any more is out before the next turn begins; of several who was so first.
    """
    state = draft.state
    empty = next((seat for seat in state.emptied if seat in state.playing), None)
    if empty is not None:
        draft.next(step)
        _went_out(draft, empty)
        return
    if state.out and draft.book.emptied is None:  # who went out has left before the round was over
        draft.instead(EndRound())
    elif step.seat not in state.playing:
        draft.next(Turn(state.after(step.seat)))
    elif not step.begun:
        before = (each for begin in draft.book.before_turn for each in begin(draft, step.seat))
        draft.next(*before, Turn(step.seat, begun=True))
    else:
        instead = MoveKind.PASS if state.nothing_to_draw else MoveKind.DRAW
        draft.choose(step, step.seat, MoveKind.PLAY, instead)


def _went_out(draft: Draft, seat: int) -> None:
    """The round is over, unless a rule lets it go on."""
    state = draft.state
    if not state.out:
        draft.state = replace(state, gone_on=state.top if state.laid_by == seat else None)
    if draft.book.emptied is None:
        draft.instead(EndRound())
    else:
        draft.book.emptied(draft, seat)


def cover(draft: Draft, step: Cover) -> None:
    draft.choose(step, step.seat, MoveKind.PLAY)


def decide(draft: Draft, step: Decide) -> None:
    keep = (MoveKind.KEEP,) if step.keeps else ()
    draft.choose(step, step.seat, MoveKind.PLAY_DRAWN, *keep)


def name_colour(draft: Draft, step: NameColour) -> None:
    draft.choose(step, step.seat, MoveKind.NAME_COLOUR)


# --- what it chooses --------------------------------------------------------------------------------------


def played(draft: Draft, _need: NeedMove, event: Played) -> None:
    state, book = draft.state, draft.book
    face = check_card(state, event.card)
    if book.misplayed is not None and isinstance(state.asked, Turn) and not book.fits(state, face):
        book.misplayed(draft, event)
        return
    check_fit(book, state, face)
    check_play(book, state, event)
    lay(draft, event)


def played_drawn(draft: Draft, _need: NeedMove, event: PlayedDrawn) -> None:
    check_fit(draft.book, draft.state, check_card(draft.state, event.card))
    check_play(draft.book, draft.state, event)
    lay(draft, event)


def draw_chosen(draft: Draft, _need: NeedMove, event: DrawChosen) -> None:
    draft.next(*close_windows(draft), DrawOne(event.seat))


def kept(draft: Draft, _need: NeedMove, event: Kept) -> None:
    draft.tell(CardKept(event.seat))
    draft.next(Turn(draft.state.after(event.seat)))


def passed(draft: Draft, _need: NeedMove, event: Passed) -> None:
    """A full circle of passes ends the round."""
    late = close_windows(draft)
    passes = draft.state.passes + 1
    draft.state = replace(draft.state, passes=passes)
    draft.tell(SeatPassed(event.seat))
    ends = passes == len(draft.state.playing)
    draft.next(*late, EndRound() if ends else Turn(draft.state.after(event.seat)))


def colour_named(draft: Draft, _need: NeedMove, event: ColourNamed) -> None:
    draft.state = replace(draft.state, colour=event.colour)
    draft.tell(ColourChanged(event.seat, event.colour))


def check_hand(state: GameState, seat: int, cards: tuple[int, ...]) -> None:
    """Cards that are said to be in one hand: as many as it may hold, none twice, none that lies open."""
    for card in cards:
        check_card(state, card)
    if len(set(cards)) != len(cards) or len(cards) > state.counts[seat]:
        raise IllegalMove(sentence("These cards cannot be in one hand."))
