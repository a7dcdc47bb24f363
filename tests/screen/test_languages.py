"""The screen in every language, and in one that is forty per cent longer than English: nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p2puno.ui import screen_texts as words
from p2puno.ui.directions import without_marks
from p2puno.ui.screen import samples
from p2puno.ui.screen.characters import ELLIPSIS, cells, widest
from p2puno.ui.screen.keys import help_lines, key_line
from p2puno.ui.screen.measures import FACES, LEAST_NAME, facts_columns, measures
from p2puno.ui.screen.samples import SIZE, Sample, as_text, showing
from p2puno.ui.screen.stage import Page
from protocol.rules.cards import Colour
from tests.language.imaginary import EVERY_LANGUAGE, LONGER, speaking_any
from tests.screen.situations import SITUATIONS, keys_of


@pytest.fixture(params=EVERY_LANGUAGE)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    code: str = request.param
    with speaking_any(code):
        yield code


async def look(sample: Sample) -> tuple[Page, list[str]]:
    async with showing(sample) as stage:
        text = as_text(stage.page.draw(*sample.size))
        return stage.page, text.splitlines()


@pytest.mark.parametrize("name", SITUATIONS)
async def test_every_key_that_works_stands_on_the_key_line(language: str, name: str) -> None:
    page, lines = await look(SITUATIONS[name])
    foot = " ".join(lines[-2:])
    for key in key_line(page, keys_of(page)):
        assert f"{key.shown} {without_marks(key.word)}" in foot


async def test_the_table_keeps_its_words(language: str) -> None:
    """Heads of columns, colours and facts are whole, and names keep some room."""
    _, lines = await look(SITUATIONS["table"])
    text = "\n".join(lines)
    for word in (words.PLAYER, words.CARDS, words.POINTS, words.UNO, words.NEXT, words.WILDS):
        assert str(word) in text
    assert words.colour_name(Colour.RED) in text
    columns, _ = SIZE
    assert columns - facts_columns(columns) - 2 - measures().seat >= LEAST_NAME
    if language != LONGER:
        assert ELLIPSIS not in text
        assert measures().facts <= facts_columns(columns), "what lies on the table is told in whole"
        assert max(measures().with_card, 0) <= columns, "the large card has its place"


async def test_all_colours_can_be_chosen(language: str) -> None:
    _, lines = await look(SITUATIONS["colour-choice"])
    for colour in Colour:
        assert f" {words.LETTER[colour]} {words.colour_name(colour)}" in "\n".join(lines)


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("code", [code for code in EVERY_LANGUAGE if code != LONGER])
async def test_nothing_is_cut_off(code: str, name: str) -> None:
    with speaking_any(code):
        _, lines = await look(SITUATIONS[name])
    assert ELLIPSIS not in "\n".join(lines)


@pytest.mark.parametrize("name", ["table", "challenge", "colour-choice", "drawn", "game-end"])
async def test_the_help_has_a_line_for_each_key(language: str, name: str) -> None:
    page, _ = await look(SITUATIONS[name])
    columns, _ = SIZE
    for line in help_lines(page, keys_of(page)):
        assert cells(line) <= columns - 2 or language == LONGER


def test_cards_are_short(language: str) -> None:
    """In the small cards of a hand and in the middle of the large one."""
    assert {cells(str(letter)) for letter in words.LETTER.values()} == {1}
    assert len({str(letter) for letter in words.LETTER.values()}) == len(Colour)
    assert len(set(map(words.short, FACES))) == len(FACES), "no two cards look alike"
    if language != LONGER:
        assert widest(map(words.short, FACES)) <= 8
        assert widest(map(words.big, FACES)) <= 7


def test_other_pages_are_whole(language: str) -> None:
    for lines in (samples.draw_lobby(), samples.draw_waiting()):
        text = as_text(lines)
        assert ELLIPSIS not in text
        assert str(words.KEYS["quit"][0]) in text.splitlines()[-2]
