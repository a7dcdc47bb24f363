"""Right-to-left writing: pieces stay apart, and where nothing is turned round, the program does it."""

from __future__ import annotations

from collections.abc import Iterator

import bidi
import pytest
from arabic_reshaper import ArabicReshaper
from hypothesis import given
from hypothesis import strategies as some

from p2puno.language.catalogue import speaking
from p2puno.ui import directions
from p2puno.ui.directions import (
    END_OF_ISOLATE,
    FIRST_STRONG_ISOLATE,
    LEFT_TO_RIGHT_MARK,
    PROGRAM,
    TERMINAL,
    apart,
    cell,
    choose,
    closed,
    directed,
    pieces,
    reorders,
    shown,
    without_marks,
)
from p2puno.ui.reordering import visual
from p2puno.ui.screen.characters import cells

ALI = "علی"
ALI_TURNED = "\ufbfd\ufee0\ufecb"
"""The same, joined, from left to right."""
JOINING = ArabicReshaper(
    configuration={"delete_harakat": False, "delete_tatweel": False, "support_ligatures": False}
)


@pytest.fixture(autouse=True)
def _program_reorders() -> Iterator[None]:
    choose(PROGRAM)
    yield
    choose(PROGRAM)


def test_a_name_does_not_pull_the_numbers_beside_it_along() -> None:
    scores = f"{apart(ALI)} 45, {apart('سارا')} 120, {apart('Bob')} 7"
    assert shown(scores) == f"{ALI_TURNED} 45, \ufe8d\ufead\ufe8e\ufeb3 120, Bob 7"
    without = f"{ALI} 45, سارا 120, Bob 7"
    assert shown(without).startswith("120"), "which is what happens without isolates"


def test_only_what_can_pull_is_marked() -> None:
    assert apart("Ann (2)") == "Ann (2)"
    assert cell("Ann") == directed("Ann") == "Ann"
    assert apart(ALI) == f"{FIRST_STRONG_ISOLATE}{ALI}{END_OF_ISOLATE}"
    with speaking("fa"):
        assert apart("Ann (2)") == f"{FIRST_STRONG_ISOLATE}Ann (2){END_OF_ISOLATE}"
        assert without_marks(directed("کارت")) == "کارت"
        assert directed("") == ""


def test_a_persian_sentence_begins_at_the_right() -> None:
    with speaking("fa"):
        told = shown(directed(f"{apart('Ann (2)')} 5 کارت دارد."))
    assert told.startswith("."), "its end stands at the left"
    assert told.endswith(" 5 Ann (2)"), "a Latin name stays whole"


@pytest.mark.parametrize(
    "typed", ["--bots", "/home/ann", "2:greedy", "[fe80::1]:28866", "3fa9", "+x!y", "Ann"]
)
def test_what_is_typed_stays_whole_in_a_persian_sentence(typed: str) -> None:
    with speaking("fa"):
        assert shown(directed(f"کارت {typed} دارد")).count(typed) == 1
        told = shown(directed(f"کارت ({typed})."))
    assert told.startswith(f".({typed})"), "what stands round it is not part of it"


def test_a_command_stays_whole_between_its_backquotes() -> None:
    with speaking("fa"):
        told = shown(directed("با `p2puno join --pin X` یا `بازی N`."))
    assert "`p2puno join --pin X`" in told
    assert told.startswith(".`N "), "a Persian one begins at the right"


def test_brackets_are_mirrored_and_marks_stay_behind_their_letters() -> None:
    assert visual(f"\u2067{ALI} (x)\u2069") == f"(x) {ALI_TURNED}"
    assert visual("\u05e9\u05b8\u05dc") == "\u05dc\u05e9\u05b8"


def test_joined_letters_take_a_cell_each() -> None:
    assert len(visual("لا")) == 2, "lam and alef are not drawn together"
    parted = visual("\u2067می\u200cکند\u2069")
    assert len(parted) == 5
    assert "\ufbfd" in parted, "the yeh before the joint has the form that ends a word"


TEXTS = some.text(f"abc 12,:+سلامک ۱۲ אב {directions.MARKS}", max_size=30)


@given(TEXTS)
def test_isolates_are_resolved_as_unicode_says(text: str) -> None:
    """Against the library's Rust implementation, which knows isolates but neither mirrors nor joins."""
    whole = closed([text])[0] + "."  # at the end of a line, spaces would lie outside of isolates
    expected = without_marks(bidi.get_display(JOINING.reshape(whole), base_dir="L"))
    assert visual(f"\u2066{whole}\u2069") == expected


@given(some.text(max_size=40))
def test_turning_round_loses_nothing_and_keeps_the_cells(text: str) -> None:
    clean = "".join(c for c in text if c.isprintable() or c in directions.MARKS)
    (whole,) = closed([clean])
    assert cells(shown(whole)) == cells(whole)


@given(TEXTS, some.integers(0, 30))
def test_a_broken_line_ends_its_isolates(text: str, at: int) -> None:
    for line in closed([text[:at], text[at:]]):
        assert sum(mark in directions.STARTS for mark in line) == line.count(END_OF_ISOLATE)
        assert "".join(pieces(line)) == line


def test_a_terminal_that_reorders_is_given_the_marks() -> None:
    choose(TERMINAL)
    assert shown(apart(ALI)) == f"{FIRST_STRONG_ISOLATE}{ALI}{END_OF_ISOLATE}{LEFT_TO_RIGHT_MARK}"
    assert shown("no letters") == "no letters"


@pytest.mark.parametrize(
    ("environment", "answer"),
    [
        ({}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"VTE_VERSION": "7402"}, True),
        ({"VTE_VERSION": "5202"}, False),
        ({"VTE_VERSION": "new"}, False),
        ({"KONSOLE_VERSION": "230805"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True),
        ({"TERM": "mlterm-256color"}, True),
    ],
)
def test_terminals_that_reorder_are_known_by_their_environment(
    environment: dict[str, str], answer: bool
) -> None:
    assert reorders(environment) is answer
    choose(None, environment)
    assert directions._terminal.reorders is answer


def test_a_wish_wins_over_the_environment() -> None:
    choose(PROGRAM, {"VTE_VERSION": "7402"})
    assert not directions._terminal.reorders
    choose(TERMINAL, {})
    assert directions._terminal.reorders
