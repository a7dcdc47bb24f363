"""Pages of text above another page: help, rules, the end of a round, a question whether to leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2puno.ui.screen.drawing import draw_sheet, farthest
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.picture import Sheet
from p2puno.ui.screen.stage import Line, Page, Stage

PAGE_LINES = 10


def _nothing() -> str:
    return ""


class SheetPage:
    """Lies above the page `under` until a key closes it. `note` is asked at every drawing."""

    keys: Sequence[Key[SheetPage]]

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        lines: Sequence[str],
        note: Callable[[], str] = _nothing,
    ) -> None:
        self._stage = stage
        self._under = under
        self._title = title
        self._lines: tuple[str, ...] = ("", *lines)
        self._note = note
        self.keys = READING
        self.first = 0
        self._farthest = 0
        """Depends on the window: what it was when the sheet was last drawn."""

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        sheet = Sheet(self._title, self._lines, self._note(), key_line(self, self.keys), self.first)
        self._farthest = farthest(sheet, columns, rows)
        return draw_sheet(sheet, columns, rows)

    def press(self, key: str) -> None:
        press(self, self.keys, key)

    def paste(self, pasted: str) -> None:
        """There is nothing to paste into."""

    def touch(self, what: str) -> None:
        """Only keys can be clicked."""

    def leave(self) -> None:
        self._under.leave()

    # --- keys -----------------------------------------------------------------------------------------

    def set_lines(self, lines: Sequence[str]) -> None:
        self._lines = tuple(lines)

    def close(self) -> None:
        self._stage.show(self._under)

    def scroll(self, by: int) -> None:
        self.first = min(max(0, min(self.first, self._farthest) + by), self._farthest)


class QuestionPage(SheetPage):
    """Asks whether to leave; the second Ctrl-C is a yes."""

    def __init__(self, stage: Stage, under: Page, title: str, sentence: str) -> None:
        super().__init__(stage, under, title, (sentence,))
        self.keys = ASKING

    def confirm(self) -> None:
        self.close()
        self._under.leave()


class SitPage(SheetPage):
    """A table before anybody sits down at it (None: nobody can), or looks on."""

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        lines: Sequence[str],
        sit: Callable[[], None] | None,
        look: Callable[[], None],
    ) -> None:
        super().__init__(stage, under, title, lines)
        self.keys = SITTING
        self.sit = sit
        self.look = look


def ask_to_leave(stage: Stage, under: Page, title: str, sentence: str) -> None:
    stage.show(QuestionPage(stage, under, title, sentence))


def _confirm(page: SheetPage, _key: str) -> None:
    if isinstance(page, QuestionPage):
        page.confirm()


def _sit(page: SheetPage, _key: str) -> None:
    if isinstance(page, SitPage) and page.sit is not None:
        page.sit()


def _look(page: SheetPage, _key: str) -> None:
    if isinstance(page, SitPage):
        page.look()


def _free(page: SheetPage) -> bool:
    return isinstance(page, SitPage) and page.sit is not None


def _taken(page: SheetPage) -> bool:
    return not _free(page)


SCROLLING: tuple[Key[SheetPage], ...] = (
    Key(("down",), "Up/Down", "scroll", lambda p, _: p.scroll(1)),
    Key(("up",), "Up/Down", "scroll again", lambda p, _: p.scroll(-1)),
    Key(("pagedown",), "PgDn", "scroll again", lambda p, _: p.scroll(PAGE_LINES)),
    Key(("pageup",), "PgUp", "scroll again", lambda p, _: p.scroll(-PAGE_LINES)),
)
READING: tuple[Key[SheetPage], ...] = (
    Key(("enter", " ", "escape", "backspace", "q", "?", "c-c"), "Enter", "close", lambda p, _: p.close()),
    *SCROLLING,
)
SITTING: tuple[Key[SheetPage], ...] = (
    Key(("enter",), "Enter", "sit", _sit, _free),
    Key(("enter",), "Enter", "look on", _look, _taken),
    Key(("l",), "l", "look on", _look, _free),
    Key(("backspace", "escape", "q", "c-c"), "Backspace", "cancel", lambda p, _: p.close()),
    *SCROLLING,
)
ASKING: tuple[Key[SheetPage], ...] = (
    Key(("y", "c-c"), "y", "yes", _confirm),
    Key(("n", "enter", " ", "escape", "backspace", "q"), "n", "no", lambda p, _: p.close()),
)
