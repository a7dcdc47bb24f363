"""The numbers in the spec are the numbers in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from spake2.parameters.ed25519 import ParamsEd25519

from p2puno.net import (
    guest_lobby,
    host_lobby,
    lobby,
    messages,
    pin,
    pin_exchange,
    pin_guard,
    refinding,
    whereabouts,
)
from p2puno.net.interfaces import LOOK_SECONDS
from p2puno.net.limits import DEFAULT_PORT, LINK_VERSION, PORTS_TRIED, Limits, Rate
from p2puno.net.messages import MAX_ADDRESSES, MAX_PAYLOAD, Greeting
from p2puno.seat import catchup, chatter, inbox
from p2puno.store import acquaintances
from protocol.wire.codec import encode
from protocol.wire.schema import message_class

SPEC = Path(__file__).parents[2].joinpath("specs", "discovery-and-links.md").read_text(encoding="utf-8")
STRANGERS = Path(__file__).parents[2].joinpath("specs", "limits.md").read_text(encoding="utf-8")
LIMITS = Limits()


def test_message_numbers() -> None:
    numbered = {name: int(number) for name, number in re.findall(r"`([A-Z]\w+)`\s\(?(\d\d)\b", SPEC)}
    assert len(numbered) == 21
    for name, number in numbered.items():
        assert message_class(number) is getattr(messages, name)


def test_a_greeting_looks_the_same_for_ever() -> None:
    assert encode(Greeting(1)) == bytes.fromhex("924001")
    assert f"link protocol **{LINK_VERSION}**" in SPEC


def test_the_points_of_the_pin_exchange_are_those_of_the_library() -> None:
    assert f"M = `{ParamsEd25519.M.to_bytes().hex()}`, N = `{ParamsEd25519.N.to_bytes().hex()}`" in SPEC


def _rate(rate: Rate) -> str:
    return f"rate of {rate.burst:,}, {rate.per_second:g}/s"


@pytest.mark.parametrize(
    "line",
    [
        f"connections from one origin | {_rate(LIMITS.arrivals)}",
        f"connections from all origins | {_rate(LIMITS.arrivals_in_all)}",
        f"proved themselves | {LIMITS.half_open_per_origin} from one origin, {LIMITS.half_open} in all",
        f"greeting and proof | {LIMITS.handshake_seconds:g} s",
        f"a frame | {LIMITS.frame:,} bytes",
        f"origins remembered | {LIMITS.origins:,}",
        f"addresses ({LIMITS.friends} at most)",
        f"links in all | {LIMITS.links}",
        f"without a place | {LIMITS.strangers_per_origin}",
        f"ask the host for a seat | {host_lobby.SIT_SECONDS:g} s",
        f"appear in the roll, at a guest | {guest_lobby.APPEAR_SECONDS:g} s",
        f"sent away and are remembered | {host_lobby.MAX_SENT_AWAY}",
        f"messages received | {_rate(LIMITS.messages)}",
        f"bytes received | rate of {LIMITS.received_bytes.burst >> 20} MiB, 4 MiB/s",
        f"wait to be sent | {LIMITS.queued_bytes >> 20} MiB",
        f"answers to `Status` | {_rate(catchup.STATUS_ANSWERS)}",
        f"watchers | {LIMITS.watchers} at one peer, {LIMITS.watchers_per_origin} of them from one origin",
        f"the whole log | {_rate(LIMITS.visits)}",
        f"messages received | {_rate(LIMITS.beats)}",
        f"of each seat {chatter.LINES_REMEMBERED:,} within {chatter.SLOTS_REMEMBERED} slots",
        f"of each seat {chatter.CHAT_LINES} in {chatter.CHAT_SECONDS:g} s",
        f"slots to come | {inbox.AHEAD} slots",
        f"players remembered | {acquaintances.MOST_KNOWN}",
    ],
)
def test_limits_on_strangers(line: str) -> None:
    assert line in STRANGERS


@pytest.mark.parametrize(
    "sentence",
    [
        f"The default TCP port is **{DEFAULT_PORT}**. If it is taken, the next {PORTS_TRIED - 1} are tried",
        f"At most {MAX_ADDRESSES} addresses of a peer are kept",
        f"does not stand after {LIMITS.connect_seconds:g} s has failed",
        f"frames of at most {LIMITS.frame:,} bytes",
        f"takes {LIMITS.handshake_seconds:g} s at most",
        f"At most {LIMITS.half_open_per_origin} connections from one address and {LIMITS.half_open} in all",
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
        f"A PIN has {pin.LEAST_CHARACTERS} to {pin.MOST_CHARACTERS} characters",
        f"each step in {pin_exchange.STEP_SECONDS:g} s",
        f"{pin_guard.LONGEST_PAUSE:g} s at most; a right one",
        f"from the tenth on, {pin_guard.LONGEST_PAUSE_IN_ALL:g} s at most",
        f"{pin_guard.ORIGINS_KNOWN} origins and {pin_guard.PASSED_KNOWN} identities are remembered",
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
