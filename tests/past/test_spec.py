"""specs/past-games.md and the code name the same keys."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from p2puno.past.games import FORMAT, MEMORY_SUFFIX, PastGame
from p2puno.past.statistics import Record
from p2puno.past.tally import SeatTally
from protocol.transcript.contribution import VERSION

SPEC = (Path(__file__).parents[2] / "specs" / "past-games.md").read_text(encoding="utf-8")


def keys_in(head: str) -> set[str]:
    """The keys in the first column of the table under this head."""
    rows = SPEC.split(f"| {head} | what |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    return {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_the_keys_of_games_and_seats() -> None:
    assert keys_in("key") == {each.name for each in fields(PastGame)} | {"file", "name", "written"}
    assert keys_in("key of a seat") == {each.name for each in fields(SeatTally)}


def test_the_keys_of_players() -> None:
    part = SPEC.split("`stats --json`")[1]
    named = set(re.findall(r"`(\w+)`", part))
    assert named == {each.name for each in fields(Record)} | {"fingerprint"}


def test_the_memory_is_named_as_it_is() -> None:
    assert f"`NAME{MEMORY_SUFFIX}`" in SPEC
    prefix = SPEC.split("`format` (`")[1].split("`")[0]
    assert f"{prefix}{VERSION}" == FORMAT
