"""Every catalogue is complete: nothing missing, nothing fuzzy, every plural form, and all of it loads."""

from __future__ import annotations

import re
import unicodedata

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from p2puno.language import collect
from p2puno.language.catalogue import LANGUAGES, SOURCE, load

OTHERS = [code for code in LANGUAGES if code != SOURCE]
STRAY = ("Cc", "Cf", "Co", "Cn")
ALLOWED = ("\n", "\u200c")
"""A new line, and the zero-width non-joiner of Persian."""
PART = re.compile(r"\{([^{}]*)\}")


def read(code: str) -> Catalog:
    with (collect.FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def messages(code: str) -> list[Message]:
    return [message for message in read(code) if message.id]


def forms(message: Message) -> tuple[str, ...]:
    """The translation, in every form that numbers need."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_missing(code: str) -> None:
    assert not [message.id for message in messages(code) if not all(forms(message))]


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_waits_to_be_looked_through(code: str) -> None:
    assert not [message.id for message in messages(code) if message.fuzzy]


@pytest.mark.parametrize("code", OTHERS)
def test_every_number_has_its_form(code: str) -> None:
    plurals = read(code).num_plurals
    counted = [message for message in messages(code) if not isinstance(message.id, str)]
    assert counted
    assert not [message.id for message in counted if len(forms(message)) != plurals]


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_can_be_filled_in(code: str) -> None:
    """A brace too many would show in the middle of a game."""
    for message in messages(code):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        parts = {part.partition(":")[0]: 1 for part in PART.findall(english)}
        for said in forms(message) if parts else ():
            said.format(**parts)


@pytest.mark.parametrize("code", OTHERS)
def test_no_stray_characters(code: str) -> None:
    """No control characters and no marks of direction: those are put where they are needed."""
    for message in messages(code):
        for said in forms(message):
            assert not [c for c in said if unicodedata.category(c) in STRAY and c not in ALLOWED], said
            assert unicodedata.is_normalized("NFC", said), said


@pytest.mark.parametrize("code", OTHERS)
def test_the_program_can_load_it(code: str) -> None:
    texts = load(code)
    for message in messages(code):
        if isinstance(message.id, str) and message.context is None:
            assert texts.gettext(message.id) == (message.string or message.id)
