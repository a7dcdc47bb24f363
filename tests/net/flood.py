"""A game of three seats on loopback while ten addresses flood all of them: does it go on, at what cost?

    python -m tests.net.flood [--seconds 15] [--times 3]

Seats are processes of their own, played by bots. Windows without and with the flood alternate. The flood is
made by a process of the lowest priority, so that it is what the seats do for it that is measured, as far as
that goes on one machine; its addresses are 127.0.1.1 to 127.0.1.10 (Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeAlias

import trio

from p2puno.net.handshake import LinkError
from p2puno.net.link import Myself, dial
from p2puno.net.tls import Credentials, make_credentials
from protocol.crypto.signing import IdentityKey

ADDRESSES = [f"127.0.1.{number}" for number in range(1, 11)]
AT_ONCE = 16
# Of each of these; so 10 * 16 / 0.5 = 320 a second come in all, and what is left goes to the seats.
PAUSE_SECONDS = 0.5
MOVES = {"play", "draw", "keep"}
Way: TypeAlias = Callable[[trio.SocketStream, Credentials], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Window:
    """What happened in so many seconds: moves at the table, connections that the flood made, processor time
    of all seats in seconds, and by how many kilobytes the largest has grown."""

    seconds: float
    moves: int
    connections: int
    processor: float
    grown: int


class Seat:
    """A seat in a process of its own."""

    def __init__(self, folder: Path, name: str, port: int, *words: str) -> None:
        self.port = port
        self.events = folder / f"{name}.jsonl"
        command = [sys.executable, "-m", "p2puno", *words, "--as", name, "--home", str(folder / name)]
        command += ["--bot", "greedy", "--events", str(self.events), "--listen", f"127.0.0.1:{port}"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def moves(self) -> int:
        """How many there were by now."""
        if not self.events.exists():
            return 0
        types = (
            json.loads(line)["type"] for line in self.events.read_text().splitlines() if line.endswith("}")
        )
        return sum(each in MOVES for each in types)

    def kilobytes(self) -> int:
        """The memory it has now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def processor(self) -> float:
        """The seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_on(self) -> bool:
        return self.process.poll() is None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--flood", type=int, nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.flood:
        flood_forever(options.flood)
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as seats:
        measure(seats, options.seconds, options.times)


@contextmanager
def table(folder: Path) -> Iterator[list[Seat]]:
    """Three seats that have begun to play; at the end they are stopped."""
    ports = free_ports(3)
    address = f"127.0.0.1:{ports[0]}"
    host = ("host", "--seats", "3", "--set", "target=5000")
    seats = [Seat(folder, "Ann", ports[0], *host)]
    seats += [
        Seat(folder, name, port, "join", address)
        for name, port in zip(("Bob", "Cid"), ports[1:], strict=True)
    ]
    try:
        while not all(seat.moves() for seat in seats):
            if not all(seat.is_on() for seat in seats):
                raise SystemExit("a seat has stopped before the game began")
            time.sleep(0.5)
        yield seats
    finally:
        for seat in seats:
            seat.process.kill()
            seat.process.wait()


def measure(seats: list[Seat], seconds: float, times: int) -> None:
    """Print the figures."""
    calm, flooded = list[Window](), list[Window]()
    for _ in range(times):
        calm.append(window(seats, seconds))
        with flooding(seats) as counters:
            flooded.append(window(seats, seconds, counters))
    for name, windows in (("without", calm), ("with", flooded)):
        whole = sum(each.seconds for each in windows)
        moves, made = (sum(each.moves for each in windows), sum(each.connections for each in windows))
        processor = sum(each.processor for each in windows) / max(1, moves)
        grown = ", ".join(f"{each.grown / 1024:.1f}" for each in windows)
        print(f"{name} the flood: {moves / whole:.2f} moves/s, {made / whole:.0f} connections/s")
        print(f"    {1000 * processor:.0f} ms of processor a move; the largest seat grew by {grown} MiB")


def window(seats: list[Seat], seconds: float, counters: Path | None = None) -> Window:
    """So many seconds of the game, under a flood if there are `counters`."""
    memory = [seat.kilobytes() for seat in seats]
    processor = sum(seat.processor() for seat in seats)
    moves, made, started = seats[0].moves(), tried(counters), time.monotonic()
    time.sleep(seconds)
    if not all(seat.is_on() for seat in seats):
        raise SystemExit("a seat has stopped" + (" under the flood" if counters else ""))
    return Window(
        time.monotonic() - started,
        seats[0].moves() - moves,
        tried(counters) - made,
        sum(seat.processor() for seat in seats) - processor,
        max(seat.kilobytes() - before for seat, before in zip(seats, memory, strict=True)),
    )


def tried(counters: Path | None) -> int:
    """How many connections the flood has made so far."""
    if counters is None:
        return 0
    texts = (file.read_text() for file in counters.glob("*.count"))
    return sum(int(text) for text in texts if text)


# --- the flood ----------------------------------------------------------------------------------------


@contextmanager
def flooding(seats: list[Seat]) -> Iterator[Path]:
    """A process that floods these seats, and writes into a file how many connections it has tried."""
    ports = [str(seat.port) for seat in seats]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.net.flood", "--flood", *ports]
        flood = subprocess.Popen(command, env={**os.environ, "FLOOD_FOLDER": folder})
        try:
            time.sleep(2)
            yield Path(folder)
        finally:
            flood.kill()
            flood.wait()


def flood_forever(ports: list[int]) -> NoReturn:
    """In a process of the flood."""
    os.nice(19)
    trio.run(_flood, ports)
    raise SystemExit


@dataclass(slots=True)
class _Count:
    tried: int = 0


async def _flood(ports: list[int]) -> None:
    count, credentials = _Count(), make_credentials()
    file = Path(os.environ["FLOOD_FOLDER"], f"{os.getpid()}.count")
    async with trio.open_nursery() as nursery:
        for address in ADDRESSES:
            for number in range(AT_ONCE):
                way = (_say_nothing, _talk_nonsense, _make_link)[number % 3]
                nursery.start_soon(_again_and_again, address, ports, way, count, credentials)
        while True:
            await trio.sleep(0.2)
            await trio.Path(file).write_text(str(count.tried))


async def _again_and_again(
    address: str, ports: list[int], way: Way, count: _Count, credentials: Credentials
) -> NoReturn:
    while True:
        for port in ports:
            await trio.sleep(PAUSE_SECONDS)
            count.tried += 1
            with suppress(OSError, LinkError, trio.BrokenResourceError), trio.move_on_after(3):
                stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=address)
                async with stream:
                    await way(stream, credentials)


async def _say_nothing(stream: trio.SocketStream, _credentials: Credentials) -> None:
    await stream.receive_some(1)


async def _talk_nonsense(stream: trio.SocketStream, _credentials: Credentials) -> None:
    await stream.send_all(b"GET / HTTP/1.1\r\n\r\n" * 50)
    await stream.receive_some(1)


async def _make_link(stream: trio.SocketStream, credentials: Credentials) -> None:
    link = await dial(stream, Myself(IdentityKey(os.urandom(32)), 1, credentials))
    await link.aclose()


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at now."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


if __name__ == "__main__":
    main()
