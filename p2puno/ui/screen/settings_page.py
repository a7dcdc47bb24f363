"""The settings, each in a line with what it is now; a change holds at once and is remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2puno.errors import UsageError
from p2puno.language.catalogue import LANGUAGES, language_of_environment, speak
from p2puno.language.texts import Text
from p2puno.store.names import MAX_NAME, check_name
from p2puno.ui import screen_texts as words
from p2puno.ui.directions import apart
from p2puno.ui.screen.characters import pad, tail, widest
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.stage import Line, Page, Stage


@dataclass(frozen=True, slots=True)
class Setting:
    """`turn` goes to the next or (-1) the last choice; `now` says the present one, `note` what it is for."""

    label: Text
    note: Text
    now: Callable[[Remembered], str]
    turn: Callable[[Remembered, int], str]


class SettingsPage:
    """Lies above the page `under`."""

    def __init__(self, stage: Stage, under: Page) -> None:
        self._stage = stage
        self._under = under
        self._remembered = stage.remembered
        self._fault = ""
        self._at = 0
        self.field: Field | None = None
        """The name that is being typed."""

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        entries = [Entry("", heading=True)]
        width = widest(setting.label for setting in SETTINGS) + 1
        for number, setting in enumerate(SETTINGS):
            value = setting.now(self._remembered)
            if self.field is not None and number == self._at:
                value = tail(self.field.text, max(1, columns - width - 8)) + "_"
            line = f"{pad(str(setting.label), width)} {apart(value)}"
            entries.append(Entry(line, chosen=number == self._at, touch=str(number)))
        note = self._fault or str(SETTINGS[self._at].note)
        menu = Menu(str(words.SETTINGS_TITLE), tuple(entries), note, key_line(self, SETTING_KEYS))
        return draw_menu(menu, columns, rows)

    def press(self, key: str) -> None:
        self._fault = ""
        if not press(self, SETTING_KEYS, key) and len(key) == 1:
            self.paste(key)

    def paste(self, pasted: str) -> None:
        if self.field is not None and not self.field.type(pasted):
            self._fault = words.PASTE_CUT.format(limit=self.field.limit)

    def touch(self, what: str) -> None:
        """A click on a line chooses it, another one changes it."""
        if self.field is None and what.isdigit():
            if int(what) == self._at:
                self.go()
            self._at = int(what)

    def leave(self) -> None:
        self._under.leave()

    # --- what keys do -----------------------------------------------------------------------------------

    @property
    def at_name(self) -> bool:
        return SETTINGS[self._at] is NAME

    def step(self, by: int) -> None:
        self._at = (self._at + by) % len(SETTINGS)

    def turn(self, by: int) -> None:
        self._fault = SETTINGS[self._at].turn(self._remembered, by)

    def go(self) -> None:
        if self.at_name:
            self.field = Field(MAX_NAME, self._remembered.now.name or "")
        else:
            self.turn(1)

    def take_name(self) -> None:
        """An empty one is the usual name again."""
        typed = "" if self.field is None else self.field.text.strip()
        try:
            self._fault = self._remembered.change(name=check_name(typed) if typed else None)
        except UsageError as error:
            self._fault = str(error)
        else:
            self.field = None

    def erase(self) -> None:
        if self.field is not None:
            self.field.erase()

    def stop_typing(self) -> None:
        self.field = None

    def close(self) -> None:
        self._stage.show(self._under)


# --- the settings -------------------------------------------------------------------------------------


def _name(remembered: Remembered) -> str:
    return remembered.now.name or str(words.USUAL_NAME)


def _language(remembered: Remembered) -> str:
    code = remembered.now.lang
    if code is None:
        return words.LANGUAGE_OF_SYSTEM.format(language=LANGUAGES[language_of_environment()])
    return LANGUAGES[code]


def _next_language(remembered: Remembered, by: int) -> str:
    choices = (None, *LANGUAGES)
    chosen = choices[(choices.index(remembered.now.lang) + by) % len(choices)]
    speak(chosen or language_of_environment())
    return remembered.change(lang=chosen)


def _switch(field: str, on: Text, off: Text) -> tuple[Callable[[Remembered], str], Callable[..., str]]:
    def is_on(remembered: Remembered) -> bool:
        return remembered.flashes if field == "flash" else bool(getattr(remembered.now, field))

    return (
        lambda remembered: str(on if is_on(remembered) else off),
        lambda remembered, _by: remembered.change(**{field: not is_on(remembered)}),
    )


NAME = Setting(words.SET_NAME, words.SET_NAME_NOTE, _name, lambda _, __: "")
SETTINGS: tuple[Setting, ...] = (
    NAME,
    Setting(words.SET_LANGUAGE, words.SET_LANGUAGE_NOTE, _language, _next_language),
    Setting(words.SET_MARKS, words.SET_MARKS_NOTE, *_switch("marks", words.SHOWN, words.NOT_SHOWN)),
    Setting(words.SET_HINTS, words.SET_HINTS_NOTE, *_switch("hints", words.SHOWN, words.NOT_SHOWN)),
    Setting(words.SET_BELL, words.SET_BELL_NOTE, *_switch("bell", words.IS_ON, words.IS_OFF)),
    Setting(words.SET_FLASH, words.SET_FLASH_NOTE, *_switch("flash", words.IS_ON, words.IS_OFF)),
    Setting(words.SET_MOUSE, words.SET_MOUSE_NOTE, *_switch("mouse", words.IS_ON, words.IS_OFF)),
)


def _typing(page: SettingsPage) -> bool:
    return page.field is not None


def _choosing(page: SettingsPage) -> bool:
    return page.field is None


def _turning(page: SettingsPage) -> bool:
    return page.field is None and not page.at_name


SETTING_KEYS: tuple[Key[SettingsPage], ...] = (
    Key(("enter",), "Enter", "take name", lambda page, _: page.take_name(), _typing),
    Key(("backspace", "delete"), "Backspace", "erase", lambda page, _: page.erase(), _typing),
    Key(("c-c", "escape"), "Ctrl-C", "cancel", lambda page, _: page.stop_typing(), _typing),
    Key(("enter", " "), "Enter", "change", lambda page, _: page.go(), _choosing),
    Key(("down", "tab"), "Up/Down", "menu", lambda page, _: page.step(1), _choosing),
    Key(("up",), "Up/Down", "scroll again", lambda page, _: page.step(-1), _choosing),
    Key(("right", "+"), "Left/Right", "change again", lambda page, _: page.turn(1), _turning),
    Key(("left", "-"), "Left/Right", "change again", lambda page, _: page.turn(-1), _turning),
    Key(("q", "backspace", "escape", "c-c", "o"), "q", "settings done", lambda p, _: p.close(), _choosing),
)
