"""Games of bots on the hosts of a test LAN: real processes, watched by their event files."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.lan.namespaces import Lan, lan, transcript_in

PROGRAM = [sys.executable, "-m", "p2puno"]
SHORT = ("--set", "rounds=1", "--set", "hand_size=5")
LONGER = ("--set", "rounds=2")
"""So that there is time for something to happen in the middle of it."""
GAME_SECONDS = 120.0
BETWEEN_LOOKS = 0.05
# Longer than a link bears silence, so that it is given up and made anew.
LINK_LOST_SECONDS = 11.0
UNDER_WAY_SECONDS = 4.0


@dataclass
class Seat:
    """One process with a seat: its output, the events it writes, its home."""

    number: int
    process: subprocess.Popen[str]
    folder: Path

    @property
    def output(self) -> Path:
        return self.folder / "output"

    @property
    def transcript(self) -> Path:
        return transcript_in(self.output)

    def events(self) -> list[dict[str, object]]:
        """All that it has told so far; the last line may be half-written."""
        path = self.folder / "events"
        lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
        return [json.loads(line) for line in lines]

    def slot(self) -> int:
        """How far it has come."""
        return max((int(str(event["slot"])) for event in self.events()), default=0)


class Game:
    """A table on a LAN: seat 0 has opened it, the others join."""

    def __init__(self, network: Lan, folder: Path) -> None:
        self.network = network
        self.folder = folder
        self.seats: list[Seat] = []

    def open(self, *options: str) -> None:
        seats = str(self.network.hosts)
        self.start(0, ["host", "--name", "Kitchen", "--seats", seats, *(options or SHORT)])

    def join(self, number: int, *words: str) -> None:
        self.start(number, ["join", *(words or ("Kitchen",)), "--wait", "60"])

    def start(self, number: int, words: Sequence[str]) -> Seat:
        folder = self.folder / f"seat{number}"
        folder.mkdir(exist_ok=True)
        options = ["--as", f"Player {number}", "--home", str(folder / "home"), "--bot", "greedy"]
        (folder / "events").unlink(missing_ok=True)
        options += ["--events", str(folder / "events")]
        with (folder / "output").open("w") as output:
            process = self.network.start(number, [*PROGRAM, *words, *options], output)
        seat = Seat(number, process, folder)
        self.seats = [*(other for other in self.seats if other.number != number), seat]
        return seat

    def kill(self, *numbers: int) -> None:
        """SIGKILL: no goodbye, nothing is written any more."""
        for number in numbers:
            seat = self.seat(number)
            seat.process.kill()
            seat.process.wait()
            self.seats.remove(seat)

    def resume(self, *numbers: int) -> None:
        for number in numbers:
            self.start(number, ["resume"])

    def furthest(self, *numbers: int) -> int:
        """How far one of these has come, or of all."""
        return max(seat.slot() for seat in self.seats if not numbers or seat.number in numbers)

    def seat(self, number: int) -> Seat:
        return next(seat for seat in self.seats if seat.number == number)

    def until(self, what: Callable[[], bool], seconds: float = GAME_SECONDS) -> None:
        """Wait until this is so; fail with what everybody says if it does not come, or somebody gives up."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, self.told()
            assert not any(seat.process.poll() for seat in self.seats), self.told()
            time.sleep(BETWEEN_LOOKS)

    def until_slot(self, slot: int) -> None:
        """Wait until every seat has come so far."""
        self.until(lambda: all(seat.slot() >= slot for seat in self.seats))

    def stands_still(self, seconds: float) -> None:
        """Nobody comes further meanwhile, but to the slot that was begun: what is under way arrives first."""
        time.sleep(UNDER_WAY_SECONDS)
        before = self.furthest()
        time.sleep(seconds - UNDER_WAY_SECONDS)
        assert self.furthest() <= before + 1, self.told()

    def ends_well(self, *numbers: int) -> None:
        """All (or these) come to the end with the same transcript, in which a stranger finds no fault."""
        end = time.monotonic() + GAME_SECONDS
        seats = [seat for seat in self.seats if not numbers or seat.number in numbers]
        for seat in seats:
            try:
                code = seat.process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise AssertionError(self.told()) from None
            assert code == 0, self.told()
        files = [seat.transcript for seat in seats]
        assert len({path.read_bytes() for path in files}) == 1
        words = [*PROGRAM, "audit", str(files[0]), "--home", str(self.folder / "stranger")]
        assert subprocess.run(words, capture_output=True, check=False).returncode == 0

    def stop(self) -> None:
        for seat in self.seats:
            seat.process.kill()
            seat.process.wait()

    def told(self) -> str:
        return "\n".join(
            f"--- {seat.number}: {seat.slot()}\n{seat.output.read_text()}" for seat in self.seats
        )


@contextmanager
def game_on(folder: Path, hosts: int, family: int = 4) -> Iterator[Game]:
    """A LAN and a game on it; whatever is still running at the end is stopped."""
    with lan(hosts, family) as network:
        game = Game(network, folder)
        try:
            yield game
        finally:
            game.stop()
