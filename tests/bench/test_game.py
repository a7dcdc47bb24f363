"""The recorded game is a real one, and the same every time."""

from __future__ import annotations

import io

from p2puno.bench.game import SEATS, measure_audit, measure_long_audit, record_game
from p2puno.bench.words import MOST_AUDITED_SHUFFLE
from protocol.audit import audit_transcript
from protocol.reports import Verdict
from protocol.rules.ruleset import RuleSet
from tests.transparent import transparent_group

ONE_ROUND = RuleSet.preset("classic").with_options({"rounds": 1})


def test_the_recorded_game_is_clean_to_its_end_and_never_another() -> None:
    game = record_game(ONE_ROUND)
    report = audit_transcript(io.BytesIO(game.data))
    assert report.verdict is Verdict.CLEAN
    assert report.counts.slots == game.slots
    assert len(report.names) == SEATS
    assert record_game(ONE_ROUND) == game


def test_the_audit_is_told_in_slots_and_time() -> None:
    audit = measure_audit(ONE_ROUND, runs=1)
    assert audit.slots > 50
    assert audit.game_ms > 0
    assert audit.slots_per_s * audit.game_ms / 1000 - audit.slots < 1e-6


def test_shuffles_are_audited_in_one_sum_and_within_the_bound() -> None:
    """For each of the ten no more than may be, and less than one proof alone needs."""
    with transparent_group():
        audit = measure_long_audit(ONE_ROUND, runs=1, seats=10)
    assert audit.slots > 50
    assert 0 < audit.shuffle_multiplications < MOST_AUDITED_SHUFFLE < 335


def test_the_first_pile_is_where_all_seats_shuffle() -> None:
    game = record_game(ONE_ROUND, 2)
    before, after = (audit_transcript(io.BytesIO(game.data[:end])) for end in (game.begun, game.shuffled))
    assert (before.verdict, after.verdict) == (Verdict.UNFINISHED, Verdict.UNFINISHED)
    assert after.counts.slots - before.counts.slots == 2
    assert after.counts.shuffles - before.counts.shuffles == 2
    assert (before.counts.rounds, after.counts.rounds) == (1, 1)
