"""Keys on Russian and Persian layouts do what they do in Latin, and what stands on the cards."""

from __future__ import annotations

import string
from collections.abc import Iterator

import pytest

from p2puno.language.catalogue import LANGUAGES
from p2puno.ui import screen_texts as words
from p2puno.ui.screen.forms import read_address, read_table
from p2puno.ui.screen.keys import Key
from p2puno.ui.screen.layouts import printed
from p2puno.ui.screen.samples import SAMPLES, SIZE, Sample, as_text, showing
from p2puno.ui.screen.stage import Page
from p2puno.ui.screen.wishes import OpenTable, SitDown
from protocol.rules.cards import Colour
from tests.language.imaginary import speaking_any
from tests.screen.situations import SITUATIONS, keys_of

ROWS = {
    "Russian": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),
    "Persian": ("ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو"),
}
QWERTY = ("qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,.")


def typed(layout: str) -> dict[str, str]:
    """What every Latin letter's key types on this layout."""
    keys = dict(zip("".join(QWERTY), "".join(ROWS[layout]).ljust(len("".join(QWERTY))), strict=True))
    return {letter: keys[letter] for letter in string.ascii_lowercase}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with speaking_any(request.param):
        yield request.param


def row_of(page: Page, key: str) -> Key | None:
    """The row that takes the key now."""
    return next((row for row in keys_of(page) if row.meant(key) is not None and row.when(page)), None)


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("layout", ROWS)
async def test_a_key_does_the_same_on_every_layout(language: str, layout: str, name: str) -> None:
    """Unless it does nothing in Latin and is a colour, or colours are being chosen."""
    async with showing(SITUATIONS[name]) as stage:
        for latin, letter in typed(layout).items():
            expected, found = row_of(stage.page, latin), row_of(stage.page, letter)
            free = found is not None and found.colours and (expected is None or found.words == "pick")
            assert found is expected or free, f"{letter} ({latin})"


async def test_the_letter_on_the_cards_chooses_the_colour(language: str) -> None:
    for colour in Colour:
        for letter in (str(words.LETTER[colour]), str(words.LETTER[colour]).lower()):
            sample = Sample(SAMPLES["table"].view, keys=("w", "enter", letter))
            async with showing(sample) as stage:
                assert f"[ {words.LETTER[colour]} " in as_text(stage.page.draw(*SIZE))


@pytest.mark.parametrize(
    ("key", "meaning"),
    [
        ("в", "d"),
        ("В", "d"),
        ("ی", "d"),
        ("ي", "d"),
        ("D", "d"),
        ("۷", "7"),
        ("٧", "7"),
        ("؟", "?"),
        ("enter", "enter"),
        ("很", "很"),
    ],
)
def test_what_is_printed_on_a_key(key: str, meaning: str) -> None:
    assert printed(key) == meaning


def test_what_is_typed_into_a_field_stays() -> None:
    assert read_table(("вечер", "۴", "٣", ""), 10, "easy") == OpenTable("вечер", 4, 3, "easy")
    address = read_address(("۱۹۲.۱۶۸.۱.۵:۲۸۸۶۶", ""))
    assert isinstance(address, SitDown)
    assert str(address.address) == "192.168.1.5:28866"


async def test_chat_takes_what_was_typed() -> None:
    sample = Sample(SAMPLES["table"].view, keys=("ы", "в", "ы", "س", "ي", "7"))
    async with showing(sample) as stage:
        assert "Say: выسي7" in as_text(stage.page.draw(*SIZE))
