"""Games to make pages of, on the transparent group, and their pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from p2puno.past.film import Film, load
from p2puno.report.page import page_of
from p2puno.report.story import Round, rounds_of
from protocol.table.phases import Choosing
from protocol.table.table import finished
from tests.table.covering import Setting
from tests.table.games import play
from tests.table.removals import VotedGame, seated
from tests.table.simulation import CLASSIC
from tests.transparent import transparent_group


@dataclass(frozen=True)
class Shown:
    """A game and its page in English; `page` is another one of it."""

    path: Path
    film: Film
    rounds: tuple[Round, ...]
    text: str

    def page(self) -> str:
        with transparent_group():
            return page_of(self.film, self.path)


def shown(path: Path) -> Shown:
    with transparent_group():
        film = load(path)
        return Shown(path, film, rounds_of(film), page_of(film, path))


def setting(seats: int, **options: str) -> Setting:
    """Two short rounds."""
    return Setting(CLASSIC.with_options({"score": "lazy", "rounds": "2", "hand_size": "5", **options}), seats)


def game(seats: int, folder: Path, **options: str) -> Shown:
    path = folder / "game.p2puno"
    with transparent_group():
        path.write_bytes(play(setting(seats, **options), "page/1").transcript)
    return shown(path)


def game_with_departures(folder: Path) -> Shown:
    """Of four seats one tells two stories in its first round, and one says goodbye later."""
    path = folder / "departures.p2puno"
    with transparent_group():
        table = seated(setting(4), "page/departures")
        _until_choosing(table, times=8)
        table.go([1], convicted=True)
        _until_choosing(table, times=4)
        table.go([2])
        while not finished(table.state):
            table.step()
        path.write_bytes(table.transcript)
    return shown(path)


def _until_choosing(table: VotedGame, times: int) -> None:
    """So many moves are made."""
    for _ in range(times):
        table.step()
        while not isinstance(table.state.phase, Choosing):
            table.step()
