"""Languages that do not exist, so that the screen is ready for those that do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from gettext import NullTranslations
from math import ceil

import pytest

from p2puno.language import catalogue
from p2puno.language.catalogue import LANGUAGES, speaking
from p2puno.ui import directions

LONGER, FROM_THE_RIGHT = "longer", "from the right"
EVERY_LANGUAGE = (*LANGUAGES, LONGER, FROM_THE_RIGHT)
SHARE = 0.4

_PARTS = re.compile(r"(\{\w+\}|`[^`]*`)")
_PERSIAN = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ابپتثجچحخدذرزژسشصضطظعغفقکگ")


def longer(text: str) -> str:
    """Some forty per cent more, as in translations: words grow at their ends, sentences by more words."""
    letters = sum(map(str.isalpha, _PARTS.sub("", text)))
    if letters < 3:  # what is no word stays
        return text
    more = ceil(letters * SHARE)
    if " " not in text.strip():
        return f"{text}{'o' * more}"
    return f"{text} {' '.join(['oooo'] * ceil(more / 5))}"


def from_the_right(text: str) -> str:
    """In Persian letters, as long as in English."""
    return "".join(
        part if _PARTS.fullmatch(part) else part.lower().translate(_PERSIAN) for part in _PARTS.split(text)
    )


class Imaginary(NullTranslations):
    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self._change = change

    def gettext(self, message: str) -> str:
        return self._change(message)

    def pgettext(self, context: str, message: str) -> str:
        return self._change(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._change(msgid1 if n == 1 else msgid2)


def speaking_any(language: str) -> AbstractContextManager[None]:
    """Any of `EVERY_LANGUAGE`."""
    match language:
        case "longer":
            return _imagining(language, longer)
        case "from the right":
            return _imagining(language, from_the_right)
        case _:
            return speaking(language)


@contextmanager
def _imagining(code: str, change: Callable[[str], str]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "_spoken", catalogue._Spoken(code, Imaginary(change)))
        patch.setattr(directions, "RIGHT_TO_LEFT", {*catalogue.RIGHT_TO_LEFT, FROM_THE_RIGHT})
        yield
