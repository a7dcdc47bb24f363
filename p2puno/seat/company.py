"""Who is at the table beside the log: seats that a bot plays for a person, who still reads, who looks on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from p2puno.language.texts import Text
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Company
from protocol.table.frame import between_rounds
from protocol.table.state import TableState
from protocol.table.table import expected
from protocol.transcript.contribution import HeardSignal
from protocol.wire.messages import HandedSignal

UNCONFIRMED = Text(
    "The game has not begun: the table is not confirmed yet by {names}. You can wait, or leave and open "
    "another table."
)


@dataclass(slots=True)
class CompanyBook:
    """Keeps what signals and peers say. Nothing of it changes the table."""

    handed: dict[int, tuple[HandedSignal, HeardSignal]] = field(
        default_factory=dict[int, tuple[HandedSignal, HeardSignal]]
    )
    """The latest change of each seat that ever changed hands, to be said again on a new link."""
    watchers: Counter[bytes] = field(default_factory=Counter[bytes])
    """How many look on at each peer, this one included."""
    away: set[int] = field(default_factory=set[int])
    """Seats whose link has broken, until they are heard again, over whatever way."""

    def is_news(self, seat: int, body: HandedSignal) -> bool:
        """Whether neither this change of hands nor a later one is known already."""
        known = self.handed.get(seat)
        return known is None or known[0].change < body.change

    def take(self, heard: HeardSignal, body: HandedSignal) -> None:
        """A seat has changed hands."""
        self.handed[heard.signal.seat] = body, heard

    def company(
        self,
        state: TableState,
        inbox: Inbox,
        neighbours: Mapping[bytes, frozenset[bytes]],
        standing: Mapping[int, tuple[int, ...]],
    ) -> Company:
        """As far as this seat knows; neighbours: with whom each peer says it is linked; standing: votes."""
        away = frozenset(self.away) & set(state.present)
        keys = [entry.key for entry in state.proposal.seats]
        reached = (
            (seat, by) for seat in away for by in state.present if keys[seat] in neighbours.get(keys[by], ())
        )
        votes = ((seat, out) for seat, outs in standing.items() for out in outs)
        reading = inbox.missing(expected(state)) if between_rounds(state) else ()
        by_bot = (seat for seat, (body, _) in self.handed.items() if body.by_bot)
        watchers = self.watchers.total()
        return Company(
            frozenset(by_bot), frozenset(reading), watchers, away, frozenset(reached), frozenset(votes)
        )
