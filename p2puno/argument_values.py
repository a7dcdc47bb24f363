"""What stands behind an option, as a value; each raises `ArgumentTypeError` with a sentence."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from p2puno.language.catalogue import LANGUAGES
from p2puno.language.speech import no_such_language
from p2puno.language.texts import Text, _

DEFAULT_STRATEGY = "greedy"


def setting(words: str) -> tuple[str, str]:
    """OPTION=VALUE."""
    option, equals, value = words.partition("=")
    if not equals or not option.strip():
        complaint = _("`{words}` is not OPTION=VALUE, like target=200")
        raise argparse.ArgumentTypeError(complaint.format(words=words))
    return option.strip(), value.strip()


def some_text(words: str) -> str:
    """An unset variable of a shell is no wish for the default, least of all for another folder."""
    if not words.strip():
        raise argparse.ArgumentTypeError(_("nothing is said there"))
    return words


def language(code: str) -> str:
    """One that texts are said in here."""
    if code not in LANGUAGES:
        raise argparse.ArgumentTypeError(no_such_language(code))
    return code


def bots(words: str) -> tuple[int, str]:
    """N or N:STRATEGY."""
    number, _colon, strategy = words.partition(":")
    read = count(Text("`{word}` is not a number of bots, or like 2:greedy"))
    return read(number), strategy or DEFAULT_STRATEGY


def count(complaint: Text) -> Callable[[str], int]:
    """Reads a small number; what else is said is answered with the complaint."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 3):
            raise argparse.ArgumentTypeError(complaint.format(word=word))
        return int(word)

    return read


def seconds(word: str) -> float:
    """Up to a day."""
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 86_400:
        raise argparse.ArgumentTypeError(_("`{word}` is not a number of seconds").format(word=word))
    return number
