"""The recorded game is a real one, and the same every time."""

from __future__ import annotations

import io

from p2puno.bench.game import SEATS, measure_audit, record_game
from protocol.audit import Verdict, audit_transcript
from protocol.rules.ruleset import RuleSet

ONE_ROUND = RuleSet.preset("classic").with_options({"rounds": 1})


def test_the_recorded_game_is_clean_to_its_end_and_never_another() -> None:
    data, slots = record_game(ONE_ROUND)
    report = audit_transcript(io.BytesIO(data))
    assert report.verdict is Verdict.CLEAN
    assert report.counts.slots == slots
    assert len(report.names) == SEATS
    assert record_game(ONE_ROUND) == (data, slots)


def test_the_audit_is_told_in_slots_and_time() -> None:
    audit = measure_audit(ONE_ROUND, runs=1)
    assert audit.slots > 50
    assert audit.game_ms > 0
    assert audit.slots_per_s * audit.game_ms / 1000 - audit.slots < 1e-6
