"""Which games of a player were interrupted, and why one of them cannot be continued."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from p2puno.errors import UserError
from p2puno.seat.recovery import check_owner, check_vault, read_header, replay
from p2puno.store.files import date_of, disk_errors
from p2puno.store.identity import load_public
from p2puno.store.journal import Journal
from p2puno.store.paths import Home
from protocol.table.state import TableState
from protocol.table.table import finished


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A game with a journal. `fault`: why it cannot be continued; then `state` may be None, as far as known.

    name: what its files are called. when: its journal was written to for the last time, in local time.
    bot: the strategy that played the seat, if it was no person.
    """

    name: str
    when: datetime
    state: TableState | None = None
    bot: str | None = None
    fault: str | None = None

    @property
    def over(self) -> bool:
        """Only the others may lack its end."""
        return self.state is not None and finished(self.state)


def interrupted_games(home: Home) -> list[Interrupted]:
    """The latest first. Reads all journals: call it from a worker thread."""
    identity = load_public(home)
    key = None if identity is None else identity.key
    found = [_look_at(home, path, key) for path in home.journals.glob("*.journal")]
    return sorted(found, key=lambda game: game.when, reverse=True)


def _look_at(home: Home, path: Path, key: bytes | None) -> Interrupted:
    with disk_errors(path, "read"):
        when = date_of(path.stat().st_mtime).astimezone()
    game = Interrupted(path.stem, when)
    try:
        contents = Journal.read(path)
        past = replay(path, contents, read_header(path, contents), home.seal)
        bot = None if past.circumstances is None else past.circumstances.strategy or None
        game = replace(game, state=past.state, bot=bot)
        check_owner(path, past, key)
        check_vault(home, path.stem, past)
    except UserError as error:
        return replace(game, fault=str(error))
    return game
