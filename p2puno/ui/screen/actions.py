"""What the keys at the table do with cards and players: steps of an action, until it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui.asking import catch_first
from p2puno.ui.screen.advice import unfit
from protocol.rules.needs import MoveKind
from protocol.table.choices import CallUno, CatchSeat, DiscardCards, DuelCard, GiveCard, PlayCard
from protocol.table.view import View

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage


def _own(page: TablePage) -> View:
    assert page.own is not None, "these keys work only for a seat that may act"
    return page.own


def play(page: TablePage, _key: str) -> None:
    """Send the card, or ask for what belongs to it first; what does not fit is explained."""
    view, composing = _own(page), page.composing
    if composing.cursor is None:
        page.say(str(words.CHOOSE_A_CARD))
    elif composing.cursor not in view.legal:
        page.say(unfit(view, composing.cursor))
    else:
        go_on(page, _key)


def go_on(page: TablePage, _key: str) -> None:
    """The next step of the action; the last one sends it."""
    action = page.composing.go_on(_own(page))
    if action is not None:
        page.send(action)


def nothing_fits(page: TablePage, _key: str) -> None:
    draws = MoveKind.DRAW in page.asked
    page.say(str(words.NOTHING_FITS if draws else house.TAKE_HINT))


def step_target(page: TablePage, key: str) -> None:
    page.composing.step_target(_own(page), 1 if key in ("right", "down") else -1)


def turn_pair(page: TablePage, _key: str) -> None:
    page.composing.turn_pair(_own(page))


def try_card(page: TablePage, _key: str) -> None:
    """Lay the chosen card although it does not fit."""
    if page.composing.cursor is not None:
        page.send(PlayCard(page.composing.cursor))


# --- out of turn --------------------------------------------------------------------------------------------


def jump_in(page: TablePage, _key: str) -> None:
    """With the chosen card, if it is one that can be laid now; else with the first that can."""
    view, composing = _own(page), page.composing
    if composing.cursor not in view.jumpable:
        composing.choose_card(view, view.jumpable[0])
    composing.jumping = True
    go_on(page, _key)


def catch(page: TablePage, _key: str) -> None:
    target = catch_first(_own(page))
    if target is not None:
        page.send(CatchSeat(target))


def call(page: TablePage, _key: str) -> None:
    page.send(CallUno(_own(page).seat))


def rescue(page: TablePage, _key: str) -> None:
    view = _own(page)
    page.send(CallUno(next(seat for seat in view.may_call if seat != view.seat)))


# --- questions that are no turn -----------------------------------------------------------------------------


def give(page: TablePage, _key: str) -> None:
    if page.composing.cursor is not None:
        page.send(GiveCard(page.composing.cursor))


def show(page: TablePage, _key: str) -> None:
    cursor = page.composing.cursor
    if cursor in _own(page).duel:
        page.send(DuelCard(cursor))
    else:
        page.say(str(house.NO_NUMBER_CARD))


def mark(page: TablePage, _key: str) -> None:
    page.composing.turn_mark()


def discard(page: TablePage, _key: str) -> None:
    """The marked cards, in the order of the hand."""
    view, marked = _own(page), page.composing.marked
    action = DiscardCards(tuple(card for card in view.hand if card in marked))
    if not marked:
        page.say(str(house.MARK_FIRST))
    elif view.permits(action):
        page.send(action)
    else:
        page.say(str(house.NOT_TOGETHER))


def discard_none(page: TablePage, _key: str) -> None:
    if _own(page).permits(DiscardCards(())):
        page.send(DiscardCards(()))
    else:
        page.say(str(house.MUST_DISCARD))
