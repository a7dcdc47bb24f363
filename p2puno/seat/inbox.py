"""What one seat has heard of its table: slots in the making, signals of a race, and who told two stories.

It judges nothing but signatures and places: whether a contribution may stand is `apply`'s to say.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from protocol.errors import ProofError, WireError
from protocol.table.state import TableState
from protocol.table.table import Slot
from protocol.transcript.contribution import (
    Contribution,
    HeardSignal,
    equivocates,
    receive_contribution,
    receive_signal,
)
from protocol.wire.codec import decode
from protocol.wire.messages import ChatSignal, HandedSignal, LeaveSignal, Proposal
from protocol.wire.races import RACE_SIGNALS, Race, RaceBody

# A seat that need not contribute may lag behind so many slots; what is further ahead is asked for again.
AHEAD = 64
_SIGNALS: tuple[type[Any], ...] = (*RACE_SIGNALS, LeaveSignal, ChatSignal, HandedSignal)
SignalBody = RaceBody | LeaveSignal | ChatSignal | HandedSignal


@dataclass(frozen=True, slots=True)
class TwoStories:
    """One seat signed two different statements for one place."""

    first: Contribution
    second: Contribution

    @property
    def seat(self) -> int:
        return self.first.statement.seat


@dataclass(slots=True)
class Inbox:
    """`log[i]` are the contributions of slot i, in seat order. grown: the proposal with those who sat down
    later.
    """

    opening: TableState
    log: list[tuple[Contribution, ...]] = field(default_factory=list[tuple[Contribution, ...]])
    grown: Proposal | None = None
    _held: dict[int, dict[int, Contribution]] = field(default_factory=dict[int, dict[int, Contribution]])
    _signals: dict[int, list[tuple[float, HeardSignal]]] = field(
        default_factory=dict[int, list[tuple[float, HeardSignal]]]
    )

    @property
    def proposal(self) -> Proposal:
        """Who sits at the table now."""
        return self.grown or self.opening.proposal

    def take_contribution(self, data: bytes) -> Contribution | TwoStories | None:
        """What is new in these bytes; None if nothing is. Raises WireError or ProofError for a forgery."""
        contribution = receive_contribution(self.proposal, self.opening.table, data)
        term, slot, seat = contribution.place
        if term != self.opening.term:
            return None  # no part of this log; kept, it would stand in the way of what the seat says here
        known = self._known(slot, seat)
        if known is not None:
            return TwoStories(known, contribution) if equivocates(known, contribution) else None
        if slot < len(self.log) or slot > len(self.log) + AHEAD:
            return None
        self._held.setdefault(slot, {})[seat] = contribution
        return contribution

    def _known(self, slot: int, seat: int) -> Contribution | None:
        if slot < len(self.log):
            return next((c for c in self.log[slot] if c.statement.seat == seat), None)
        return self._held.get(slot, {}).get(seat)

    def held(self, slot: int) -> dict[int, Contribution]:
        """What is here of a slot that is not complete."""
        return self._held.get(slot, {})

    def complete(self, slot: Slot, head: bytes) -> dict[int, Contribution] | None:
        """All contributions of the slot, if all are here and continue this head."""
        held = self.held(slot.index)
        said = {seat: held[seat] for seat in slot.seats if seat in held}
        whole = len(said) == len(slot.seats)
        return said if whole and all(c.statement.head == head for c in said.values()) else None

    def strangers(self, slot: Slot, head: bytes) -> list[int]:
        """Seats whose contribution to this slot continues another head: somebody has told two stories."""
        return [seat for seat, c in self.held(slot.index).items() if c.statement.head != head]

    def missing(self, slot: Slot) -> tuple[int, ...]:
        return tuple(seat for seat in slot.seats if seat not in self.held(slot.index))

    def close_slot(self, said: Iterable[Contribution]) -> None:
        """The slot has been applied."""
        slot = len(self.log)
        self.log.append(tuple(said))
        self._held.pop(slot, None)
        self._signals.pop(slot, None)

    def from_slot(self, slot: int, most: int = AHEAD) -> list[bytes]:
        """Everything from this slot on that a peer may lack, oldest first."""
        done = [c.data for each in self.log[slot : slot + most] for c in each]
        now = len(self.log)
        pending = [c.data for c in self.held(now).values()] if slot + most > now else []
        return done + pending

    # --- signals --------------------------------------------------------------------------------------

    def take_signal(self, data: bytes) -> tuple[HeardSignal, SignalBody]:
        """Check whose signal this is; raises WireError or ProofError."""
        heard = receive_signal(self.proposal, self.opening.table, data)
        body: SignalBody = decode(heard.signal.body, *_SIGNALS)
        return heard, body

    def hold_signal(self, heard: HeardSignal, given: float) -> bool:
        """Keep a race's signal in its order: the first of each seat counts. False: nothing new.

        given: when it was given, as far as this seat can tell, in seconds of its own clock; infinite if it
        came only within a `Race`, until it comes by itself.
        """
        slot = heard.signal.slot
        if not len(self.log) <= slot <= len(self.log) + AHEAD:
            return False
        here = self._signals.setdefault(slot, [])
        known = next((each for each in here if each[1].signal.seat == heard.signal.seat), None)
        if known is not None:
            if known != (math.inf, heard):
                return False
            here.remove(known)
        insort(here, (given, heard), key=lambda signal: signal[0])
        return known is None

    def has_signal(self, slot: int, seat: int) -> bool:
        """Whether this seat's signal of a race is here."""
        return any(heard.signal.seat == seat for _, heard in self._signals.get(slot, []))

    def signals(self, slot: int) -> list[HeardSignal]:
        """What may be signals of a race, the first given first; last those that came only within a `Race`."""
        for contribution in self.held(slot).values():
            with suppress(WireError, ProofError):
                race = decode(contribution.statement.body, Race)
                heard, body = self.take_signal(race.signal)
                if isinstance(body, RaceBody):
                    self.hold_signal(heard, math.inf)
        return [heard for _, heard in self._signals.get(slot, [])]
