"""Seats that have left, on the screen: shown apart, rounds that are void, and a game won by forfeit."""

from __future__ import annotations

from dataclasses import replace

import trio

from p2puno.ui import screen_texts as words
from p2puno.ui.model import table_model
from p2puno.ui.screen.scoresheet import score_lines, with_entries
from p2puno.ui.screen.stage import Line
from p2puno.ui.screen.tabletop import draw_tabletop
from protocol.rules.happenings import GameEnded, RoundVoid, SeatsJoined, SeatsLeft
from protocol.table.view import View
from tests.screen.test_drawing import picture
from tests.screen.test_page import Seat, seat, table
from tests.ui.views import make_view

__all__ = ["seat"]


def without(view: View, *gone: int) -> View:
    return replace(view, rules=replace(view.rules, gone=frozenset(gone)))


def row_of(name: str, lines: list[Line]) -> Line:
    return next(line for line in lines if name in "".join(part for _, part in line))


def test_a_seat_that_has_left_is_grey_and_says_so_in_words() -> None:
    model = table_model(without(make_view(("red 5",), names=("Ann", "Bob", "Cid")), 2))
    row = row_of("Cid", draw_tabletop(picture(table=model), 80))
    assert str(words.LEFT) in "".join(part for _, part in row)
    assert {style for style, part in row[:4] if part.strip()} == {"class:quiet"}
    assert str(words.LEFT) not in "".join(part for _, part in row_of("Bob", draw_tabletop(picture(), 80)))


async def test_why_a_round_is_void_is_read_before_the_next(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    gone = without(table(), 1)
    seat.page.on_slot(gone, [SeatsLeft((1,)), RoundVoid(2)])
    screen = seat.screen()
    for part in (words.VOID_TITLE, "Bob is no longer in the game.", "Round 2 is void"):
        assert str(part) in screen
    assert not seat.page.read.is_set()
    await seat.press("enter")
    await trio.sleep(1)
    await seat.press("enter")
    assert seat.page.read.is_set()


async def test_a_game_that_is_won_by_forfeit_says_why(
    seat: Seat, autojump_clock: trio.testing.MockClock
) -> None:
    gone = without(table(), 1, 2, 3)
    seat.page.on_slot(gone, [SeatsLeft((1, 2, 3)), GameEnded((0,), (45, 0, 120, 0), forfeit=True)])
    screen = " ".join(seat.screen().split())
    for part in (
        "Clara is no longer in the game.",
        "because nobody else is left: it goes to Ann",
        "Clara: 120",
    ):
        assert part in screen
    assert not seat.page.ending.closed.is_set()


def test_the_score_sheet_has_what_a_newcomer_began_with() -> None:
    view = make_view(names=("Ann", "Bob", "Cid"))
    rounds = with_entries([(10, 0), (0, 20)], SeatsJoined((2,), (10,)))
    assert rounds == [(10, 0, 0), (0, 20, 10)]
    scored = replace(view, rules=replace(view.rules, scores=(10, 25, 10)))
    rows = score_lines(scored, [*rounds, (0, 5, 0)])
    assert [row.split()[1:] for row in rows[1:]] == [
        ["10", "0", "0", "10"],
        ["0", "20", "5", "25"],
        ["0", "10", "0", "10"],
    ]


def test_who_comes_back_with_his_own_points_changes_nothing() -> None:
    assert with_entries([(10, 0), (0, 20)], SeatsJoined((1,), (20,))) == [(10, 0), (0, 20)]
    assert with_entries([], SeatsJoined((2,), (0,))) == []
