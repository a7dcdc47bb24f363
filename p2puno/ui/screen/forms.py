"""Small forms of the lobby: a table to open, an address to sit down at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from p2puno.errors import UsageError
from p2puno.net.addresses import parse_address
from p2puno.net.limits import DEFAULT_PORT
from p2puno.net.messages import TableInfo
from p2puno.net.pin import check_pin
from p2puno.seat.bots import other_strength
from p2puno.ui import screen_texts as words
from p2puno.ui.digits import plain_digits
from p2puno.ui.directions import apart
from p2puno.ui.ruletitle import rules_title
from p2puno.ui.screen.characters import pad, tail, widest
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.stage import Line, Page, Stage
from p2puno.ui.screen.wishes import LookOn, OpenTable, SitDown, Wish
from protocol.rules.ruleset import MIN_SEATS, RuleSet

LONGEST_FIELD = 60
HIDDEN = "*"
BOTS_FIELD = 2


class Unfit(Exception):  # noqa: N818 - it is an answer, not a fault
    """What is in the fields does not go; the message says why."""


class FormPage:
    """Fields under each other; `read` makes a wish of their texts, or raises `Unfit`.

    notes: what is said below them. secret: the label of a field that does not show what is typed.
    """

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        labels: Sequence[str],
        notes: Sequence[str],
        read: Callable[[Sequence[str]], Wish],
        done: Callable[[Wish], None],
        secret: str = "",
    ) -> None:
        self._stage = stage
        self._under = under
        self._secret = secret
        self._title = title
        self._labels = labels
        self._notes = notes
        self._read = read
        self._done = done
        self._fault = ""
        self._at = 0
        self._fields = [Field(LONGEST_FIELD) for _ in labels]

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        entries = [Entry("", heading=True)]
        width = widest(self._labels) + 1
        for number, (label, field) in enumerate(zip(self._labels, self._fields, strict=True)):
            room = max(1, columns - width - 8)
            shown = HIDDEN * len(field.text) if label == self._secret else field.text
            typed = tail(shown, room) + ("_" if number == self._at else "")
            line = f"{pad(label, width)} {apart(typed)}"
            entries.append(Entry(line, chosen=number == self._at, touch=str(number)))
        entries += [Entry(""), *map(Entry, self._notes)]
        return draw_menu(Menu(self._title, tuple(entries), self._fault, key_line(self, FORM)), columns, rows)

    def press(self, key: str) -> None:
        self._fault = ""
        if not press(self, FORM, key) and len(key) == 1:
            self.paste(key)

    def paste(self, pasted: str) -> None:
        field = self._fields[self._at]
        if not field.type(pasted):
            self._fault = words.PASTE_CUT.format(limit=field.limit)

    def touch(self, what: str) -> None:
        self._at = int(what)

    def leave(self) -> None:
        self._under.leave()

    # --- what keys do ---------------------------------------------------------------------------------

    @property
    def several(self) -> bool:
        return len(self._fields) > 1

    @property
    def has_switch(self) -> bool:
        """Whether the field has a switch beside it."""
        return False

    def switch(self, by: int) -> None:
        """To the next position of the switch, or the one before; without a switch nothing happens."""

    def step(self, by: int) -> None:
        self._at = (self._at + by) % len(self._fields)

    def erase(self) -> None:
        self._fields[self._at].erase()

    def cancel(self) -> None:
        self._stage.show(self._under)

    def go(self) -> None:
        try:
            wish = self._read([field.text.strip() for field in self._fields])
        except Unfit as fault:
            self._fault = str(fault)
        else:
            self._done(wish)


FORM: tuple[Key[FormPage], ...] = (
    Key(("enter",), "Enter", "field enter", lambda page, _: page.go()),
    Key(("down", "tab"), "Up/Down", "field", lambda page, _: page.step(1), lambda page: page.several),
    Key(("up",), "Up/Down", "scroll again", lambda page, _: page.step(-1), lambda page: page.several),
    Key(("right",), "Left/Right", "strength", lambda page, _: page.switch(1), lambda page: page.has_switch),
    Key(("left",), "Left/Right", "scroll again", lambda p, _: p.switch(-1), lambda p: p.has_switch),
    Key(("backspace", "delete"), "Backspace", "field back", lambda page, _: page.erase()),
    Key(("c-c", "escape"), "Ctrl-C", "cancel", lambda page, _: page.cancel()),
)


class OpenForm(FormPage):
    """A table to open, by these rules; Left and Right say how strong its bots are."""

    def __init__(
        self, stage: Stage, under: Page, rules: RuleSet, strategy: str, done: Callable[[Wish], None]
    ) -> None:
        self._most_seats = rules.max_seats
        self._strategy = strategy
        title, secret = str(words.FORM_OPEN_TITLE), str(words.FORM_PIN)
        notes = words.WAITING_RULES.format(rules=rules_title(rules)), "", str(words.FORM_OPEN_NOTE)
        super().__init__(stage, under, title, self._named(), notes, self._table, done, secret)

    def _named(self) -> tuple[str, ...]:
        bots = words.FORM_BOTS.format(strength=words.STRENGTHS[self._strategy])
        return str(words.FORM_NAME), str(words.FORM_SEATS), bots, str(words.FORM_PIN)

    def _table(self, texts: Sequence[str]) -> OpenTable:
        return read_table(texts, self._most_seats, self._strategy)

    @property
    def has_switch(self) -> bool:
        return self._at == BOTS_FIELD

    def switch(self, by: int) -> None:
        self._strategy = other_strength(self._strategy, by)
        self._labels = self._named()


def address_form(stage: Stage, under: Page, done: Callable[[Wish], None]) -> FormPage:
    secret = str(words.FORM_PIN)
    labels = (str(words.FORM_ADDRESS), secret)
    title, note = str(words.FORM_JOIN_TITLE), words.FORM_JOIN_NOTE.format(port=DEFAULT_PORT)
    return FormPage(stage, under, title, labels, (note,), read_address, done, secret)


def enter_table(
    stage: Stage, under: Page, info: TableInfo, done: Callable[[Wish], None], wish: SitDown | LookOn
) -> None:
    """Carry out the wish; first ask for the PIN, if the table has one."""

    def read(texts: Sequence[str]) -> Wish:
        if not texts[0]:
            raise Unfit(str(words.FORM_PIN_NOTE))
        return replace(wish, pin=texts[0])

    secret, note = str(words.FORM_PIN), str(words.FORM_PIN_NOTE)
    if info.pin:
        title = str(words.FORM_PIN_TITLE)
        stage.show(FormPage(stage, under, title, (secret,), (note,), read, done, secret))
    else:
        done(wish)


def read_table(texts: Sequence[str], most_seats: int, strategy: str) -> OpenTable:
    """Name, seats, bots and PIN; an empty field says nothing."""
    name, seats_text, bots_text, pin = texts
    seats, bots = _number(seats_text), _number(bots_text) or 0
    if seats is not None and not MIN_SEATS <= seats <= most_seats:
        raise Unfit(words.FORM_SEATS_RANGE.format(least=MIN_SEATS, most=most_seats))
    most_bots = (seats or most_seats) - 1
    if bots > most_bots:
        raise Unfit(words.FORM_BOTS_RANGE.format(most=most_bots))
    return OpenTable(name or None, seats, bots, strategy, _new_pin(pin))


def read_address(texts: Sequence[str]) -> SitDown:
    try:
        return SitDown(parse_address(plain_digits(texts[0])), texts[1] or None)
    except UsageError as error:
        raise Unfit(str(error)) from None


def _new_pin(text: str) -> str | None:
    try:
        return check_pin(text) if text else None
    except UsageError as error:
        raise Unfit(str(error)) from None


def _number(text: str) -> int | None:
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 4):
        raise Unfit(words.FORM_NO_NUMBER.format(text=text))
    return int(text)
