"""The keys at the table: the one place that says what a key does and when. The help is made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2puno.ui import screen_texts as words
from p2puno.ui.asking import leaves_one
from p2puno.ui.grammar import MAX_CHAT
from p2puno.ui.screen import situation
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import Key
from p2puno.ui.screen.table_sheets import (
    ask_whether_to_leave,
    show_fingerprints,
    show_help,
    show_rules,
    show_scores,
    show_settings,
)
from protocol.rules.needs import MoveKind
from protocol.table.choices import AcceptFour, CatchSeat, ChallengeFour, DrawCard, KeepCard, Move, PassTurn
from protocol.table.view import TableView

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage

SCROLLED_LINES = 5
LETTERS = {letter.source.lower(): colour for colour, letter in words.LETTER.items()}
PLAYS = frozenset({MoveKind.PLAY, MoveKind.PLAY_DRAWN})


# --- when ---------------------------------------------------------------------------------------------


def _typing(page: TablePage) -> bool:
    return page.field is not None


def _choosing(page: TablePage) -> bool:
    return page.field is None and page.composing.choosing and bool(page.asked)


def _at_hand(page: TablePage) -> bool:
    return page.field is None and not page.composing.choosing


def _holding(page: TablePage) -> bool:
    return _at_hand(page) and page.view is not None and bool(page.view.hand)


def _open(page: TablePage) -> bool:
    return page.field is None


def _asked_to_play(page: TablePage) -> bool:
    return _at_hand(page) and bool(page.asked & PLAYS)


def _can_play(page: TablePage) -> bool:
    return _asked_to_play(page) and page.view is not None and bool(page.view.legal)


def _can_say_uno(page: TablePage) -> bool:
    return page.field is None and page.view is not None and bool(page.asked & PLAYS) and leaves_one(page.view)


def _first_colour(page: TablePage) -> bool:
    return _choosing(page) and MoveKind.NAME_COLOUR in page.asked


def _wild_colour(page: TablePage) -> bool:
    return _choosing(page) and MoveKind.NAME_COLOUR not in page.asked


def _can(kind: MoveKind) -> Callable[[TablePage], bool]:
    return lambda page: _at_hand(page) and kind in page.asked


def _can_catch(page: TablePage) -> bool:
    return page.field is None and page.catchable


def _seated(page: TablePage) -> bool:
    return page.field is None and page.seated


def _looking_on(page: TablePage) -> bool:
    return not page.seated


def _playing(page: TablePage) -> bool:
    return _seated(page) and not page.handed_over


def _handed_over(page: TablePage) -> bool:
    return page.field is None and page.handed_over


# --- what ---------------------------------------------------------------------------------------------


def _view(page: TablePage) -> TableView:
    assert page.view is not None, "keys reach the table only when there is one"
    return page.view


def _step(page: TablePage, key: str) -> None:
    match key:
        case "left" | "right":
            page.composing.step(_view(page), 1 if key == "right" else -1)
        case _:
            page.composing.step_group(_view(page), 1 if key == "down" else -1)


def _jump_colour(page: TablePage, key: str) -> None:
    if not page.composing.jump(_view(page), colour=LETTERS.get(key)):
        page.say(str(words.NO_CARD_OF))


def _jump_number(page: TablePage, key: str) -> None:
    if not page.composing.jump(_view(page), number=int(key)):
        page.say(str(words.NO_CARD_OF))


def _play(page: TablePage, _key: str) -> None:
    """Send the card, or ask for its colour first; what does not fit is explained."""
    view, composing = _view(page), page.composing
    if composing.cursor is None:
        page.say(str(words.CHOOSE_A_CARD))
    elif composing.cursor not in view.legal:
        page.say(situation.unfit(view, composing.cursor))
    else:
        action = composing.action(view)
        if action is None:
            composing.choose_colour(view)
        else:
            page.send(action)


def _send_colour(page: TablePage, _key: str) -> None:
    action = page.composing.action(_view(page))
    if action is not None:
        page.send(action)


def _pick(page: TablePage, key: str) -> None:
    page.composing.colour = LETTERS[key]


def _step_colour(page: TablePage, key: str) -> None:
    page.composing.step_colour(1 if key in ("right", "down") else -1)


def _take_back(page: TablePage, _key: str) -> None:
    page.composing.choosing = False


def _uno(page: TablePage, _key: str) -> None:
    page.composing.uno = not page.composing.uno


def _sends(move: Move) -> Callable[[TablePage, str], None]:
    return lambda page, _: page.send(move)


def _catch(page: TablePage, _key: str) -> None:
    target = _view(page).catchable
    if target is not None:
        page.send(CatchSeat(target))


def _out_of_turn(page: TablePage, _key: str) -> None:
    page.say(situation.not_now(_view(page)))


def _hand_over(page: TablePage, _key: str) -> None:
    page.hand_over()


def _begin_chat(page: TablePage, _key: str) -> None:
    page.field = Field(MAX_CHAT)


def _erase(page: TablePage, _key: str) -> None:
    if page.field is not None and not page.field.erase():
        page.field = None


def _hush(page: TablePage, _key: str) -> None:
    page.field = None


def _scroll(page: TablePage, key: str) -> None:
    by = SCROLLED_LINES if key == "pageup" else -SCROLLED_LINES
    page.back = min(max(0, page.back + by), len(page.feed.log))


def _toggles(what: str) -> Callable[[TablePage, str], None]:
    return lambda page, _: page.toggle(what)


# The first row whose key it is and whose condition holds is what a key does.
TABLE: tuple[Key[TablePage], ...] = (
    # a line is being typed
    Key(("enter",), "Enter", "speak", lambda page, _: page.speak(), _typing),
    Key(("backspace",), "Backspace", "erase", _erase, _typing),
    Key(("escape", "c-c"), "Ctrl-C", "hush", _hush, _typing),
    # a colour is being chosen
    Key(("r", "y", "g", "b"), words.COLOUR_KEYS, "pick", _pick, _choosing, colours=True),
    Key(("left", "right", "up", "down"), "Arrows", "step", _step_colour, _choosing),
    Key(("enter",), "Enter", "name", _send_colour, _first_colour),
    Key(("enter",), "Enter", "send", _send_colour, _wild_colour),
    Key(("backspace", "escape", "delete"), "Backspace", "back", _take_back, _wild_colour),
    # a card is being chosen
    Key(("enter",), "Enter", "play", _play, _can_play),
    Key(("enter",), "Enter", "no play", lambda page, _: page.say(str(words.NOTHING_FITS)), _asked_to_play),
    Key(("enter",), "Enter", "no play", _out_of_turn, _holding),
    Key(("a",), "a", "accept", _sends(AcceptFour()), _can(MoveKind.ACCEPT)),
    Key(("c",), "c", "challenge", _sends(ChallengeFour()), _can(MoveKind.CHALLENGE)),
    Key(("k",), "k", "keep", _sends(KeepCard()), _can(MoveKind.KEEP)),
    Key(("d",), "d", "draw", _sends(DrawCard()), _can(MoveKind.DRAW)),
    Key(("d",), "d", "pass", _sends(PassTurn()), _can(MoveKind.PASS)),
    Key(("u",), "u", "uno", _uno, _can_say_uno),
    Key(("u",), "u", "uno later", lambda page, _: page.say(str(words.UNO_LATER)), _seated),
    Key(("x",), "x", "catch", _catch, _can_catch),
    Key(("left", "right", "up", "down"), "Arrows", "choose", _step, _holding),
    Key(("s",), "s", "say", _begin_chat, _seated),
    Key(("r", "y", "g", "b", "w"), "r y g b w", "colour jump", _jump_colour, _holding, colours=True),
    Key(tuple("0123456789"), "0 to 9", "number jump", _jump_number, _holding),
    # always
    Key(("pageup", "pagedown"), "PgUp PgDn", "log", _scroll, _open),
    Key(("i",), "i", "rules", lambda page, _: show_rules(page, _view(page)), _open),
    Key(("v",), "v", "scores", lambda page, _: show_scores(page, _view(page)), _open),
    Key(("f",), "f", "fingerprints", lambda page, _: show_fingerprints(page, _view(page)), _open),
    Key(("t",), "t", "take back", _hand_over, _handed_over),
    Key(("t",), "t", "hand over", _hand_over, _playing),
    Key(("o",), "o", "settings", lambda page, _: show_settings(page), _open),
    Key(("m",), "m", "marks", _toggles("marks"), _seated),
    Key(("h",), "h", "hints", _toggles("hints"), _seated),
    Key(("n",), "n", "bell", _toggles("bell"), _seated),
    Key(("?", "f1"), "?", "help", lambda page, _: show_help(page, TABLE), _open),
    Key(("q", "c-c"), "q", "look away", lambda page, _: page.leave(), _looking_on),
    Key(("q", "c-c"), "q", "quit", lambda page, _: ask_whether_to_leave(page, page), _seated),
)
