"""A game that was played to its end can be played again: with what, and where."""

from __future__ import annotations

from dataclasses import replace

from p2puno.net.addresses import Address
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import Again, Brought, TablePlan
from protocol.rules.ruleset import RuleSet
from protocol.wire.messages import Proposal


def with_again(
    outcome: Outcome | None,
    proposal: Proposal | None,
    host: bytes,
    addresses: tuple[Address, ...],
    *,
    announce: bool,
    brought: Brought | None = None,
) -> Outcome | None:
    """The outcome with the same table once more; whoever left before the end has none."""
    if outcome is None or proposal is None or outcome.left:
        return outcome
    rules = RuleSet.from_items((item.name, item.value) for item in proposal.rules)
    table = TablePlan(proposal.name, rules, len(proposal.seats), announce)
    keys = tuple(entry.key for entry in proposal.seats)
    opener = keys[outcome.view.seat] == host
    return replace(outcome, again=Again(table, keys, host, addresses, opener, brought))
