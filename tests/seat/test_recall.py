"""What a seat with old files hears before it signs: from everybody who may hold something of it."""

from __future__ import annotations

from p2puno.seat.inbox import Inbox
from p2puno.seat.recall import GATHERING_SECONDS, Recall
from protocol.rules.ruleset import RuleSet
from protocol.wire.messages import Status
from tests.table.simulation import Simulation


def test_whose_link_is_not_there_yet_is_waited_for_also_if_another_is_linked_with_him() -> None:
    """What he holds of this seat the other one need not have heard."""
    state = Simulation.new(3, RuleSet.preset("classic")).state
    _, one, other = (entry.key for entry in state.proposal.seats)
    now = 100.0
    recall = Recall(0, frozenset({one, other}), Inbox(state), False, lambda: now, None)  # type: ignore[arg-type]
    nothing = Status(state.term, state.slot, state.head, (), (), 0)

    recall.linked(one)
    recall.neighbours[one] = frozenset({other})
    recall.told(one, nothing)
    assert not recall.complete(state, frozenset({one}))
    now += GATHERING_SECONDS / 2
    recall.linked(other)
    assert not recall.complete(state, frozenset({one, other}))
    recall.told(other, nothing)
    assert recall.complete(state, frozenset({one, other}))


def test_whose_link_does_not_come_is_waited_for_four_seconds() -> None:
    state = Simulation.new(3, RuleSet.preset("classic")).state
    _, one, other = (entry.key for entry in state.proposal.seats)
    now = 100.0
    recall = Recall(0, frozenset({one, other}), Inbox(state), False, lambda: now, None)  # type: ignore[arg-type]
    recall.linked(one)
    recall.told(one, Status(state.term, state.slot, state.head, (), (), 0))
    assert not recall.complete(state, frozenset({one}))
    now += GATHERING_SECONDS
    assert recall.complete(state, frozenset({one}))
