"""What the full screen shows now: one page, which draws itself as styled text and takes keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from p2puno.ui.screen.remembered import Remembered

Span: TypeAlias = tuple[str, str]
"""A style and a text: the style is 'class:NAME' or empty, and may say what a click there means."""
Line: TypeAlias = list[Span]

_TOUCH, _KEY = " class:touch-", " class:touch-key-"

NAMED_KEYS = (
    *("left", "right", "up", "down", "home", "end", "pageup", "pagedown"),
    *("enter", "backspace", "delete", "tab", "escape", "c-c", "f1"),
)
"""Keys that a page gets by these names; every other key is the character it types."""


def touchable(style: str, what: str) -> str:
    """The style, and what `Page.touch` is told when somebody clicks there: one word of letters and digits."""
    return f"{style}{_TOUCH}{what}"


def key_style(style: str, key: str) -> str:
    """The style, and the key that a click there presses."""
    return f"{style}{_KEY}{ord(key) if len(key) == 1 else key}"


def bare_style(style: str) -> str:
    return style.partition(_TOUCH)[0]


class Page(Protocol):
    """One full screen. Everything but `draw` runs inside trio; nothing here may wait."""

    def draw(self, columns: int, rows: int) -> list[Line]:
        """At most `rows` lines of at most `columns` cells; changes nothing."""
        ...

    def press(self, key: str) -> None:
        """One of `NAMED_KEYS`, or a character."""
        ...

    def paste(self, pasted: str) -> None:
        """Anything may be in it, of any length."""
        ...

    def touch(self, what: str) -> None:
        """Somebody has clicked on what was drawn `touchable`."""
        ...

    def leave(self) -> None:
        """The program is asked to end: leave the table with a goodbye."""
        ...


class Stage:
    """The page on the screen; the host of the screen puts its own functions into `redraw`, `ring` and
    `start_soon`, which starts a task that ends with the screen."""

    def __init__(self, remembered: Remembered | None = None) -> None:
        self._page: Page | None = None
        self.remembered = remembered or Remembered()
        self.redraw: Callable[[], None] = lambda: None
        self.ring: Callable[[], None] = lambda: None
        self.start_soon: Callable[..., None] = lambda *_: None

    @property
    def page(self) -> Page:
        assert self._page is not None, "a page is shown before the screen is there"
        return self._page

    def show(self, page: Page) -> None:
        """Another page takes the screen."""
        self._page = page
        self.redraw()

    def click(self, line: Line, column: int) -> None:
        """A click at a character of a line as it was drawn."""
        for style, text in line:
            if column < len(text):
                _, key, name = style.partition(_KEY)
                _, touch, what = style.partition(_TOUCH)
                if key:
                    self.page.press(chr(int(name)) if name.isdigit() else name)
                elif touch:
                    self.page.touch(what)
                return
            column -= len(text)
