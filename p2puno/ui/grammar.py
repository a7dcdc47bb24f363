"""What a line means: `parse` reads one line of line mode and knows nothing of the game.

line  = "play" [card] | "uno" ["play"] [card] | "draw" | "keep" | "pass" | "accept" | "challenge"
      | "colour" colour | "catch" [name] | "say" text | "hand" | "table" | "help" | "start" | "quit"
      | "next" | "bot" | "back" | "ready" | "not ready" | "send away" name | "fingerprints" | "rematch"
card  = (number | name) [colour]          a number is a position in the hand
name  = colour symbol | "wild" | "wild draw four" | "+4"

The words are those of `vocabulary`, in English and in the language that is spoken; a card can also be called
by the name that it has on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from p2puno.ui import texts as text
from p2puno.ui.vocabulary import colours, commands, faces, kinds, plain, shown
from protocol.rules.cards import WILDS, Colour, Face, Kind
from protocol.wire.text import clean_text

MAX_ECHO = 40
MAX_CHAT = 200
MAX_DIGITS = 4


class NotUnderstoodError(Exception):
    """The line can never mean anything; the message is the answer to it."""


@dataclass(frozen=True, slots=True)
class Play:
    """`card` is a position in the hand, a face, or None for the card just drawn."""

    card: int | Face | None
    colour: Colour | None
    uno: bool


@dataclass(frozen=True, slots=True)
class Catch:
    """`name` is empty for whoever can be caught."""

    name: str


@dataclass(frozen=True, slots=True)
class NameColour:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Say:
    text: str


@dataclass(frozen=True, slots=True)
class SendAway:
    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A command that stands alone; `word` is one of `vocabulary.COMMANDS`."""

    word: str


T = TypeVar("T")
Words: TypeAlias = Sequence[str]
Line: TypeAlias = Play | Catch | NameColour | Say | SendAway | Word

MOVES = frozenset({"draw", "keep", "pass", "accept", "challenge"})

# Commands of rules that come later.
_NOT_PLAYED = frozenset({"jump", "swap", "slap", "spin"})

LONGEST_COMMAND = 4
"""In words."""


def parse(line: str) -> Line | None:
    """The meaning of a line, None for an empty one; raises `NotUnderstoodError`."""
    words = clean_text(line).split()
    if not words:
        return None
    if words[0].lower() in _NOT_PLAYED:
        raise NotUnderstoodError(text.NOT_PLAYED.format(word=words[0].lower()))
    command, rest = _command(words)
    if command in _LONGER:
        return _LONGER[command](rest)
    if command is None:
        raise NotUnderstoodError(text.NOT_UNDERSTOOD.format(line=_shortened(" ".join(words))))
    if rest:
        raise NotUnderstoodError(text.TOO_MUCH.format(word=shown(command)))
    return Word(command)


def _command(words: Words) -> tuple[str | None, Words]:
    """The command that the words begin with, the longest one, and what follows."""
    return _beginning(words, commands(), LONGEST_COMMAND)


def _beginning(words: Words, known: Mapping[str, T], longest: int | None = None) -> tuple[T | None, Words]:
    """What the first words mean, as many of them as possible, and the others."""
    for length in range(len(words[:longest]), 0, -1):
        meaning = known.get(plain(" ".join(words[:length])))
        if meaning is not None:
            return meaning, words[length:]
    return None, words


def _play(words: Words) -> Play:
    uno = bool(words) and commands().get(plain(words[-1])) == "uno"
    return _card(words[:-1] if uno else words, uno=uno)


def _uno(words: Words) -> Play:
    command, rest = _command(words)
    return _card(rest if command == "play" else words, uno=True)


def _card(words: Words, *, uno: bool) -> Play:
    if "swap" in words:
        raise NotUnderstoodError(text.NOT_PLAYED.format(word="swap"))
    if not words:
        return Play(None, None, uno)
    face, rest = _beginning(words, faces())
    if face is not None:
        return Play(face, _named(rest), uno)
    number = plain(words[0])
    if number.isdecimal() and len(number) <= MAX_DIGITS:
        return Play(int(number), _named(words[1:]), uno)
    colour, rest = _beginning(words, colours())
    if colour is not None:
        return Play(_coloured(colour, rest), None, uno) if rest else Play(None, colour, uno)
    kind, rest = _beginning(words, kinds())
    if kind in WILDS:
        return Play(Face(kind), _named(rest), uno)
    raise _no_card(words)


def _coloured(colour: Colour, words: Words) -> Face:
    symbol = plain(" ".join(words))
    if len(symbol) == 1 and symbol.isdecimal():
        return Face(Kind.NUMBER, colour, int(symbol))
    kind = kinds().get(symbol)
    if kind is None or kind in WILDS:
        raise _no_card([text.colour(colour), *words])
    return Face(kind, colour)


def _no_card(words: Words) -> NotUnderstoodError:
    return NotUnderstoodError(text.NOT_A_CARD.format(words=_shortened(" ".join(words))))


def _named(words: Words) -> Colour | None:
    """The colour named with a wild, if one is."""
    return _colour(words) if words else None


def _colour(words: Words) -> Colour:
    if not words:
        raise NotUnderstoodError(str(text.WHICH_COLOUR))
    colour, rest = _beginning(words, colours())
    if colour is None or rest:
        raise NotUnderstoodError(text.NOT_A_COLOUR.format(words=_shortened(" ".join(words))))
    return colour


def _say(words: Words) -> Say:
    if not words:
        raise NotUnderstoodError(str(text.EMPTY_SAY))
    return Say(" ".join(words)[:MAX_CHAT].strip())


def _send(words: Words) -> SendAway:
    if not words:
        raise NotUnderstoodError(str(text.SEND_WHOM))
    return SendAway(" ".join(words))


_LONGER: Mapping[str | None, Callable[[Words], Line]] = {
    "play": _play,
    "uno": _uno,
    "colour": lambda words: NameColour(_colour(words)),
    "catch": lambda words: Catch(" ".join(words)),
    "say": _say,
    "send away": _send,
}


def _shortened(line: str) -> str:
    return line if len(line) <= MAX_ECHO else f"{line[:MAX_ECHO]}…"
