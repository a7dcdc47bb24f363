"""A switch for frames, for kernels without netem: hosts on TAP devices, delay and loss on the way to each.

    python -m tests.lan.switch NAME HOSTS DELAY_MS LOSS_PERCENT [SEED]

builds the namespaces NAME-h0 … with addresses 10.77.0.10 and up, says `ready`, and forwards frames until its
input ends; then the namespaces are gone. Needs root, Linux and iproute2.
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import random
import selectors
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.lan.namespaces import Lan, ip

TUN = "/dev/net/tun"
SET_INTERFACE = 0x400454CA
TAP_WITHOUT_HEADER = 0x1002
NEW_NETWORK = 0x40000000
LONGEST_FRAME = 65_536
AT_ONCE = 64
"""Frames taken from one host before the others have their turn."""

_libc = ctypes.CDLL(None, use_errno=True)


@contextmanager
def inside(namespace: str) -> Iterator[None]:
    """What this thread opens meanwhile belongs to that namespace."""
    here = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    try:
        _enter(there)
        yield
    finally:
        _enter(here)
        os.close(here)
        os.close(there)


def _enter(namespace: int) -> None:
    if _libc.setns(namespace, NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "setns")


def _tap() -> int:
    """A new card `eth0`: what is written to the descriptor arrives there, what is sent there is read."""
    tap = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, SET_INTERFACE, struct.pack("16sH22x", b"eth0", TAP_WITHOUT_HEADER))
    return tap


class Switch:
    """Learns who is where, and forwards each frame late, or not at all."""

    def __init__(self, taps: list[int], delay: float, loss: float, seed: int) -> None:
        self._taps = taps
        self._delay = delay
        self._loss = loss
        self._chance = random.Random(seed)
        self._where: dict[bytes, int] = {}
        self._under_way: list[tuple[float, int, int, bytes]] = []
        self._count = 0

    def run(self, control: int) -> None:
        """Until nothing more can be read from `control`."""
        with selectors.DefaultSelector() as selector:
            for source in (*self._taps, control):
                selector.register(source, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select(self._pause()):
                    if key.fd == control:
                        return
                    self._take_from(key.fd)
                self._deliver()

    def _pause(self) -> float | None:
        return max(0.0, self._under_way[0][0] - time.monotonic()) if self._under_way else None

    def _take_from(self, tap: int) -> None:
        for _ in range(AT_ONCE):
            try:
                frame = os.read(tap, LONGEST_FRAME)
            except BlockingIOError:
                return
            to, sender = frame[:6], frame[6:12]
            self._where[sender] = tap
            known = None if to[0] & 1 else self._where.get(to)
            for other in self._taps if known is None else [known]:
                if other != tap and self._chance.random() >= self._loss:
                    self._count += 1
                    due = time.monotonic() + self._delay
                    heapq.heappush(self._under_way, (due, self._count, other, frame))

    def _deliver(self) -> None:
        while self._under_way and self._under_way[0][0] <= time.monotonic():
            _, _, tap, frame = heapq.heappop(self._under_way)
            with suppress(OSError):  # the card is down, or its queue is full: that is loss as well
                os.write(tap, frame)


def main(name: str, hosts: int, delay_ms: float, loss_percent: float, seed: int = 1) -> None:
    network = Lan(name, hosts)
    network.down()
    taps = []
    try:
        for number in range(hosts):
            host = network.host(number)
            ip("netns", "add", host)
            with inside(host):
                taps.append(_tap())
            ip("-n", host, "link", "set", "lo", "up")
            network.add_address(number, network.address(number))
            ip("-n", host, "link", "set", "eth0", "up")
        print("ready", flush=True)
        Switch(taps, delay_ms / 1000, loss_percent / 100, seed).run(sys.stdin.fileno())
    finally:
        for tap in taps:
            os.close(tap)
        network.down()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), *map(int, sys.argv[5:]))
