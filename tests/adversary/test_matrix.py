"""specs/attacks.md and the tests keep step: every attack of the list is tried, and by tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]
MATRIX = TESTS.parent / "specs" / "attacks.md"
FOLLOWS = {"convicted", "refused", "learns nothing", "suspected"}
FEWEST = {
    "1": 4, "2": 10, "3": 5, "4": 4, "5": 5, "6": 3, "7": 14, "8": 12, "9": 5, "10": 11, "11": 5, "12": 13
}  # fmt: skip
"""How many kinds of attack each chapter has at least: none is taken off the list without being missed."""


class Row(NamedTuple):
    number: str
    attack: str
    phases: str
    seats: str
    follows: str
    tests: list[str]


def rows() -> list[Row]:
    found: list[Row] = []
    for line in MATRIX.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"\d+\.\d+", cells[0]):
            *told, tests = cells
            found.append(Row(*told, re.split(r",\s*", tests)))
    return found


@cache
def functions(file: str) -> set[str]:
    """The tests of a file. It is read and not imported: some need what is not there everywhere."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name for node in found if node.name.startswith("test_")}


def test_each_attack_is_tried_by_a_test_that_exists() -> None:
    missing = [
        f"{row.number}: {test}"
        for row in rows()
        for test in row.tests
        if not (TESTS / test.partition("::")[0]).is_file()
        or test.partition("::")[2] not in functions(test.partition("::")[0])
    ]
    assert not missing


def test_the_list_is_whole_and_says_what_follows() -> None:
    counted: dict[str, int] = {}
    for row in rows():
        chapter, _, number = row.number.partition(".")
        counted[chapter] = counted.get(chapter, 0) + 1
        assert int(number) == counted[chapter], "numbered without gaps"
        assert row.follows in FOLLOWS, row
        assert all((row.attack, row.phases, row.seats, row.tests)), row
    assert counted.keys() == FEWEST.keys()
    assert all(counted[chapter] >= fewest for chapter, fewest in FEWEST.items())
