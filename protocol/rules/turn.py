"""The choices of the seat in turn: play, draw, keep or play the drawn card, pass, name a colour."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.cards import CardId, Face
from protocol.rules.draft import Draft
from protocol.rules.effects import AFTER_LAST_CARD, EFFECTS, Laid
from protocol.rules.events import ColourNamed, DrawChosen, IllegalMove, Kept, Passed, Played, PlayedDrawn
from protocol.rules.happenings import CardKept, CardPlayed, ColourChanged, SeatPassed
from protocol.rules.moves import playable, why_not
from protocol.rules.needs import DrawReason, NeedMove
from protocol.rules.state import GameState
from protocol.rules.steps import Decide, Draw, EndRound, Turn
from protocol.rules.uno import call, close_window


def played(draft: Draft, _need: NeedMove, event: Played | PlayedDrawn) -> None:
    """A card, its colour and the UNO call are one action; then the card takes effect."""
    face = check_play(draft.state, event)
    before = draft.state.colour
    close_window(draft)
    _lay(draft, event, face)
    call(draft, event.seat, said=event.uno)
    steps = EFFECTS[face.kind](draft, Laid(event.seat, before))
    if draft.state.counts[event.seat] == 0:
        steps = (*(step for step in steps if isinstance(step, AFTER_LAST_CARD)), EndRound())
    draft.next(*steps)


def check_play(state: GameState, event: Played | PlayedDrawn) -> Face:
    """The face of a card that may be played as `event` says."""
    face = check_card(state, event.card)
    if not playable(state, event.card):
        raise IllegalMove(why_not(state, event.card) or f"{face.label} cannot be played now.")
    if face.is_wild and event.colour is None:
        raise IllegalMove(f"A {face.label} needs a colour: name it with the card.")
    if not face.is_wild and event.colour is not None:
        raise IllegalMove(f"No colour is named with a {face.label}: only a wild changes the colour.")
    return face


def check_card(state: GameState, card: CardId) -> Face:
    """The face of a card that is in the deck and does not lie openly on the table already."""
    if card not in range(len(state.deck)):
        raise IllegalMove(f"There is no card {card} in this deck.")
    face = state.deck[card]
    if card in state.discards:
        raise IllegalMove(f"Card {card}, {face.label}, lies among the discards; nobody can hold it.")
    return face


def _lay(draft: Draft, event: Played | PlayedDrawn, face: Face) -> None:
    seat, state = event.seat, draft.state
    left = state.counts[seat] - 1
    draft.state = replace(
        state,
        counts=(*state.counts[:seat], left, *state.counts[seat + 1 :]),
        discards=(*state.discards, event.card),
        colour=face.colour if event.colour is None else event.colour,
        passes=0,
    )
    draft.tell(CardPlayed(seat, event.card, left, drawn=isinstance(event, PlayedDrawn)))
    if event.colour is not None:
        draft.tell(ColourChanged(seat, event.colour))


def draw_chosen(draft: Draft, _need: NeedMove, event: DrawChosen) -> None:
    close_window(draft)
    draft.next(Draw(event.seat, 1, DrawReason.CHOICE, join=False), Decide(event.seat))


def kept(draft: Draft, _need: NeedMove, event: Kept) -> None:
    draft.tell(CardKept(event.seat))
    draft.next(Turn(draft.state.after(event.seat)))


def passed(draft: Draft, _need: NeedMove, event: Passed) -> None:
    """A full circle of passes ends the round."""
    close_window(draft)
    passes = draft.state.passes + 1
    draft.state = replace(draft.state, passes=passes)
    draft.tell(SeatPassed(event.seat))
    draft.next(EndRound() if passes == draft.state.seats else Turn(draft.state.after(event.seat)))


def colour_named(draft: Draft, _need: NeedMove, event: ColourNamed) -> None:
    draft.state = replace(draft.state, colour=event.colour)
    draft.tell(ColourChanged(event.seat, event.colour))
