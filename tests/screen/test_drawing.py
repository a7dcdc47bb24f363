"""Drawing without a terminal: every line fits, nothing is told by colour alone, samples are up to date."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from p2puno.language.cards import shown_as
from p2puno.ui import screen_texts as words
from p2puno.ui.model import table_model
from p2puno.ui.screen.characters import cells, cut, fit, for_encoding, line_cells, pad, tail, tame, wrap
from p2puno.ui.screen.drawing import LEAST_COLUMNS, draw_sheet, draw_table, least_rows
from p2puno.ui.screen.keys import KeyWord
from p2puno.ui.screen.picture import Picture, Sheet
from p2puno.ui.screen.samples import FOLDER, as_text, files, pictures
from p2puno.ui.screen.stage import Line, bare_style
from p2puno.ui.screen.styles import STYLES
from protocol.rules.cards import Colour
from tests.language.imaginary import EVERY_LANGUAGE, LONGER, speaking_any
from tests.ui.views import DECK, TURN, ids, make_view

LONG_NAMES = ("Ann", "很长的名字很长的名字很长", "Łódź żółć", "W" * 24)
TEN = tuple(f"Player number {number}" for number in range(1, 11))
MANY_CARDS = (*(face.label for face in DECK[:40:2]), "wild", "wild", "wild draw four")


def picture(hand: tuple[str, ...] = ("red 5", "blue 3", "wild"), **changes: object) -> Picture:
    names = changes.pop("names", ("Ann", "Bob", "Cid"))
    view = make_view(hand, asked=TURN, names=names)  # type: ignore[arg-type]
    plain = Picture(
        table=table_model(view),
        title="Round 1, to 500 points.",
        headline="YOUR TURN",
        mine=True,
        advice="Enter plays red 5.",
        keys=(KeyWord("Enter", "play"), KeyWord("d", "draw")),
        checked="Checked: 1 shuffle",
        cursor=view.hand[0] if view.hand else None,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def drawn(shown: Picture, columns: int = 80, rows: int = 24) -> str:
    return as_text(draw_table(shown, columns, rows))


@pytest.mark.parametrize("size", [(64, 24), (80, 24), (109, 30), (110, 24), (200, 60), (400, 100)])
@pytest.mark.parametrize("names", [("Ann", "Bob"), LONG_NAMES, TEN])
@pytest.mark.parametrize("hand", [(), ("red 5",), MANY_CARDS])
def test_every_line_fits_and_fills_the_window(
    size: tuple[int, int], names: tuple[str, ...], hand: tuple[str, ...]
) -> None:
    log = tuple(f"{'很' * 50} and a line about event {number}" for number in range(60))
    shown = picture(hand, names=names, log=log, typing="x" * 300, advice="word " * 60)
    lines = draw_table(shown, *size)
    assert len(lines) == size[1]
    assert max(map(line_cells, lines)) <= size[0]


def test_the_cards_of_a_large_hand_are_scrolled_to_the_chosen_one() -> None:
    for card in picture(MANY_CARDS).table.hand:
        text = drawn(picture(MANY_CARDS, names=TEN, cursor=card.card))
        assert text.count("[ ") == 1, "the chosen card is always to be seen"
        assert "more above" in text or "more below" in text


def test_all_cards_of_a_hand_are_shown_where_there_is_room() -> None:
    text = drawn(picture(MANY_CARDS), 100, 30)
    for face in (DECK[card] for card in ids(MANY_CARDS)):
        assert words.short(face) in text


@pytest.mark.parametrize("size", [(100, 50), (200, 60)])
def test_in_a_tall_window_cards_have_a_line_round_them(size: tuple[int, int]) -> None:
    shown = picture()
    text = drawn(shown, *size)
    assert "║ R5*" in text
    assert "│ B3 " in text
    assert "[" not in text
    assert "│ B3 " not in drawn(shown, 80, 24)


def test_letters_carry_every_colour() -> None:
    """Without styles the hand, the top card and the colour chooser still say which colour is which."""
    text = drawn(picture(("red 5", "yellow skip", "green draw two", "blue reverse"), chooser=Colour.GREEN))
    for part in ("R5", "Y skip", "G+2", "B rev", "R RED", "[ G Green ]", "  B Blue"):
        assert part in text


@pytest.mark.parametrize("columns", [64, 80, 110])
def test_two_ordinary_decks_have_the_signs_of_suits_and_keys_beside_them(columns: int) -> None:
    with shown_as("suits"):
        shown = picture(("red 5", "yellow skip", "green draw two", "blue 0", "wild"), chooser=Colour.GREEN)
        lines = draw_table(shown, columns, 24)
    text = as_text(lines)
    assert max(map(line_cells, lines)) <= columns
    for part in ("♥5", "♦J", "♣K", "♠10", "joker", "♥ HEARTS", "[ g ♣ ", "  b ♠ "):
        assert part in text


def test_a_wild_shows_the_colour_that_was_named() -> None:
    view = make_view(("red 5",), asked=TURN, top="wild", colour=Colour.BLUE)
    text = drawn(replace(picture(), table=table_model(view)))
    assert "WILD" in text
    assert "B BLUE" in text


def test_whose_turn_it_is_and_the_direction() -> None:
    text = drawn(picture(called=frozenset({1}), away={2: 12.0}))
    assert ">> Ann (you)" in text
    assert re.search(r"\n v Bob \(bot\) .*UNO!", text)
    assert re.search(r"Cid \(bot\) .*wait 12s", text)
    assert re.search(r"\n v Bob .* next ", drawn(picture()))
    assert str(words.PLAY_DOWN) in text
    state = make_view(("red 5",), asked=TURN).rules
    turned = replace(make_view(("red 5",), asked=TURN), rules=replace(state, direction=-1))
    back = drawn(replace(picture(), table=table_model(turned)))
    assert str(words.PLAY_UP) in back
    assert re.search(r"\n \^ Cid .* next ", back)


def test_a_seat_that_a_bot_plays_for_its_person_says_so() -> None:
    assert re.search(rf"Cid .* {words.BY_BOT}", drawn(picture(by_bot=frozenset({2}))))


@pytest.mark.parametrize("columns", [64, 80, 110])
@pytest.mark.parametrize(
    "name", ["Annabella Schmidt-Rottluff", "很长的名字很长的名字很长", "محمدرضا علی‌پور قزوینی"]
)
@pytest.mark.parametrize("language", [each for each in EVERY_LANGUAGE if each != LONGER])
def test_the_number_that_tells_two_names_apart_is_never_cut_off(
    columns: int, name: str, language: str
) -> None:
    with speaking_any(language):
        text = drawn(picture(names=(name, name, name, name)), columns)
        assert all(f" ({number})" in text for number in (2, 3, 4))


def test_the_cards_under_the_top_one_are_shown_newest_first() -> None:
    view = make_view(("red 5",), asked=TURN)
    laid = ids(["green 1", "blue 2", "red draw two", "red 7"])
    table = table_model(replace(view, rules=replace(view.rules, discards=laid)))
    assert "Before:  R+2   B2   G1" in drawn(replace(picture(), table=table))


def test_what_is_new_is_lit_and_has_a_sign_without_colour() -> None:
    lines = draw_table(picture(lit=frozenset({2}), top_lit=True), 80, 24)
    assert any(style == "class:flash" and "Cid" in text for line in lines for style, text in line)
    assert "╔═══════╗" in as_text(lines)
    assert "╔" not in drawn(picture())


def test_names_full_of_marks_stay_in_their_row() -> None:
    text = drawn(picture(names=("Ann", "E" + "\u0301\u0302\u0303" * 30, "Cid")))
    assert "\u0303" * 2 not in text
    assert text.count("\u0302") <= 1


def test_marks_of_fitting_cards_can_be_switched_off() -> None:
    assert "R5*" in drawn(picture())
    assert "R5*" not in drawn(picture(marks=False))


def test_the_log_shows_the_newest_lines_or_older_ones() -> None:
    log = tuple(f"event {number}" for number in range(40))
    assert "event 39" in drawn(picture(log=log))
    back = drawn(picture(log=log, back=30))
    assert "event 39" not in back
    assert "event 9\n" in back


@pytest.mark.parametrize("size", [(63, 24), (80, 17), (20, 5), (1, 1)])
def test_too_small_says_what_is_needed(size: tuple[int, int]) -> None:
    lines = draw_table(picture(), *size)
    assert len(lines) <= size[1]
    assert max(map(line_cells, lines)) <= size[0]
    if size[0] >= 20:
        assert "too" in as_text(lines)
    assert least_rows(3) == 18
    assert (LEAST_COLUMNS, least_rows(10)) == (64, 24), "ten seats fit into 80 x 24"


@pytest.mark.parametrize("size", [(20, 6), (80, 24), (200, 60)])
def test_a_sheet_fits_and_scrolls(size: tuple[int, int]) -> None:
    lines = tuple(f"line {number} with {'many words ' * 9}" for number in range(90))
    sheet = Sheet("A title " * 9, lines, "A note " * 20, (KeyWord("Enter", "go on"),))
    for first in (0, 30, 10_000):
        shown = draw_sheet(replace(sheet, first=first), *size)
        assert len(shown) <= size[1]
        assert max(map(line_cells, shown)) <= size[0]
    assert "line 89" in as_text(draw_sheet(replace(sheet, first=10_000), 80, 24))


def test_only_known_styles_are_used() -> None:
    for shown in (picture(), picture(chooser=Colour.RED, uno=True, typing="x", called=frozenset({1}))):
        for line in draw_table(shown, 80, 24):
            assert {bare_style(style).strip().removeprefix("class:") for style, _ in line} <= {"", *STYLES}


SAMPLES = files()


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_samples_are_current(name: str) -> None:
    """Regenerate them with `python -m p2puno.ui.screen.samples`."""
    assert (FOLDER / name).read_text(encoding="utf-8") == SAMPLES[name]


def test_the_readme_shows_the_table() -> None:
    shown = re.findall(r"docs/screens/[\w-]+\.svg", Path("README.md").read_text(encoding="utf-8"))
    assert {Path(path).name for path in shown} == {f"{name}.svg" for name in pictures()}


def test_a_picture_is_complete() -> None:
    """It is well-formed, needs nothing from elsewhere, and says what the screen says."""
    for picture in pictures().values():
        root = ET.fromstring(picture)
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
        said = "".join("".join(element.itertext()) for element in root.iter())
        for words_of_it in ("Ann(you)", "YOURTURN", "R5*", "Drawpile:57cards"):
            assert words_of_it in said


@pytest.mark.parametrize("colour", list(Colour))
def test_every_hint_fits_its_two_rows(colour: Colour) -> None:
    """With the widest names there are, in a window of 80 columns."""
    name, card = "W" * 24, "wild draw four"
    hints = [
        words.FOUR_HINT.format(name=name, colour=colour.label),
        f"{words.CATCH_HINT.format(name=name)} {words.PLAYS_WILD.format(card=card)} {words.UNO_HINT}",
        *(value for key, value in vars(words).items() if key.isupper() and isinstance(value, str)),
    ]
    for hint in hints:
        assert len(wrap(hint, 77)) <= 2, hint
    assert len(wrap(words.COLOUR_HINT.format(what=card), 77)) == 1, "the chooser takes the other row"


def test_no_sample_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(SAMPLES)


# --- characters ---------------------------------------------------------------------------------------


def test_cutting_counts_cells() -> None:
    assert cut("很长的名字", 5) == "很长…"
    assert cells(pad("很长的名字", 6)) == 6
    assert cut("short", 5) == "short"
    assert cut("anything", 0) == ""
    assert tail("很长的名字", 5) == "名字"


def test_wrapping_keeps_words_and_indents() -> None:
    assert wrap("  Ann: red 7 + blue 5", 14, indent=2) == ["  Ann: red 7 +", "    blue 5"]
    assert wrap("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert wrap("", 10) == [""]
    assert all(cells(line) <= 9 for line in wrap("很长的名字很长的名字 and more", 9))


def test_a_line_is_cut_or_filled() -> None:
    line: Line = [("class:red", "abc"), ("", "defgh")]
    assert fit(line, 5) == [("class:red", "abc"), ("", "d…")]
    assert line_cells(fit(line, 20)) == 20


def test_texts_from_outside_are_tamed() -> None:
    assert tame("a\x1b[31mb\u202ec\x07") == "a[31mbc"
    piled = tame("e" + "\u0301\u0302\u0303\u0304\u0305" * 20)
    assert cells(piled) == 1
    assert len(piled) <= 3


def test_an_old_code_page_gets_simpler_lines() -> None:
    assert for_encoding("── ┌─┐ …", "ascii") == "-- +-+ ~"
    assert for_encoding("很", "latin-1") == "??", "as wide as before"
    assert for_encoding("♥J «x» —", "cp437") == "HJ «x» -"
    assert for_encoding("ход «5»", "cp866") == 'ход "5"'
    assert for_encoding("── é", "utf-8") == "── é"
