"""The words that can be typed in line mode: the English ones always, and those of the spoken language.

Each text holds several words for one thing, separated by commas; the first is the one that people are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias, TypeVar

from p2puno.language import cards
from p2puno.language.catalogue import spoken
from p2puno.language.texts import Text
from p2puno.ui.digits import plain_digits
from p2puno.ui.screen_texts import LETTER
from protocol.rules.cards import BLANKS, DECKS, Colour, Face, Kind
from protocol.wire.text import clean_text

T = TypeVar("T")
Words: TypeAlias = Mapping[str, T]
"""What is typed, as `plain` gives it, and what it means."""

# Translators: the words of line mode, several for one thing, with commas between them. The first is shown to
# people, and prompts and the help use it; all of them can be typed, and the English ones in any language.
COMMANDS: Mapping[str, Text] = {
    "play": Text("play, p", "typed"),
    "uno": Text("uno, u", "typed"),
    "draw": Text("draw, d", "typed"),
    "keep": Text("keep, k", "typed"),
    "pass": Text("pass", "typed"),
    "accept": Text("accept", "typed"),
    "challenge": Text("challenge", "typed"),
    "colour": Text("colour, color", "typed"),
    "catch": Text("catch", "typed"),
    "say": Text("say", "typed"),
    "hand": Text("hand, h", "typed"),
    "table": Text("table, t", "typed"),
    "rules": Text("rules", "typed"),
    "scores": Text("scores, score", "typed"),
    "help": Text("help, ?", "typed"),
    "start": Text("start", "typed"),
    "quit": Text("quit, q, exit, leave", "typed"),
    "next": Text("next", "typed"),
    "let in": Text("let in, let", "typed"),
    "bot": Text("bot", "typed"),
    "back": Text("back", "typed"),
    "ready": Text("ready", "typed"),
    "not ready": Text("not ready", "typed"),
    "send away": Text("send away, send", "typed"),
    "fingerprints": Text("fingerprints", "typed"),
    "rematch": Text("rematch, r", "typed"),
    "take": Text("take", "typed"),
    "jump": Text("jump, j", "typed"),
    "try": Text("try", "typed"),
    "rescue": Text("rescue", "typed"),
    "slap": Text("slap, shout", "typed"),
    "give": Text("give", "typed"),
    "duel": Text("duel", "typed"),
    "vote": Text("vote", "typed"),
    "accuse": Text("accuse", "typed"),
    "choose": Text("choose", "typed"),
    "discard": Text("discard", "typed"),
}
# Translators: what stands between or behind cards: `play 3 and 4 as skip`, `play 7 swap Ann`, `duel none`.
PARTICLES: Mapping[str, Text] = {
    "and": Text("and", "typed"),
    "as skip": Text("as skip, as a skip", "typed"),
    "swap": Text("swap, with", "typed"),
    "none": Text("none, nothing", "typed"),
    "yes": Text("yes, y", "typed"),
    "no": Text("no, n", "typed"),
}
# Translators: colours as they are typed, in every form that may stand before a card.
COLOURS: Mapping[Colour, Text] = {
    Colour.RED: Text("red, r", "typed"),
    Colour.YELLOW: Text("yellow, y", "typed"),
    Colour.GREEN: Text("green, g", "typed"),
    Colour.BLUE: Text("blue, b", "typed"),
}
# Translators: what is typed for a card behind its colour, or alone where it has none.
KINDS: Mapping[Kind, Text] = {
    Kind.SKIP: Text("skip", "typed"),
    Kind.REVERSE: Text("reverse", "typed"),
    Kind.DRAW_TWO: Text("draw two, draw-two, draw 2, +2", "typed"),
    Kind.WILD: Text("wild", "typed"),
    Kind.WILD_DRAW_FOUR: Text(
        "wild draw four, wild-draw-four, wild draw 4, wild +4, draw four, draw 4, +4", "typed"
    ),
}
FACES = tuple(
    dict.fromkeys([*(face for deck in DECKS.values() for face in deck), *map(Face, BLANKS.values())])
)

_COMMA = re.compile("[,،]")
# Letters that are typed for others.
_SAME = str.maketrans("ёيك", "еیک")


def plain(words: str) -> str:
    """Words as they are compared: small letters, plain digits, single spaces."""
    return " ".join(plain_digits(clean_text(words).casefold()).translate(_SAME).split())


def shown(command: str) -> str:
    """A command as people are told to type it."""
    return _COMMA.split(str(COMMANDS[command]))[0].strip()


def commands() -> Words[str]:
    return _commands(spoken())


def particles() -> Words[str]:
    return _particles(spoken())


def colours() -> Words[Colour]:
    return _colours(spoken(), cards.in_suits())


def kinds() -> Words[Kind]:
    return _kinds(spoken())


def faces() -> Words[Face]:
    """The cards by their names as they are shown."""
    return _faces(spoken(), cards.in_suits())


# The arguments of the cached functions are what their values depend on.


@lru_cache(maxsize=4)
def _commands(_language: str) -> Words[str]:
    return _typed(COMMANDS)


@lru_cache(maxsize=4)
def _particles(_language: str) -> Words[str]:
    return _typed(PARTICLES)


@lru_cache(maxsize=4)
def _colours(_language: str, _suits: bool) -> Words[Colour]:
    return {
        **_named(Colour, cards.colour),
        **_named(Colour, lambda colour: str(LETTER[colour])),
        **_typed(COLOURS),
    }


@lru_cache(maxsize=4)
def _kinds(_language: str) -> Words[Kind]:
    return {**_named(KINDS, cards.kind), **_typed(KINDS)}


@lru_cache(maxsize=4)
def _faces(_language: str, suits: bool) -> Words[Face]:
    """In suits also without what the card does: 'jack of clubs', and 'joker' for the plain one."""
    short = _named(reversed(FACES), lambda face: cards.card(face).partition(" (")[0]) if suits else {}
    return {**short, **_named(FACES, cards.card)}


def _named(things: Iterable[T], name: Callable[[T], str]) -> dict[str, T]:
    return {plain(name(thing)): thing for thing in things}


def _typed(table: Mapping[T, Text]) -> dict[str, T]:
    return {words: thing for thing, text in table.items() for words in _words(text)}


def _words(text: Text) -> Iterator[str]:
    """All words for one thing, the English ones among them."""
    for language in (text.source, str(text)):
        yield from filter(None, map(plain, _COMMA.split(language)))
