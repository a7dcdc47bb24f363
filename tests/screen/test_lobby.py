"""The lobby: tables come, change and go; everything in it can be chosen; forms say what is wrong."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import trio
import trio.testing

from p2puno.net.addresses import Address
from p2puno.net.messages import Roll, RollEntry, TableInfo
from p2puno.net.tables import TableGone, TableSeen, TableUnfit
from p2puno.seat.bots import STRATEGIES
from p2puno.seat.player import Controls
from p2puno.store.fingerprint import fingerprint
from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui.directions import without_marks
from p2puno.ui.screen.characters import wrap
from p2puno.ui.screen.forms import OpenForm, Unfit, read_address, read_table
from p2puno.ui.screen.lobby import PATIENCE_SECONDS, LobbyPage
from p2puno.ui.screen.samples import as_text
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.waiting import WaitingPage
from p2puno.ui.screen.wishes import Leave, LookOn, OpenTable, Practise, SitDown, Wish
from p2puno.ui.tableinfo import rule_lines
from protocol.rules.ruleset import RuleSet
from protocol.wire.messages import RuleItem
from tests.language.imaginary import EVERY_LANGUAGE, speaking_any

CLASSIC = RuleSet.preset("classic")
RULES = tuple(RuleItem(*item) for item in CLASSIC.items())
ADDRESS = Address("192.168.1.5", 28866)
KITCHEN = TableInfo(b"k" * 16, b"h" * 32, "Kitchen", ("Bob", "Bob"), 4, RULES, started=False, pin=False)
HALL = replace(KITCHEN, token=b"h" * 16, name="Hall", started=True)


def seen(info: TableInfo) -> TableSeen:
    return TableSeen(info, ADDRESS, (ADDRESS,))


class Visitor:
    """Somebody in the lobby; nothing is searched for but what the test lets them hear."""

    def __init__(self) -> None:
        self.stage = Stage()
        self.page = LobbyPage(self.stage, CLASSIC)
        self.stage.show(self.page)
        self.wishes: list[Wish] = []
        self.page.choose = self.wishes.append  # type: ignore[method-assign]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.stage.page.press(key)

    def screen(self, columns: int = 80, rows: int = 24) -> str:
        return as_text(self.stage.page.draw(columns, rows))


def test_enter_alone_starts_a_game_with_bots() -> None:
    visitor = Visitor()
    visitor.press("enter")
    visitor.press("right", "enter", *["left"] * 9, "enter")
    assert visitor.wishes == [Practise(3, "easy"), Practise(4, "easy"), Practise(1, "easy")]


def test_the_strength_of_the_bots_is_one_key() -> None:
    visitor = Visitor()
    shown = [visitor.screen().split("> Practise against 3 bots (")[1].split(")")[0]]
    for _ in STRATEGIES:
        visitor.press("b")
        shown.append(visitor.screen().split("> Practise against 3 bots (")[1].split(")")[0])
    assert shown == ["easy", "middling", "sharp", "easy"]
    visitor.press("b", "enter", "down", "b")
    assert visitor.wishes == [Practise(3, "greedy")]
    visitor.press("up", "right", "enter", "left", "enter")
    assert visitor.wishes[1:] == [Practise(4, "greedy"), Practise(3, "greedy")], "how many does not change it"
    assert set(words.STRENGTHS) == set(STRATEGIES)


def test_a_table_that_appears_is_chosen_and_shows_its_rules_before_one_sits_down() -> None:
    visitor = Visitor()
    assert str(words.LOBBY_LOOKING) in visitor.screen()
    visitor.page.hear(seen(KITCHEN))
    assert "> Kitchen: Bob and Bob (2) (2 of 4), rules: classic" in visitor.screen()
    visitor.press("enter")
    assert "Sit down at Kitchen?" in visitor.screen()
    assert "Deck and deal" in visitor.screen()
    visitor.press("backspace", "enter", "enter")
    assert visitor.wishes == [SitDown(ADDRESS)]


def test_whoever_has_chosen_keeps_the_choice_when_tables_appear() -> None:
    visitor = Visitor()
    visitor.press("down")
    visitor.page.hear(seen(KITCHEN))
    assert f"> {words.LOBBY_OPEN}" in visitor.screen()
    visitor.press("up", "up")
    assert "> Kitchen" in visitor.screen()
    visitor.page.hear(seen(replace(KITCHEN, players=("Bob", "Cid", "Dan"))))
    assert "> Kitchen: Bob, Cid and Dan (3 of 4)" in visitor.screen()
    visitor.page.hear(TableGone(KITCHEN.token))
    assert "Kitchen" not in visitor.screen()
    visitor.press("enter")
    assert visitor.wishes == [Practise(3, "easy")]


@pytest.mark.parametrize(("key", "wish"), [("left", Practise(2, "easy")), ("b", Practise(3, "greedy"))])
def test_whoever_sets_up_a_game_with_bots_is_not_taken_to_a_table_that_appears(key: str, wish: Wish) -> None:
    visitor = Visitor()
    visitor.press(key)
    visitor.page.hear(seen(KITCHEN))
    visitor.press("enter")
    assert visitor.wishes == [wish]


def test_one_can_sit_down_where_the_game_is_on() -> None:
    visitor = Visitor()
    visitor.page.hear(seen(HALL))
    visitor.page.touch("0")
    if visitor.stage.page is visitor.page:
        visitor.press("enter")
    assert str(words.SIT_LATE) in visitor.screen()
    visitor.press("enter")
    assert visitor.wishes == [SitDown(seen(HALL).address)]


def test_tables_that_are_closed_say_why() -> None:
    visitor = Visitor()
    visitor.page.hear(seen(replace(HALL, rules=(RuleItem("teams", "2v2"),))))
    visitor.page.hear(TableUnfit(b"u" * 16, "Attic\x1b[2J", "it speaks protocol 9"))
    screen = visitor.screen()
    assert "Hall: Bob and Bob (2); its game has begun already" in screen
    assert "Attic[2J: it speaks protocol 9" in screen
    visitor.press("up", "enter")
    assert "You cannot sit down here" in visitor.screen()
    assert visitor.wishes == []


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        (replace(HALL, players=("Bob",) * 10), ("enter",)),
        (replace(KITCHEN, players=("Bob",) * 4), ("enter",)),
        (KITCHEN, ("l",)),
    ],
)
def test_one_can_look_on_where_one_cannot_or_will_not_sit_down(
    table: TableInfo, keys: tuple[str, ...]
) -> None:
    visitor = Visitor()
    visitor.page.hear(seen(table))
    visitor.page.touch("0")
    if visitor.stage.page is visitor.page:
        visitor.press("enter")
    screen = visitor.screen()
    assert "Deck and deal" in screen
    assert ("sit down" in screen.splitlines()[-2]) == (table is KITCHEN)
    visitor.press(*keys)
    assert visitor.wishes == [LookOn(ADDRESS)]


async def test_after_a_while_without_tables_it_says_why_that_may_be(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2puno.ui.screen.lobby.own_addresses", lambda: ["10.0.0.7"])
    visitor = Visitor()
    with trio.move_on_after(7):
        await visitor.page._lose_patience()
    screen = visitor.screen()
    assert "This machine is 10.0.0.7." in screen
    assert "TCP port 28866" in screen


@pytest.mark.parametrize("size", [(64, 20), (80, 24), (200, 30)])
@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_the_rules_can_be_read_to_their_end_and_back(size: tuple[int, int], language: str) -> None:
    """However much longer the lines are in the window than they were told; no key does nothing there."""
    with speaking_any(language):
        visitor = Visitor()
        visitor.press("up", "up", "up", "enter")
        pages = [visitor.screen(*size)]
        while not pages[1:] or pages[-1] != pages[-2]:
            visitor.press("pagedown")
            pages.append(visitor.screen(*size))
            assert len(pages) < 99, "there is an end"
        last = wrap(rule_lines(CLASSIC)[-2], size[0] - 2, indent=2)[-1]
        assert without_marks(last) in pages[-1]
        visitor.press("pagedown", "up")
        assert (visitor.screen(*size) != pages[-1]) == (len(pages) > 2), "no key does nothing"
        for _ in pages:
            visitor.press("pageup")
        assert visitor.screen(*size) == pages[0]


def test_rules_and_leaving() -> None:
    visitor = Visitor()
    visitor.press("up", "up", "up", "enter")
    assert "Deck and deal" in visitor.screen()
    visitor.press("enter", "q")
    assert visitor.wishes == [Leave()]


def test_opening_a_table() -> None:
    visitor = Visitor()
    visitor.press("down", "enter", *"Attic", "down", "4", "down", "x", "enter")
    assert "`x` is no number." in visitor.screen()
    visitor.press("backspace", "2", "enter")
    assert visitor.wishes == [OpenTable("Attic", 4, 2, "easy")]


def test_a_pin_is_typed_and_does_not_show() -> None:
    visitor = Visitor()
    visitor.press("down", "enter", "up", *"4821")
    assert "****_" in visitor.screen()
    assert "4821" not in visitor.screen()
    visitor.press("enter")
    assert visitor.wishes == [OpenTable(None, None, 0, "easy", "4821")]


def test_a_table_with_a_pin_asks_for_it_before_anybody_sits_down() -> None:
    visitor = Visitor()
    visitor.page.hear(seen(replace(KITCHEN, pin=True)))
    assert "(with a PIN)" in visitor.screen()
    visitor.press("enter", "enter", "enter")
    assert visitor.wishes == []
    assert str(words.FORM_PIN_TITLE) in visitor.screen()
    visitor.press(*"4821", "enter")
    assert visitor.wishes == [SitDown(ADDRESS, "4821")]


def test_an_address_is_typed_or_pasted() -> None:
    visitor = Visitor()
    visitor.press("down", "down", "enter", "enter")
    assert "is no address" in visitor.screen()
    visitor.stage.page.paste("192.168.1.5\n")
    visitor.press("enter")
    assert visitor.wishes == [SitDown(ADDRESS)]
    visitor.press("c-c")
    assert str(words.LOBBY_TITLE) in visitor.screen()


def test_what_is_too_long_for_a_field_is_said() -> None:
    visitor = Visitor()
    for form in ("open", "join"):
        visitor.press("down", "enter")
        visitor.stage.page.paste("z" * 100_000)
        assert words.PASTE_CUT.format(limit=60) in visitor.screen(), form
        visitor.press("backspace", "z")
        assert words.PASTE_CUT.format(limit=60) not in visitor.screen(), form
        visitor.press("z")
        assert words.PASTE_CUT.format(limit=60) in visitor.screen(), form
        visitor.press("c-c")


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (("", "1", "", ""), "A table has 2 to 10 seats."),
        (("", "11", "", ""), "A table has 2 to 10 seats."),
        (("", "3", "3", ""), "So many bots leave no seat for you: 2 at most."),
        (("", "", "10", ""), "So many bots leave no seat for you: 9 at most."),
        (("", "", "³", ""), "`³` is no number."),
        (("", "", "", "123"), "A PIN has 4 to 60 characters; choose another."),
    ],
)
def test_what_a_form_refuses(texts: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(Unfit) as answer:
        read_table(texts, 10, "easy")
    assert str(answer.value) == sentence


def test_the_form_of_a_table_shows_its_rules_and_how_strong_its_bots_are() -> None:
    visitor = Visitor()
    form = OpenForm(visitor.stage, visitor.page, CLASSIC, "easy", visitor.wishes.append)
    visitor.stage.show(form)
    assert words.WAITING_RULES.format(rules="classic") in visitor.screen()
    visitor.press("right")
    assert "Bots (easy)" in visitor.screen(), "only at the field of the bots"
    visitor.press("down", "down", "2", "right")
    assert f"Left/Right {words.KEYS['strength'][0]}" in visitor.screen()
    assert "> Bots (middling)" in visitor.screen()
    visitor.press("left", "left")
    assert "> Bots (sharp)" in visitor.screen()
    visitor.press("enter")
    assert visitor.wishes == [OpenTable(None, None, 2, "sharp")]


def test_what_a_form_takes() -> None:
    assert read_table(("", "", "", ""), 10, "sharp") == OpenTable(None, None, 0, "sharp")
    assert read_address(["[fe80::1]:7", ""]) == SitDown(Address("fe80::1", 7))


@pytest.mark.parametrize("size", [(20, 8), (80, 24), (200, 60)])
def test_the_lobby_fits_and_keeps_the_choice_in_sight(size: tuple[int, int]) -> None:
    visitor = Visitor()
    for number in range(40):
        visitor.page.hear(seen(replace(KITCHEN, token=bytes([number]) * 16, name=f"Table {number} " * 4)))
    for _ in range(45):
        visitor.press("down")
        lines = visitor.screen(*size).splitlines()
        assert len(lines) == size[1]
        assert sum(line.startswith(" > ") for line in lines) == 1


@pytest.mark.parametrize("rows", [10, 14, 17])
def test_what_is_out_of_sight_in_the_lobby_is_counted(rows: int) -> None:
    visitor = Visitor()
    fixed = [words.LOBBY_OPEN, words.LOBBY_JOIN, words.LOBBY_RULES, words.LOBBY_SETTINGS, words.LOBBY_LEAVE]
    entries = [*map(str, fixed), house.LOBBY_HOUSE.format(rules="classic")]
    screen = visitor.screen(64, rows)
    hidden = sum(entry not in screen for entry in entries)
    assert (words.MORE_BELOW.of(hidden) in screen) == (hidden > 0)
    visitor.press("up")
    screen = visitor.screen(64, rows)
    assert str(words.LOBBY_LEAVE) in screen
    assert "more below" not in screen
    assert ("more above" in screen) == (str(words.LOBBY_TABLES) not in screen)


# --- the waiting room ---------------------------------------------------------------------------------


def roll(*names: str, capacity: int = 10) -> Roll:
    entries = tuple(
        RollEntry(bytes([number]) * 32, name, b"o" * 32, name == "Ada", (), ready=name == "Ada")
        for number, name in enumerate(names)
    )
    return Roll(b"t" * 16, "Kitchen", RULES, capacity, entries)


class Waiter:
    def __init__(self, **how: bool) -> None:
        self.stage = Stage()
        self.controls = Controls()
        self.notes: list[str] = []
        self.page = WaitingPage(self.stage, self.controls, self.notes.append, **how)
        self.stage.show(self.page)

    def screen(self) -> str:
        return as_text(self.stage.page.draw(80, 24))


async def test_the_opener_sees_the_address_and_starts() -> None:
    waiter = Waiter(opener=True)
    waiter.page.on_open([ADDRESS, Address("::1", 28866)])
    waiter.page.on_roll(roll("Ann"))
    screen = waiter.screen()
    assert "p2puno join 192.168.1.5:28866" in screen
    assert "Also: [::1]:28866" in screen
    assert str(words.WAITING_ALONE) in screen
    waiter.page.press("enter")
    waiter.page.on_roll(roll("Ann", "Ada", "Ann"))
    assert "2  Ada (bot)" in waiter.screen()
    assert "3  Ann (2)" in waiter.screen()
    assert re.search(rf"1  Ann +{words.OPENED_IT}\n", waiter.screen())
    assert re.search(rf"3  Ann \(2\) +{words.NOT_READY}\n", waiter.screen())
    waiter.stage.page.press("enter")
    assert words.WAITING_UNREADY.format(names="Ann (2)") in waiter.screen()
    waiter.stage.page.press("enter")
    assert str(words.STARTING) in waiter.screen()
    await waiter.controls.start_wanted()
    waiter.page.on_trouble("Ada cannot be reached")
    assert str(words.WAITING_START) in waiter.screen(), "it can be tried again"
    assert waiter.notes == ["Ada cannot be reached."]


def test_a_guest_waits_and_may_leave() -> None:
    waiter = Waiter()
    assert str(words.WAITING_FIRST) in waiter.screen()
    waiter.page.on_roll(roll("Ann", "Bob"))
    assert str(words.WAITING_READY) in waiter.screen()
    waiter.page.press("enter")
    assert waiter.controls.ready
    assert str(words.WAITING_OPENER) in waiter.screen()
    waiter.page.press("enter")
    assert waiter.controls.ready, "hammering takes nothing back"
    waiter.page.press("backspace")
    assert not waiter.controls.ready
    for key in ("enter", "i", "enter", "q", "n"):
        waiter.stage.page.press(key)
    assert not waiter.controls.leaving.is_set()
    for key in ("c-c", "c-c"):
        waiter.stage.page.press(key)
    assert waiter.controls.leaving.is_set()
    assert str(words.LEAVING) in waiter.screen()


@pytest.mark.parametrize("opener", [True, False])
def test_one_key_shows_all_keys_of_the_waiting_room(opener: bool) -> None:
    waiter = Waiter(opener=opener)
    waiter.page.on_roll(roll("Ann", "Bob"))
    assert f"? {words.KEYS['help'][0]}" in waiter.screen().splitlines()[-2]
    waiter.page.press("?")
    screen = waiter.screen()
    own = ("start", "send away") if opener else ("ready",)
    for key in ("rules", "fingerprints", "settings", "quit", *own):
        assert str(words.KEYS[key][1]) in screen
    waiter.stage.page.press("enter")
    assert waiter.stage.page is waiter.page


async def test_the_opener_sends_somebody_away() -> None:
    waiter = Waiter(opener=True)
    waiter.page.on_roll(roll("Ann"))
    waiter.page.press("x")
    assert str(words.SEND_AWAY_TITLE) not in waiter.screen()
    waiter.page.on_roll(roll("Ann", "Bob", "Cid\x1b[2J"))
    for key in ("x", "down"):
        waiter.stage.page.press(key)
    assert "> Cid[2J" in waiter.screen()
    waiter.stage.page.press("enter")
    assert await waiter.controls.next_sent_away() == bytes([2]) * 32
    for key in ("x", "backspace"):
        waiter.stage.page.press(key)
    assert waiter.stage.page is waiter.page


def test_fingerprints_are_words_that_can_be_compared() -> None:
    waiter = Waiter()
    waiter.page.on_roll(roll("Ann", "Bob"))
    waiter.page.press("f")
    screen = waiter.screen()
    for number, name in enumerate(("Ann", "Bob")):
        assert f"{name}: {fingerprint(bytes([number]) * 32)}" in screen
    waiter.stage.page.press("enter")
    assert waiter.stage.page is waiter.page


def test_a_table_that_opens_again_says_what_it_waits_for() -> None:
    waiter = Waiter(again=True)
    assert str(words.WAITING_AGAIN) in waiter.screen()
    waiter.page.on_roll(roll("Ann", "Bob"))
    assert str(words.WAITING_BACK) in waiter.screen()
    opener = Waiter(again=True, opener=True)
    opener.page.on_roll(roll("Ann"))
    assert str(words.WAITING_BACK) in opener.screen()
    opener.page.on_roll(roll("Ann", "Ada"))
    assert str(words.WAITING_START) in opener.screen(), "with fewer than before"


def test_whoever_looks_on_may_go_without_a_question() -> None:
    waiter = Waiter(watching=True)
    assert str(words.LOOKING_FIRST) in waiter.screen()
    waiter.page.on_roll(roll("Ann", "Bob"))
    assert str(words.WAITING_TO_SEE) in waiter.screen()
    waiter.page.press("enter")
    assert not waiter.controls.ready
    waiter.page.press("q")
    assert waiter.controls.leaving.is_set()


def test_a_table_that_starts_by_itself_says_when() -> None:
    """Also to those who sit down at it: nobody asks whether they are ready."""
    for waiter in (Waiter(opener=True, by_itself=True), Waiter()):
        waiter.page.on_roll(roll("Ann", "Bob", capacity=4))
        assert words.WAITING_FULL.format(capacity=4) in waiter.screen()
        assert re.search(rf"1  Ann +{words.OPENED_IT}\n", waiter.screen())
        assert re.search(r"2  Bob\n", waiter.screen())
        for key in ("start", "ready"):
            assert f"Enter {words.KEYS[key][0]}" not in waiter.screen()
        waiter.page.press("enter")
        assert not waiter.controls.ready


async def test_where_nobody_is_found_the_doctor_can_be_asked(autojump_clock: object) -> None:
    visitor = Visitor()
    asked: list[int] = []

    async def examine() -> list[str]:
        await trio.sleep(3)
        asked.append(1)
        return ["WRONG: This machine is in no network.", "    Connect it."]

    visitor.page = LobbyPage(visitor.stage, CLASSIC, examine=examine)
    visitor.stage.show(visitor.page)
    async with trio.open_nursery() as nursery:
        visitor.stage.start_soon = nursery.start_soon
        assert str(words.LOBBY_DOCTOR) not in visitor.screen()
        nursery.start_soon(visitor.page._lose_patience)
        await trio.sleep(PATIENCE_SECONDS + 1)
        visitor.press(*["down"] * 3)
        assert f"> {words.LOBBY_DOCTOR}" in visitor.screen()
        visitor.press("enter")
        assert str(words.DOCTOR_LOOKING) in visitor.screen()
    assert asked == [1]
    assert "WRONG: This machine is in no network." in visitor.screen()
    assert "p2puno doctor --report FILE" in visitor.screen()
    visitor.press("enter")
    visitor.page.hear(seen(KITCHEN))
    assert str(words.LOBBY_DOCTOR) not in visitor.screen()


def test_one_key_shows_all_keys_of_the_lobby() -> None:
    visitor = Visitor()
    assert f"? {words.KEYS['help'][0]}" in visitor.screen().splitlines()[-2]
    visitor.press("?")
    for key in ("menu enter", "menu", "fewer", "strength", "end"):
        assert str(words.KEYS[key][1]) in visitor.screen()
    assert visitor.screen().count("Up/Down ") == 2, "once in the list, once on the key line below it"
    assert visitor.screen().count("Left/Right ") == 1
    visitor.press("enter")
    assert visitor.stage.page is visitor.page


def test_what_is_chosen_is_shown_as_whole_as_the_rest() -> None:
    players = tuple(f"Somebody with a long name {number}" for number in range(4))
    visitor = Visitor()
    for info in (KITCHEN, replace(HALL, players=players, capacity=10, started=False)):
        visitor.page.hear(seen(info))
    whole = "Somebody with a long name 3 (4 of 10), rules: classic"
    assert whole in " ".join(visitor.screen().split())
    visitor.press("down")
    assert "> Hall: " in visitor.screen()
    assert whole in " ".join(visitor.screen().split())
