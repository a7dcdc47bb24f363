"""What one seat has heard of its table: slots in the making, signals of a race, and who told two stories.

It judges nothing but signatures and places: whether a contribution may stand is `apply`'s to say.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from protocol.errors import ProofError, WireError
from protocol.table.removal import Removal
from protocol.table.state import TableState
from protocol.table.table import Slot
from protocol.transcript.contribution import (
    Contribution,
    HeardSignal,
    equivocates,
    receive_contribution,
    receive_signal,
)
from protocol.wire.codec import decode, encode
from protocol.wire.messages import ChatSignal, HandedSignal, LeaveSignal, NudgeSignal
from protocol.wire.races import RACE_SIGNALS, Race, RaceBody

# A seat that need not contribute may lag behind so many slots; what is further ahead is asked for again.
AHEAD = 64
_SIGNALS: tuple[type[Any], ...] = (*RACE_SIGNALS, LeaveSignal, ChatSignal, HandedSignal, NudgeSignal)
SignalBody = RaceBody | LeaveSignal | ChatSignal | HandedSignal | NudgeSignal


@dataclass(frozen=True, slots=True)
class TwoStories:
    """One seat signed two different statements for one place."""

    first: Contribution
    second: Contribution

    @property
    def seat(self) -> int:
        return self.first.statement.seat


Entry: TypeAlias = tuple[Contribution, ...] | Removal
"""What fills a slot of the log."""


def payloads(entry: Entry) -> list[bytes]:
    """What a peer must be told to fill the slot likewise."""
    if not isinstance(entry, Removal):
        return [each.data for each in entry]
    return [*(each.data for each in entry.grounds), *(each.data for each in (*entry.named, *entry.votes))]


def shown(entry: Entry) -> list[bytes]:
    """What those who look on are told of it."""
    return [encode(entry.record())] if isinstance(entry, Removal) else payloads(entry)


@dataclass(slots=True)
class Inbox:
    """`log[i]` is what fills slot i: the contributions in seat order, or a removal. `table` is the state
    after all of it.
    """

    table: TableState
    log: list[Entry] = field(default_factory=list[Entry])
    _held: dict[tuple[int, int], dict[int, Contribution]] = field(
        default_factory=dict[tuple[int, int], dict[int, Contribution]]
    )
    _signals: dict[int, list[tuple[float, HeardSignal]]] = field(
        default_factory=dict[int, list[tuple[float, HeardSignal]]]
    )

    def take_contribution(self, data: bytes) -> Contribution | TwoStories | None:
        """What is new in these bytes; None if nothing is. Raises WireError or ProofError for a forgery."""
        contribution = receive_contribution(self.table.proposal, self.table.table, data)
        term, slot, seat = contribution.place
        known = self._known(term, slot, seat)
        if known is not None:
            return TwoStories(known, contribution) if equivocates(known, contribution) else None
        if not self._is_near(term, slot):
            return None
        self._held.setdefault((term, slot), {})[seat] = contribution
        return contribution

    def _known(self, term: int, slot: int, seat: int) -> Contribution | None:
        logged = self._logged(slot).get(seat)
        if logged is not None and logged.statement.term == term:
            return logged
        return self._held.get((term, slot), {}).get(seat)

    def _logged(self, slot: int) -> dict[int, Contribution]:
        entry = self.log[slot] if slot < len(self.log) else ()
        return {} if isinstance(entry, Removal) else {each.statement.seat: each for each in entry}

    def _is_near(self, term: int, slot: int) -> bool:
        """What comes next; or after a removal that has not come yet, and may go back."""
        now = len(self.log)
        least = now if term == self.table.term else now - AHEAD
        return term in (self.table.term, self.table.term + 1) and least <= slot <= now + AHEAD

    def held(self, slot: int) -> dict[int, Contribution]:
        """What is here of a slot that is not complete."""
        return self._held.get((self.table.term, slot), {})

    def said(self, slot: int) -> dict[int, Contribution]:
        """What is here of a slot of this term, complete or not."""
        if slot >= len(self.log):
            return self.held(slot)
        return {s: c for s, c in self._logged(slot).items() if c.statement.term == self.table.term}

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

    def close_slot(self, said: Iterable[Contribution], after: TableState) -> None:
        """The slot has been applied."""
        slot = len(self.log)
        self.log.append(tuple(said))
        self._held.pop((self.table.term, slot), None)
        self._signals.pop(slot, None)
        self.table = after

    def take_back(self, slot: int, removal: Removal, after: TableState) -> None:
        """A removal fills this slot; what was applied from there on is no part of the log."""
        del self.log[slot:]
        self.log.append(removal)
        self.table = after
        self._held = {place: said for place, said in self._held.items() if place[0] >= after.term}
        self._signals = {}

    def from_slot(self, slot: int, most: int = AHEAD) -> list[bytes]:
        """Everything from this slot on that a peer may lack, oldest first."""
        done = [data for entry in self.log[slot : slot + most] for data in payloads(entry)]
        now = len(self.log)
        pending = [c.data for c in self.held(now).values()] if slot + most > now else []
        return done + pending

    def from_term(self, term: int, slot: int) -> list[bytes]:
        """What a peer lacks that is at this slot of an earlier term: first the removals since, which may send
        it back to before there.
        """
        removals = [(at, entry) for at, entry in enumerate(self.log) if isinstance(entry, Removal)]
        lacking = [(at, entry) for at, entry in removals if entry.place[0] >= term]
        first = min((at for at, _ in lacking), default=slot)
        told = [data for _, entry in lacking for data in payloads(entry)]
        return told + self.from_slot(min(slot, first))

    # --- signals --------------------------------------------------------------------------------------

    def take_signal(self, data: bytes) -> tuple[HeardSignal, SignalBody]:
        """Check whose signal this is; raises WireError or ProofError."""
        heard = receive_signal(self.table.proposal, self.table.table, data)
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
