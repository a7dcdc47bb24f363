"""The catalogues of translations and the language that is spoken: gettext's, read from `.po` files by Babel.

A process speaks one language. `speak` chooses it before anything is said; English is the source and needs no
catalogue. The files are read as translators leave them, so there is nothing to compile (decision 090).
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

SOURCE = "en"
LANGUAGES: Mapping[str, str] = {"en": "English", "ru": "Русский", "fa": "فارسی"}
"""Code and own name of every language there is."""
RIGHT_TO_LEFT = frozenset({"fa"})
# In the order in which gettext asks them.
ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@dataclass(slots=True)
class _Spoken:
    code: str
    texts: NullTranslations


_spoken = _Spoken(SOURCE, NullTranslations())


def speak(code: str) -> None:
    """From now on say everything in this language, one of `LANGUAGES`."""
    _spoken.code, _spoken.texts = code, load(code)


def spoken() -> str:
    """The code of the language that is spoken."""
    return _spoken.code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak this language for the length of a block."""
    before = (_spoken.code, _spoken.texts)
    speak(code)
    try:
        yield
    finally:
        _spoken.code, _spoken.texts = before


@cache
def load(code: str) -> NullTranslations:
    """The translations into a language, read once."""
    if code == SOURCE:
        return NullTranslations()
    # English needs no Babel, and whoever asks for `--help` does not wait for it.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    with files("p2puno.language").joinpath(f"{code}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return GNUTranslations(compiled)


def language_of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The first language there is that the environment asks for; English if it asks for none of them."""
    for variable in ENVIRONMENT:
        for locale in filter(None, environment.get(variable, "").split(":")):
            code = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
            if code in LANGUAGES:
                return code
        if environment.get(variable) and variable != "LANGUAGE":
            break
    return SOURCE


# --- what the texts ask for ---------------------------------------------------------------------------


def translate(text: str) -> str:
    return _spoken.texts.gettext(text)


def translate_in(context: str, text: str) -> str:
    """The same English words can need different ones: `context` tells which are meant."""
    return _spoken.texts.pgettext(context, text)


def translate_counted(one: str, many: str, count: int) -> str:
    return _spoken.texts.ngettext(one, many, count)
