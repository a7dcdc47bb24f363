"""The table of characters follows its rule, and cleaned texts are always accepted."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from protocol.wire.characters import ALLOWED
from protocol.wire.text import clean_text, text_fault
from tests.wire.character_rule import FROZEN_VERSION, is_allowed, table_text

ALL_CODES = range(0x110000)


def listed() -> list[tuple[int, int]]:
    pairs = (item.partition("-") for item in ALLOWED.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in pairs]


def test_the_table_follows_its_rule() -> None:
    """Under the Python of the frozen version exactly; a later one only adds characters to the rule."""
    if unicodedata.unidata_version == FROZEN_VERSION:
        assert ALLOWED.split() == table_text().split()
    else:
        assert all(is_allowed(code) for first, last in listed() for code in range(first, last + 1))


def test_the_check_agrees_with_the_table_everywhere() -> None:
    codes = {code for first, last in listed() for code in range(first, last + 1)}
    faults = (text_fault(chr(code)) for code in ALL_CODES)
    refused = {code for code, fault in zip(ALL_CODES, faults, strict=True) if fault and "U+" in str(fault)}
    assert refused == set(ALL_CODES) - codes


def test_normalizing_an_allowed_character_gives_allowed_ones() -> None:
    for first, last in listed():
        for code in range(first, last + 1):
            assert text_fault(unicodedata.normalize("NFC", chr(code))) is None


def test_faults_say_what_is_wrong() -> None:
    assert text_fault("Ann") is None
    assert str(text_fault("A\u202enn")) == "contains the character U+202E, which is not allowed"
    assert str(text_fault("A\u0301nn")) == "is not in the Unicode normal form NFC"


def test_cleaning() -> None:
    assert clean_text("Ann") == "Ann"
    assert clean_text("A\u0301nn\u200b \u202e\x1b[31m!") == "Ánn [31m!"
    assert clean_text("a\tb\nc\u00a0d\u3000e") == "a b c d e"
    assert clean_text("می\u200cخواهم") == "می خواهم"
    assert clean_text("\ud800\ue000\U000e0041") == ""


@given(st.text(st.characters(), max_size=30))
def test_cleaned_texts_are_accepted_and_stay(text: str) -> None:
    cleaned = clean_text(text)
    assert text_fault(cleaned) is None
    assert clean_text(cleaned) == cleaned
