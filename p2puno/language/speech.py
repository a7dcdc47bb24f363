"""Saying what is made of parts: sentences of the protocol, lists, and what a peer says.

The protocol keeps its sentences in parts (`protocol.sentences`); here they are said in the language that is
spoken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from p2puno.language import catalogue
from p2puno.language.cards import card, colour, kind
from p2puno.language.texts import Text, _
from protocol.errors import ProtocolError
from protocol.rules.cards import Colour, Face, Kind
from protocol.sentences import SeatRef, Sentence

AND, OR = Text("{first} and {last}"), Text("{first} or {last}")
COMMA = Text(", ", "between the items of a list")
SEMICOLON = Text("; ", "between sentences or choices that follow each other")
ENDS = (".", "!", "?", "؟")


def said(sentence: Sentence | ProtocolError, names: Sequence[str] = ()) -> str:
    """A sentence of the protocol, or the one of an error; `names` are those of the seats, if they are known.

    The blame that stands before a `RemoteError`'s sentence, seat and slot, is left to the caller.
    """
    if isinstance(sentence, ProtocolError):
        sentence = sentence.sentence
    return sentence.said(catalogue.translate, lambda part: _said_part(part, names))


def _said_part(part: object, names: Sequence[str]) -> object:
    match part:
        case Sentence() | ProtocolError():
            return said(part, names)
        case Face():
            return card(part)
        case Colour():
            return colour(part)
        case Kind():
            return kind(part)
        case SeatRef(seat) if seat < len(names):
            return names[seat]
        case SeatRef(seat):
            return _("seat {number}").format(number=seat + 1)
        case _:
            return part


def heard(text: str, templates: Iterable[str] = ()) -> str:
    """What a peer said in English, in the language that is spoken, if it is a text that is known.

    templates: those with parts that it may be made of.
    """
    for template in templates:
        literals = re.split(r"\{(\w+)\}", template)
        pattern = "".join(f"(?P<{bit}>.*)" if i % 2 else re.escape(bit) for i, bit in enumerate(literals))
        if (match := re.fullmatch(pattern, text)) is not None:
            return said(Sentence(template, match.groupdict()))
    return _(text) if text else text


def listed(items: Sequence[str], last: Text = AND) -> str:
    """'a', 'a and b', 'a, b and c'."""
    if len(items) < 2:
        return "".join(items)
    return last.format(first=commas(items[:-1]), last=items[-1])


def commas(items: Sequence[str]) -> str:
    """'a, b, c'."""
    return str(COMMA).join(items)


def semicolons(items: Sequence[str]) -> str:
    """'a; b; c'."""
    return str(SEMICOLON).join(items)


def no_such_language(code: str) -> str:
    known = commas([f"`{code}` ({name})" for code, name in catalogue.LANGUAGES.items()])
    return _("There is no language `{code}`; there are: {languages}").format(code=code, languages=known)


def capital(words: str) -> str:
    """As at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def as_sentence(words: str) -> str:
    """With one full stop, wherever the words come from."""
    return words if words.endswith(ENDS) else f"{words}."
