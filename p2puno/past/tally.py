"""What a game was, counted while its transcript is audited: nothing is kept that cannot be counted again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from protocol.reports import Report
from protocol.rules import happenings as rules
from protocol.table.happenings import Happening
from protocol.table.state import TableState
from protocol.wire.messages import Proposal


@dataclass(frozen=True, slots=True)
class SeatTally:
    """What one seat did in a game.

    rounds: won. points: gained in all rounds. calls: UNO said. forgotten: times that UNO was not said in time
    and somebody noticed, or the rules did. caught: others caught at it. challenges: of a Wild Draw Four;
    bluffs_called: those that were right. fours: Wild Draw Fours laid that could be challenged; bluffs: those
    known to be bluffs, by a challenge or by open replay.
    """

    name: str
    key: str
    bot: bool
    won: bool = False
    rounds: int = 0
    points: int = 0
    score: int = 0
    calls: int = 0
    forgotten: int = 0
    caught: int = 0
    challenges: int = 0
    bluffs_called: int = 0
    fours: int = 0
    bluffs: int = 0


@dataclass(slots=True)
class Tally:
    """Looks on at an audit (`protocol.audit.Onlooker`)."""

    proposal: Proposal | None = None
    counted: Counter[tuple[int, str]] = field(default_factory=Counter[tuple[int, str]])

    def __call__(self, _before: TableState, after: TableState) -> None:
        self.proposal = after.proposal
        for happened in after.happenings:
            self._count(happened, after)

    def _count(self, happened: Happening, after: TableState) -> None:
        match happened:
            case rules.UnoCalled(seat):
                self.counted[seat, "calls"] += 1
            case rules.UnoForgotten(seat):
                self.counted[seat, "forgotten"] += 1
            case rules.UnoRescued(_, target):
                self.counted[target, "forgotten"] += 1
            case rules.CaughtOut(by, target):
                self.counted[by, "caught"] += 1
                self.counted[target, "forgotten"] += 1
            case rules.ChallengeMade(challenger):
                self.counted[challenger, "challenges"] += 1
            case rules.ChallengeWon(challenger, offender) if offender not in after.rules.gone:
                self.counted[challenger, "bluffs_called"] += 1
            case rules.RoundEnded():
                self._count_round(happened)
            case _:
                pass

    def _count_round(self, ended: rules.RoundEnded) -> None:
        for seat in ended.winners:
            self.counted[seat, "rounds"] += 1
        for seat, points in enumerate(ended.points):
            self.counted[seat, "points"] += points

    def seats(self, report: Report) -> tuple[SeatTally, ...]:
        """By seat, when the audit has come to an end; none if it saw no slot."""
        if self.proposal is None:
            return ()
        for four in report.fours:
            self.counted[four.seat, "fours"] += 1
            self.counted[four.seat, "bluffs"] += four.bluff is True
        amounts: dict[int, dict[str, int]] = {}
        for (seat, what), amount in self.counted.items():
            amounts.setdefault(seat, {})[what] = amount
        return tuple(
            SeatTally(
                entry.name,
                entry.key.hex(),
                entry.bot,
                won=seat in report.winners,
                score=report.scores[seat] if seat < len(report.scores) else 0,
                **amounts.get(seat, {}),
            )
            for seat, entry in enumerate(self.proposal.seats)
        )
