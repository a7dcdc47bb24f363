"""Several files side by side: the same game, a part of it, two stories of it, or another game."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from protocol.comparison import Comparison, Relation, compare
from protocol.errors import WireError
from protocol.transcript.file import opening_frames, slot_frame
from tests.adversary.cheating import forge
from tests.table.simulation import CLASSIC, Simulation
from tests.transparent import transparent_group

QUICK = CLASSIC.with_options({"rounds": "1", "hand_size": "5"})


@pytest.fixture(scope="module", autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


@pytest.fixture(scope="module")
def game(transparent: None) -> Simulation:
    table = Simulation.new(3, QUICK, 1, twin=True)
    table.run()
    return table


def compared(first: bytes, second: bytes) -> Comparison:
    return compare(io.BytesIO(first), io.BytesIO(second))


def file(table: Simulation, slots: int) -> bytes:
    return opening_frames(table.proposal_data) + b"".join(map(slot_frame, table.log[:slots]))


def test_the_same_and_another_game(game: Simulation) -> None:
    assert compared(game.transcript, game.transcript) == Comparison(Relation.SAME)
    other = Simulation.new(3, QUICK, 2, twin=True)
    other.run(5)
    assert compared(game.transcript, other.transcript) == Comparison(Relation.OTHER)


def test_a_part_of_a_game(game: Simulation) -> None:
    part = file(game, 9)
    assert compared(game.transcript, part) == Comparison(Relation.BEGINNING, 9)
    assert compared(part, game.transcript) == Comparison(Relation.CONTINUATION, 9)
    assert compared(game.transcript, part + b"\0\0\0\7abc") == Comparison(Relation.BEGINNING, 9)


def test_two_stories_name_who_signed_both(game: Simulation) -> None:
    """Seat 1 acknowledges for one file and says something else for the other: the others are not blamed."""
    moment = game.moments[1]
    said = moment.said | {1: forge(moment, 1, b"\x91\x0b\x00")}
    forked = file(game, 1) + slot_frame([said[seat] for seat in range(3)])
    assert compared(game.transcript, forked) == Comparison(Relation.FORK, 1, (1,))


def test_whole_games_that_part_in_the_middle() -> None:
    """Everybody plays twice from one moment on: who contributes to the first different slot did it."""
    table = Simulation.new(3, QUICK, 3, twin=True)
    table.run(60)
    other = table.copy()
    other.rng.seed("another future")
    table.run()
    other.run()
    found = compared(table.transcript, other.transcript)
    assert found.relation is Relation.FORK
    assert found.slot is not None
    assert found.slot >= 60
    assert found.signed_both
    assert set(found.signed_both) <= set(table.moments[found.slot].said)


def test_a_changed_signature_accuses_nobody(game: Simulation) -> None:
    at = len(file(game, 6)) - 1
    changed = bytearray(game.transcript)
    changed[at] ^= 1
    assert compared(game.transcript, bytes(changed)) == Comparison(Relation.DAMAGED, 5)


def test_what_is_no_transcript_is_not_compared(game: Simulation) -> None:
    with pytest.raises(WireError):
        compared(game.transcript, b"\0\0\0\1x")
