"""After a game: whom one has played with is remembered by key."""

from __future__ import annotations

from datetime import date

from p2puno.errors import OutsideError
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan
from p2puno.store.acquaintances import load_acquaintances, save_acquaintances
from protocol.wire.messages import Proposal


def remember(plan: SeatPlan, proposal: Proposal, outcome: Outcome) -> None:
    """Every person who sat there has signed what was dealt, so the keys are theirs; a game that never got so
    far counts for nothing. Blocks on the disk: call it from a worker thread."""
    if plan.bot is not None or not outcome.view.rules.round:
        return
    own = proposal.seats[outcome.view.seat].key
    met = [(entry.key, entry.name) for entry in proposal.seats if not entry.bot and entry.key != own]
    if not met:
        return
    known = load_acquaintances(plan.home).after_a_game(met, date.today())  # noqa: DTZ011 - the day here
    try:
        save_acquaintances(plan.home, known)
    except OutsideError as error:
        plan.lobby.on_trouble(str(error))
