"""Whole tables, one process a seat: when the cards are dealt, how long a draw takes, what a peer needs."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from p2puno.bench.seat import Report, Setup
from p2puno.errors import OutsideError
from p2puno.language.texts import Counted, _
from p2puno.store.files import make_private_folder
from p2puno.store.paths import Home

TABLE_SECONDS = 60.0
# More cards than are drawn in that time.
ENDLESS = 1_000_000
# So long the last seat waits after the others have sat down: people do not all come in one instant.
_SETTLE_SECONDS = 0.6
_GOODBYE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Table:
    """One run. `draw_ms` has an entry for each card drawn; the last two are the worst of all seats."""

    ready_ms: float
    draw_ms: tuple[float, ...]
    loop_blocked_ms: float
    peak_mib: float | None


class _Seat:
    """A seat's process: what it is told, what it says."""

    def __init__(self, setup: Setup) -> None:
        self._process = subprocess.Popen(  # noqa: S603  this interpreter, and arguments of our own
            [sys.executable, "-m", "p2puno.bench.seat", json.dumps(asdict(setup))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stdin, self._stdout, self._stderr = (
            _existing(stream) for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )

    def tell(self, port: int) -> None:
        with suppress(BrokenPipeError):  # `hear` will say why
            print(port, file=self._stdin, flush=True)

    def hear(self) -> object:
        """What the seat says next; raises `_StoppedError` if it has stopped."""
        line = self._stdout.readline()
        if not line:
            raise _StoppedError
        return json.loads(line)

    def hear_until(self, awaited: object) -> None:
        while self.hear() != awaited:
            pass

    def report(self) -> Report:
        while not isinstance(said := self.hear(), dict):
            pass
        return Report(**{**said, "kept": {int(slot): when for slot, when in said["kept"].items()}})

    def last_words(self) -> str:
        """What went wrong in a process that has ended: the last line in words of its traceback."""
        lines = [line.strip(" |") for line in self._stderr.read().splitlines()]
        return next((line for line in reversed(lines) if any(map(str.isalpha, line))), "")

    def dismiss(self) -> None:
        """Let the seat end by itself; `end` waits for it."""
        with suppress(BrokenPipeError):
            self._stdin.close()

    def end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GOODBYE_SECONDS)
        self.kill()
        self._stdout.close()
        self._stderr.close()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


BROKE_OFF = Counted(
    "A measured table of {count} seat broke off: {reason}.",
    "A measured table of {count} seats broke off: {reason}.",
)


class _StoppedError(Exception):
    """A seat's process has ended before it was dismissed."""


def _existing(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def run_table(home: Home, seats: int, draws: int | None, rules: Mapping[str, str] | None = None) -> Table:
    """Seat so many peers, deal, and draw so many cards (None: bots play on to the end of the game).

    Their files are below `home`, so that a flush goes to the disk that games are kept on. OutsideError if
    it does not come to an end.
    """
    make_private_folder(home.data)
    with TemporaryDirectory(prefix="bench-", dir=home.data, ignore_cleanup_errors=True) as folder:
        setups = [
            Setup(str(Path(folder) / str(number)), f"Seat {number}", seats, dict(rules or {}), draws)
            for number in range(seats)
        ]
        with _seated(setups) as (peers, _port):
            return _judge([peer.report() for peer in peers])


@contextmanager
def table_with_a_place_left(folder: str, seats: int) -> Generator[int]:
    """A table of so many seats at this port: all but the last are taken, and draw without end or pause."""
    setups = [
        Setup(str(Path(folder) / str(number)), f"Seat {number}", seats, {}, ENDLESS)
        for number in range(seats - 1)
    ]
    with _seated(setups) as (_peers, port):
        yield port


@contextmanager
def _seated(setups: Sequence[Setup]) -> Generator[tuple[list[_Seat], int]]:
    """The seats' processes at their table, and its port; at the end they are gone. One that stops early stops
    all."""
    seats: list[_Seat] = []
    alarm = threading.Timer(TABLE_SECONDS, _kill_all, [seats])
    try:
        seats.extend(map(_Seat, setups))
        alarm.start()
        yield seats, _sit_down(seats)
    except _StoppedError:
        _kill_all(seats)
        reasons = [words for seat in seats if (words := seat.last_words())]
        slow = _("it took longer than {seconds:g} s").format(seconds=TABLE_SECONDS)
        reason = reasons[0] if reasons else slow
        raise OutsideError(BROKE_OFF.format(count=len(setups), reason=reason)) from None
    finally:
        alarm.cancel()
        for seat in seats:
            seat.dismiss()
        for seat in seats:
            seat.end()


def _kill_all(seats: Sequence[_Seat]) -> None:
    for seat in seats:
        seat.kill()


def _sit_down(seats: Sequence[_Seat]) -> int:
    for seat in seats:
        seat.hear_until(awaited=True)
    opener, *others, last = seats
    opener.tell(0)
    port = opener.hear()
    assert isinstance(port, int)
    for seat in others:
        seat.tell(port)
    opener.hear_until(len(seats) - 1)
    time.sleep(_SETTLE_SECONDS)
    last.tell(port)
    return port


def _judge(reports: Sequence[Report]) -> Table:
    seated = min(report.seated for report in reports)
    ready = max(report.dealt for report in reports) - seated
    drawn = [draw for report in reports for draw in report.drawn]
    everywhere = [
        (max(report.kept[slot] for report in reports) - chosen) * 1000
        for chosen, slot in drawn
        if all(slot in report.kept for report in reports)
    ]
    peaks = [report.peak_mib for report in reports if report.peak_mib is not None]
    return Table(
        ready_ms=ready * 1000,
        draw_ms=tuple(everywhere),
        loop_blocked_ms=max(report.loop_blocked_ms for report in reports),
        peak_mib=max(peaks, default=None),
    )
