"""Who sits down: met again, new under a name that is known, or only looking like somebody."""

from __future__ import annotations

from datetime import date

import pytest

from p2puno.net.messages import Roll, RollEntry
from p2puno.seat.player import Controls
from p2puno.store.acquaintances import Acquaintances
from p2puno.store.fingerprint import fingerprint
from p2puno.ui.acquaintances import acquaintance_lines, new_remarks, remarks
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.naming import skeleton
from p2puno.ui.screen.samples import as_text
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.waiting import WaitingPage

OWN, ANN, NEW = b"o" * 32, b"a" * 32, b"n" * 32
KNOWN = Acquaintances().after_a_game([(ANN, "Ann")], date(2026, 11, 30))


def roll(*people: tuple[bytes, str], bot: bool = False) -> Roll:
    entries = tuple(RollEntry(key, name, key, bot, (), ready=False) for key, name in people)
    return Roll(b"t" * 16, "Kitchen", (), 4, entries)


def test_a_known_key_needs_no_remark_unless_its_name_has_changed() -> None:
    assert remarks(KNOWN, roll((ANN, "Ann"), (NEW, "Bob")), OWN) == ()
    [line] = remarks(KNOWN, roll((ANN, "Robert")), OWN)
    assert line == "Robert is the player you know as Ann: the key is the same."


def test_somebody_new_under_a_known_name_is_pointed_out_with_the_fingerprint() -> None:
    [line] = remarks(KNOWN, roll((NEW, "Ann")), OWN)
    assert "Ann has a key you have not met: this is not the Ann you have played with" in line
    assert f"compare fingerprints: {fingerprint(NEW)}." in line


@pytest.mark.parametrize("name", ["Аnn", "ANN", "Аո\u0578", "A n n", "Ånn"])
def test_a_look_alike_is_pointed_out(name: str) -> None:
    [line] = remarks(KNOWN, roll((NEW, name)), OWN)
    assert "only looks like Ann" in line
    assert str(fingerprint(NEW)) in line


def test_neither_oneself_nor_bots_are_remarked_on() -> None:
    assert remarks(KNOWN, roll((OWN, "Ann")), OWN) == ()
    assert remarks(KNOWN, roll((NEW, "Ann"), bot=True), OWN) == ()


def test_a_remark_is_made_once_and_again_when_the_name_changes() -> None:
    first = roll((NEW, "Ann"))
    assert len(new_remarks(KNOWN, None, first, OWN)) == 1
    assert new_remarks(KNOWN, first, roll((NEW, "Ann"), (ANN, "Ann")), OWN) == ()
    assert len(new_remarks(KNOWN, roll((NEW, "Bob")), first, OWN)) == 1


def test_both_waiting_rooms_show_it() -> None:
    lines: list[str] = []
    lobby = LineLobby(LineObserver(lines.append))
    page = WaitingPage(Stage(), Controls(), lambda _: None)
    for room in (lobby, page):
        room.on_known(KNOWN, OWN)
        room.on_roll(roll((ANN, "Ann"), (OWN, "Bob"), (NEW, "Аnn")))
    [said] = [line for line in lines if "only looks like Ann" in line]
    assert str(fingerprint(NEW)) in said
    screen = " ".join(as_text(page.draw(80, 24)).split())
    assert "only looks like Ann, with whom you have played: the key is another one" in screen
    assert str(fingerprint(NEW)) in screen


def test_everybody_sees_which_seat_is_the_own_one_also_among_others_of_that_name() -> None:
    lines: list[str] = []
    lobby = LineLobby(LineObserver(lines.append))
    page = WaitingPage(Stage(), Controls(), lambda _: None)
    for room in (lobby, page):
        room.on_known(Acquaintances(), OWN)
        room.on_roll(roll((ANN, "Ann"), (OWN, "Ann"), (NEW, "Ann")))
    assert "At the table: Ann, Ann (2) (you) and Ann (3); 3 of 4 seats are taken." in lines
    screen = as_text(page.draw(80, 24))
    assert "2  Ann (2) (you)" in screen
    assert screen.count("(you)") == 1


def test_the_list_says_name_games_days_and_words() -> None:
    assert acquaintance_lines(KNOWN) == [
        f"Ann: 1 game together, first on 2026-11-30, last on 2026-11-30; {fingerprint(ANN)}"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("علي", "علی"),
        ("كاوه", "کاوه"),
        ("Ann7", "Ann۷"),
        ("Ann0", "AnnO"),
        ("ɑnn", "Ann"),
        ("ＡＮＮ", "Ann"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
