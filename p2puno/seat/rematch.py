"""A game that was played to its end can be played again: with what, and where."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from p2puno.errors import OutsideError
from p2puno.net.addresses import Address
from p2puno.net.mesh import Mesh
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import Again, Brought, SeatPlan, TablePlan
from protocol.rules.ruleset import RuleSet
from protocol.wire.messages import Proposal


def with_again(
    outcome: Outcome | None,
    proposal: Proposal | None,
    host: bytes,
    addresses: tuple[Address, ...],
    *,
    announce: bool,
    port: int,
    brought: Brought | None = None,
) -> Outcome | None:
    """The outcome with the same table once more; whoever left before the end has none."""
    if outcome is None or proposal is None or outcome.left:
        return outcome
    rules = RuleSet.from_items((item.name, item.value) for item in proposal.rules)
    table = TablePlan(proposal.name, rules, len(proposal.seats), announce)
    keys = tuple(entry.key for entry in proposal.seats)
    opener = keys[outcome.view.seat] == host
    return replace(outcome, again=Again(table, keys, host, addresses, opener, port, brought))


async def listen_again(mesh: Mesh, plan: SeatPlan, before: int | None) -> int:
    """A guest listens where it did, if it has: on one machine the default port is that of whoever opens the
    table, and free only until he does so again. Raises `OutsideError` as `Mesh.listen` does."""
    host, port = plan.listen
    if port is None and before is not None:
        with suppress(OutsideError):
            return await mesh.listen(host, before)
    return await mesh.listen(host, port)
