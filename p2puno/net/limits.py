"""What a peer may cost another before and after it has said who it is; tests pass smaller ones."""

from __future__ import annotations

from dataclasses import dataclass

LINK_VERSION = 3
DEFAULT_PORT = 28866
PORTS_TRIED = 20


@dataclass(frozen=True, slots=True)
class Rate:
    """So much at once, and so much a second in the long run."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, bytes and counts; the defaults are normative (specs/discovery-and-links.md)."""

    connect_seconds: float = 3.0
    handshake_seconds: float = 5.0
    farewell_seconds: float = 1.0
    heartbeat_seconds: float = 2.0
    silence_seconds: float = 10.0
    head_start_seconds: float = 0.3
    pauses: tuple[float, ...] = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0)
    frame: int = 1 << 18
    linked_frame: int = 1 << 20  # a refused slot of ten seats that have said as much as they can
    queued_bytes: int = 8 << 20
    links: int = 32
    strangers_per_origin: int = 12  # somebody may bring nine bots
    watchers: int = 8
    watchers_per_origin: int = 4
    half_open: int = 64
    half_open_per_origin: int = 16  # a whole table may sit behind one address
    arrivals: Rate = Rate(40, 3.0)
    arrivals_in_all: Rate = Rate(80, 20.0)
    visits: Rate = Rate(6, 0.2)
    origins: int = 1024
    friends: int = 128
    messages: Rate = Rate(2000, 400.0)
    received_bytes: Rate = Rate(16 << 20, float(4 << 20))
    beats: Rate = Rate(20, 2.0)


DEFAULT_LIMITS = Limits()
