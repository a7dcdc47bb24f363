"""The longest things that seats tell each other fit into a frame, and into a record."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import trio

from p2puno.net.link import Myself
from p2puno.net.messages import Item
from protocol.table.removal import MAX_BYTES, Removal, collect
from protocol.transcript.contribution import sign_contribution
from protocol.wire.codec import MAX_MESSAGE, decode, encode
from protocol.wire.framing import frame
from protocol.wire.messages import MAX_BODY, MAX_SEATS, Statement
from protocol.wire.removal import Refused
from tests.net.link_kit import LIMITS, link_pair
from tests.table.simulation import Simulation


def refused_slot_of_ten() -> bytes:
    """As every seat hears it, if all but one say as much as they can."""
    table = Simulation.new(MAX_SEATS, twin=True)
    here = table.state
    said = [
        sign_contribution(
            each.identity, Statement(here.table, 65535, 2**31 - 1, here.head, seat, bytes(MAX_BODY))
        )
        for seat, each in enumerate(table.secrets)
    ]
    ground = encode(Refused(tuple(each.data for each in said)))
    return encode(Item(said[0].statement.table, ground))


async def test_a_refused_slot_goes_over_a_link(ann: Myself, bob: Myself) -> None:
    item = refused_slot_of_ten()
    assert len(item) > LIMITS.frame
    near, far = await link_pair(ann, bob)
    for one, other in ((near, far), (far, near)):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.send, item)
            assert decode(await other.receive(), Item) == decode(item, Item)


def test_a_record_fits_into_a_frame() -> None:
    assert len(frame(bytes(MAX_MESSAGE))) <= LIMITS.linked_frame + 4


@pytest.mark.parametrize("size", [MAX_BYTES, MAX_BYTES + 1])
def test_what_does_not_fit_into_a_record_is_no_removal(size: int) -> None:
    vote: Any = SimpleNamespace(data=bytes(size), vote=SimpleNamespace(earlier=(), grounds=()))
    removal = collect((vote,), {}, {})
    assert removal == (Removal((vote,), (), ()) if size == MAX_BYTES else None)
