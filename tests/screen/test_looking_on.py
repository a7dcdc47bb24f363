"""Whoever looks on sees the table without a hand, can do nothing at it, and may go at any moment."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from p2puno.errors import NoError
from p2puno.seat.player import Company, Controls
from p2puno.ui import screen_texts as words
from p2puno.ui.screen import table_keys
from p2puno.ui.screen.characters import line_cells
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.samples import AFTER, BOBS_TURN, GAME_END, ROUND_END, as_text, without_seat
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.watching import OnlookerScreen
from tests.screen.test_keys import LETTERS, clashes
from tests.screen.test_lobby import roll


class Onlooker:
    def __init__(self) -> None:
        self.stage, self.controls = Stage(), Controls()
        self.page = TablePage(self.stage, self.controls)

    def screen(self, columns: int = 80, rows: int = 24) -> str:
        return as_text(self.stage.page.draw(columns, rows))


@pytest.fixture
def onlooker(autojump_clock: trio.testing.MockClock) -> Onlooker:
    return Onlooker()


async def test_the_table_is_drawn_without_a_hand(
    autojump_clock: trio.testing.MockClock, onlooker: Onlooker
) -> None:
    onlooker.page.on_slot(without_seat(BOBS_TURN), ())
    screen = onlooker.screen()
    assert f"── {words.LOOKING_ON} ──" in screen
    assert ">> Bob" in screen
    assert "Bob's turn" in screen
    assert "Your hand" not in screen
    assert "(you)" not in screen
    for size in ((64, 24), (80, 24), (200, 60)):
        lines = onlooker.page.draw(*size)
        assert len(lines) == size[1]
        assert max(map(line_cells, lines)) <= size[0]


async def test_no_key_plays_or_speaks_and_each_means_one_thing(
    autojump_clock: trio.testing.MockClock, onlooker: Onlooker
) -> None:
    onlooker.page.on_slot(without_seat(BOBS_TURN), ())
    assert clashes(onlooker.page, table_keys.TABLE) == []
    for key in ("enter", "left", *LETTERS.replace("q", "")):
        onlooker.page.press(key)
        if onlooker.stage.page is not onlooker.page:
            onlooker.stage.page.press("q")
    assert onlooker.page.field is None
    assert not onlooker.controls.handed_over
    assert not onlooker.controls.leaving.is_set()


async def test_leaving_needs_no_question(autojump_clock: trio.testing.MockClock, onlooker: Onlooker) -> None:
    onlooker.page.on_slot(without_seat(BOBS_TURN), ())
    onlooker.page.press("q")
    assert onlooker.controls.leaving.is_set()


async def test_the_end_of_a_round_is_shown_and_who_reads_it(
    autojump_clock: trio.testing.MockClock, onlooker: Onlooker
) -> None:
    onlooker.page.on_slot(without_seat(AFTER), [ROUND_END])
    onlooker.page.on_company(Company(reading=frozenset({0, 2})))
    screen = onlooker.screen()
    assert "Ann scores 95" in screen
    assert "Not ready for the next round yet: Ann and Clara." in screen
    onlooker.stage.page.press("c-c")
    assert onlooker.controls.leaving.is_set(), "without a question"


async def test_the_end_is_read_and_told(
    autojump_clock: trio.testing.MockClock, onlooker: Onlooker, nursery: trio.Nursery
) -> None:
    stage, controls = Stage(), Controls()
    screen = OnlookerScreen(stage, controls)
    screen.on_roll(roll("Ann", "Bob"))
    assert str(words.WAITING_TO_SEE) in as_text(stage.page.draw(80, 24))
    screen.on_slot(without_seat(AFTER), [ROUND_END, GAME_END])
    nursery.start_soon(screen.read_end, without_seat(AFTER))
    await trio.testing.wait_all_tasks_blocked()
    shown = as_text(stage.page.draw(80, 24))
    assert str(words.EVERYTHING_CHECKED)[:40] in shown
    assert "audit" not in shown
    assert "play again" not in shown
    stage.page.press("q")
    assert screen.table.ending.closed.is_set()
    assert str(words.EVERYTHING_CHECKED) in screen.table.ending.told


async def test_why_there_is_nothing_more_to_see(
    autojump_clock: trio.testing.MockClock, onlooker: Onlooker, nursery: trio.Nursery
) -> None:
    stage, controls = Stage(), Controls()
    screen = OnlookerScreen(stage, controls)
    screen.on_slot(without_seat(BOBS_TURN), [])
    nursery.start_soon(screen.read_why, BaseExceptionGroup("", [NoError("Bob told two stories")]))
    await trio.testing.wait_all_tasks_blocked()
    shown = as_text(stage.page.draw(80, 24))
    assert str(words.STOPPED_TITLE) in shown
    assert "Bob told two stories." in shown
    stage.page.press("q")
    assert screen.table.ending.closed.is_set()
