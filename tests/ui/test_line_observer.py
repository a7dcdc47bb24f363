"""What the screen shows while a game goes on, over a game that bots play for every seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2puno.ui.line_observer import LineObserver
from protocol.rules import happenings as rules
from protocol.rules.needs import DrawReason
from protocol.rules.ruleset import RuleSet
from protocol.table.happenings import SeatShuffled
from protocol.table.table import finished
from tests.table.simulation import Simulation
from tests.ui.views import DRAWN, TURN, ids, make_view


def _screen(*, progress: bool = False) -> tuple[LineObserver, list[str]]:
    lines: list[str] = []
    return LineObserver(lines.append, progress=progress), lines


def test_a_whole_game_is_told_to_its_end() -> None:
    """A person who reads only this screen can follow every card on the table."""
    rules_ = RuleSet.preset("classic").with_options({"rounds": 1})
    game = Simulation.new(3, rules_, seed=3)
    screen, lines = _screen()
    while not finished(game.state):
        game.step()
        screen.on_slot(game.view(0), game.state.happenings)
    told = "\n".join(lines)
    for sentence in ("The cut for the dealer: ", "Round 1: ", "The first card is ", "dealt 7 cards."):
        assert sentence in told
    dealt = next(line for line in lines if line.startswith("Your hand: "))
    assert dealt.count(", ") == 6
    over = next(number for number, line in enumerate(lines) if line.startswith("The game is over: "))
    assert len(lines) - over == 1 + 3 + 1, "the result of three seats and what was checked come last"
    assert lines[-1].startswith("Checked so far: shuffles ")
    played = sum(" play" in line for line in lines)
    assert played >= len(game.state.rules.discards) - 1


def test_what_a_penalty_brought_is_shown_to_its_owner() -> None:
    screen, lines = _screen()
    screen.on_slot(make_view(("red 5",)), ())
    lines.clear()
    more = make_view(("red 5", "wild", "blue 2"))
    screen.on_slot(more, (rules.CardsDrawn(0, 2, DrawReason.DRAW_TWO),))
    assert lines == ["You draw 2 cards.", "New in your hand: blue 2 and wild."]


def test_a_card_that_was_shown_when_drawn_is_not_shown_again() -> None:
    screen, lines = _screen()
    screen.on_slot(make_view(("red 5",), asked=DRAWN, drawn="blue 2"), ())
    screen.on_slot(make_view(("red 5", "blue 2")), (rules.CardKept(0),))
    assert lines == ["You keep the card.", "Bob's turn: red 7 on top."]


def test_the_dealt_hand_is_shown_once() -> None:
    """Here, or with the question if the seat has the first turn."""
    for asked, shown in (((), True), (TURN, False)):
        screen, lines = _screen()
        screen.on_slot(make_view(("red 5", "blue 2"), asked=asked), (rules.HandsDealt(7),))
        assert ("Your hand: 1 red 5, 2 blue 2." in lines) == shown


def test_a_turn_is_named_once() -> None:
    screen, lines = _screen()
    view = make_view(("red 5",), turn=1)
    screen.on_slot(make_view(()), ())
    lines.clear()
    screen.on_slot(view, ())
    screen.on_slot(view, (rules.FalseCatch(2, 1),))
    assert lines[-1].startswith("Cid tries to catch Bob")
    screen.on_slot(make_view(("red 5",), turn=2), ())
    assert lines[-1] == "Cid's turn: red 7 on top."


def test_a_hand_shown_to_the_challenger_is_told_once() -> None:
    screen, lines = _screen()
    view = replace(make_view(("red 5",)), shown=ids(["wild", "blue 1"]))
    screen.on_slot(view, ())
    screen.on_slot(view, ())
    assert lines.count("Shown to you alone, the hand that was challenged: blue 1 and wild.") == 1


@pytest.mark.parametrize("progress", [False, True])
def test_steps_of_a_shuffle_are_told_only_where_wanted(progress: bool) -> None:
    screen, lines = _screen(progress=progress)
    screen.on_slot(make_view(()), (SeatShuffled(1, 2, 3),))
    assert ("Shuffling: 2 of 3 (Bob)." in lines) == progress


def test_waiting_is_told_less_and_less_often() -> None:
    screen, lines = _screen()
    screen.on_slot(make_view(("red 5",), turn=1), ())
    lines.clear()
    for seconds in range(2, 200, 2):
        screen.on_waiting((1, 2), float(seconds))
    told = [f"Waiting for Bob ({seconds} seconds)." for seconds in (10, 30, 60, 120, 180)]
    assert lines == [*told[:2], "`vote Bob` asks the others to go on without.", *told[2:]]


def test_nobody_is_told_to_wait_for_himself() -> None:
    screen, lines = _screen()
    screen.on_waiting((0,), 60.0)
    screen.on_slot(make_view(("red 5",), asked=TURN), ())
    screen.on_waiting((0, 1), 60.0)
    assert lines == []


def test_chat_and_notices() -> None:
    screen, lines = _screen()
    screen.on_slot(make_view(()), ())
    lines.clear()
    screen.on_chat(1, "hello {name}")
    screen.on_notice("Bob: the link is down")
    assert lines == ["Bob: hello {name}", "Bob: the link is down."]


def test_no_control_character_reaches_the_screen() -> None:
    screen, lines = _screen()
    screen.show("a\x1b[31mred\u202e\x07", "two\nlines")
    assert lines == ["a[31mred", "two lines"]
