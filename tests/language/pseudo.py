"""A language for tests: every text that was looked up stands between «», with its context before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from p2puno.language import catalogue


class Pseudo(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def pgettext(self, context: str, message: str) -> str:
        return f"«{context}|{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


@contextmanager
def speaking_pseudo() -> Iterator[None]:
    """Whatever other language is asked for, this one is spoken."""
    with pytest.MonkeyPatch.context() as patch:
        real = catalogue.load
        patch.setattr(catalogue, "load", lambda code: Pseudo() if code != catalogue.SOURCE else real(code))
        with catalogue.speaking("ru"):
            yield
