"""A person at the table page: keys in, actions out, against views made by hand; no terminal."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio
import trio.testing

from p2puno.seat.chatter import CHAT_LINES
from p2puno.seat.player import Asking, Company, Controls
from p2puno.store.fingerprint import fingerprint
from p2puno.ui import screen_texts as words
from p2puno.ui.pace import USUAL_DECISIONS, Pace
from p2puno.ui.screen.answering import SETTLE_SECONDS
from p2puno.ui.screen.keys import KEYS
from p2puno.ui.screen.light import LIT_SECONDS
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.samples import as_text, round_end, table
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.table_keys import TABLE
from p2puno.ui.verdict import same_game
from protocol.rules.cards import Colour
from protocol.rules.happenings import CardPlayed, GameEnded, UnoCalled
from protocol.rules.needs import MoveKind, NeedDeal, NeedShuffle
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import LaidFour
from protocol.table.casting import Prospect
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    NameFirstColour,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.happenings import SeatShuffled
from protocol.table.view import Action, View
from tests.ui.views import DRAWN, FOUR, NAMING, TURN, ids, make_view

HAND = ("red 5", "red 6", "blue 3", "wild")
RED_5, RED_6, BLUE_3, WILD = ids(HAND)
MY_TURN = make_view(HAND, asked=TURN)
BOBS_TURN = make_view(HAND)


@dataclass
class Seat:
    """A table page and the person in front of it."""

    stage: Stage
    page: TablePage
    controls: Controls
    nursery: trio.Nursery
    actions: list[Action] = field(default_factory=list)
    rings: int = 0

    def see(self, view: View) -> None:
        """A slot in which nothing happens that is told."""
        self.page.on_slot(view, ())

    async def asked(self, view: View, *, settled: bool = True) -> None:
        """The table asks this seat, and the person has looked at the question."""
        self.see(view)
        self.nursery.start_soon(self._decide, view)
        await trio.testing.wait_all_tasks_blocked()
        if settled:
            await trio.sleep(SETTLE_SECONDS * 1.01)

    async def _decide(self, view: View) -> None:
        self.actions.append(await self.page.decide(view))

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.stage.page.press(key)
        await trio.testing.wait_all_tasks_blocked()

    def screen(self, columns: int = 80, rows: int = 24) -> str:
        return as_text(self.stage.page.draw(columns, rows))


@pytest.fixture
async def seat(autojump_clock: trio.testing.MockClock) -> AsyncIterator[Seat]:
    async with sitting() as one:
        yield one


@asynccontextmanager
async def sitting() -> AsyncIterator[Seat]:
    stage, controls = Stage(), Controls()
    page = TablePage(stage, controls, Pace((1.5,)))
    async with trio.open_nursery() as nursery:
        one = Seat(stage, page, controls, nursery)

        def ring() -> None:
            one.rings += 1

        stage.ring = ring
        stage.start_soon = nursery.start_soon
        yield one
        nursery.cancel_scope.cancel()


# --- playing ------------------------------------------------------------------------------------------


async def test_the_cursor_begins_on_a_card_that_fits(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    assert seat.rings == 1
    assert "YOUR TURN" in seat.screen()
    assert "Enter plays red 5." in seat.screen()
    await seat.press("enter")
    assert seat.actions == [PlayCard(RED_5)]


@pytest.mark.parametrize(
    ("keys", "card"),
    [(("right",), RED_6), (("r",), RED_6), (("r", "r"), RED_5), (("6",), RED_6), (("left", "right"), RED_5)],
)
async def test_cards_are_chosen_by_arrows_letters_and_numbers(
    autojump_clock: trio.testing.MockClock, seat: Seat, keys: tuple[str, ...], card: int
) -> None:
    await seat.asked(MY_TURN)
    await seat.press(*keys, "enter")
    assert seat.actions == [PlayCard(card)]


async def test_what_does_not_fit_is_explained_and_nothing_is_lost(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    await seat.press("b")
    assert "Blue 3 does not fit: play a red card, another 7 or a wild." in seat.screen()
    await seat.press("enter")
    assert seat.actions == []
    await seat.press("up", "enter")
    assert seat.actions == [PlayCard(RED_5)]


async def test_where_nothing_fits_enter_says_to_draw(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(make_view(("blue 3", "green 4"), asked=TURN))
    screen = seat.screen()
    assert str(words.NOTHING_FITS) in screen
    assert "Enter play" not in screen
    await seat.press("enter")
    assert str(words.NOTHING_FITS) in seat.screen()
    await seat.press("d")
    assert seat.actions == [DrawCard()]


async def test_a_wild_its_colour_and_enter_are_one_action(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    await seat.press("w", "enter")
    assert "[ R Red ]" in seat.screen(), "the colour held most often is offered"
    await seat.press("right", "right")
    assert "[ G Green ]" in seat.screen()
    await seat.press("b")
    assert seat.actions == []
    await seat.press("enter")
    assert seat.actions == [PlayCard(WILD, Colour.BLUE)]


@pytest.mark.parametrize("back", ["backspace", "escape"])
async def test_a_wild_is_taken_back(seat: Seat, autojump_clock: trio.testing.MockClock, back: str) -> None:
    await seat.asked(MY_TURN)
    await seat.press("w", "enter", "g", back, "r", "enter")
    assert seat.actions == [PlayCard(RED_5)]


async def test_uno_is_said_with_the_card(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    await seat.asked(make_view(("red 5", "blue 3"), asked=TURN))
    assert str(words.UNO_HINT) in " ".join(seat.screen().split())
    await seat.press("u")
    assert "with UNO!" in seat.screen()
    await seat.press("u", "u", "enter")
    assert seat.actions == [PlayCard(RED_5, uno=True)]


async def test_uno_is_not_said_with_other_cards(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    await seat.asked(MY_TURN)
    await seat.press("u")
    assert str(words.UNO_LATER) in seat.screen()
    await seat.press("enter")
    assert seat.actions == [PlayCard(RED_5)]


async def test_a_call_does_not_stay_for_the_next_turn(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    two = make_view(("red 5", "blue 3"), asked=TURN)
    await seat.asked(two)
    await seat.press("u", "d")
    seat.see(make_view(("red 5", "blue 3")))
    await seat.asked(two)
    await seat.press("enter")
    assert seat.actions == [DrawCard(), PlayCard(RED_5)]


async def test_a_key_before_the_question_sends_nothing(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    """Enter hammered while others play does not play a card."""
    await seat.asked(MY_TURN, settled=False)
    await seat.press("enter", "d")
    assert seat.actions == []
    assert str(words.TOO_QUICK)[:40] in seat.screen()
    await trio.sleep(SETTLE_SECONDS * 1.01)
    await seat.press("enter", "enter", "d")
    assert seat.actions == [PlayCard(RED_5)]


async def test_out_of_turn_the_hand_can_be_looked_through_but_not_played(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(BOBS_TURN)
    assert "Bob's turn" in seat.screen()
    await seat.press("right", "enter")
    assert "It is not your turn: wait for Bob." in seat.screen()
    await seat.asked(MY_TURN)
    await seat.press("enter")
    assert seat.actions == [PlayCard(RED_6)], "the card looked at stays chosen"
    assert seat.rings == 1


async def test_drawing_and_the_drawn_card(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    await seat.asked(MY_TURN)
    await seat.press("d")
    fits = make_view(HAND, asked=DRAWN, drawn="red 9")
    await seat.asked(fits)
    assert "You drew red 9, and it fits" in seat.screen()
    await seat.press("left", "enter")
    assert str(words.ONLY_DRAWN) in seat.screen()
    await seat.press("9", "enter")
    await seat.asked(fits)
    await seat.press("k")
    assert seat.actions == [DrawCard(), PlayDrawnCard(ids(["red 9"])[0]), KeepCard()]


async def test_an_unfit_card_is_kept_after_the_time_a_decision_takes(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    before = trio.current_time()
    await seat.asked(make_view(HAND, asked=DRAWN, drawn="blue 9"), settled=False)
    assert "it does not fit and is kept" in seat.screen()
    await seat.press("k", "enter")
    assert seat.actions == []
    await trio.sleep(1.6)
    assert seat.actions == [KeepCard()]
    assert trio.current_time() - before < max(USUAL_DECISIONS)
    assert seat.rings == 0


async def test_the_first_colour(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    await seat.asked(make_view(("blue 1", "blue 2", "red 5"), asked=NAMING, top="wild"))
    assert "[ B Blue ]" in seat.screen()
    await seat.press("backspace", "y", "enter")
    assert seat.actions == [NameFirstColour(Colour.YELLOW)]


@pytest.mark.parametrize(("key", "action"), [("a", AcceptFour()), ("c", ChallengeFour())])
async def test_a_wild_draw_four_is_answered(
    seat: Seat, autojump_clock: trio.testing.MockClock, key: str, action: Action
) -> None:
    view = make_view(HAND, asked=FOUR, top="wild draw four", colour=Colour.BLUE, four=LaidFour(1, Colour.RED))
    await seat.asked(view)
    screen = " ".join(seat.screen().split())
    assert "Bob laid a wild draw four on you, and named blue" in screen
    assert words.FOUR_HINT.format(name="Bob", colour="red") in screen
    await seat.press("d", "enter", key)
    assert seat.actions == [action]


async def test_catching_is_one_key(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    await seat.asked(make_view(HAND, catchable=2))
    assert "No UNO from Cid? x catches." in seat.screen()
    await seat.press("x")
    assert seat.actions == [CatchSeat(2)]
    await seat.press("x")
    assert "x does nothing now" in seat.screen()


async def test_a_question_that_is_taken_back_sends_nothing_later(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(MY_TURN)
    with trio.move_on_after(SETTLE_SECONDS * 2):
        await seat.page.decide(MY_TURN)
    await seat.press("enter")
    seat.see(BOBS_TURN)
    await seat.press("enter", "d")
    assert seat.actions == []


# --- the rest of the screen -----------------------------------------------------------------------------


async def test_help_lists_the_keys_that_work_now_and_only_those(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    await seat.press("?")
    screen = seat.screen()
    assert "play the chosen card" in screen
    assert "challenge" not in screen
    assert "say UNO" not in screen
    await seat.press("enter")
    assert "YOUR TURN" in seat.screen()
    assert seat.actions == []


def test_every_key_is_called_something_and_none_is_hidden_by_an_earlier_row() -> None:
    for row in TABLE:
        assert row.words in KEYS
    always = [row for row in TABLE if row.keys == ("s",)]
    assert len(always) == 1


async def test_talking(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    await seat.press("s", *"hi q", "backspace", "d", "enter")
    assert await seat.controls.next_said() == "hi d"
    assert "You: hi d" in seat.screen()
    await seat.press("s", "backspace", "?")
    assert str(words.HELP_TITLE) in seat.screen()


async def test_the_way_out_of_a_line_stands_on_the_key_line(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(BOBS_TURN)
    await seat.press("s", "n", "o")
    assert "\n Enter send  Ctrl-C back\n" in seat.screen()
    await seat.press("c-c")
    assert str(words.SAY) not in seat.screen()
    assert not seat.controls.leaving.is_set()


async def test_a_huge_paste_is_cut_and_that_is_said(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(BOBS_TURN)
    seat.page.paste("dropped without a line to go to")
    await seat.press("s")
    seat.page.paste("\x1b[31m" + "y" * 100_000)
    assert words.PASTE_CUT.format(limit=200) in seat.screen()
    await seat.press("enter")
    said = await seat.controls.next_said()
    assert said.startswith("[31myyy")
    assert len(said) <= 200


async def test_a_flood_of_chat_is_thinned_out(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    for number in range(100):
        seat.page.on_chat(1, f"line {number}")
    log = list(seat.page.feed.log)
    assert len(log) == CHAT_LINES + 1
    assert log[-1] == words.CHAT_DROPPED.format(name="Bob", count=100 - CHAT_LINES)
    seat.page.on_chat(2, "I am still heard")
    assert seat.page.feed.log[-1] == "Cid: I am still heard"


async def test_escape_sequences_do_not_reach_the_screen(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(make_view(HAND, names=("Ann", "B\x1b[2Job", "Cid")))
    seat.page.on_chat(1, "\x1b]0;title\x07\x9b31m" + "e" + "\u0301" * 90)
    seat.page.on_notice("a \x1b[31mred\n notice")
    screen = seat.screen()
    assert not any(ord(character) < 32 and character != "\n" for character in screen)
    assert "\x9b" not in screen


async def test_progress_and_waiting(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    shuffling = replace(BOBS_TURN, rules=replace(BOBS_TURN.rules, need=NeedShuffle(())))
    seat.see(shuffling)
    assert str(words.SHUFFLE_BEGINS) in seat.screen()
    seat.page.on_slot(shuffling, [SeatShuffled(1, 2, 4)])
    assert "Shuffling [#####.....] 2 of 4: Bob is done" in seat.screen()
    seat.see(replace(BOBS_TURN, rules=replace(BOBS_TURN.rules, need=NeedDeal(7))))
    assert str(words.DEALING) in seat.screen()
    await seat.press("enter")
    assert str(words.NOT_NOW) in seat.screen()
    seat.page.on_waiting([2], 12.0)
    assert re.search(r"Cid .* wait 12s", seat.screen())
    seat.page.on_waiting([2], 185.0)
    assert re.search(r"Cid .* wait 3m", seat.screen())
    seat.see(BOBS_TURN)
    assert "wait " not in seat.screen()


async def test_uno_is_shown_at_the_seat_until_the_hand_grows(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.page.on_slot(make_view(HAND, counts=(4, 1, 5)), [UnoCalled(1)])
    assert "1 UNO!" in seat.screen()
    seat.see(make_view(HAND, counts=(4, 3, 5)))
    assert "1 UNO!" not in seat.screen()


async def test_settings_are_toggled(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    await seat.press("n", "m", "h")
    await seat.asked(MY_TURN)
    assert seat.rings == 0
    screen = seat.screen()
    assert "R5*" not in screen
    assert "Enter plays" not in screen


async def test_in_a_window_that_is_too_small_nothing_is_played(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    assert "too small" in seat.screen(40, 10)
    await seat.press("enter", "d", "s")
    assert seat.actions == []
    await seat.press("c-c")
    assert str(words.LEAVE_TITLE) in seat.screen(40, 10)


async def test_leaving_is_asked_once(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    await seat.press("q", "n")
    assert not seat.controls.leaving.is_set()
    await seat.press("c-c", "c-c")
    assert seat.controls.leaving.is_set()
    assert str(words.LEAVING) in seat.screen()


# --- ends -----------------------------------------------------------------------------------------------


async def test_the_end_of_a_round_is_read_before_the_next_question(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.page.on_slot(table(), [round_end()])
    screen = seat.screen()
    assert "Round 2 is over" in screen
    assert "Clara: yellow 9 + green 8 + wild 50 = 67" in screen
    await seat.press("enter")
    assert str(words.TOO_QUICK) in seat.screen(), "a key that was meant for the table closes nothing"
    await seat.asked(table(MoveKind.PLAY, MoveKind.DRAW))
    await seat.press("enter")
    assert seat.actions == []
    await seat.press("enter")
    assert len(seat.actions) == 1


async def test_the_end_of_the_game_stays_until_it_has_been_read(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    end = round_end()
    seat.page.on_slot(table(), [end, GameEnded((0,), end.scores)])
    assert str(words.ENDING) in seat.screen()
    seat.page.finished(Path("here/game.p2puno"), again=False)
    screen = " ".join(seat.screen().split())
    same = same_game(table().head)
    for part in ("you win with 140 points!", words.EVERYTHING_CHECKED, same, "here/game.p2puno"):
        assert str(part) in screen
    await seat.press("enter")
    assert str(words.TOO_QUICK) in seat.screen(), "a key that was meant for the table closes nothing"
    assert not seat.page.ending.closed.is_set()
    await trio.sleep(SETTLE_SECONDS * 1.01)
    await seat.press("enter")
    assert seat.page.ending.closed.is_set()
    assert not seat.controls.leaving.is_set()


async def test_the_next_round_waits_until_this_one_has_been_read(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    """And who reads longer than others is named."""
    reached: list[str] = []

    async def go_on() -> None:
        await seat.page.next_round()
        reached.append("the next round")

    seat.page.on_slot(table(), [round_end()])
    seat.page.on_company(Company(reading=frozenset({0, 1, 3})))
    seat.nursery.start_soon(go_on)
    await trio.sleep(SETTLE_SECONDS * 1.01)
    assert "Not ready for the next round yet: Ann, Bob and Dino." in seat.screen()
    assert reached == []
    await seat.press("enter")
    assert reached == ["the next round"]
    seat.page.on_company(Company(reading=frozenset({1, 3})))
    assert "Not ready for the next round yet: Bob and Dino." in seat.screen()


async def test_leaving_is_asked_at_the_end_of_a_round_too(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.page.on_slot(table(), [round_end()])
    await trio.sleep(SETTLE_SECONDS * 1.01)
    await seat.press("c-c")
    assert str(words.LEAVE_TITLE) in seat.screen()
    await seat.press("n")
    assert "Round 2 is over" in seat.screen()
    await seat.press("q", "y")
    assert seat.controls.leaving.is_set()


async def test_the_score_sheet_adds_up_the_rounds(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.page.on_slot(table(), ())
    await seat.press("v")
    assert str(words.NO_SCORES) in seat.screen()
    await seat.press("enter")
    for _ in range(9):
        seat.page.on_slot(table(), [round_end()])
    await trio.sleep(SETTLE_SECONDS * 1.01)
    await seat.press("enter", "v")
    assert re.search(r"Points in round +1-3 +4 +5 +6 +7 +8 +9 +Points\n", seat.screen(64, 24))
    assert re.search(r"Ann +285( +95){6} +45\n", seat.screen(64, 24))


async def test_a_bot_plays_the_seat_until_it_is_taken_back(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    await seat.press("w", "enter", "g", "t")
    assert seat.controls.handed_over
    assert not seat.page.composing.choosing
    assert str(words.BOT_PLAYS_YOU) in seat.screen()
    assert str(words.BOT_PLAYS_HINT) in seat.screen()
    assert "t play again" in seat.screen()
    seat.page.on_company(Company(by_bot=frozenset({0, 2})))
    assert re.search(rf"Cid .* {words.BY_BOT}", seat.screen())
    assert "A bot plays for you now." in seat.screen()
    await seat.press("t")
    assert not seat.controls.handed_over
    assert str(words.BOT_PLAYS_YOU) not in seat.screen()


async def test_whose_link_is_broken_is_away(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    seat.page.on_waiting([1], 20)
    assert re.search(r"Bob .* wait 20s", seat.screen())
    seat.page.on_company(Company(away=frozenset({1})))
    assert re.search(rf"Bob .* {words.GONE} ", seat.screen())
    seat.page.on_company(Company())
    assert not re.search(rf"Bob .* {words.GONE} ", seat.screen())


async def test_the_keys_of_the_players_can_be_compared(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(BOBS_TURN)
    await seat.press("f")
    screen = " ".join(seat.screen().split())
    for name, key in zip(BOBS_TURN.names, BOBS_TURN.keys, strict=True):
        assert f"{name}: {fingerprint(key)}" in screen


async def test_who_looks_on_is_counted(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    seat.page.on_company(Company(watchers=2))
    assert "2 people look on." in seat.screen().splitlines()[0]


async def test_what_is_new_is_lit_for_a_moment(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.page.on_slot(BOBS_TURN, [CardPlayed(2, RED_5, 4, drawn=False)])
    assert "╔" in seat.screen()
    await trio.sleep(LIT_SECONDS / 2)
    seat.page.on_slot(BOBS_TURN, [CardPlayed(1, RED_6, 4, drawn=False)])
    await trio.sleep(LIT_SECONDS * 0.75)
    assert "╔" in seat.screen(), "a newer change has its own time"
    await trio.sleep(LIT_SECONDS)
    assert "╔" not in seat.screen()
    seat.stage.remembered.change(flash=False)
    seat.page.on_slot(BOBS_TURN, [CardPlayed(2, RED_5, 4, drawn=False)])
    assert "╔" not in seat.screen()


async def test_a_card_that_is_clicked_is_chosen_and_then_played(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    await seat.asked(MY_TURN)
    for _ in range(2):
        line = next(line for line in seat.page.draw(80, 24) if "R6" in as_text([line]))
        seat.stage.click(line, as_text([line]).index("R6"))
        assert "Enter plays red 6." in seat.screen() or seat.page.asked == frozenset()
    await trio.testing.wait_all_tasks_blocked()
    assert seat.actions == [PlayCard(RED_6)]


async def test_who_stops_the_game_is_said_loudly(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    seat.page.stopped("Bob told two stories in slot 4")
    screen = seat.screen()
    assert str(words.STOPPED_TITLE) in screen
    assert "Bob told two stories in slot 4." in screen
    await seat.press("q")
    assert seat.page.ending.closed.is_set()


async def test_who_was_voted_out_sits_down_again_with_one_key(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(BOBS_TURN)
    seat.page.stopped("The others have voted this seat off the table", Path("/x.p2puno"), back=True)
    screen = seat.screen()
    assert "r sit down again" in screen
    assert "a audit" in screen
    await seat.press("r")
    assert seat.page.ending.closed.is_set()
    assert seat.page.ending.again


async def test_the_clock_of_the_own_turn_runs_down(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    rules = RuleSet.preset("classic").with_options({"turn_clock": "30"})
    await seat.asked(make_view(["red 5", "red 6"], asked=TURN, rules=rules), settled=False)
    assert "YOUR TURN  (30 seconds left)" in seat.screen()
    await trio.sleep(29.5)
    assert "YOUR TURN  (1 second left)" in seat.screen()
    await seat.press("d")
    assert seat.actions == [DrawCard()]
    assert "left)" not in seat.screen()


async def test_who_asks_to_sit_down_is_let_in_by_a_key(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.see(BOBS_TURN)
    await seat.press("+")
    assert "let in" not in seat.screen()
    seat.page.on_company(Company(asking=(Asking("Eve", b"e"),)))
    assert "+ let in" in seat.screen()
    await seat.press("+")
    assert "You let in Eve." in seat.screen()
    assert await seat.controls.next_let_in() == b"e"


async def test_of_several_who_ask_one_is_chosen(seat: Seat, autojump_clock: trio.testing.MockClock) -> None:
    seat.see(BOBS_TURN)
    seat.page.on_company(Company(asking=(Asking("Eve", b"e"), Asking("Finn", b"f"))))
    await seat.press("+")
    assert "Let in whom?" in seat.screen()
    await seat.press("down")
    await seat.press("enter")
    assert "You let in Finn." in seat.screen()
    assert await seat.controls.next_let_in() == b"f"


async def test_where_no_majority_would_stay_no_vote_is_offered(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    seat.controls.prospect = lambda _seat: Prospect.TOO_FEW
    seat.see(BOBS_TURN)
    seat.page.on_waiting((1,), 12.0)
    assert "z ask to play on" in seat.screen()
    assert "go on without" not in seat.screen()
    seat.page.on_company(Company(away=frozenset({1})))
    seat.page.on_waiting((1,), 14.0)
    screen = " ".join(seat.screen().split())
    assert "Nobody can vote for going on without Bob" in screen
    assert "z " not in screen
    await seat.press("z")
    assert not seat.controls.voted
