"""The players one has played with: by their keys, because a name can be anybody's (specs/files.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any, Self

from p2puno.errors import UsageError
from p2puno.store.files import read_secret, write_private
from p2puno.store.names import check_known_name
from p2puno.store.paths import Home

FORMAT = "p2puno known players 1"
MOST_KNOWN = 500
MOST_GAMES = 10**9
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody one has played with; `key` in hexadecimal, `name` as last seen, days of the first and last
    game, and how many there were."""

    key: str
    name: str
    first: str
    last: str
    games: int


@dataclass(frozen=True, slots=True)
class Acquaintances:
    """All of them; who was met longest ago is forgotten first."""

    by_key: dict[str, Acquaintance] = field(default_factory=dict[str, Acquaintance])

    def __iter__(self) -> Iterator[Acquaintance]:
        """The latest first."""
        return iter(sorted(self.by_key.values(), key=lambda one: one.last, reverse=True))

    def find(self, key: bytes) -> Acquaintance | None:
        """Whoever has this key, if they have been met."""
        return self.by_key.get(key.hex())

    def after_a_game(self, players: Iterable[tuple[bytes, str]], today: date) -> Self:
        """With these keys, and the names they had, in one more game."""
        known, day = dict(self.by_key), today.isoformat()
        for key, name in players:
            before = known.pop(key.hex(), Acquaintance(key.hex(), name, day, day, 0))
            known[key.hex()] = Acquaintance(key.hex(), name, before.first, day, before.games + 1)
        latest = sorted(known.values(), key=lambda one: one.last)[-MOST_KNOWN:]
        return type(self)({one.key: one for one in latest})


def load_acquaintances(home: Home) -> Acquaintances:
    """Whom this home knows. What is damaged in the file counts as not being there."""
    data = read_secret(home.acquaintances)
    try:
        content: Any = json.loads(data or b"null")  # Any: whatever stands in the file
    except (ValueError, RecursionError):
        return Acquaintances()
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return Acquaintances()
    entries = content.get("players")
    found = map(_read, entries[-MOST_KNOWN:] if isinstance(entries, list) else ())
    return Acquaintances({one.key: one for one in found if one is not None})


def save_acquaintances(home: Home, known: Acquaintances) -> None:
    """The caller holds the lock; raises OutsideError if the disk does not take it."""
    content = {"format": FORMAT, "players": [asdict(one) for one in known.by_key.values()]}
    write_private(home.acquaintances, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())


def _read(entry: Any) -> Acquaintance | None:  # Any: whatever stands in the file
    match entry:
        case {"key": str(key), "name": str(name), "first": str(first), "last": str(last), "games": games}:
            pass
        case _:
            return None
    try:
        check_known_name(name)
        days = date.fromisoformat(first).isoformat(), date.fromisoformat(last).isoformat()
        fit = bytes.fromhex(key).hex() == key and len(key) == 2 * KEY_BYTES and days == (first, last)
    except (ValueError, UsageError):
        return None
    if not fit or type(games) is not int or not 0 < games <= MOST_GAMES:
        return None
    return Acquaintance(key, name, first, last, games)
