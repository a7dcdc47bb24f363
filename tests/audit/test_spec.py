"""specs/audit.md and the code say the same: numbers, texts, names."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from protocol.obligations import COUNTED, OBLIGATION_OF, OBLIGATIONS
from protocol.reports import Counts, Verdict

SPEC = (Path(__file__).parents[2] / "specs" / "audit.md").read_text(encoding="utf-8")


def test_the_headings_are_the_obligations() -> None:
    headings = dict(re.findall(r"^### (\d+)\. (.+)$", SPEC, flags=re.MULTILINE))
    assert {int(n): text[0].lower() + text[1:] for n, text in headings.items()} == OBLIGATIONS
    assert list(OBLIGATIONS) == list(range(1, len(OBLIGATIONS) + 1))


def test_names_belong_to_the_numbers_of_the_specification() -> None:
    _, after = SPEC.split("## Names of obligations")
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", after.split("\n## ")[0], flags=re.MULTILINE)
    written = {name: int(number) for number, names in rows for name in names.split(", ")}
    assert written == OBLIGATION_OF


def test_the_verdicts_are_those_of_the_specification() -> None:
    part = SPEC.split("## Verdicts")[1].split("\n## ")[0]
    words = re.findall(r"^\| (\w+) \| (?!meaning)", part, flags=re.MULTILINE)
    assert words == [verdict.value for verdict in Verdict]


def test_what_is_counted_is_what_the_specification_names() -> None:
    _, after = SPEC.split("## What is counted")
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", after.split("\n## ")[0], flags=re.MULTILINE)
    written = {int(number): tuple(names.split(", ")) for number, names in rows}
    assert written == COUNTED
    assert set(COUNTED) == set(OBLIGATIONS)
    assert sorted(name for names in COUNTED.values() for name in names) == sorted(
        each.name for each in fields(Counts)
    )
