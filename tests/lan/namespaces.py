"""A private LAN on one Linux machine: hosts as network namespaces on one bridge. Needs root and iproute2.

The bridge lives in a namespace of its own, so nothing touches the machine's own network: no default route, no
forwarding, no link to outside.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def _ip(*words: str, check: bool = True) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


class Lan:
    """`hosts` namespaces NAME-h0, NAME-h1 … with addresses 10.77.0.10 and up on one switch."""

    def __init__(self, name: str, hosts: int) -> None:
        self.name = name
        self.hosts = hosts
        self._switch = f"{name}-sw"

    def host(self, number: int) -> str:
        return f"{self.name}-h{number}"

    def address(self, number: int) -> str:
        return f"10.77.0.{10 + number}"

    def up(self) -> None:
        self.down()
        switch = self._switch
        _ip("netns", "add", switch)
        _ip("-n", switch, "link", "set", "lo", "up")
        # Without a querier, a bridge with IGMP snooping may forget groups: off is simplest.
        bridge = ("type", "bridge", "mcast_snooping", "0", "stp_state", "0", "forward_delay", "0")
        _ip("-n", switch, "link", "add", "br0", *bridge)
        _ip("-n", switch, "link", "set", "br0", "up")
        for number in range(self.hosts):
            self._plug_in(number)

    def _plug_in(self, number: int) -> None:
        host, switch = self.host(number), self._switch
        _ip("netns", "add", host)
        _ip("-n", host, "link", "set", "lo", "up")
        port = f"p{number}"
        _ip("-n", switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", host)
        _ip("-n", switch, "link", "set", port, "master", "br0", "up")
        _ip("-n", host, "addr", "add", f"{self.address(number)}/24", "dev", "eth0", "brd", "+")
        _ip("-n", host, "link", "set", "eth0", "up")

    def down(self) -> None:
        present = [line.split()[0] for line in _ip("netns", "list").splitlines() if line.strip()]
        for namespace in present:
            if namespace.startswith(f"{self.name}-"):
                for pid in _ip("netns", "pids", namespace, check=False).split():
                    os.kill(int(pid), signal.SIGTERM)
                _ip("netns", "del", namespace, check=False)

    def command(self, number: int, *words: str) -> list[str]:
        """The command line that runs `words` on a host."""
        return ["ip", "netns", "exec", self.host(number), *words]

    def start(
        self, number: int, words: Sequence[str], output: IO[str], env: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Run a program on a host without a terminal; its output goes to a file."""
        return subprocess.Popen(
            self.command(number, *words),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            env=env,
        )


@contextmanager
def lan(hosts: int, name: str = "p2ptest") -> Iterator[Lan]:
    network = Lan(name, hosts)
    network.up()
    try:
        yield network
    finally:
        network.down()


def transcript_in(output: Path) -> Path:
    """The path that a finished process printed as its last line."""
    last = output.read_text().strip().splitlines()[-1]
    assert last.startswith("transcript: "), output.read_text()
    return Path(last.removeprefix("transcript: "))
