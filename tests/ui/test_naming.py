"""Names on the screen: clean, and never two that cannot be told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2puno.ui.naming import skeleton, tell_apart


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bob"), ("Ann", "Bob")),
        (("Ann", "Ann", "Ann"), ("Ann", "Ann (2)", "Ann (3)")),
        (("Ann", "ANN"), ("Ann", "ANN (2)")),
        (("Ann", "Ann (2)", "Ann"), ("Ann", "Ann (2)", "Ann (3)")),
        (("Anna", "Аnnа"), ("Anna", "Аnnа (2)")),  # the second with Cyrillic letters
        (("Paul", "Pau1"), ("Paul", "Pau1 (2)")),
        (("Zoë", "Zoe"), ("Zoë", "Zoe (2)")),
        (("Marn", "Mam"), ("Marn", "Mam (2)")),
        (("", "\u200b"), ("Seat 1", "Seat 2")),
        (("A\x1b[31mnn", "Bob\n"), ("A[31mnn", "Bob")),
    ],
)
def test_names_are_told_apart(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert tell_apart(names) == shown


@given(st.lists(st.text(max_size=12), min_size=2, max_size=10))
def test_no_two_shown_names_look_alike(names: list[str]) -> None:
    skeletons = [skeleton(name) for name in tell_apart(names)]
    assert len(set(skeletons)) == len(names)


def test_a_name_is_not_changed_by_who_sits_down_later() -> None:
    assert tell_apart(("Ann", "Bob", "Bob"))[:2] == tell_apart(("Ann", "Bob"))
