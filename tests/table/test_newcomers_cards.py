"""A newcomer on the curve: every seat for itself, and nobody but he opens his cards."""

from __future__ import annotations

import io

from protocol.audit import audit_transcript
from protocol.reports import Verdict
from protocol.table.phases import Choosing
from tests.table.omniscience import check_cards
from tests.table.simulation import CLASSIC, Simulation
from tests.table.test_roster import KEYS, between_rounds, fill, give_secrets, requests

SHORT = CLASSIC.with_options({"rounds": "2", "hand_size": "5", "target": "1000"})


def test_a_newcomer_is_dealt_a_hand_that_only_he_can_open() -> None:
    table = Simulation.new(2, SHORT, 3)
    table.until(between_rounds)
    fill(table, requests(table.state, KEYS[0]))
    give_secrets(table, KEYS[0])
    table.until(lambda state: isinstance(state.phase, Choosing))
    assert [len(table.view(seat).hand) for seat in range(3)] == list(table.state.rules.counts)
    check_cards(table.state, table.secrets)
    assert len(set(table.states)) == 1
    table.run()
    assert audit_transcript(io.BytesIO(table.transcript)).verdict is Verdict.CLEAN
