"""Sentences for people, kept in parts so that they can be said in another language.

English is the source: `str()` says it. A catalogue in another language holds the same templates; whoever
shows a sentence passes its `translate` and a way to say the parts (cards, colours, names of seats).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Translate: TypeAlias = Callable[[str], str]


def mark(template: str) -> str:
    """Mark a text for the catalogues (`_noop` in gettext's words); it is translated where it is shown."""
    return template


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template with `{named}` parts: texts, numbers, cards, colours, seats, or sentences again."""

    template: str
    parts: Mapping[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.parts)

    def said(self, translate: Translate, say: Callable[[object], object]) -> str:
        """The sentence in another language; `say` is given every part."""
        return translate(self.template).format(**{name: say(part) for name, part in self.parts.items()})


def sentence(template: str, **parts: object) -> Sentence:
    """A sentence whose template is in the catalogues."""
    return Sentence(template, parts)


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A seat in a sentence: 'seat 3' where no names are known."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"
