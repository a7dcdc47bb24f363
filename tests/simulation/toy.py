"""A table that plays nothing, for schedules of votes: slots that wait for all, for one or for two seats.

It takes the place of the game where `protocol.table` counts votes (`toy_table`); heads, signatures, places
and removals are the real ones. A body `FALSE` is refused by whoever applies it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from random import Random
from unittest.mock import patch

from protocol.crypto.signing import IdentityKey, verify_signature
from protocol.errors import RemoteError
from protocol.rules.ruleset import RuleSet
from protocol.sentences import sentence
from protocol.table.frame import open_table
from protocol.table.phases import Acknowledging, After, RosterOpen
from protocol.table.state import TableState
from protocol.table.table import Slot
from protocol.transcript.contribution import VERSION, Contribution, next_head
from protocol.wire.codec import encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

FALSE = b"false"
FIRST_SLOT = 2
CLASSIC = RuleSet.preset("classic")


def opening(
    seats: int, operators: Collection[int], rng: Random, newcomers: Collection[int] = ()
) -> tuple[TableState, list[IdentityKey]]:
    """A table whose seats have sat down. `operators`: seat s is played by the operators[s]-th seat.

    newcomers: seats that have still to acknowledge it, in the first slot.
    """
    keys = [IdentityKey(rng.randbytes(32)) for _ in range(seats)]
    entries = tuple(
        SeatEntry(f"Seat {s}", keys[s].public, keys[operator].public, operator != s, rng.randbytes(32))
        for s, operator in enumerate(operators)
    )
    items = tuple(RuleItem(name, value) for name, value in CLASSIC.items())
    state = open_table(encode(Proposal(VERSION, 1, "a table", items, entries)))
    phase = Acknowledging(After.ROSTER) if newcomers else RosterOpen()
    return replace(state, slot=FIRST_SLOT, phase=phase, unheard=frozenset(newcomers)), keys


@contextmanager
def toy_table(shape: int, last: int) -> Iterator[None]:
    """`shape` draws which slots wait for whom; slot `last` is not played any more."""

    def waited(state: TableState) -> tuple[int, ...]:
        if isinstance(state.phase, Acknowledging):
            return state.present
        rng = Random(f"{shape} {state.slot}")
        kind = rng.random()
        if kind < 0.35:
            return state.present
        return tuple(sorted(rng.sample(state.present, min(len(state.present), 1 if kind < 0.75 else 2))))

    def expected(state: TableState) -> Slot:
        return Slot(state.term, state.slot, "toy", waited(state))

    def finished(state: TableState) -> bool:
        return state.slot >= last

    def apply(state: TableState, said: Mapping[int, Contribution], _verify: object = None) -> TableState:
        ordered = [said[seat] for seat in waited(state)]
        for each in ordered:
            if each.statement.head != state.head:
                raise RemoteError(each.statement.seat, state.slot, "head", sentence("another story"))
            if each.statement.body == FALSE:
                raise RemoteError(each.statement.seat, state.slot, "move", sentence("that is false"))
        head = next_head(state.head, state.slot, ordered)
        return replace(state, slot=state.slot + 1, head=head, phase=RosterOpen(), unheard=frozenset[int]())

    def leave(state: TableState, seats: Collection[int], *, convicted: bool) -> TableState:
        del convicted
        rules = replace(state.rules, gone=state.rules.gone | frozenset(seats))
        unheard = state.unheard - frozenset(seats)
        return replace(state, rules=rules, phase=Acknowledging(After.REMOVAL), unheard=unheard)

    once = cache(verify_signature)  # every seat hears the same bytes
    with ExitStack() as stack:
        for name, function in (
            ("protocol.transcript.vote.verify_signature", once),
            ("protocol.transcript.contribution.verify_signature", once),
            ("protocol.table.counting.expected", expected),
            ("protocol.table.counting.finished", finished),
            ("protocol.table.grounds.expected", expected),
            ("protocol.table.grounds.apply", apply),
            ("protocol.table.removal.leave", leave),
            ("protocol.table.table.expected", expected),
            ("protocol.table.table.finished", finished),
            ("protocol.table.table.apply", apply),
        ):
            stack.enter_context(patch(name, function))
        yield
