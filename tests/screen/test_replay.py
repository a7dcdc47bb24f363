"""A past game on the screen: steps, rounds, slots, by itself, hands; and the list of past games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from p2puno.store.paths import Home
from p2puno.ui import past_texts as past
from p2puno.ui.screen import replay
from p2puno.ui.screen.end_pages import EndPage
from p2puno.ui.screen.lobby import LobbyPage
from p2puno.ui.screen.past_games import PastGamesPage, show_past_games
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.replay import ReplayPage
from p2puno.ui.screen.samples import as_text
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Line, Stage
from tests.table.covering import Setting
from tests.table.games import play
from tests.table.simulation import CLASSIC
from tests.transparent import transparent_group

RULES = CLASSIC.with_options({"score": "lazy", "rounds": "2", "hand_size": "5"})


@pytest.fixture(scope="module", autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


@pytest.fixture(scope="module")
def home(transparent: None, tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home.locate(tmp_path_factory.mktemp("home"))
    home.games.mkdir()
    for name, option in (("closed", "off"), ("open", "on")):
        game = play(Setting(RULES.with_options({"open_replay": option}), 3), "replay")
        (home.games / f"{name}.p2puno").write_bytes(game.transcript)
    return home


class Under:
    """What lies under the pages."""

    def draw(self, columns: int, rows: int) -> list[Line]:
        return [[("", f"under {columns} {rows}")]]

    def press(self, key: str) -> None: ...
    def paste(self, pasted: str) -> None: ...
    def touch(self, what: str) -> None: ...
    def leave(self) -> None: ...


class Looker:
    """Somebody in front of the screen."""

    def __init__(self, nursery: trio.Nursery, home: Home) -> None:
        self.stage = Stage(Remembered(None, home))
        self.stage.start_soon = nursery.start_soon
        self._drawn = trio.Event()
        self.stage.redraw = self._redraw
        self.under = Under()
        self.stage.show(self.under)

    def _redraw(self) -> None:
        self._drawn.set()
        self._drawn = trio.Event()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.stage.page.press(key)

    def screen(self) -> str:
        return " ".join(as_text(self.stage.page.draw(110, 30)).split())

    async def see(self, text: object) -> None:
        while str(text) not in self.screen():
            await self._drawn.wait()

    async def replay(self, path: Path) -> ReplayPage:
        page = ReplayPage(self.stage, path, lambda: self.stage.show(self.under))
        self.stage.show(page)
        self.stage.start_soon(page.run)
        while page.film is None:
            await self._drawn.wait()
        return page


@pytest.fixture
def looker(nursery: trio.Nursery, home: Home) -> Looker:
    return Looker(nursery, home)


def game(home: Home, name: str = "open") -> Path:
    return home.games / f"{name}.p2puno"


async def test_steps_forward_and_back(looker: Looker, home: Home) -> None:
    page = await looker.replay(game(home))
    assert page.film is not None
    assert "The table is open." in looker.screen()
    looker.press("right", " ", "enter")
    assert page.at == 3
    looker.press("left")
    assert page.at == 2
    looker.press("end")
    assert page.at == len(page.film.moments) - 1
    assert str(past.REPLAY_END) in looker.screen()
    assert "the game: clean" in looker.screen()
    looker.press("right", "home")
    assert page.at == 0
    looker.press("left")
    assert page.at == 0


async def test_rounds_and_slots(looker: Looker, home: Home) -> None:
    page = await looker.replay(game(home))
    film = page.film
    assert film is not None
    looker.press("pagedown", "pagedown")
    second = page.at
    assert film.moments[second].state.rules.round == 2
    assert film.moments[second - 1].state.rules.round == 1
    looker.press("right", "right", "pageup")
    assert page.at == second
    looker.press("pageup")
    assert film.moments[page.at].state.rules.round == 1
    wanted = film.moments[40].slot + 1
    looker.press(*str(wanted))
    assert f"Go to slot {wanted}: Enter" in looker.screen()
    looker.press("enter")
    assert film.moments[page.at].slot <= wanted < film.moments[page.at + 1].slot
    looker.press("9", "escape", "9", "9", "9", "9", "enter")
    assert page.at == len(film.moments) - 1


async def test_it_goes_on_by_itself_until_the_end_or_a_key(
    looker: Looker, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "SPEEDS", (9.0, 8.0, 0.01, 7.0, 6.0))
    page = await looker.replay(game(home))
    looker.press("p")
    assert "It goes on by itself, 0.01 s a step." in looker.screen()
    await looker.see("Round 1")
    looker.press("p")
    at = page.at
    await trio.sleep(0.05)
    assert page.at == at
    looker.press("+", "+", "+", "p")
    assert "by itself, 6 s a step" in looker.screen()
    looker.press("-", "-", "end", "left", "left", "p")
    await looker.see(past.REPLAY_END)
    assert not page.playing


async def test_hands_are_shown_where_they_are_open(looker: Looker, home: Home) -> None:
    page = await looker.replay(game(home))
    film = page.film
    assert film is not None
    while not any(film.moments[page.at].state.rules.counts):
        looker.press("right")
    looker.press("tab")
    assert page.seat == 0
    assert "Seat 0 holds " in looker.screen()
    hand = film.hand(page.at, 0)
    assert hand
    looker.press("h")
    sheet = looker.stage.page
    assert isinstance(sheet, SheetPage)
    assert looker.screen().count("Seat ") == 3
    looker.press("enter", "tab", "tab", "tab")
    assert page.seat is None


async def test_hands_stay_closed_without_open_replay(looker: Looker, home: Home) -> None:
    page = await looker.replay(game(home, "closed"))
    assert str(past.REPLAY_CLOSED) in looker.screen()
    looker.press("tab", "h")
    assert looker.stage.page is page
    assert page.seat is None


async def test_what_cannot_be_shown_says_why(looker: Looker, tmp_path: Path) -> None:
    page = ReplayPage(looker.stage, tmp_path / "gone", lambda: looker.stage.show(looker.under))
    looker.stage.show(page)
    looker.stage.start_soon(page.run)
    await looker.see("cannot be shown: No such file or directory")
    looker.press("q")
    assert looker.stage.page is looker.under


async def test_the_list_shows_games_and_players_and_leads_to_both(looker: Looker, home: Home) -> None:
    show_past_games(looker.stage, looker.under, home)
    page = looker.stage.page
    assert isinstance(page, PastGamesPage)
    await looker.see("closed 20")
    await looker.see("open 20")
    assert looker.screen().count("clean: Seat 0, Seat 1 and Seat 2, 2 rounds, won by") == 2
    looker.press("s")
    assert looker.screen().count(": 2 games, ") == 3
    looker.press("enter", "down", "up", "enter")
    assert isinstance(looker.stage.page, ReplayPage)
    looker.press("q")
    assert looker.stage.page is page
    looker.press("a")
    await looker.see("Everything holds")
    looker.press("enter", "backspace")
    assert looker.stage.page is looker.under


async def test_a_list_without_games(looker: Looker, tmp_path: Path) -> None:
    show_past_games(looker.stage, looker.under, Home.locate(tmp_path))
    await looker.see("No games have been played here yet")
    looker.press("enter", "a", "s")
    looker.press("enter", "escape")
    assert looker.stage.page is looker.under


async def test_the_lobby_leads_to_past_games_and_back(looker: Looker, home: Home) -> None:
    del home
    lobby = LobbyPage(looker.stage, CLASSIC)
    looker.stage.show(lobby)
    looker.press("up", "up", "up")
    assert f"> {past.LOBBY_PAST}" in looker.screen()
    looker.press("enter")
    await looker.see("open 20")
    looker.press("escape")
    assert looker.stage.page is lobby


async def test_the_end_of_a_game_leads_to_its_replay(looker: Looker, home: Home) -> None:
    page = EndPage(looker.stage, looker.under, "over", (), "", game(home))
    looker.stage.show(page)
    looker.press("v")
    await looker.see("The table is open.")
    looker.press("q")
    assert looker.stage.page is page
