"""Every key means one thing in every situation, and hammering breaks nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from p2puno.seat.player import Company
from p2puno.ui.screen import (
    choosing,
    end_pages,
    forms,
    lobby,
    rule_editor,
    settings_page,
    sheets,
    table_keys,
    waiting,
)
from p2puno.ui.screen.keys import KEYS as WORDS
from p2puno.ui.screen.keys import Key, key_line
from p2puno.ui.screen.rule_editor import RuleEditor
from p2puno.ui.screen.samples import AFTER, FIRST_END, GAME_END, ROUND_END
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import NAMED_KEYS
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind
from protocol.rules.state import LaidFour
from protocol.table.casting import Prospect
from protocol.table.view import View
from tests.screen.house import HOUSE_SITUATIONS
from tests.screen.test_lobby import KITCHEN, Visitor, Waiter, roll, seen
from tests.screen.test_page import HAND, Seat, sitting
from tests.screen.test_settings import Chooser
from tests.ui.views import CLASSIC, DRAWN, FOUR, NAMING, TURN, make_view

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789?!+- "
KEYS = (*NAMED_KEYS, *LETTERS)

SITUATIONS: dict[str, View] = {
    "not asked": make_view(HAND),
    "no cards": make_view(()),
    "my turn": make_view(HAND, asked=TURN),
    "nothing fits": make_view(("blue 3",), asked=TURN),
    "two cards": make_view(("red 5", "blue 3"), asked=TURN),
    "pass": make_view(HAND, asked=(MoveKind.PLAY, MoveKind.PASS)),
    "drawn": make_view(HAND, asked=DRAWN, drawn="red 9"),
    "drawn, kept": make_view(HAND, asked=DRAWN, drawn="blue 9"),
    "four": make_view(
        HAND, asked=FOUR, top="wild draw four", colour=Colour.BLUE, four=LaidFour(1, Colour.RED)
    ),
    "first colour": make_view(HAND, asked=NAMING, top="wild"),
    "catch": make_view(HAND, catchable=2),
    "my turn, catch": make_view(HAND, asked=TURN, catchable=2),
    **HOUSE_SITUATIONS,
}
BEFORE: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "typing": ("s", "x"),
    "choosing": ("w", "enter"),
    "handed over": ("t",),
    "scrolled": ("pageup",),
    "aiming": ("7", "enter"),
    "jumping": ("j",),
    "marking": (" ",),
}


def clashes(page: Any, table: Sequence[Key[Any]]) -> list[str]:
    """Keys that the help promises for one thing and that do another."""
    found: list[str] = []
    for row in (row for row in table if WORDS[row.words][1] and row.when(page)):
        for key in row.keys:
            first = next(other for other in table if key in other.keys and other.when(page))
            if first.words != row.words:
                found.append(f"{key}: {row.words} or {first.words}")
    return found


@pytest.mark.parametrize("before", BEFORE.values(), ids=list(BEFORE))
@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=list(SITUATIONS))
async def test_no_key_means_two_things_at_the_table(
    situation: View, before: tuple[str, ...], autojump_clock: trio.testing.MockClock
) -> None:
    async with sitting() as seat:
        if situation.acts:
            await seat.asked(situation)
        else:
            seat.see(situation)
        await seat.press(*before)
        assert clashes(seat.page, table_keys.TABLE) == []


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("prospect", list(Prospect))
async def test_no_key_means_two_things_while_somebody_is_waited_for(
    prospect: Prospect, away: bool, autojump_clock: trio.testing.MockClock
) -> None:
    async with sitting() as seat:
        seat.controls.prospect = lambda _seat: prospect
        seat.see(make_view(HAND))
        seat.page.on_company(Company(away=frozenset({1}) if away else frozenset()))
        seat.page.on_waiting((1,), 40.0)
        assert clashes(seat.page, table_keys.TABLE) == []
        offers = [key for key in key_line(seat.page, table_keys.TABLE) if key.shown == "z"]
        assert len(offers) == (prospect is Prospect.OPEN or not away)


def test_no_key_means_two_things_on_the_other_pages() -> None:
    visitor = Visitor()
    for _ in range(8):
        assert clashes(visitor.page, lobby.LOBBY) == []
        visitor.press("down")
    for how in ({}, {"opener": True}, {"opener": True, "by_itself": True}, {"again": True}):
        waiter = Waiter(**how)
        for names in ((), ("Ann",), ("Ann", "Bob")):
            if names:
                waiter.page.on_roll(roll(*names))
            assert clashes(waiter.page, waiting.WAITING) == []
    chooser = Chooser()
    for keys in ((), ("enter", "x"), ("enter", "down")):
        chooser.press(*keys)
        assert clashes(chooser.page, settings_page.SETTING_KEYS) == []
    editor = RuleEditor(visitor.stage, visitor.page, CLASSIC, lambda _: None)
    for key in ("", "down", "pagedown", "enter"):
        editor.press(key)
        assert clashes(editor, rule_editor.EDITING) == []
    sheet = SheetPage(visitor.stage, visitor.page, "", ())
    for table in (sheets.READING, sheets.SITTING, sheets.ASKING, end_pages.ROUND, end_pages.ENDING):
        assert clashes(sheet, table) == []
    assert clashes(None, choosing.CHOOSING) == []
    form = forms.address_form(visitor.stage, visitor.page, visitor.wishes.append)
    assert clashes(form, forms.FORM) == []
    opening = forms.OpenForm(visitor.stage, visitor.page, CLASSIC, "easy", visitor.wishes.append)
    for _ in range(4):
        assert clashes(opening, forms.FORM) == []
        opening.press("down")


# --- hammering ----------------------------------------------------------------------------------------


async def hammer(seat: Seat, rng: random.Random, times: int) -> None:
    """Keys and pastes on whatever page is shown; it is always drawn, and it always fits."""
    for _ in range(times):
        page = seat.stage.page
        if rng.random() < 0.03:
            page.paste("p\x1b[2Jaste\n" * rng.randrange(1, 3_000))
        elif rng.random() < 0.1:
            line = rng.choice(page.draw(80, 24) or [[]])
            seat.stage.click(line, rng.randrange(80))
        else:
            key = rng.choice(KEYS)
            if key not in ("c-c", "q", "y"):
                page.press(key)
        for columns, rows in ((80, 24), (20, 5), (200, 60)):
            assert len(seat.stage.page.draw(columns, rows)) <= rows
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("seed", range(4))
async def test_hammered_keys_during_everything_that_happens(
    seed: int, autojump_clock: trio.testing.MockClock
) -> None:
    rng = random.Random(seed)
    async with sitting() as seat:
        for number, situation in enumerate(rng.choices(list(SITUATIONS.values()), k=12)):
            if number % 4 == 3:
                seat.page.on_slot(AFTER, [ROUND_END])
            elif situation.acts:
                await seat.asked(situation, settled=rng.random() < 0.5)
            else:
                seat.see(situation)
            for line in range(30):
                seat.page.on_chat(1 + line % 2, f"\x1b[31mflood {line}" + "e\u0301\u0302\u0303" * 20)
            await hammer(seat, rng, 40)
        seat.page.on_slot(AFTER, (FIRST_END, ROUND_END, GAME_END))
        seat.page.finished(Path("gone.p2puno"), again=True)
        await hammer(seat, rng, 40)
        assert seat.page.ending.over


def test_a_lobby_under_the_hammer() -> None:
    rng = random.Random(5)
    visitor = Visitor()
    for number in range(300):
        visitor.page.hear(seen(KITCHEN))
        key = rng.choice(KEYS)
        visitor.press(key)
        if number % 40 == 0:
            visitor.stage.page.paste("x" * 100_000)
        assert len(visitor.stage.page.draw(80, 24)) <= 24
