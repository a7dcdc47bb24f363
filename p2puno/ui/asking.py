"""What a seat is asked, what is new to it, who is waited for: decided here once, said by every interface."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

from p2puno.ui.model import hand_model
from protocol.rules.cards import CardId
from protocol.rules.needs import MoveKind, NeedMove
from protocol.table.view import TableView


class Question(Enum):
    """What a seat that may choose is asked."""

    COLOUR = "the first colour"
    FOUR = "to challenge a wild draw four or to accept it"
    DRAWN = "to play or keep the card just drawn"
    TURN = "to play, draw or pass"


def question_in(allowed: Collection[MoveKind]) -> Question | None:
    """The question that these choices answer; None if there is nothing to choose."""
    first = {
        MoveKind.NAME_COLOUR: Question.COLOUR,
        MoveKind.ACCEPT: Question.FOUR,
        MoveKind.KEEP: Question.DRAWN,
    }
    found = (question for kind, question in first.items() if kind in allowed)
    return next(found, Question.TURN if allowed else None)


def must_keep(view: TableView) -> bool:
    """The card just drawn does not fit: there is nothing to decide, though nobody else may notice."""
    return MoveKind.KEEP in view.allowed and view.drawn not in view.legal


def leaves_one(view: TableView) -> bool:
    """Whether a card laid now would be the last but one: that is when UNO is said."""
    held = len(view.hand) + (view.drawn is not None)
    return bool(view.allowed & {MoveKind.PLAY, MoveKind.PLAY_DRAWN}) and bool(view.legal) and held == 2


# --- what is new ------------------------------------------------------------------------------------------


def new_cards(before: TableView | None, view: TableView) -> list[CardId]:
    """Cards that came into a hand, but for one that was shown when it was drawn; none for a new hand."""
    if before is None or not before.hand or before.rules.round != view.rules.round:
        return []
    had = {*before.hand, before.drawn}
    return [card.card for card in hand_model(view) if card.card not in had and not card.drawn]


def newly_shown(before: TableView | None, view: TableView) -> tuple[CardId, ...]:
    """A hand that has just been opened to this seat alone."""
    new = view.shown is not None and (before is None or before.shown is None)
    return view.shown if new and view.shown is not None else ()


def waited_for(view: TableView, seats: Sequence[int]) -> tuple[int, ...]:
    """Of the seats that have not contributed those who are waited for: the one in turn, if it is among them.

    Nobody if this seat itself is: it is asked, and need not be told.
    """
    need = view.rules.need
    waited = (need.seat,) if isinstance(need, NeedMove) and need.seat in seats else tuple(seats)
    return () if view.seat in waited else waited
