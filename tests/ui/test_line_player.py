"""A whole seat in line mode, driven by scripted lines against views made by hand; no clock but trio's."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
import trio.testing

from p2puno.net.addresses import Address
from p2puno.net.messages import Roll, RollEntry
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.pace import LONGEST_PAUSE, USUAL_DECISIONS
from protocol.rules.cards import Colour
from protocol.rules.state import LaidFour
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    DrawCard,
    KeepCard,
    NameFirstColour,
    PlayCard,
    PlayDrawnCard,
)
from protocol.wire.messages import RuleItem
from tests.ui.line_kit import seated
from tests.ui.views import DRAWN, FOUR, NAMING, TURN, ids, make_view

HAND = ("red 5", "red 6", "blue 3")
RED_5, RED_6, BLUE_3 = ids(HAND)
MY_TURN = make_view(HAND, asked=TURN)
BOBS_TURN = make_view(HAND)


@pytest.mark.parametrize("piped", [False, True])
async def test_the_turn_is_asked_and_answered(piped: bool) -> None:
    async with seated(piped=piped) as (seat, nursery):
        await seat.see(MY_TURN)
        seat.answer_of(nursery, MY_TURN)
        await trio.testing.wait_all_tasks_blocked()
        assert seat.said()[-1] == "You can: play 1 or 2; draw."
        await seat.type("play 2")
        assert seat.actions == [PlayCard(RED_6)]


async def test_a_wrong_line_is_answered_and_nothing_is_lost(autojump_clock: trio.testing.MockClock) -> None:
    async with seated(piped=False) as (seat, nursery):
        await seat.see(MY_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type("play 3", "frobnicate", "play green 9", "keep")
        assert [line.split(":")[0] for line in seat.said()[-4:]] == [
            "No",
            "`frobnicate` is not understood; `help` lists what can be said.",
            "You have no green 9. You can",
            "That is not possible now. You can",
        ]
        assert seat.actions == []
        await seat.type("uno play red 5")
        assert seat.actions == [PlayCard(RED_5, uno=True)]


async def test_at_a_terminal_a_move_out_of_turn_is_answered_at_once() -> None:
    async with seated(piped=False) as (seat, nursery):
        await seat.type("play 1")
        assert seat.said() == ["The game has not begun yet."]
        await seat.see(BOBS_TURN)
        seat.said()
        await seat.type("play 1", "catch Bob")
        assert seat.said() == [
            "It is not your turn. The table waits for Bob.",
            "Nobody can be caught now.",
        ]
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == []


async def test_piped_moves_wait_until_they_apply() -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.type("play red 5", "draw", "nonsense")
        assert seat.said() == ["`nonsense` is not understood; `help` lists what can be said."]
        await seat.see(BOBS_TURN)
        assert seat.actions == []
        await seat.see(MY_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == [PlayCard(RED_5)]
        await seat.see(BOBS_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == [PlayCard(RED_5), DrawCard()]


async def test_a_piped_catch_waits_for_its_moment_and_for_its_target() -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.type("catch Cid", "play 1")
        await seat.see(BOBS_TURN)
        other = make_view(HAND, catchable=1)
        async with trio.open_nursery() as deciding:
            seat.answer_of(deciding, other)
            await seat.type()
            assert seat.actions == []
            deciding.cancel_scope.cancel()
        seat.answer_of(nursery, make_view(HAND, catchable=2))
        await seat.type()
        assert seat.actions == [CatchSeat(2)]


async def test_a_piped_catch_that_missed_its_moment_does_not_stop_the_game() -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.type("catch Cid", "draw")
        await seat.see(MY_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == [DrawCard()]
        assert "Cid cannot be caught now. You can: play 1 or 2; draw." in seat.said()


@pytest.mark.parametrize("last", ["quit", None])
async def test_leaving_waits_for_the_lines_before_it(last: str | None) -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.type("draw")
        if last:
            await seat.type(last)
        else:
            await seat.keyboard.aclose()
        await seat.see(BOBS_TURN)
        assert not seat.controls.leaving.is_set()
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == [DrawCard()]
        assert not seat.controls.leaving.is_set(), "the draw has not happened yet"
        await seat.see(BOBS_TURN)
        assert seat.controls.leaving.is_set()
        assert seat.said()[-1] == "You leave the table."


async def test_at_a_terminal_quit_leaves_at_once() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.type("quit")
        assert seat.controls.leaving.is_set()


async def test_an_empty_input_leaves_before_the_game() -> None:
    async with seated(piped=True) as (seat, _):
        await seat.keyboard.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert seat.controls.leaving.is_set()


# --- the drawn card -----------------------------------------------------------------------------------

FITS = make_view(HAND, asked=DRAWN, drawn="red 9")
FITS_NOT = make_view(HAND, asked=DRAWN, drawn="blue 9")
(RED_9,) = ids(["red 9"])


async def test_a_drawn_card_that_fits_is_asked_about() -> None:
    async with seated(piped=False) as (seat, nursery):
        await seat.see(FITS)
        seat.answer_of(nursery, FITS)
        await seat.type("play 1", "play 4")
        assert seat.actions == [PlayDrawnCard(RED_9)]
        assert seat.said()[-1].startswith("You have drawn: only that card may be played now.")


async def test_keeping_takes_as_long_as_a_decision(autojump_clock: trio.testing.MockClock) -> None:
    async with seated(piped=False) as (seat, _):
        await seat.see(FITS_NOT)
        before = trio.current_time()
        assert await seat.player.decide(FITS_NOT) == KeepCard()
        assert round(trio.current_time() - before, 6) in USUAL_DECISIONS
        assert seat.said()[-1] == "You drew blue 9: it does not fit and is kept."


async def test_the_pause_follows_the_persons_own_pace(autojump_clock: trio.testing.MockClock) -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.see(FITS)
        seat.answer_of(nursery, FITS)
        await trio.sleep(4.5)
        await seat.type("keep")
        assert seat.actions == [KeepCard()]
        before = trio.current_time()
        assert await seat.player.decide(FITS_NOT) == KeepCard()
        assert trio.current_time() - before == pytest.approx(4.5)


async def test_no_pause_is_longer_than_the_longest(autojump_clock: trio.testing.MockClock) -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.see(FITS)
        seat.answer_of(nursery, FITS)
        await trio.sleep(100)
        await seat.type("keep")
        before = trio.current_time()
        await seat.player.decide(FITS_NOT)
        assert trio.current_time() - before == pytest.approx(LONGEST_PAUSE)


async def test_while_a_card_is_kept_a_piped_line_waits(autojump_clock: trio.testing.MockClock) -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.type("draw")
        await seat.see(FITS_NOT)
        assert await seat.player.decide(FITS_NOT) == KeepCard()
        await seat.see(BOBS_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == [DrawCard()]


async def test_a_piped_draw_keeps_a_card_that_could_be_played() -> None:
    """A script that only ever draws plays a whole game."""
    async with seated(piped=True) as (seat, nursery):
        await seat.type("draw", "draw")
        await seat.see(MY_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        await seat.see(FITS)
        seat.answer_of(nursery, FITS)
        await seat.type()
        assert seat.actions == [DrawCard(), KeepCard()]
        assert "You keep the card; your next line is for a later turn." in seat.said()
        await seat.see(BOBS_TURN)
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == [DrawCard(), KeepCard(), DrawCard()]


async def test_a_piped_turn_names_the_first_colour_by_itself() -> None:
    view = make_view(("blue 1", "blue 2", "red 5"), asked=NAMING, top="wild")
    async with seated(piped=True) as (seat, nursery):
        await seat.type("draw")
        await seat.see(view)
        seat.answer_of(nursery, view)
        await seat.type()
        assert seat.actions == [NameFirstColour(Colour.BLUE)]


async def test_draw_also_answers_a_wild_draw_four() -> None:
    view = make_view(HAND, asked=FOUR, top="wild draw four", colour=Colour.BLUE, four=LaidFour(1, Colour.RED))
    async with seated(piped=True) as (seat, nursery):
        await seat.type("draw")
        await seat.see(view)
        seat.answer_of(nursery, view)
        await seat.type()
        assert seat.actions == [AcceptFour()]


# --- everything else ----------------------------------------------------------------------------------


async def test_positions_are_those_last_shown() -> None:
    """The hand changes while the person looks at an older one: the number means what was seen."""
    async with seated(piped=False) as (seat, nursery):
        await seat.see(BOBS_TURN)
        await seat.type("hand")
        assert seat.said()[-1] == "Your hand: 1 red 5, 2 red 6, 3 blue 3."
        more = make_view(("red 1", *HAND), asked=TURN)
        seat.answer_of(nursery, more)
        await seat.type("play 1")
        assert seat.actions == [PlayCard(ids(["red 1"])[0])], "a question shows the hand anew"


async def test_hand_table_help_and_chat_work_at_any_time() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.see(BOBS_TURN)
        seat.said()
        await seat.type("table", "say hello", "start", "help")
        said = seat.said()
        assert said[0] == "Round 1, to 500 points."
        assert "Ann: hello" not in said
        assert "You: hello" in said
        assert "There is nothing to start: the game is on." in said
        assert any(line.startswith("play red 5") for line in said)
        assert await seat.controls.next_said() == "hello"


async def test_a_refused_decision_is_explained() -> None:
    async with seated(piped=False) as (seat, _):
        seat.player.refused(MY_TURN, "that is not possible now")
        assert seat.said() == [
            "That did not count: that is not possible now.",
            "You can: play 1 or 2; draw.",
        ]


async def test_a_question_that_is_taken_back_leaves_no_answer_behind() -> None:
    async with seated(piped=False) as (seat, nursery):
        await seat.see(MY_TURN)
        async with trio.open_nursery() as deciding:
            seat.answer_of(deciding, MY_TURN)
            await seat.type()
            deciding.cancel_scope.cancel()
        await seat.see(BOBS_TURN)
        await seat.type("draw")
        seat.answer_of(nursery, MY_TURN)
        await seat.type()
        assert seat.actions == []


# --- before the game ----------------------------------------------------------------------------------


def _roll(*names: str, bots: tuple[str, ...] = (), capacity: int = 10) -> Roll:
    entries = tuple(
        RollEntry(bytes([number]) * 32, name, b"o" * 32, name in bots, (), ready=False)
        for number, name in enumerate(names)
    )
    return Roll(b"t" * 16, "Kitchen", (), capacity, entries)


@pytest.mark.parametrize("piped", [False, True])
async def test_the_opener_starts_as_soon_as_somebody_is_there(piped: bool) -> None:
    async with seated(piped=piped, opener=True) as (seat, nursery):
        started = trio.Event()

        async def wait_for_start() -> None:
            await seat.controls.start_wanted()
            started.set()

        nursery.start_soon(wait_for_start)
        seat.lobby.on_roll(_roll("Ann"))
        await seat.type("start")
        assert not started.is_set()
        assert ("A game needs at least two: wait until somebody sits down." in seat.said()) != piped
        seat.lobby.on_roll(_roll("Ann", "Bob"))
        if not piped:
            await seat.type("start")
        await trio.testing.wait_all_tasks_blocked()
        assert started.is_set()


async def test_a_guest_cannot_start() -> None:
    async with seated(piped=True) as (seat, _):
        await seat.type("start", "help", "table")
        assert seat.said()[0] == "Only whoever opened the table can start."


async def test_what_the_lobby_tells() -> None:
    async with seated(piped=False, opener=True) as (seat, _):
        seat.lobby.on_open([Address("10.0.0.5", 28866), Address("::1", 28866)])
        seat.lobby.on_roll(_roll("Ann"))
        seat.lobby.on_roll(_roll("Ann", "Bob", "Bob", bots=("Bob",)))
        seat.lobby.on_roll(_roll("Ann", "Bob"))
        seat.lobby.on_trouble("somebody cannot be reached")
        await seat.type("table", "play 1")
        assert seat.said() == [
            "Your table is open at 10.0.0.5:28866. Others: `p2puno join`, or `p2puno join 10.0.0.5:28866`.",
            "It can also be reached at [::1]:28866.",
            "Table: Kitchen. Rules: classic (`rules` says them in words).",
            "At the table: Ann; 1 of 10 seats are taken.",
            "You can: wait for others; quit.",
            "Bob sits down.",
            "Bob (2) sits down.",
            "At the table: Ann, Bob (bot) and Bob (2) (bot); 3 of 10 seats are taken.",
            "You can: start; send away NAME; quit.",
            "Bob (2) has left.",
            "At the table: Ann and Bob; 2 of 10 seats are taken.",
            "You can: start; send away NAME; quit.",
            "Somebody cannot be reached.",
            "At the table: Ann and Bob; 2 of 10 seats are taken.",
            "The game has not begun yet.",
        ]


def test_a_lobby_that_starts_by_itself_says_when() -> None:
    """Also to those who sit down at it: it has fewer seats than its rules allow."""
    at_four = "The game starts when 4 are seated."
    for options, capacity, last in (
        ({"by_itself": True}, 4, at_four),
        ({}, 4, at_four),
        ({"opener": True}, 4, "You can: start; send away NAME; quit."),
        ({}, 10, "The game starts when whoever opened the table says so. You can: ready; quit."),
    ):
        lines: list[str] = []
        LineLobby(LineObserver(lines.append), **options).on_roll(_roll("Ann", "Bob", capacity=capacity))
        assert lines[-1] == last


async def test_the_rules_of_the_table_and_its_scores_can_be_looked_up_at_any_moment() -> None:
    async with seated(piped=True) as (seat, _):
        await seat.type("rules", "scores")
        assert seat.said() == ["No round is over yet."], "there is no table yet"
        seat.lobby.on_roll(replace(_roll("Ann"), rules=(RuleItem("hand_size", "5"),)))
        seat.said()
        await seat.type("rules")
        assert "- Everyone is dealt 5 cards." in seat.said()
        seat.lobby.on_roll(replace(_roll("Ann"), rules=(RuleItem("hovering_cards", "on"),)))
        seat.said()
        await seat.type("rules")
        assert seat.said() == ["Not known to this version."]
        await seat.see(BOBS_TURN)
        seat.said()
        await seat.type("rules", "score")
        said = seat.said()
        assert "- Everyone is dealt 7 cards." in said
        assert said[-1] == "No round is over yet."


def test_rules_of_the_future_are_named_as_such() -> None:
    lines: list[str] = []
    roll = replace(_roll("Ann"), rules=(RuleItem("hovering_cards", "on"),))
    LineLobby(LineObserver(lines.append)).on_roll(roll)
    assert lines[0].startswith("Table: Kitchen. Rules: not known to this version")


def test_a_quiet_lobby_tells_trouble_only() -> None:
    lines: list[str] = []
    lobby = LineLobby(LineObserver(lines.append), quiet=True)
    lobby.on_open([Address("10.0.0.5", 28866)])
    lobby.on_roll(_roll("Ann"))
    lobby.on_trouble("the bot Ada stopped: the disk is full")
    assert lines == ["The bot Ada stopped: the disk is full."]


async def test_who_has_left_hears_no_more() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.see(BOBS_TURN)
        await seat.type("quit")
        assert seat.said()[-1] == "You leave the table."
        seat.observer.on_notice("Bob: the link is down")
        assert seat.said() == []
