"""A short list above another page: one thing is chosen from it, or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.stage import Line, Page, Stage


class ChoicePage:
    """`choose` is given the number of the entry."""

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        entries: Sequence[str],
        note: str,
        choose: Callable[[int], None],
    ) -> None:
        self._stage = stage
        self._under = under
        self._title = title
        self._entries = entries
        self._note = note
        self._choose = choose
        self._at = 0

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        entries = [
            Entry("", heading=True),
            *(
                Entry(line, number == self._at, touch=str(number))
                for number, line in enumerate(self._entries)
            ),
        ]
        menu = Menu(self._title, tuple(entries), self._note, key_line(self, CHOOSING))
        return draw_menu(menu, columns, rows)

    def press(self, key: str) -> None:
        press(self, CHOOSING, key)

    def paste(self, pasted: str) -> None:
        """There is nothing to paste into."""

    def touch(self, what: str) -> None:
        """A click on an entry chooses it, another one takes it."""
        if int(what) == self._at:
            self.take()
        self._at = int(what)

    def leave(self) -> None:
        self._under.leave()

    # --- what keys do -----------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        self._at = (self._at + by) % len(self._entries)

    def take(self) -> None:
        self.close()
        self._choose(self._at)

    def close(self) -> None:
        self._stage.show(self._under)


CHOOSING: tuple[Key[ChoicePage], ...] = (
    Key(("enter", " "), "Enter", "menu enter", lambda page, _: page.take()),
    Key(("down", "tab"), "Up/Down", "menu", lambda page, _: page.step(1)),
    Key(("up",), "Up/Down", "scroll again", lambda page, _: page.step(-1)),
    Key(("backspace", "escape", "q", "c-c"), "Backspace", "cancel", lambda page, _: page.close()),
)
