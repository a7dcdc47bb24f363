"""The shape of the JSON, the words, and a whole measurement in small."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from p2puno.bench.figures import FULL, Figures, Plan, TableRuns, TypedKeys, measure
from p2puno.bench.game import Audit, LongAudit
from p2puno.bench.keys import KeyTimes
from p2puno.bench.proofs import Chain, Group, Shuffle
from p2puno.bench.words import lines
from p2puno.commands import bench
from p2puno.options import Options
from p2puno.store.paths import Home

FIGURES = Figures(
    group=Group(30.123, 20.0),
    shuffle=Shuffle(27.0, 9.0, 10696, 870, 335),
    chain=Chain(40.0, 1388),
    draw_ms={4: 27.456, 10: 100.0},
    table_ready_ms={2: 200.0, 4: 600.0, 10: 2900.0},
    loop_blocked_ms=3.0,
    peak_mib=55.5,
    audit=Audit(1000.0, 1307.0, 1307),
    long_audit=LongAudit(1600.0, 2041, 4.5, 150),
    key_to_screen=KeyTimes(11.0, 40.0),
)
SMALL = Plan(
    proofs=1,
    audits=1,
    tables=(TableRuns(2, 1, 1),),
    audited={"rounds": "1"},
    audited_long=3,
    life={"rounds": "1"},
    life_seats=2,
    typed=TypedKeys(3, 5),
)


def shape(value: object) -> object:
    return {key: shape(inner) for key, inner in value.items()} if isinstance(value, dict) else None


def test_the_shape_of_the_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "measure", lambda *_: FIGURES)
    assert bench.run(Options(command="bench", json=True)) == 0
    data = json.loads(capsys.readouterr().out)
    assert shape(data) == {
        "group": {"secret_us": None, "public_us": None},
        "shuffle": {
            "prove_ms": None,
            "verify_ms": None,
            "proof_bytes": None,
            "multiplications": {"prove": None, "verify": None},
        },
        "chain": {"verify_ms": None, "multiplications": None},
        "draw_ms": {"4": None, "10": None},
        "table_ready_ms": {"2": None, "4": None, "10": None, "loop_blocked": None},
        "key_to_screen_ms": {"median": None, "p95": None},
        "audit": {
            "slots_per_s": None,
            "game_ms": None,
            "slots": None,
            "long_game_ms": None,
            "long_slots": None,
            "shuffle_ms": None,
            "shuffle_multiplications": None,
            "peer_peak_mib": None,
        },
    }
    assert data["group"]["secret_us"] == 30.12
    assert data["draw_ms"]["4"] == 27.46
    assert data["shuffle"]["multiplications"] == {"prove": 870, "verify": 335}


def test_the_full_plan_measures_what_the_shape_promises() -> None:
    assert [each.seats for each in FULL.tables] == [2, 4, 10]
    assert [each.seats for each in FULL.tables if each.draws] == [4, 10]
    assert min(FULL.proofs, FULL.audits, *(each.runs for each in FULL.tables)) >= 3
    assert FULL.audited == {}
    assert FULL.audited_long == 10


def test_the_words_name_what_is_measured_and_the_bounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "measure", lambda *_: FIGURES)
    assert bench.run(Options(command="bench")) == 0
    text = capsys.readouterr().out
    assert re.search(r"shuffle 108 cards and prove it +27\.0 ms +32\.8 ms", text)
    assert re.search(r"multiplications +870 +900", text)
    assert re.search(r"10 seats: from the last seat taken to hands dealt +2,900 ms +~ 3,000 ms", text)
    assert re.search(r"of twenty keys, all but the slowest within +40\.0 ms +50\.0 ms", text)
    assert re.search(r"most memory of a peer .* 56 MiB +90 MiB", text)
    assert re.search(r"audit of a game of ten seats and 2,041 slots +1,600 ms +~ 10,000 ms", text)
    assert re.search(r"for each shuffle of its first pile +4\.5 ms +6\.0 ms", text)
    assert max(map(len, text.splitlines())) <= 100


def test_memory_that_the_system_does_not_tell_is_unknown() -> None:
    unknown = Figures(
        **{name: getattr(FIGURES, name) for name in Figures.__slots__ if name != "peak_mib"}, peak_mib=None
    )
    assert any(re.search(r"memory .* unknown", line) for line in lines(unknown))
    audit = unknown.as_data()["audit"]
    assert isinstance(audit, dict)
    assert audit["peer_peak_mib"] is None


def test_without_pseudo_terminals_keys_are_not_measured() -> None:
    without = replace(FIGURES, key_to_screen=None)
    assert not any("key to the screen" in line for line in lines(without))
    assert without.as_data()["key_to_screen_ms"] is None


def test_a_whole_measurement_in_small(tmp_path: Path) -> None:
    told: list[str] = []
    figures = measure(SMALL, Home.locate(tmp_path), told.append)
    assert set(figures.table_ready_ms) == {2}
    assert set(figures.draw_ms) == {2}
    assert figures.audit.slots > 50
    assert figures.key_to_screen is not None
    assert 0 < figures.key_to_screen.median_ms <= figures.key_to_screen.p95_ms
    assert any("table 1 of 1 with 2 seats" in words for words in told)
    assert json.dumps(figures.as_data())
