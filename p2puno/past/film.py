"""A past game, moment by moment: what everybody saw, and with open replay every hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from p2puno.errors import UsageError
from p2puno.language.speech import said
from p2puno.language.texts import Text
from p2puno.store.transcripts import audit_file
from protocol.reports import Report, Verdict
from protocol.rules.cards import CardId
from protocol.table.happenings import Happening, SeatShuffled
from protocol.table.publishing import opened_hand, published_keys
from protocol.table.secrets import PublishedKeys
from protocol.table.state import Hand, TableState
from protocol.table.view import TableView, public_view

# A game of ten to 500 has 2 MB, and takes some ten times as much in memory.
MOST_BYTES = 64 * 2**20

CANNOT_BE_SHOWN = Text("{path} cannot be shown: {reason}")
TOO_LONG = Text("{path} has more than {most} MiB, which is too long to be stepped through.")
NOTHING_YET = Text("Nothing has happened in {path} yet.")

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Moment:
    """A slot in which something happened that people see, and the table after it."""

    slot: int
    state: TableState
    happenings: tuple[Happening, ...]


class Film:
    """The moments of a game that hold, in their order; there is at least one.

    last: the table in the end, which holds the secrets that were published.
    """

    def __init__(self, report: Report, moments: tuple[Moment, ...], last: TableState) -> None:
        self.report = report
        self.moments = moments
        self._last = last
        self._keys: dict[tuple[int, int], PublishedKeys | None] = {}

    def only(self, places: Iterable[int]) -> Film:
        """The same game with these moments alone."""
        return Film(self.report, tuple(self.moments[at] for at in places), self._last)

    @property
    def open_replay(self) -> bool:
        """Whether the players had agreed that hands are seen once the game is over."""
        return self.moments[0].state.rules.ruleset.on("open_replay")

    def at_slot(self, slot: int) -> int:
        """The place of the latest moment up to this slot, else the first."""
        return max((at for at, moment in enumerate(self.moments) if moment.slot <= slot), default=0)

    def at_round(self, number: int) -> int:
        """The place at which this round begins, else the end."""
        later = (at for at, moment in enumerate(self.moments) if moment.state.rules.round >= number)
        return next(later, len(self.moments) - 1)

    def view(self, at: int, seat: int | None = None) -> TableView:
        """What everybody saw, or this seat if its hand is known."""
        seen = public_view(self.moments[at].state)
        hand = None if seat is None else self.hand(at, seat)
        if seat is None or hand is None:
            return seen
        return replace(seen, seat=seat, hand=hand, drawn=self._drawn(at, seat))

    def hand(self, at: int, seat: int) -> tuple[CardId, ...] | None:
        """The cards of a seat; None if they stay closed, or it has not sat down yet."""
        state = self.moments[at].state
        if seat >= state.seats:
            return None
        return self._opened(at, seat, state.hands[seat] if state.hands else None)

    def cards(self, at: int, seat: int) -> frozenset[CardId]:
        """All that a seat holds, also what it has just drawn; none if they stay closed."""
        drawn = self._drawn(at, seat)
        return frozenset(self.hand(at, seat) or ()) | frozenset(() if drawn is None else (drawn,))

    def _drawn(self, at: int, seat: int) -> CardId | None:
        drawn = self.moments[at].state.drawn
        cards = self._opened(at, seat, drawn.hand if drawn is not None and drawn.seat == seat else None)
        return cards[0] if cards else None

    def _opened(self, at: int, seat: int, hand: Hand | None) -> tuple[CardId, ...] | None:
        """None if it stays closed; no hand has no cards."""
        keys = self._keys_of(at, seat)
        if keys is None:
            return None
        return () if hand is None else opened_hand(self.moments[at].state, keys, hand)

    def _keys_of(self, at: int, seat: int) -> PublishedKeys | None:
        place = seat, self.moments[at].state.rules.round
        if place not in self._keys:
            self._keys[place] = published_keys(self._last, *place)
        return self._keys[place]


class Filming:
    """Looks on while a transcript is audited (an `Onlooker`), and makes the film of it.

    Of a file that is too long nothing is kept, so that it can be audited all the same.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._states: list[TableState] = []
        try:
            self._too_long = path.stat().st_size > MOST_BYTES
        except OSError:
            self._too_long = False  # the audit will say why

    def check_length(self) -> None:
        """Raises UsageError if there will be no film."""
        if self._too_long:
            raise UsageError(TOO_LONG.format(path=self._path, most=MOST_BYTES // 2**20))

    def __call__(self, _before: TableState, after: TableState) -> None:
        if not self._too_long:
            self._states.append(after)

    def film(self, report: Report) -> Film:
        """What the audit has found to hold; raises UsageError if there is nothing to be shown."""
        self.check_length()
        if report.verdict is Verdict.UNREADABLE:
            raise self._cannot_be_shown(report)
        holding = [state for state in self._states if state.slot <= report.clean_to]
        moments = [Moment(state.slot - 1, state, seen) for state in holding if (seen := _seen(state))]
        if moments:
            return Film(report, tuple(moments), holding[-1])
        if report.verdict is Verdict.FAULT:
            raise self._cannot_be_shown(report)
        raise UsageError(NOTHING_YET.format(path=self._path))

    def _cannot_be_shown(self, report: Report) -> UsageError:
        reason = said(report.findings[0].sentence)
        return UsageError(CANNOT_BE_SHOWN.format(path=self._path, reason=reason))


def load(path: Path, progress: Progress | None = None) -> Film:
    """Audit the transcript and keep its moments; raises UsageError if there is nothing to be shown."""
    filming = Filming(path)
    filming.check_length()
    return filming.film(audit_file(path, progress, filming))


def _seen(state: TableState) -> tuple[Happening, ...]:
    return tuple(each for each in state.happenings if not isinstance(each, SeatShuffled))
