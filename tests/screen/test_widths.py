"""Whatever people are called and whatever they say: every line has its width, and every column its place."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some
from wcwidth import iter_graphemes

from p2puno.ui.directions import (
    END_OF_ISOLATE,
    MARKS,
    PROGRAM,
    STARTS,
    apart,
    choose,
    has_right_to_left,
    pieces,
)
from p2puno.ui.model import shown_names, table_model
from p2puno.ui.prompts import chat_line
from p2puno.ui.screen.characters import cells, cut, cut_name, line_cells, pad, prose, tail, tame, tidy, wrap
from p2puno.ui.screen.drawing import draw_sheet, draw_table
from p2puno.ui.screen.keys import KeyWord
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.picture import Picture, Sheet
from p2puno.ui.screen.stage import Line
from p2puno.ui.screen.writing import for_terminal
from protocol.rules.cards import Colour
from protocol.wire.text import clean_text
from tests.language.imaginary import EVERY_LANGUAGE, speaking_any
from tests.ui.views import TURN, make_view

HAND = ("red 5", "blue 3", "green skip", "wild draw four")
KEYS = (KeyWord("Enter", "play"), KeyWord("d", "draw"))

# Scripts that make trouble: right to left, two cells, marks, conjuncts, digits of other scripts, emoji.
TROUBLE = "علی‌پارسا ۱۲۳ ٤٥ שלום 很长的名字 ｶﾅ 각 é ä́ नमस्ते ไทย 👍🏽 👨 🇮🇷 ﷺ (x) +2, 7: «» ٪"
LETTERS = some.one_of(some.sampled_from(TROUBLE), some.characters(exclude_categories=["Cs"]))
SAID = some.text(LETTERS, max_size=60).map(clean_text)
NAMES = some.text(LETTERS, min_size=1, max_size=24).map(lambda text: clean_text(text).strip()[:24] or "Ann")


@pytest.fixture(autouse=True)
def _program_reorders() -> None:
    choose(PROGRAM)


def picture(names: tuple[str, ...], said: Sequence[str], *, typed: str, chooser: Colour | None) -> Picture:
    """A table where these people have said this."""
    view = make_view(HAND, asked=TURN, names=names)
    log = [tidy(chat_line(view, seat % len(names), line)) for seat, line in enumerate(said)]
    return Picture(
        table=table_model(view),
        title="Round 1",
        headline=f"{shown_names(view.names)[-1]}'s turn",
        mine=False,
        advice=tidy(" ".join(log)),
        keys=KEYS,
        checked="Checked",
        log=tuple(log),
        cursor=view.hand[0],
        chooser=chooser,
        typing=typed,
    )


def check(lines: Sequence[Line], columns: int, rows: int) -> None:
    """The lines fit, nothing pulls along what stands beside it, and the terminal is given as many cells."""
    assert len(lines) <= rows
    for line in lines:
        assert line_cells(line) <= columns
        for _, words in line:
            outside = "".join(piece for piece in pieces(words) if piece[0] not in STARTS)
            assert sum(mark in STARTS for mark in words) == words.count(END_OF_ISOLATE)
            assert not has_right_to_left(outside) or outside == words, "a span is one piece, or has isolates"
        sent = for_terminal(line, "utf-8")
        assert list(map(cells, (words for _, words in sent))) == list(
            map(cells, (words for _, words in line))
        )
        assert not any(mark in words for _, words in sent for mark in MARKS)


@pytest.mark.parametrize("code", EVERY_LANGUAGE)
def test_tables_of_people_with_any_names(code: str) -> None:
    @given(
        some.lists(NAMES, min_size=2, max_size=10),
        some.lists(SAID, max_size=6),
        SAID,
        some.sampled_from([None, *Colour]),
        some.integers(64, 200),
        some.integers(24, 60),
    )
    def draw(
        names: list[str], said: list[str], typed: str, chooser: Colour | None, columns: int, rows: int
    ) -> None:
        shown = picture(tuple(names), said, typed=typed, chooser=chooser)
        lines = draw_table(shown, columns, rows)
        check(lines, columns, rows)
        assert len(lines) == rows
        sides = [_columns_of(line, "│┌└") for line in lines[3 : 3 + min(len(names), 3)]]
        assert all(side == sides[0] for side in sides), "the large card stands straight"

    with speaking_any(code):
        draw()


def _columns_of(line: Line, wanted: str) -> list[int]:
    """The cell at which the terminal draws the first of these."""
    text = "".join(words for _, words in for_terminal(line, "utf-8"))
    return [cells(text[:at]) for at, character in enumerate(text) if character in wanted][:1]


@pytest.mark.parametrize("code", EVERY_LANGUAGE)
def test_sheets_and_menus_with_any_text(code: str) -> None:
    @given(some.lists(SAID, min_size=1, max_size=8), some.integers(20, 200), some.integers(6, 60))
    def draw(said: list[str], columns: int, rows: int) -> None:
        lines = tuple(f"  {apart(tame(line))}: {number}" for number, line in enumerate(said))
        check(draw_sheet(Sheet(said[0], lines, said[-1], KEYS), columns, rows), columns, rows)
        entries = tuple(Entry(line, chosen=number == 0, touch="x") for number, line in enumerate(lines))
        check(draw_menu(Menu(said[0], entries, said[-1], KEYS), columns, rows), columns, rows)

    with speaking_any(code):
        draw()


@given(SAID, some.integers(0, 40))
def test_nothing_is_cut_inside_a_letter(said: str, width: int) -> None:
    whole = list(iter_graphemes(said))
    kept = cut(said, width)
    assert cells(kept) <= width
    if kept != said:
        graphemes = list(iter_graphemes(kept.removesuffix("…")))
        assert graphemes == whole[: len(graphemes)]
    numbered = apart(f"{said} (12)")
    assert cells(cut_name(numbered, width + 5)) <= width + 5
    if said:
        assert " (12)" in cut_name(numbered, width + 6)
    end = list(iter_graphemes(tail(said, width)))
    assert end == whole[len(whole) - len(end) :]
    assert cells("".join(end)) <= width


@given(SAID, some.integers(2, 40), some.booleans())
def test_padding_and_wrapping_keep_the_width(said: str, width: int, right: bool) -> None:
    assert cells(pad(said, width, right=right)) == width
    assert cells(prose(said, width)) <= width
    lines = wrap(apart(said), width)
    assert all(cells(line) <= width for line in lines)
    joined = "".join(lines).translate(dict.fromkeys(map(ord, f"{MARKS} ")))
    assert joined == said.replace(" ", ""), "no letter is lost"
