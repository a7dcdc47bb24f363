"""Players are known by their keys; the file is private, bounded, and read with suspicion."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from p2puno.store.acquaintances import (
    FORMAT,
    MOST_KNOWN,
    Acquaintance,
    Acquaintances,
    load_acquaintances,
    save_acquaintances,
)
from p2puno.store.paths import Home

ANN, BOB = b"a" * 32, b"b" * 32
MONDAY, TUESDAY = date(2026, 11, 30), date(2026, 12, 1)


def test_games_are_counted_by_key_and_the_name_is_the_latest(home: Home) -> None:
    assert load_acquaintances(home).find(ANN) is None
    known = Acquaintances().after_a_game([(ANN, "Ann"), (BOB, "Ann")], MONDAY)
    save_acquaintances(home, known)
    known = load_acquaintances(home).after_a_game([(ANN, "Anna")], TUESDAY)
    save_acquaintances(home, known)
    found = load_acquaintances(home)
    assert found == known
    assert found.find(ANN) == Acquaintance(ANN.hex(), "Anna", "2026-11-30", "2026-12-01", 2)
    assert [one.name for one in found] == ["Anna", "Ann"]
    assert home.acquaintances.stat().st_mode & 0o777 == 0o600
    assert home.owns(home.acquaintances)


def test_who_was_met_longest_ago_is_forgotten_first() -> None:
    known = Acquaintances()
    for number in range(MOST_KNOWN + 2):
        known = known.after_a_game([(number.to_bytes(32, "big"), "Ann")], MONDAY + timedelta(number))
    assert len(known.by_key) == MOST_KNOWN
    assert known.find(bytes(32)) is None
    assert known.find((2).to_bytes(32, "big")) is not None


GOOD = {"key": ANN.hex(), "name": "Ann", "first": "2026-11-30", "last": "2026-12-01", "games": 2}


@pytest.mark.parametrize(
    "change",
    [
        {"key": "zz" * 32},
        {"key": "AB" * 32},
        {"key": ANN.hex()[2:]},
        {"name": "A\u202enn"},
        {"first": "20261130"},
        {"last": "yesterday"},
        {"games": 0},
        {"games": 10**12},
        {"games": "2"},
    ],
)
def test_an_entry_that_does_not_fit_counts_as_not_being_there(home: Home, change: dict[str, object]) -> None:
    home.data.mkdir()
    content = {"format": FORMAT, "players": [{**GOOD, "key": BOB.hex()}, {**GOOD, **change}]}
    home.acquaintances.write_text(json.dumps(content), encoding="utf-8")
    assert list(load_acquaintances(home).by_key) == [BOB.hex()]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"format": "p2puno known players 2"}', b"[" * 100_000, b"\xff"]
)
def test_a_damaged_file_counts_as_none(home: Home, data: bytes) -> None:
    home.data.mkdir()
    home.acquaintances.write_bytes(data)
    assert load_acquaintances(home) == Acquaintances()
