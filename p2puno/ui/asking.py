"""What a seat is asked, what is new to it, who is waited for: decided here once, said by every interface."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

from p2puno.ui.model import hand_model
from protocol.rules.cards import CardId
from protocol.rules.needs import MoveKind, NeedExchange, NeedMove
from protocol.table.choices import Ask
from protocol.table.view import TableView, View


class Question(Enum):
    """What a seat that may choose is asked."""

    COLOUR = "the first colour"
    FOUR = "to challenge a wild draw four or to accept it"
    ATTACK = "to bear what was laid against it, or to answer it with a card"
    READY = "to say when play may go on"
    TARGET = "with whom to trade hands"
    DISCARD = "what to discard"
    DRAWN = "to play or keep the card just drawn"
    TURN = "to play, draw or pass"
    GIVE = "which card to give away"
    DUEL = "which card to show"
    VOTE = "whether it was a hint"
    REACT = "to be quick"


_BY_KIND = {
    MoveKind.NAME_COLOUR: Question.COLOUR,
    MoveKind.CHALLENGE: Question.FOUR,
    MoveKind.ACCEPT: Question.ATTACK,
    MoveKind.READY: Question.READY,
    MoveKind.NAME_TARGET: Question.TARGET,
    MoveKind.DISCARD: Question.DISCARD,
    MoveKind.KEEP: Question.DRAWN,
    MoveKind.PLAY_DRAWN: Question.DRAWN,
}
_BY_ASK = {
    Ask.GIVE: Question.GIVE,
    Ask.DUEL: Question.DUEL,
    Ask.VOTE: Question.VOTE,
    Ask.REACT: Question.REACT,
}


def question_in(allowed: Collection[MoveKind]) -> Question | None:
    """The question that these choices answer; None if there is nothing to choose."""
    found = (question for kind, question in _BY_KIND.items() if kind in allowed)
    return next(found, Question.TURN if allowed else None)


def question_of(view: TableView) -> Question | None:
    """What this seat is asked now, in its turn or besides."""
    return question_in(view.allowed) if view.asked is None else _BY_ASK[view.asked]


def must_keep(view: TableView) -> bool:
    """The card just drawn does not fit: there is nothing to decide, though nobody else may notice."""
    return MoveKind.KEEP in view.allowed and view.drawn not in view.legal


def leaves_one(view: TableView) -> bool:
    """Whether a card laid now, or two, could leave one: that is when UNO is said."""
    if not isinstance(view, View):
        return False
    if view.jumpable and len(view.hand) == 2:
        return True
    if not view.legal or not view.allowed & {MoveKind.PLAY, MoveKind.PLAY_DRAWN}:
        return False
    held = len(view.hand) + (view.drawn is not None)
    return held == 2 or (held == 3 and any(map(view.seconds, view.legal)))


def reminded(view: TableView) -> bool:
    """Whether the table itself reminds of UNO now, whatever somebody has switched off."""
    return view.rules.ruleset.on("uno_reminder") and leaves_one(view)


def exchanges_with(view: View) -> int | None:
    """With whom the seat exchanges a card, while it chooses which."""
    need = view.rules.need
    if not isinstance(need, NeedExchange):
        return None
    return need.second if need.first == view.seat else need.first


def catch_first(view: TableView) -> int | None:
    """Of those who could be caught one who has not said UNO, if there is one."""
    called = {window.target for window in view.rules.windows if window.called}
    return min(view.may_catch, key=lambda seat: seat in called, default=None)


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
