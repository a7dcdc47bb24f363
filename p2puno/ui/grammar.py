"""What a line means: `parse` reads one line of line mode and knows nothing of the game.

line  = "play" [card] | "uno" ["play"] [card] | "draw" | "keep" | "pass" | "accept" | "challenge"
      | "colour" colour | "catch" [name] | "say" text | "hand" | "table" | "help" | "start" | "quit"
      | "next" | "bot" | "back" | "ready" | "not ready" | "send away" name | "fingerprints" | "rematch"
card  = (number | name) [colour]          a number is a position in the hand
name  = colour symbol | "wild" | "wild draw four" | "+4"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from p2puno.ui import texts as text
from protocol.rules.cards import Colour, Face, Kind
from protocol.wire.text import clean_text

MAX_ECHO = 40
MAX_CHAT = 200


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
    """A command that stands alone; `word` is one of the values of `_WORDS`, or `not ready`."""

    word: str


Line: TypeAlias = Play | Catch | NameColour | Say | SendAway | Word

_WORDS: Mapping[str, str] = {
    **{word: word for word in ("draw", "keep", "pass", "accept", "challenge")},
    **{word: word for word in ("hand", "table", "help", "start", "quit")},
    **{word: word for word in ("next", "bot", "back", "ready", "fingerprints", "rematch")},
    "d": "draw",
    "k": "keep",
    "h": "hand",
    "t": "table",
    "?": "help",
    "q": "quit",
    "exit": "quit",
    "leave": "quit",
}
MOVES = frozenset({"draw", "keep", "pass", "accept", "challenge"})

# Commands of rules that come later.
_NOT_PLAYED = frozenset({"jump", "swap", "slap", "spin"})

_COLOURS: Mapping[str, Colour] = {
    **{colour.label: colour for colour in Colour},
    **{colour.label[0]: colour for colour in Colour},
}
_SYMBOLS: Mapping[str, tuple[Kind, int | None]] = {
    **{str(number): (Kind.NUMBER, number) for number in range(10)},
    "skip": (Kind.SKIP, None),
    "reverse": (Kind.REVERSE, None),
    "draw two": (Kind.DRAW_TWO, None),
    "draw-two": (Kind.DRAW_TWO, None),
    "draw 2": (Kind.DRAW_TWO, None),
    "+2": (Kind.DRAW_TWO, None),
}
_WILDS: Mapping[str, Kind] = {
    "wild": Kind.WILD,
    **dict.fromkeys(
        ("wild draw four", "wild-draw-four", "wild draw 4", "wild +4", "draw four", "draw 4", "+4"),
        Kind.WILD_DRAW_FOUR,
    ),
}


def parse(line: str) -> Line | None:
    """The meaning of a line, None for an empty one; raises `NotUnderstoodError`."""
    cleaned = clean_text(line).strip()
    if not cleaned:
        return None
    first, _, rest = cleaned.partition(" ")
    word, rest = first.lower(), rest.strip()
    if word in _NOT_PLAYED:
        raise NotUnderstoodError(text.NOT_PLAYED.format(word=word))
    if word in _WORDS:
        if rest:
            raise NotUnderstoodError(text.TOO_MUCH.format(word=_WORDS[word]))
        return Word(_WORDS[word])
    if word in _LONGER:
        return _LONGER[word](rest)
    raise NotUnderstoodError(text.NOT_UNDERSTOOD.format(line=_shortened(cleaned)))


def _play(rest: str) -> Play:
    words = rest.lower().split()
    uno = words[-1:] == ["uno"]
    return _card(words[:-1] if uno else words, uno=uno)


def _uno(rest: str) -> Play:
    words = rest.lower().split()
    return _card(words[1:] if words[:1] in (["play"], ["p"]) else words, uno=True)


def _card(words: Sequence[str], *, uno: bool) -> Play:
    if "swap" in words:
        raise NotUnderstoodError(text.NOT_PLAYED.format(word="swap"))
    if not words:
        return Play(None, None, uno)
    if _is_number(words[0]):
        return Play(int(words[0]), _named(words[1:]), uno)
    if words[0] in _COLOURS:
        if len(words) == 1:
            return Play(None, _COLOURS[words[0]], uno)
        return Play(_coloured(words), None, uno)
    for length in range(len(words), 0, -1):
        kind = _WILDS.get(" ".join(words[:length]))
        if kind is not None:
            return Play(Face(kind), _named(words[length:]), uno)
    raise NotUnderstoodError(text.NOT_A_CARD.format(words=_shortened(" ".join(words))))


def _coloured(words: Sequence[str]) -> Face:
    symbol = _SYMBOLS.get(" ".join(words[1:]))
    if symbol is None:
        raise NotUnderstoodError(text.NOT_A_CARD.format(words=_shortened(" ".join(words))))
    kind, number = symbol
    return Face(kind, _COLOURS[words[0]], number)


def _named(words: Sequence[str]) -> Colour | None:
    """The colour named with a wild, if one is."""
    return _colour(" ".join(words)) if words else None


def _colour(words: str) -> Colour:
    if not words:
        raise NotUnderstoodError(text.WHICH_COLOUR)
    colour = _COLOURS.get(words.lower())
    if colour is None:
        raise NotUnderstoodError(text.NOT_A_COLOUR.format(words=_shortened(words)))
    return colour


def _say(rest: str) -> Say:
    if not rest:
        raise NotUnderstoodError(text.EMPTY_SAY)
    return Say(rest[:MAX_CHAT].strip())


def _not(rest: str) -> Word:
    if rest.lower() != "ready":
        raise NotUnderstoodError(text.NOT_UNDERSTOOD.format(line=_shortened(f"not {rest}".strip())))
    return Word("not ready")


def _send(rest: str) -> SendAway:
    away, _, name = rest.partition(" ")
    if away.lower() != "away" or not name.strip():
        raise NotUnderstoodError(str(text.SEND_WHOM))
    return SendAway(name.strip())


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 4


_LONGER: Mapping[str, Callable[[str], Line]] = {
    "play": _play,
    "p": _play,
    "uno": _uno,
    "u": _uno,
    "colour": lambda rest: NameColour(_colour(rest)),
    "color": lambda rest: NameColour(_colour(rest)),
    "catch": Catch,
    "say": _say,
    "not": _not,
    "send": _send,
}


def _shortened(line: str) -> str:
    return line if len(line) <= MAX_ECHO else f"{line[:MAX_ECHO]}…"
