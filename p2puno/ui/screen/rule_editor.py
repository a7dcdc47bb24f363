"""The rules that tables are opened with, each option in a line; what does not go together is said at once."""

from __future__ import annotations

from collections.abc import Callable

from p2puno.language.texts import _
from p2puno.ui import screen_house_texts as house
from p2puno.ui.digits import plain_digits
from p2puno.ui.directions import apart
from p2puno.ui.ruletitle import rules_title
from p2puno.ui.screen.characters import pad, tail, widest
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.rule_draft import RuleDraft, choosable
from p2puno.ui.screen.stage import Line, Page, Stage
from protocol.rules.english import MEANINGS, TITLES
from protocol.rules.options import Option
from protocol.rules.ruleset import RuleSet

LONGEST_VALUE = 60


class RuleEditor:
    """Lies above the page `under`; `done` is given the rules. The first row is the preset."""

    def __init__(self, stage: Stage, under: Page, rules: RuleSet, done: Callable[[RuleSet], None]) -> None:
        self._stage = stage
        self._under = under
        self._done = done
        self._draft = RuleDraft(rules)
        self._options = choosable()
        self._fault = ""
        self._at = 0
        self.field: Field | None = None
        """The value that is being typed."""

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        width = max(widest(option.name for option in self._options), widest((house.PRESET,))) + 1
        entries = [Entry("", heading=True), self._row(0, str(house.PRESET), self._draft.preset, width)]
        section = None
        for number, option in enumerate(self._options, start=1):
            if option.section is not section:
                section = option.section
                entries.append(Entry(_(TITLES[section]), heading=True))
            value = self._draft[option.name]
            if self.field is not None and number == self._at:
                value = tail(self.field.text, max(1, columns - width - 8)) + "_"
            entries.append(self._row(number, option.name, value or "–", width))
        menu = Menu(self._title(), tuple(entries), self._note(), key_line(self, EDITING))
        return draw_menu(menu, columns, rows)

    def press(self, key: str) -> None:
        self._fault = ""
        if not press(self, EDITING, key) and self.field is not None and len(key) == 1:
            self.field.type(key)

    def paste(self, pasted: str) -> None:
        if self.field is not None:
            self.field.type(pasted)

    def touch(self, what: str) -> None:
        """A click on a line chooses it, another one changes it."""
        if self.field is None and what.isdigit():
            if int(what) == self._at:
                self.go()
            self._at = int(what)

    def leave(self) -> None:
        self._under.leave()

    def _row(self, number: int, label: str, value: str, width: int) -> Entry:
        """The option; under the chosen one what it is about, and what its value means."""
        option = self.option
        under: tuple[str, ...] = ()
        if option is not None:
            under = (_(MEANINGS[option.name]), self._draft.told(option) or str(house.NOTHING_ADDED))
        line = f"{pad(label, width)} {apart(value)}"
        return Entry(line, chosen=number == self._at, touch=str(number), under=under)

    def _title(self) -> str:
        rules = self._draft.check()
        if rules is None:
            return str(house.EDITOR_TITLE)
        players = {"least": rules.min_seats, "most": rules.max_seats}
        return house.EDITOR_TITLE_OF.format(rules=rules_title(rules), **players)

    def _note(self) -> str:
        """What is wrong."""
        if self._fault or self._draft.fault:
            return self._fault or house.UNFIT.format(why=self._draft.fault)
        return str(house.PRESET_NOTE) if self.option is None else ""

    # --- what keys do -----------------------------------------------------------------------------------

    @property
    def option(self) -> Option | None:
        """The chosen one; None on the preset."""
        return self._options[self._at - 1] if self._at else None

    @property
    def typed(self) -> bool:
        """Whether the value of the chosen option can be typed."""
        return self.option is not None and (self.option.numbers is not None or self.option.several)

    def step(self, by: int) -> None:
        self._at = (self._at + by) % (len(self._options) + 1)

    def step_chapter(self, by: int) -> None:
        """To the first option of the next chapter, or of the last one."""
        firsts = [0, *self._firsts()]
        later = [at for at in firsts if at > self._at] if by > 0 else [at for at in firsts if at < self._at]
        self._at = (later[0] if by > 0 else later[-1]) if later else firsts[0 if by > 0 else -1]

    def turn(self, by: int) -> None:
        if self.option is None:
            self._draft.turn_preset(by)
        else:
            self._draft.turn(self.option, by)

    def go(self) -> None:
        if self.typed and self.option is not None:
            self.field = Field(LONGEST_VALUE, self._draft[self.option.name])
        else:
            self.turn(1)

    def take_value(self) -> None:
        if self.field is not None and self.option is not None:
            self._fault = self._draft.type(self.option, plain_digits(self.field.text.strip()))
            if not self._fault:
                self.field = None

    def erase(self) -> None:
        if self.field is not None:
            self.field.erase()

    def stop_typing(self) -> None:
        self.field = None

    def finish(self) -> None:
        """Rules that cannot be played are not taken."""
        rules = self._draft.check()
        if rules is not None:
            self._stage.show(self._under)
            self._done(rules)

    def close(self) -> None:
        """As if nothing had been changed."""
        self._stage.show(self._under)

    def _firsts(self) -> list[int]:
        sections = [option.section for option in self._options]
        return [sections.index(section) + 1 for section in dict.fromkeys(sections)]


def _typing(page: RuleEditor) -> bool:
    return page.field is not None


def _choosing(page: RuleEditor) -> bool:
    return page.field is None


EDITING: tuple[Key[RuleEditor], ...] = (
    Key(("enter",), "Enter", "take value", lambda page, _: page.take_value(), _typing),
    Key(("backspace", "delete"), "Backspace", "erase", lambda page, _: page.erase(), _typing),
    Key(("c-c", "escape"), "Ctrl-C", "cancel", lambda page, _: page.stop_typing(), _typing),
    Key(("left", "-"), "Left/Right", "change", lambda page, _: page.turn(-1), _choosing),
    Key(("right", "+"), "Left/Right", "change again", lambda page, _: page.turn(1), _choosing),
    Key(("enter", " "), "Enter", "change again", lambda page, _: page.go(), _choosing),
    Key(("down", "tab"), "Up/Down", "menu", lambda page, _: page.step(1), _choosing),
    Key(("up",), "Up/Down", "scroll again", lambda page, _: page.step(-1), _choosing),
    Key(("pagedown",), "PgDn", "chapter", lambda page, _: page.step_chapter(1), _choosing),
    Key(("pageup",), "PgUp", "scroll again", lambda page, _: page.step_chapter(-1), _choosing),
    Key(("q", "backspace"), "q", "rules done", lambda page, _: page.finish(), _choosing),
    Key(("c-c", "escape"), "Ctrl-C", "rules cancel", lambda page, _: page.close(), _choosing),
)
