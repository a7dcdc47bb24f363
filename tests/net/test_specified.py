"""The numbers in the spec are the numbers in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from p2puno.net import guest_lobby, host_lobby, lobby, messages, refinding, whereabouts
from p2puno.net.interfaces import LOOK_SECONDS
from p2puno.net.limits import DEFAULT_PORT, LINK_VERSION, PORTS_TRIED, Limits
from p2puno.net.messages import MAX_ADDRESSES, MAX_PAYLOAD, Greeting
from protocol.wire.codec import encode
from protocol.wire.schema import message_class

SPEC = Path(__file__).parents[2].joinpath("specs", "discovery-and-links.md").read_text(encoding="utf-8")
LIMITS = Limits()


def test_message_numbers() -> None:
    numbered = {name: int(number) for name, number in re.findall(r"`([A-Z]\w+)`\s\(?(\d\d)\b", SPEC)}
    assert len(numbered) == 21
    for name, number in numbered.items():
        assert message_class(number) is getattr(messages, name)


def test_a_greeting_looks_the_same_for_ever() -> None:
    assert encode(Greeting(1)) == bytes.fromhex("924001")
    assert f"link protocol **{LINK_VERSION}**" in SPEC


@pytest.mark.parametrize(
    "sentence",
    [
        f"The default TCP port is **{DEFAULT_PORT}**. If it is taken, the next {PORTS_TRIED - 1} are tried",
        f"At most {MAX_ADDRESSES} addresses of a peer are kept",
        f"does not stand after {LIMITS.connect_seconds:g} s has failed",
        f"frames of at most {LIMITS.frame:,} bytes",
        f"takes {LIMITS.handshake_seconds:g} s at most",
        f"At most {LIMITS.half_open_per_address} connections from one address and {LIMITS.half_open} in all",
        f"again after {', '.join(f'{pause:g}' for pause in LIMITS.pauses)}, 5, … s",
        f"waits {LIMITS.head_start_seconds:g} s before its first dial",
        f"up to {LIMITS.links} peers",
        f"for which it looks every {LOOK_SECONDS:g} s",
        f"Every {LOOK_SECONDS:g} s the program looks whether its addresses have changed",
        f"{whereabouts.STATEMENTS} statements in {whereabouts.STATEMENT_SECONDS:g} s are taken",
        f"no link with its host for {refinding.LOST_SECONDS:g} s also listens",
        f"may stand, {LIMITS.watchers} at one peer",
        f"keeps the place, {host_lobby.MAX_CHANGES} times at most",
        f"For {host_lobby.KEPT_SECONDS:g} s it seats nobody but the keys of that game",
        f"a send that takes {LIMITS.silence_seconds:g} s ends the link",
        f"A payload has 1 to {MAX_PAYLOAD:,} bytes",
        f"sent nothing for {LIMITS.heartbeat_seconds:g} s",
        f"no whole message for {LIMITS.silence_seconds:g} s",
        f"More than {LIMITS.queued_bytes >> 20} MiB waiting",
        f"for {LIMITS.farewell_seconds:g} s each at most",
        f"more than {lobby.MAX_NAME_CELLS} columns",
        f"link has been down for {lobby.LOST_SECONDS:g} s",
        f"has not shown a `Roll` within {guest_lobby.REACH_SECONDS:g} s",
    ],
)
def test_limits(sentence: str) -> None:
    assert sentence in SPEC
