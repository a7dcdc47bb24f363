"""What the full screen shows now: one page, which draws itself as styled text and takes keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Span: TypeAlias = tuple[str, str]
"""A style and a text: the style is 'class:NAME', with several names separated by commas, or empty."""
Line: TypeAlias = list[Span]

NAMED_KEYS = (
    *("left", "right", "up", "down", "home", "end", "pageup", "pagedown"),
    *("enter", "backspace", "delete", "tab", "escape", "c-c", "f1"),
)
"""Keys that a page gets by these names; every other key is the character it types."""


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

    def leave(self) -> None:
        """The program is asked to end: leave the table with a goodbye."""
        ...


class Stage:
    """The page on the screen; the host of the screen puts its own functions into `redraw` and `ring`."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self.redraw: Callable[[], None] = lambda: None
        self.ring: Callable[[], None] = lambda: None

    @property
    def page(self) -> Page:
        assert self._page is not None, "a page is shown before the screen is there"
        return self._page

    def show(self, page: Page) -> None:
        """Another page takes the screen."""
        self._page = page
        self.redraw()
