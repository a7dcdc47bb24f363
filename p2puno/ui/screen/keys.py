"""Tables of keys: what a key does, when it does it, and how the key line and the help call it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from p2puno.ui.past_texts import KEYS as PAST_KEYS
from p2puno.ui.screen.characters import pad, widest
from p2puno.ui.screen.layouts import printed
from p2puno.ui.screen_house_texts import KEYS as HOUSE_KEYS
from p2puno.ui.screen_texts import COLOUR_KEYS, KEY_NAMES, colour_keys
from p2puno.ui.screen_texts import KEYS as CLASSIC_KEYS

P = TypeVar("P")

KEYS = {**CLASSIC_KEYS, **HOUSE_KEYS, **PAST_KEYS}
# Before what the keys do, in the help.
LEAST_KEY_COLUMNS = 14


def _always(_page: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Key(Generic[P]):
    """One row: `keys` as a page gets them, `shown` as people call them, `words` a key of the texts `KEYS`.

    `act` is told which of the keys it was. colours: the letters of the colours in the language that is spoken
    stand for the first four keys as well.
    """

    keys: tuple[str, ...]
    shown: str
    words: str
    act: Callable[[P, str], None]
    when: Callable[[P], bool] = _always
    colours: bool = False

    @property
    def one(self) -> str:
        """The key, where what is shown is a single one."""
        return self.keys[0] if self.shown.lower() == self.keys[0] else ""

    @property
    def name(self) -> str:
        """What is shown, in the language that is spoken."""
        if self.shown == COLOUR_KEYS:
            return " ".join(colour_keys())
        return str(KEY_NAMES.get(self.shown, self.shown))

    def meant(self, key: str) -> str | None:
        """Which of the keys was pressed, on whatever layout; None if it was another one."""
        if self.colours and key.lower() in colour_keys():
            return self.keys[colour_keys().index(key.lower())]
        return printed(key) if printed(key) in self.keys else None


@dataclass(frozen=True, slots=True)
class KeyWord:
    """A key on the key line: 'd' 'draw'. key: what a click on it presses; empty if it stands for several."""

    shown: str
    word: str
    key: str = ""


def press(page: P, table: Sequence[Key[P]], key: str) -> bool:
    """Do what the key does now; False if it does nothing."""
    for row in table:
        meant = row.meant(key)
        if meant is not None and row.when(page):
            row.act(page, meant)
            return True
    return False


def key_line(page: P, table: Sequence[Key[P]]) -> tuple[KeyWord, ...]:
    """The most important keys that work now."""
    rows = [row for row in table if KEYS[row.words][0] and row.when(page)]
    return tuple(KeyWord(row.name, str(KEYS[row.words][0]), row.one) for row in rows)


def help_lines(page: P, table: Sequence[Key[P]]) -> tuple[str, ...]:
    """All keys that work now, a line each; a row without words only explains why a key does nothing now.

    Two rows of one name are the two directions of one thing, which the first one says.
    """
    rows: dict[str, Key[P]] = {}
    for row in table:
        if KEYS[row.words][1] and row.when(page):
            rows.setdefault(row.name, row)
    width = max(LEAST_KEY_COLUMNS, widest(row.name for row in table) + 2)
    return tuple(f"{pad(row.name, width)}{KEYS[row.words][1]}" for row in rows.values())
