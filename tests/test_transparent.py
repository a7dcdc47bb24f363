"""The transparent group is the real one with open doors: equations agree, and no command can reach it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import protocol
from protocol.crypto.costs import tally
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    IdentityError,
    InvalidElementError,
    combine,
    multiply_base_secret,
    multiply_public,
    multiply_secret,
    negate,
    public_sum,
    scalar_to_bytes,
    secret_sum,
    vanishes,
)
from protocol.crypto.hashing import hash_to_element
from protocol.errors import LocalError, ProofError
from protocol.table.state import card_point, cards_by_point
from tests.table.simulation import CLASSIC, Simulation
from tests.transparent import transparent_group

Answer = TypeVar("Answer")
# Small numbers and their opposites let sums vanish now and then; large ones are what the protocol uses.
scalars = st.one_of(st.integers(1, 4), st.integers(1, 4).map(lambda k: ORDER - k), st.integers(1, ORDER - 1))
terms = st.lists(st.tuples(st.one_of(st.just(0), scalars), scalars), max_size=5)


def both(ask: Callable[[], Answer]) -> tuple[Answer, Answer]:
    """What the real group answers, and the transparent one."""
    real = ask()
    with transparent_group():
        return real, ask()


def logarithm(element: Element) -> int:
    """In the transparent group only."""
    point: int = element.point
    return point


def outcome(make: Callable[[], Element], candidates: Sequence[int]) -> tuple[bool, ...] | str:
    """Which multiples of G the result equals, or the name of the error: alike in both groups."""
    try:
        made = make()
    except (LocalError, ProofError) as error:
        return type(error).__name__
    return tuple(made == multiply_base_secret(k) for k in candidates)


@given(terms)
def test_sums_agree(pairs: list[tuple[int, int]]) -> None:
    total = sum(k * base for k, base in pairs) % ORDER
    candidates = [total or 1, total % (ORDER - 1) + 1]

    def answers() -> list[object]:
        elements = [(k, multiply_base_secret(base)) for k, base in pairs]
        return [
            outcome(lambda: secret_sum(elements), candidates),
            outcome(lambda: public_sum(elements), candidates),
            outcome(lambda: combine(element for _, element in elements), candidates),
            vanishes(elements) if elements else None,
        ]

    real, transparent = both(answers)
    assert real == transparent
    if pairs:
        assert transparent[-1] == (total == 0)


@given(scalars, scalars)
def test_products_and_opposites_agree(k: int, base: int) -> None:
    candidates = [k * base % ORDER, base, ORDER - base]

    def answers() -> list[object]:
        element = multiply_base_secret(base)
        return [
            outcome(lambda: multiply_secret(k, element), candidates),
            outcome(lambda: multiply_public(k, element), candidates),
            outcome(lambda: negate(element), candidates),
            element == Element.from_bytes(element.to_bytes()),
            hash(element) == hash(Element.from_bytes(element.to_bytes())),
        ]

    real, transparent = both(answers)
    assert real == transparent


def test_both_groups_count_the_same_multiplications() -> None:
    def work() -> int:
        with tally() as counted:
            public_sum([(2, G), (3, G), (5, hash_to_element("test"))])
            secret_sum([(7, G), (0, G)])
        return counted.multiplications

    real, transparent = both(work)
    assert real == transparent == 3


def test_an_element_is_its_own_logarithm() -> None:
    with transparent_group():
        assert logarithm(G) == 1
        element = multiply_secret(7, multiply_base_secret(6))
        assert logarithm(element) == 42
        assert element.to_bytes() == b"\x02" + scalar_to_bytes(42)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x02" + bytes(31),
        b"\x02" + bytes(32),
        b"\x02" + ORDER.to_bytes(32, "big"),
        b"\x03" + bytes(31) + b"\x01",
    ],
    ids=["empty", "short", "identity", "not below the order", "another first byte"],
)
def test_encodings_are_strict(data: bytes) -> None:
    with transparent_group(), pytest.raises(InvalidElementError):
        Element.from_bytes(data)


def test_zero_is_no_scalar_to_multiply_with() -> None:
    with transparent_group():
        with pytest.raises(LocalError):
            multiply_secret(0, G)
        with pytest.raises(LocalError):
            vanishes([])
        with pytest.raises(IdentityError):
            combine([G, negate(G)])


def test_what_the_protocol_keeps_is_forgotten_when_the_group_changes() -> None:
    real = card_point(5).to_bytes()
    cards_by_point(108)
    with transparent_group():
        assert card_point(5) == hash_to_element("p2puno/v1/card", (5).to_bytes(2, "big"))
        assert cards_by_point(108)[card_point(5)] == 5
        assert logarithm(card_point(5)) > 0
    assert card_point(5).to_bytes() == real
    assert multiply_base_secret(1) == G


def test_the_same_table_plays_on_both_groups() -> None:
    """A whole deal on each: the log differs, for hashes see elements, and what the slots are does not.

    So no rule of the table may send a card back or repeat the cut: that is luck, and differs as well.
    """
    rules = CLASSIC.with_options({"dealer": "lot", "without": "wild,wild-draw-four"})

    def phases() -> list[str]:
        table = Simulation.new(3, rules, seed=5)
        table.until(lambda state: bool(state.hands))
        return [type(moment.state.phase).__name__ for moment in table.moments]

    real, transparent = both(phases)
    assert real == transparent


def test_nothing_of_the_program_imports_tests() -> None:
    root = Path(protocol.__file__).parent.parent
    sources = [path for folder in ("protocol", "p2puno") for path in (root / folder).rglob("*.py")]
    assert len(sources) > 100
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text())):
            names = (
                [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            )
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            for name in (module, *names):
                assert name.split(".")[0] != "tests", path
                assert "transparent_group" not in name, path
