"""The settings: each line says what is so, a key or a click changes it, and it is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.language import catalogue
from p2puno.store.paths import Home
from p2puno.store.preferences import Preferences, load_preferences
from p2puno.ui import screen_texts as words
from p2puno.ui.screen.characters import line_cells
from p2puno.ui.screen.lobby import LobbyPage
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.samples import as_text
from p2puno.ui.screen.settings_page import SETTINGS, SettingsPage
from p2puno.ui.screen.stage import Stage
from protocol.rules.ruleset import RuleSet


class Chooser:
    """Somebody before the settings of the lobby."""

    def __init__(self, home: Home | None = None) -> None:
        self.remembered = Remembered(home=home)
        self.stage = Stage(self.remembered)
        self.lobby = LobbyPage(self.stage, RuleSet.preset("classic"))
        self.page = SettingsPage(self.stage, self.lobby)
        self.stage.show(self.page)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.stage.page.press(key)

    def screen(self) -> str:
        return as_text(self.stage.page.draw(80, 24))

    def to(self, label: object) -> None:
        for _ in SETTINGS:
            if f"> {label}" not in self.screen():
                self.press("down")
        assert f"> {label}" in self.screen()


def test_a_switch_is_turned_by_enter_and_arrows_and_written_down(tmp_path: Path) -> None:
    home = Home.locate(tmp_path)
    chooser = Chooser(home)
    chooser.to(words.SET_BELL)
    assert str(words.SET_BELL_NOTE) in chooser.screen()
    chooser.press("enter")
    assert load_preferences(home) == Preferences(bell=False)
    chooser.press("right")
    assert load_preferences(home) == Preferences()
    chooser.press("left", "q")
    assert load_preferences(home) == Preferences(bell=False)
    assert chooser.stage.page is chooser.lobby


def test_a_name_is_typed_checked_and_taken(tmp_path: Path) -> None:
    home = Home.locate(tmp_path)
    chooser = Chooser(home)
    assert str(words.USUAL_NAME) in chooser.screen()
    chooser.press("enter", *"Quentin", "enter")
    assert load_preferences(home).name == "Quentin"
    chooser.press("enter")
    chooser.page.paste("x" * 100_000)
    chooser.press("enter")
    assert load_preferences(home).name == "Quentin" + "x" * 17
    chooser.press("enter", *["backspace"] * 30, "enter")
    assert load_preferences(home).name is None
    chooser.press("enter", *"never", "c-c", "q")
    assert load_preferences(home).name is None


def test_the_language_changes_at_once() -> None:
    chooser = Chooser()
    with catalogue.speaking("en"):
        chooser.press("down", "right", "right")
        assert catalogue.spoken() == "ru"
        assert chooser.remembered.now.lang == "ru"
        assert "Русский" in chooser.screen()
        chooser.press("left")
        assert catalogue.spoken() == "en"


def test_a_disk_that_refuses_is_told_and_the_change_holds_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    chooser = Chooser(Home.locate(blocked))
    chooser.to(words.SET_MARKS)
    chooser.press("enter")
    assert "could not be written" in " ".join(chooser.screen().split())
    assert not chooser.remembered.now.marks


def test_without_colours_nothing_flashes_unless_somebody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    remembered = Remembered()
    assert not remembered.flashes
    remembered.change(flash=True)
    assert remembered.flashes
    monkeypatch.delenv("NO_COLOR")
    assert Remembered().flashes


def test_every_note_fits_its_line() -> None:
    for setting in SETTINGS:
        assert len(str(setting.note)) <= 78


# --- the mouse ----------------------------------------------------------------------------------------


def click(stage: Stage, text: str, columns: int = 80, rows: int = 24) -> None:
    """In the middle of a text on the screen, as the host reports it."""
    lines = stage.page.draw(columns, rows)
    line = next(line for line in lines if text in "".join(words for _, words in line))
    stage.click(line, "".join(words for _, words in line).index(text) + len(text) // 2)


def test_lines_and_keys_can_be_clicked() -> None:
    chooser = Chooser()
    click(chooser.stage, str(words.SET_HINTS))
    assert f"> {words.SET_HINTS}" in chooser.screen()
    assert chooser.remembered.now.hints
    click(chooser.stage, str(words.SET_HINTS))
    assert not chooser.remembered.now.hints
    click(chooser.stage, "Enter change")
    assert chooser.remembered.now.hints
    click(chooser.stage, "q done")
    assert chooser.stage.page is chooser.lobby


def test_a_click_in_the_lobby_chooses_and_another_one_enters() -> None:
    chooser = Chooser()
    chooser.press("q")
    click(chooser.stage, str(words.LOBBY_SETTINGS))
    assert chooser.stage.page is chooser.lobby
    click(chooser.stage, str(words.LOBBY_SETTINGS))
    assert isinstance(chooser.stage.page, SettingsPage)


def test_a_click_on_nothing_does_nothing() -> None:
    chooser = Chooser()
    before = chooser.screen()
    for line in chooser.page.draw(80, 24):
        chooser.stage.click(line, line_cells(line) + 5)
    chooser.stage.click([], 0)
    assert chooser.screen() == before
