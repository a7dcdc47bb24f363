"""specs/messages.md is what the code says."""

from __future__ import annotations

from tests.wire.listing import PLACE, write


def test_the_list_of_messages_is_current() -> None:
    """If not: python -m tests.wire.listing"""
    assert PLACE.read_text(encoding="utf-8") == write()
