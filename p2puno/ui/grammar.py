"""What a line means: `parse` reads one line of line mode and knows nothing of the game.

line  = "play" laying | "uno" ["play"] laying | "draw" | "keep" | "pass" | "accept" | "challenge"
      | "colour" colour | "catch" [name] | "say" text | "hand" | "table" | "rules" | "scores" | "help"
      | "start" | "quit"
      | "next" | "bot" | "back" | "ready" | "not ready" | "send away" name | "fingerprints" | "rematch"
      | "let in" [name] | "jump" laying | "try" card | "uno" name | "rescue" name | "slap" | "give" card
      | "duel" (card | "none") | "vote" ("yes" | "no" | name) | "accuse" name | "choose" name
      | "discard" (card {card} | "none") | "take"
laying = [card ["and" card]] {"as skip" | colour} ["swap" name] ["uno"]
card  = number | colour symbol | "wild" | "wild draw four" | "+4"     a number is a position in the hand

The words are those of `vocabulary`, in English and in the language that is spoken; a card can also be called
by the name that it has on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from p2puno.language.texts import Text
from p2puno.ui import house_lines as house
from p2puno.ui import texts as text
from p2puno.ui.lines import (
    Accuse,
    Catch,
    Choose,
    Discard,
    Duel,
    Give,
    GoOnWithout,
    Jump,
    LetIn,
    Line,
    NameColour,
    Play,
    Rescue,
    Say,
    SendAway,
    Try,
    Vote,
    Word,
)
from p2puno.ui.vocabulary import colours, commands, faces, kinds, particles, plain, shown
from protocol.rules.cards import ACTIONS, WILDS, Colour, Face, Kind
from protocol.wire.text import clean_text

MAX_ECHO = 40
MAX_CHAT = 200
MAX_DIGITS = 4


class NotUnderstoodError(Exception):
    """The line can never mean anything; the message is the answer to it."""


T = TypeVar("T")
Words: TypeAlias = Sequence[str]
LONGEST_COMMAND, LONGEST_PARTICLE = 4, 3
"""In words."""
LONGEST_NAME = 3
"""In words, where it could also be something mistyped."""


def parse(line: str) -> Line | None:
    """The meaning of a line, None for an empty one; raises `NotUnderstoodError`."""
    words = clean_text(line).split()
    if not words:
        return None
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


# --- laying a card ----------------------------------------------------------------------------------------


def _play(words: Words) -> Play:
    uno = bool(words) and commands().get(plain(words[-1])) == "uno"
    return _laying(words[:-1] if uno else words, uno=uno)


def _uno(words: Words) -> Play | Rescue:
    """With a card, alone, or for somebody who has that name."""
    command, rest = _command(words)
    if command == "play":
        return _laying(rest, uno=True)
    try:
        return _laying(words, uno=True)
    except NotUnderstoodError:
        if _card(words)[0] is not None or len(words) > LONGEST_NAME:
            raise
        return Rescue(" ".join(words))


def _jump(words: Words) -> Jump:
    play = _play(words)
    if play.second is not None or play.as_skip:
        raise _no_card(words)
    return Jump(play.card, play.colour, play.uno, play.target)


def _laying(words: Words, *, uno: bool) -> Play:
    """A card, and in any order what belongs to it."""
    card, rest = _card(words)
    second: int | Face | None = None
    as_skip, colour, target = False, None, ""
    word, after = _particle(rest)
    if card is not None and word == "and":
        second, rest = _a_card(after)
    while rest:
        word, after = _particle(rest)
        if word == "as skip":
            as_skip, rest = True, after
        elif word == "swap":
            target, rest = _name(after, house.SWAP_WHOM), ()
        elif colour is None:
            colour, rest = _some_colour(rest, words if card is None else None)
        else:
            raise NotUnderstoodError(text.NOT_A_COLOUR.format(words=_shortened(" ".join(rest))))
    if card == Face(Kind.WILD) and target:
        card = Face(Kind.WILD_SWAP_HANDS)  # the only wild that takes a name
    return Play(card, colour, uno, second, as_skip, target)


def _card(words: Words) -> tuple[int | Face | None, Words]:
    """The card that the words begin with, and the others; None if they begin with none."""
    face, rest = _beginning(words, faces())
    if face is not None:
        return face, rest
    number = plain(words[0]) if words else ""
    if number.isdecimal() and len(number) <= MAX_DIGITS:
        return int(number), words[1:]
    colour, rest = _beginning(words, colours())
    if colour is not None and rest and _particle(rest)[0] is None:
        return _coloured(colour, rest)
    kind, rest = _beginning(words, kinds())
    return (Face(kind), rest) if kind in WILDS else (None, words)


def _a_card(words: Words) -> tuple[int | Face, Words]:
    card, rest = _card(words)
    if card is None:
        raise _no_card(words)
    return card, rest


def _particle(words: Words) -> tuple[str | None, Words]:
    return _beginning(words, particles(), LONGEST_PARTICLE)


def _coloured(colour: Colour, words: Words) -> tuple[Face, Words]:
    """'5 …' or 'draw two …', the longest kind that there is."""
    number = plain(words[0])
    if len(number) == 1 and number.isdecimal():
        return Face(Kind.NUMBER, colour, int(number)), words[1:]
    kind, rest = _beginning(words, kinds())
    if kind is None or kind in WILDS or kind not in ACTIONS:
        raise _no_card([text.colour(colour), *words])
    return Face(kind, colour), rest


def _no_card(words: Words) -> NotUnderstoodError:
    return NotUnderstoodError(text.NOT_A_CARD.format(words=_shortened(" ".join(words))))


def _some_colour(words: Words, whole: Words | None) -> tuple[Colour, Words]:
    """The colour that the words begin with. whole: all words, where there should be a card instead."""
    colour, rest = _beginning(words, colours())
    if colour is None:
        if whole is not None:
            raise _no_card(whole)
        raise NotUnderstoodError(text.NOT_A_COLOUR.format(words=_shortened(" ".join(words))))
    return colour, rest


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


# --- house rules --------------------------------------------------------------------------------------------


def _name(words: Words, missing: Text) -> str:
    if not words:
        raise NotUnderstoodError(str(missing))
    return " ".join(words)


def _one_card(words: Words, missing: Text) -> int | Face:
    if not words:
        raise NotUnderstoodError(str(missing))
    card, rest = _a_card(words)
    if rest:
        raise _no_card(words)
    return card


def _duel(words: Words) -> Duel:
    none = _particle(words) == ("none", [])
    return Duel(None if none else _one_card(words, house.DUEL_WHAT))


def _vote(words: Words) -> Vote | GoOnWithout:
    """About a hint; or about going on without somebody, who may be called so."""
    word, rest = _particle(words)
    if word in ("yes", "no") and not rest:
        return Vote(word == "yes")
    if not words:
        raise NotUnderstoodError(str(text.VOTE_HOW))
    return GoOnWithout(" ".join(words))


def _discard(words: Words) -> Discard:
    if not words:
        raise NotUnderstoodError(str(house.DISCARD_WHAT))
    cards: list[int | Face] = []
    word, rest = _particle(words)
    if word != "none":
        rest = words
        while rest:
            card, rest = _a_card(rest)
            cards.append(card)
            word, after = _particle(rest)
            rest = after if word == "and" else rest
    elif rest:
        raise _no_card(words)
    return Discard(tuple(cards))


_LONGER: Mapping[str | None, Callable[[Words], Line]] = {
    "play": _play,
    "uno": _uno,
    "colour": lambda words: NameColour(_colour(words)),
    "catch": lambda words: Catch(" ".join(words)),
    "say": _say,
    "send away": _send,
    "let in": lambda words: LetIn(" ".join(words)),
    "jump": _jump,
    "try": lambda words: Try(_one_card(words, house.TRY_WHAT)),
    "rescue": lambda words: Rescue(_name(words, house.RESCUE_WHOM)),
    "give": lambda words: Give(_one_card(words, house.GIVE_WHAT)),
    "duel": _duel,
    "vote": _vote,
    "accuse": lambda words: Accuse(_name(words, house.ACCUSE_WHOM)),
    "choose": lambda words: Choose(_name(words, house.CHOOSE_WHOM)),
    "discard": _discard,
}


def _shortened(line: str) -> str:
    return line if len(line) <= MAX_ECHO else f"{line[:MAX_ECHO]}…"
