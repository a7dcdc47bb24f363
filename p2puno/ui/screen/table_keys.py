"""The keys at the table: the one place that says what a key does and when. The help is made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2puno.ui import screen_texts as words
from p2puno.ui.asking import Question
from p2puno.ui.grammar import MAX_CHAT
from p2puno.ui.screen import actions, conditions, situation
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import Key
from p2puno.ui.screen.table_sheets import (
    ask_whether_to_leave,
    ask_whom_to_accuse,
    ask_whom_to_go_on_without,
    ask_whom_to_let_in,
    show_fingerprints,
    show_help,
    show_rules,
    show_scores,
    show_settings,
)
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    Action,
    CastVote,
    ChallengeFour,
    DrawCard,
    DuelCard,
    KeepCard,
    PassTurn,
    React,
    SayReady,
)
from protocol.table.view import TableView

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage

SCROLLED_LINES = 5
LETTERS = {letter.source.lower(): colour for colour, letter in words.LETTER.items()}


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


def _pick(page: TablePage, key: str) -> None:
    page.composing.colour = LETTERS[key]


def _step_colour(page: TablePage, key: str) -> None:
    page.composing.step_colour(1 if key in ("right", "down") else -1)


def _take_back(page: TablePage, _key: str) -> None:
    page.composing.take_back()


def _uno(page: TablePage, _key: str) -> None:
    page.composing.uno = not page.composing.uno


def _sends(action: Action, *, at_once: bool = False) -> Callable[[TablePage, str], None]:
    return lambda page, _: page.send(action, at_once=at_once)


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
    Key(("enter",), "Enter", "speak", lambda page, _: page.speak(), conditions.typing),
    Key(("backspace",), "Backspace", "erase", _erase, conditions.typing),
    Key(("escape", "c-c"), "Ctrl-C", "hush", _hush, conditions.typing),
    # a colour is being chosen
    Key(("r", "y", "g", "b"), words.COLOUR_KEYS, "pick", _pick, conditions.choosing, colours=True),
    Key(("left", "right", "up", "down"), "Arrows", "step", _step_colour, conditions.choosing),
    Key(("enter",), "Enter", "name", actions.go_on, conditions.first_colour),
    Key(("enter",), "Enter", "send", actions.go_on, conditions.wild_colour),
    # a player is being chosen
    Key(("left", "right", "up", "down"), "Arrows", "aim", actions.step_target, conditions.aiming),
    Key(("enter",), "Enter", "aimed", actions.go_on, conditions.aiming),
    Key(("backspace", "escape", "delete"), "Backspace", "back", _take_back, conditions.composed),
    # something that is no turn
    Key((" ", "enter"), "Space", "slap", _sends(React(), at_once=True), conditions.hurried(Question.REACT)),
    Key(("y",), "y", "vote yes", _sends(CastVote(True)), conditions.hurried(Question.VOTE)),
    Key(("n",), "n", "vote no", _sends(CastVote(False)), conditions.hurried(Question.VOTE)),
    Key(("enter",), "Enter", "sorted", _sends(SayReady()), conditions.can(MoveKind.READY)),
    Key(("enter",), "Enter", "give", actions.give, conditions.asks(Question.GIVE)),
    Key(("enter",), "Enter", "show", actions.show, conditions.asks(Question.DUEL)),
    Key(("k",), "k", "show none", _sends(DuelCard(None)), conditions.asks(Question.DUEL)),
    Key((" ",), "Space", "mark", actions.mark, conditions.can(MoveKind.DISCARD)),
    Key(("enter",), "Enter", "discard", actions.discard, conditions.can(MoveKind.DISCARD)),
    Key(("k",), "k", "discard none", actions.discard_none, conditions.can(MoveKind.DISCARD)),
    # a card is being chosen
    Key(("enter",), "Enter", "play", actions.play, conditions.can_play),
    Key(("enter",), "Enter", "no play", actions.nothing_fits, conditions.asked_to_play),
    Key(("enter",), "Enter", "no play", _out_of_turn, conditions.holding),
    Key(("a",), "a", "accept", _sends(AcceptFour()), conditions.can_accept_four),
    Key(("a",), "a", "take", _sends(AcceptFour()), conditions.can_take),
    Key(("c",), "c", "challenge", _sends(ChallengeFour()), conditions.can(MoveKind.CHALLENGE)),
    Key(("k",), "k", "keep", _sends(KeepCard()), conditions.can(MoveKind.KEEP)),
    Key(("d",), "d", "draw", _sends(DrawCard()), conditions.can(MoveKind.DRAW)),
    Key(("d",), "d", "pass", _sends(PassTurn()), conditions.can(MoveKind.PASS)),
    Key(("p",), "p", "pair", actions.turn_pair, conditions.can_pair),
    Key(("l",), "l", "try", actions.try_card, conditions.can_try),
    Key(("j",), "j", "jump in", actions.jump_in, conditions.can_jump),
    Key(("u",), "u", "call", actions.call, conditions.can_call),
    Key(("e",), "e", "rescue", actions.rescue, conditions.can_rescue),
    Key(("u",), "u", "uno", _uno, conditions.can_say_uno),
    Key(("u",), "u", "uno later", lambda page, _: page.say(str(words.UNO_LATER)), conditions.seated),
    Key(("x",), "x", "catch", actions.catch, conditions.can_catch),
    Key(("left", "right", "up", "down"), "Arrows", "choose", _step, conditions.holding),
    Key(("s",), "s", "say", _begin_chat, conditions.seated),
    Key(
        ("r", "y", "g", "b", "w"), "r y g b w", "colour jump", _jump_colour, conditions.holding, colours=True
    ),
    Key(tuple("0123456789"), "0 to 9", "number jump", _jump_number, conditions.holding),
    # always
    Key(("!",), "!", "accuse", lambda page, _: ask_whom_to_accuse(page), conditions.can_accuse),
    Key(("z",), "z", "go on without", lambda page, _: ask_whom_to_go_on_without(page), conditions.waits),
    Key(("z",), "z", "nudge", lambda page, _: ask_whom_to_go_on_without(page), conditions.can_nudge),
    Key(("+",), "+", "let in", lambda page, _: ask_whom_to_let_in(page), conditions.somebody_asks),
    Key(("pageup", "pagedown"), "PgUp PgDn", "log", _scroll, conditions.is_open),
    Key(("i",), "i", "rules", lambda page, _: show_rules(page, _view(page)), conditions.is_open),
    Key(("v",), "v", "scores", lambda page, _: show_scores(page, _view(page)), conditions.is_open),
    Key(
        ("f",), "f", "fingerprints", lambda page, _: show_fingerprints(page, _view(page)), conditions.is_open
    ),
    Key(("t",), "t", "take back", _hand_over, conditions.handed_over),
    Key(("t",), "t", "hand over", _hand_over, conditions.playing),
    Key(("o",), "o", "settings", lambda page, _: show_settings(page), conditions.is_open),
    Key(("m",), "m", "marks", _toggles("marks"), conditions.seated),
    Key(("h",), "h", "hints", _toggles("hints"), conditions.seated),
    Key(("n",), "n", "bell", _toggles("bell"), conditions.calm),
    Key(("?", "f1"), "?", "help", lambda page, _: show_help(page, TABLE), conditions.is_open),
    Key(("q", "c-c"), "q", "look away", lambda page, _: page.leave(), conditions.looking_on),
    Key(("q", "c-c"), "q", "quit", lambda page, _: ask_whether_to_leave(page, page), conditions.seated),
)
