"""Where the table tells the rules what happened, and keeps account of keys."""

from __future__ import annotations

from dataclasses import replace

from protocol.crypto.group import Element
from protocol.errors import RemoteError
from protocol.rules.engine import apply
from protocol.rules.events import Event
from protocol.sentences import sentence
from protocol.table.judging import Judgement
from protocol.table.phases import Resuming
from protocol.table.state import MadeKey, TableState


def play_on(state: TableState, event: Event) -> TableState:
    """Tell the rules; what comes next is theirs to say. Raises RulesError if they do not allow it."""
    rules, happenings = apply(state.rules, event)
    if rules.round != state.rules.round:
        state = replace(
            state, epoch=None, hands=(), drawn=None, stake=None, pending=(), seen_keys=frozenset()
        )
    checked = replace(state.checked, steps=state.checked.steps + 1)
    told = (*state.happenings, *happenings)
    return replace(state, rules=rules, happenings=told, phase=Resuming(), checked=checked)


def note_key(
    state: TableState, key: Element, seat: int, judgement: Judgement, purpose: str | None
) -> TableState:
    """Every key that is published must be new in this round: no mask may meet a card twice.

    purpose: what the seat's secret gave it for; None for a key that follows from no secret (one-shot).

    Seats that contribute to one slot can copy each other's keys. Who copies proves nothing, so what has been
    claimed is verified before a seat is blamed that may be the one whose key it is.
    """
    if key in state.seen_keys:
        judgement.settle()
        raise RemoteError(seat, judgement.slot, "fresh key", sentence("published a key that was used before"))
    if purpose is not None and state.rules.ruleset.on("open_replay"):
        made = MadeKey(seat, state.rules.round, state.origin(purpose), key)
        state = replace(state, made=(*state.made, made))
    checked = replace(state.checked, keys=state.checked.keys + 1)
    return replace(state, seen_keys=state.seen_keys | {key}, checked=checked)
