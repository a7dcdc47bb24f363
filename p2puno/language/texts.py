"""Texts for people: `_` says one at once; `Text` and `Counted` wait in tables until they are said.

All three are collected into the catalogues by these names (`make texts`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2puno.language import catalogue


def _(text: str) -> str:
    """The text in the language that is spoken."""
    return catalogue.translate(text)


@dataclass(frozen=True, slots=True)
class Text:
    """An English text with `{named}` parts; `str` and `format` say it in the language that is spoken.

    context: which meaning, where one English word stands for several.
    """

    source: str
    context: str = ""

    def __str__(self) -> str:
        if not self.source:  # gettext keeps the head of its catalogue under the empty text
            return ""
        if self.context:
            return catalogue.translate_in(self.context, self.source)
        return catalogue.translate(self.source)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __bool__(self) -> bool:
        return bool(self.source)

    @property
    def format(self) -> Callable[..., str]:
        """As of a `str`."""
        return str(self).format


@dataclass(frozen=True, slots=True)
class Counted:
    """A text in the forms that numbers need: two in English, three in Russian."""

    one: str
    many: str

    def format(self, **parts: object) -> str:
        """The form for the number that is its part {count}."""
        count = parts["count"]
        assert isinstance(count, int)
        return catalogue.translate_counted(self.one, self.many, count).format(**parts)

    def of(self, count: int) -> str:
        """The form for this number, where that is the only part."""
        return self.format(count=count)
