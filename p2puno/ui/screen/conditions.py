"""When each key of the table does something: questions about the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2puno.ui.asking import Question, leaves_one
from protocol.rules.needs import MoveKind

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage

PLAYS = frozenset({MoveKind.PLAY, MoveKind.PLAY_DRAWN})
# Then nothing else is to be thought of.
ALONE = frozenset({Question.VOTE, Question.REACT})


def typing(page: TablePage) -> bool:
    return page.field is not None


def is_open(page: TablePage) -> bool:
    return page.field is None


def seated(page: TablePage) -> bool:
    return page.field is None and page.seated


def calm(page: TablePage) -> bool:
    """Seated, and not asked something that leaves no time for anything else."""
    return seated(page) and page.question not in ALONE


def looking_on(page: TablePage) -> bool:
    return not page.seated


def playing(page: TablePage) -> bool:
    return seated(page) and not page.handed_over


def handed_over(page: TablePage) -> bool:
    return page.field is None and page.handed_over


def asks(question: Question) -> Callable[[TablePage], bool]:
    return lambda page: at_hand(page) and page.question is question


def hurried(question: Question) -> Callable[[TablePage], bool]:
    return lambda page: page.field is None and page.question is question


# --- a card and what belongs to it -------------------------------------------------------------------------


def choosing(page: TablePage) -> bool:
    return page.field is None and page.composing.choosing and page.own is not None


def aiming(page: TablePage) -> bool:
    return page.field is None and page.composing.aiming and page.own is not None


def composed(page: TablePage) -> bool:
    """Something belongs to a card that can still be taken back."""
    alone = {MoveKind.NAME_COLOUR, MoveKind.NAME_TARGET}
    return (choosing(page) or aiming(page)) and not page.asked & alone


def first_colour(page: TablePage) -> bool:
    return choosing(page) and MoveKind.NAME_COLOUR in page.asked


def wild_colour(page: TablePage) -> bool:
    return choosing(page) and MoveKind.NAME_COLOUR not in page.asked


def at_hand(page: TablePage) -> bool:
    """The person is not in the middle of something."""
    composing = page.composing
    return page.field is None and not composing.choosing and not composing.aiming


def holding(page: TablePage) -> bool:
    held = page.view is not None and bool(page.view.hand)
    return at_hand(page) and held and page.question not in ALONE


def asked_to_play(page: TablePage) -> bool:
    return at_hand(page) and bool(page.asked & PLAYS)


def can_play(page: TablePage) -> bool:
    return asked_to_play(page) and page.own is not None and bool(page.own.legal)


def can(kind: MoveKind) -> Callable[[TablePage], bool]:
    return lambda page: at_hand(page) and kind in page.asked


def can_accept_four(page: TablePage) -> bool:
    return can(MoveKind.ACCEPT)(page) and MoveKind.CHALLENGE in page.asked


def can_take(page: TablePage) -> bool:
    return can(MoveKind.ACCEPT)(page) and MoveKind.CHALLENGE not in page.asked


def can_pair(page: TablePage) -> bool:
    own, cursor = page.own, page.composing.cursor
    fits = own is not None and cursor is not None and cursor in own.legal and bool(own.seconds(cursor))
    return at_hand(page) and MoveKind.PLAY in page.asked and fits


def can_try(page: TablePage) -> bool:
    own, cursor = page.own, page.composing.cursor
    return at_hand(page) and own is not None and own.tries and cursor in own.hand and cursor not in own.legal


# --- out of turn --------------------------------------------------------------------------------------------


def can_say_uno(page: TablePage) -> bool:
    return page.field is None and page.own is not None and leaves_one(page.own)


def can_call(page: TablePage) -> bool:
    return page.field is None and page.own is not None and page.own.seat in page.own.may_call


def can_rescue(page: TablePage) -> bool:
    own = page.own
    return page.field is None and own is not None and any(seat != own.seat for seat in own.may_call)


def can_catch(page: TablePage) -> bool:
    return page.field is None and page.own is not None and bool(page.own.may_catch)


def can_jump(page: TablePage) -> bool:
    return at_hand(page) and page.own is not None and bool(page.own.jumpable)


def waits(page: TablePage) -> bool:
    """The table has waited for somebody for a while, and enough can stay to go on without."""
    return seated(page) and page.absence.can_vote(page.company, page.feed.away)


def can_nudge(page: TablePage) -> bool:
    """Likewise, but the program there can only be asked to play on."""
    return seated(page) and bool(page.feed.away.keys() - page.company.away) and not waits(page)


def somebody_asks(page: TablePage) -> bool:
    """Somebody can be let in."""
    return seated(page) and bool(page.company.asking)


def can_accuse(page: TablePage) -> bool:
    return at_hand(page) and page.own is not None and bool(page.own.may_accuse)
