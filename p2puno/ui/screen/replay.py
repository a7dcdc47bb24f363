"""A past game on the screen: the table of every moment, step by step or by itself; hands if they are open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import trio

from p2puno.errors import UsageError
from p2puno.past.film import Film, load
from p2puno.ui import past_texts as past
from p2puno.ui import texts as text
from p2puno.ui.digits import plain_digits
from p2puno.ui.model import TableModel, table_model
from p2puno.ui.replaying import Telling
from p2puno.ui.screen import situation
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.drawing import draw_sheet, draw_table
from p2puno.ui.screen.feed import LOG_LENGTH
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.picture import Picture, Sheet
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Line, Stage

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.2)
USUAL_SPEED = 2
MOST_DIGITS = 9
LOOK_SECONDS = 0.1


class ReplayPage:
    """Implements `stage.Page`. `run` loads the game and lets it go on by itself, until the page is closed.

    closed: shows what lies under the page; without it the page is all there is. film: None until the game has
    been checked. trouble: why it cannot be shown. at: the place of the moment that is shown. seat: whose hand
    is shown. typed: the number of a slot that is being typed.
    """

    def __init__(self, stage: Stage, path: Path, closed: Callable[[], None] | None = None) -> None:
        self._stage = stage
        self._path = path
        self._when_closed = closed
        self._closed = trio.Event()
        self._changed = trio.Event()
        self._percent = 0
        self.trouble: UsageError | None = None
        self.film: Film | None = None
        self._telling: Telling | None = None
        self.at = 0
        self.seat: int | None = None
        self.playing = False
        self.speed = USUAL_SPEED
        self.typed = ""

    async def run(self) -> None:
        """Until the page is closed."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._show)
            nursery.start_soon(self._show_progress)
            await self._closed.wait()
            nursery.cancel_scope.cancel()

    async def _show(self) -> None:
        try:
            film = await trio.to_thread.run_sync(load, self._path, self._count, abandon_on_cancel=True)
        except _ClosedError:
            return
        except UsageError as error:
            self.trouble = error
            self._stage.redraw()
            if self._when_closed is None:
                self.leave()
            return
        self._telling = Telling(film)
        self.film = self._telling.film
        self._stage.redraw()
        while True:
            await self._tick()

    async def _show_progress(self) -> None:
        while self.film is None:
            await trio.sleep(LOOK_SECONDS)
            self._stage.redraw()

    async def _tick(self) -> None:
        """Wait for a key, or while it plays until it is time for the next moment."""
        changed = self._changed
        with trio.move_on_after(SPEEDS[self.speed] if self.playing else float("inf")):
            await changed.wait()
            return
        self.step(1)
        self._stage.redraw()

    def _count(self, _slots: int, percent: int) -> None:
        """In the thread; it ends when nobody waits for it any more."""
        if self._closed.is_set():
            raise _ClosedError
        self._percent = percent

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        film, telling = self.film, self._telling
        if film is None or telling is None:
            loading = past.REPLAY_LOADING.format(percent=self._percent)
            line = loading if self.trouble is None else str(self.trouble)
            keys = key_line(self, REPLAY)
            return draw_sheet(Sheet(str(past.REPLAY_NAME), ("", tidy(line)), "", keys), columns, rows)
        return draw_table(self._picture(film, telling), columns, rows)

    def press(self, key: str) -> None:
        self._changed.set()
        self._changed = trio.Event()
        press(self, REPLAY, key)
        self._stage.redraw()

    def paste(self, pasted: str) -> None:
        """There is nothing to paste into."""

    def touch(self, what: str) -> None:
        """Only keys can be clicked."""

    def leave(self) -> None:
        self._closed.set()
        if self._when_closed is not None:
            self._when_closed()

    def _picture(self, film: Film, telling: Telling) -> Picture:
        view = film.view(self.at, self.seat)
        told, table = telling.moment(self.at), table_model(view)
        return Picture(
            table=_seen_by_nobody(table),
            title=past.REPLAY_TITLE.format(title=situation.title(view, 0)),
            headline=told[-1] if told else "",
            mine=False,
            advice=self._advice(film),
            keys=key_line(self, REPLAY),
            checked=past.REPLAY_PLACE_AND_STATE.format(place=telling.place(self.at), state=telling.state()),
            log=telling.log(self.at, LOG_LENGTH),
            marks=False,
            whose=_whose(table),
        )

    def _advice(self, film: Film) -> str:
        """What there is to know beside the moment itself."""
        if self.typed:
            return past.REPLAY_JUMP.format(slot=self.typed)
        if self.playing:
            return past.REPLAY_PLAYING.format(seconds=SPEEDS[self.speed])
        if self.at == len(film.moments) - 1:
            return str(past.REPLAY_END)
        return "" if film.open_replay else str(past.REPLAY_CLOSED)

    # --- what keys do ---------------------------------------------------------------------------------

    @property
    def shown(self) -> bool:
        return self.film is not None

    @property
    def open_hands(self) -> bool:
        return self.film is not None and bool(self.film.report.opened)

    def go(self, at: int) -> None:
        """To this place, or to the nearest one there is."""
        if self.film is not None:
            last = len(self.film.moments) - 1
            self.at = min(max(0, at), last)
            self.playing = self.playing and self.at < last

    def step(self, by: int) -> None:
        self.go(self.at + by)

    def round(self, by: int) -> None:
        """To the beginning of another round; backwards first to that of this one."""
        if self.film is not None:
            now = self.film.moments[self.at].state.rules.round
            begin = self.film.at_round(now)
            self.go(self.film.at_round(now + by if by > 0 or begin == self.at else now))

    def play(self) -> None:
        self.playing = not self.playing

    def faster(self, by: int) -> None:
        self.speed = min(max(0, self.speed + by), len(SPEEDS) - 1)

    def next_seat(self) -> None:
        """Nobody's hand, then that of each seat."""
        if self.film is not None:
            seats = [None, *self.film.report.opened]
            self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]

    def show_hands(self) -> None:
        if self._telling is not None:
            self.playing = False
            lines: Sequence[str] = self._telling.hands(self.at)
            self._stage.show(SheetPage(self._stage, self, str(past.REPLAY_HANDS), lines))

    def type(self, digit: str) -> None:
        self.playing = False
        self.typed = (self.typed + plain_digits(digit))[:MOST_DIGITS]

    def jump(self) -> None:
        if self.film is not None:
            self.go(self.film.at_slot(int(self.typed)))
        self.typed = ""

    def give_up(self) -> None:
        """Forget the number that was being typed, or close."""
        if self.typed:
            self.typed = ""
        else:
            self.leave()


def _seen_by_nobody(table: TableModel) -> TableModel:
    """Whose hand is shown is not the reader."""
    return replace(table, you=None, seats=tuple(replace(seat, you=False) for seat in table.seats))


def _whose(table: TableModel) -> str:
    """The heading above the hand that is shown, if there is one."""
    if table.you is None:
        return ""
    cards = text.counted_cards(len(table.hand))
    return past.REPLAY_WHOSE.format(name=table.names[table.you], cards=cards)


class _ClosedError(Exception):
    """The page is closed: the thread need not go on."""


def _shown(page: ReplayPage) -> bool:
    return page.shown


def _idle(page: ReplayPage) -> bool:
    return page.shown and not page.typed


def _typing(page: ReplayPage) -> bool:
    return bool(page.typed)


def _open(page: ReplayPage) -> bool:
    return page.open_hands


REPLAY: tuple[Key[ReplayPage], ...] = (
    Key(("enter",), "Enter", "replay go", lambda page, _: page.jump(), _typing),
    Key(("right", " ", "enter"), "Left/Right", "replay step", lambda page, _: page.step(1), _idle),
    Key(("left", "backspace"), "Left/Right", "replay back", lambda page, _: page.step(-1), _idle),
    Key(("pagedown",), "PgUp/PgDn", "replay round", lambda page, _: page.round(1), _shown),
    Key(("pageup",), "PgUp/PgDn", "replay back", lambda page, _: page.round(-1), _shown),
    Key(("home",), "Home", "replay back", lambda page, _: page.go(0), _shown),
    Key(("end",), "End", "replay ends", lambda page, _: page.go(2**31), _shown),
    Key(("p",), "p", "replay play", lambda page, _: page.play(), _shown),
    Key(("+", "="), "+/-", "replay faster", lambda page, _: page.faster(1), _shown),
    Key(("-",), "+/-", "replay back", lambda page, _: page.faster(-1), _shown),
    Key(("tab", "s"), "Tab", "replay seat", lambda page, _: page.next_seat(), _open),
    Key(("h",), "h", "replay hands", lambda page, _: page.show_hands(), _open),
    Key(tuple("0123456789"), "0 to 9", "replay jump", lambda page, key: page.type(key), _idle),
    Key(tuple("0123456789"), "0 to 9", "replay back", lambda page, key: page.type(key), _typing),
    Key(("q", "escape", "backspace", "c-c"), "q", "replay close", lambda page, _: page.give_up()),
)
