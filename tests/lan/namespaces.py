"""A private LAN on one Linux machine: hosts as network namespaces on one bridge. Needs root and iproute2.

The bridge lives in a namespace of its own, so nothing touches the machine's own network: no default route, no
forwarding, no link to outside.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def ip(*words: str, check: bool = True) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


BRIDGE = ("type", "bridge", "mcast_snooping", "0", "stp_state", "0", "forward_delay", "0")
"""Without a querier, a bridge with IGMP snooping may forget groups: off is simplest."""


class Lan:
    """`hosts` namespaces NAME-h0, NAME-h1 … on one switch, each with a cable `eth0`.

    family: 4 (addresses 10.77.0.10 and up), 6 (fd77::10 and up) or 0 (nothing but link-local IPv6).
    """

    def __init__(self, name: str, hosts: int, family: int = 4) -> None:
        self.name = name
        self.hosts = hosts
        self.family = family
        self._switch = f"{name}-sw"

    def host(self, number: int) -> str:
        return f"{self.name}-h{number}"

    def address(self, number: int, network: int = 0) -> str:
        """In hexadecimal digits that are decimal ones, so that both families look alike."""
        return f"10.77.{network}.{10 + number}" if self.family == 4 else f"fd77:{network}::{10 + number}"

    def up(self) -> None:
        self.down()
        ip("netns", "add", self._switch)
        ip("-n", self._switch, "link", "set", "lo", "up")
        for number in range(self.hosts):
            self.add_host(number)

    def add_host(self, number: int, network: int = 0) -> None:
        ip("netns", "add", self.host(number))
        ip("-n", self.host(number), "link", "set", "lo", "up")
        self.plug_in(number, network)
        self.hosts = max(self.hosts, number + 1)

    def plug_in(self, number: int, network: int) -> None:
        """A cable `ethN` from a host to network N, with an address in it."""
        host, switch = self.host(number), self._switch
        port, card = _port(number, network), f"eth{network}"
        self._bridge(f"br{network}")
        ip("-n", switch, "link", "add", port, "type", "veth", "peer", "name", card, "netns", host)
        ip("-n", switch, "link", "set", port, "master", f"br{network}", "up")
        # No search for duplicates: an IPv6 address can be used at once.
        settings = [f"net.ipv6.conf.{card}.accept_dad=0"]
        settings += [f"net.ipv6.conf.{card}.disable_ipv6=1"] if self.family == 4 else []
        subprocess.run(["ip", "netns", "exec", host, "sysctl", "-qw", *settings], check=True)
        if self.family:
            self.add_address(number, self.address(number, network), card)
        ip("-n", host, "link", "set", card, "up")

    def _bridge(self, name: str) -> None:
        if name not in ip("-n", self._switch, "-br", "link", "show", "type", "bridge").split():
            ip("-n", self._switch, "link", "add", name, *BRIDGE)
            ip("-n", self._switch, "link", "set", name, "up")

    def down(self) -> None:
        present = [line.split()[0] for line in ip("netns", "list").splitlines() if line.strip()]
        for namespace in present:
            if namespace.startswith(f"{self.name}-"):
                for pid in ip("netns", "pids", namespace, check=False).split():
                    os.kill(int(pid), signal.SIGTERM)
                ip("netns", "del", namespace, check=False)

    # --- what can go wrong ----------------------------------------------------------------------------

    def add_address(self, number: int, address: str, card: str = "eth0") -> None:
        ip("-n", self.host(number), "addr", "add", f"{address}/{24 if self.family == 4 else 64}", "dev", card)

    def move(self, number: int, to: int) -> None:
        """The host gets the address of host `to`, instead of the one that it had."""
        ip("-n", self.host(number), "addr", "flush", "dev", "eth0", "scope", "global")
        self.add_address(number, self.address(to))

    def link_local(self, number: int) -> str:
        """The IPv6 address that the host's card has given itself."""
        shown = ip("-n", self.host(number), "-br", "-6", "addr", "show", "dev", "eth0", "scope", "link")
        return shown.split()[2].partition("/")[0]

    def deafen(self, *numbers: int) -> None:
        """Nothing that is sent to a group reaches these hosts."""
        for number in numbers:
            slave = ("type", "bridge_slave", "mcast_flood", "off")
            ip("-n", self._switch, "link", "set", _port(number, 0), *slave)

    def cut(self, number: int) -> None:
        """Take the host's cable out."""
        ip("-n", self._switch, "link", "set", _port(number, 0), "down")

    def mend(self, number: int) -> None:
        ip("-n", self._switch, "link", "set", _port(number, 0), "up")

    def isolate(self, *numbers: int) -> None:
        """As an access point may: these hosts do not reach each other, only the rest."""
        for number in numbers:
            slave = ("type", "bridge_slave", "isolated", "on")
            ip("-n", self._switch, "link", "set", _port(number, 0), *slave)

    def part(self, *numbers: int) -> None:
        """These hosts are on a switch of their own from now on."""
        self._bridge("br9")
        for number in numbers:
            ip("-n", self._switch, "link", "set", _port(number, 0), "master", "br9")

    def heal(self) -> None:
        """All hosts are on one switch again."""
        for number in range(self.hosts):
            ip("-n", self._switch, "link", "set", _port(number, 0), "master", "br0")

    # --- programs -------------------------------------------------------------------------------------

    def command(self, number: int, *words: str) -> list[str]:
        """The command line that runs `words` on a host."""
        return ["ip", "netns", "exec", self.host(number), *words]

    def reaches(self, number: int, other: int, port: int) -> bool:
        """Whether a connection from one host to that port of the other stands within a second."""
        words = f"import socket; socket.create_connection(({self.address(other)!r}, {port}), 1)"
        command = self.command(number, sys.executable, "-c", words)
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

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


def _port(number: int, network: int) -> str:
    """The switch's end of a cable."""
    return f"p{number}n{network}"


def unused_name() -> str:
    """Of a LAN that nobody else on this machine has, so that tests may run side by side."""
    return f"p2p{uuid.uuid4().hex[:8]}"


@contextmanager
def lan(hosts: int, family: int = 4) -> Iterator[Lan]:
    network = Lan(unused_name(), hosts, family)
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
