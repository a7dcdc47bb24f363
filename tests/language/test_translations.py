"""What every translation has to keep of the English text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from p2puno.language import collect
from p2puno.language.catalogue import LANGUAGES, SOURCE

OTHERS = [code for code in LANGUAGES if code != SOURCE]
PART = re.compile(r"\{[^{}]*\}|%\(\w+\)[sr]|%[sr]")
SHELL = re.compile(r"`(p2puno[^`]*|[\w-]+=[^`]*)`|(--\w+)")
# Arabic yeh and kaf are not the Persian ones, and digits are Latin everywhere (decision 090).
STRAY = re.compile("[يك٠-٩۰-۹]")


def pairs(code: str) -> Iterator[tuple[str, str]]:
    """Each English text with each form of its translation, where there is one."""
    with (collect.FOLDER / f"{code}.po").open("rb") as file:
        catalog = read_po(file, locale=code)
    for message in catalog:
        english = message.id if isinstance(message.id, str) else message.id[-1]
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        yield from ((english, form) for form in forms if english and form)


def edges(text: str) -> tuple[str, str]:
    bare = text.strip()
    before, _, behind = text.partition(bare) if bare else (text, "", "")
    return before, behind


@pytest.mark.parametrize("code", OTHERS)
def test_parts_stay(code: str) -> None:
    for english, said in pairs(code):
        assert set(PART.findall(said)) == set(PART.findall(english)), said


@pytest.mark.parametrize("code", OTHERS)
def test_spaces_at_the_ends_stay(code: str) -> None:
    """They are the distance to what stands beside the text."""
    for english, said in pairs(code):
        assert edges(said) == edges(english), repr(said)


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_typed_at_a_shell_stays(code: str) -> None:
    for english, said in pairs(code):
        assert Counter(SHELL.findall(said)) == Counter(SHELL.findall(english)), said


def test_persian_is_written_with_its_own_letters_and_latin_digits() -> None:
    assert not [said for _, said in pairs("fa") if STRAY.search(said)]
