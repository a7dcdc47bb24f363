"""Every field of every body, changed by a seat that signs the change: refused, and the seat is named.

The changes are made on the wire, below our own encoder, so that limits are broken as well as proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from typing import Any, cast

import msgpack  # type: ignore[import-untyped]
import pytest

from protocol.crypto.group import ORDER, G
from protocol.crypto.hashing import hash_to_element
from protocol.errors import RemoteError
from protocol.obligations import OBLIGATION_OF
from protocol.table.table import PHASES, apply
from protocol.table.turn import MOVE_BODIES
from protocol.wire.codec import encode
from protocol.wire.house import Ballot, DuelCommit, DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import (
    Acknowledge,
    Body,
    Complain,
    Consent,
    Guilty,
    Innocent,
    OpenHand,
    Publish,
    Revealed,
    Roster,
    Satisfied,
    Shuffle,
    Unmask,
)
from protocol.wire.moves import (
    Accept,
    Challenge,
    Discard,
    Draw,
    Join,
    NameColour,
    NameTarget,
    Pass,
    Play,
    PlayDrawn,
    Ready,
)
from protocol.wire.races import Race, RaceOrder
from protocol.wire.sharing import Receipt, SharedShuffle, Shares
from tests.adversary.cheating import Scene, every_scene, refuse, scene_of, scenes_of

FOREIGN = hash_to_element("tests/foreign", b"").to_bytes()

# What may be said about a change in each body; "body" is what the codec refuses.
OBLIGATIONS: dict[type[Body], set[str]] = {
    Consent: set(),
    Acknowledge: set(),
    Roster: {"roster"},
    Shuffle: {"shuffle", "fresh key", "take", "refresh"},
    SharedShuffle: {"shuffle", "fresh key"},
    Shares: {"share"},
    Receipt: {"receipt"},
    Unmask: {"unmask", "hand-over"},
    Lot: {"lot"},
    Fit: {"fit", "join", "move-hand", "refresh", "fresh key"},
    Give: {"give"},
    PoolMask: {"pool", "fresh key"},
    DuelCommit: set(),
    DuelOpen: {"duel"},
    Ballot: set(),
    Play: {"play", "move"},
    Draw: {"move", "duty", "fresh key"},
    Join: {"join", "move-hand", "refresh", "fresh key", "move"},
    PlayDrawn: {"play-drawn", "move"},
    NameColour: {"move"},
    Pass: {"move"},
    Ready: set(),
    NameTarget: {"move"},
    Discard: {"discard", "move"},
    Accept: set(),
    Challenge: {"move", "fresh key"},
    Guilty: {"answer", "guilty"},
    Innocent: {"answer", "innocent", "fresh key"},
    Satisfied: set(),
    Race: {"signal"},
    RaceOrder: {"order"},
    Revealed: {"move", "play"},
    OpenHand: {"open"},
    Publish: {"publish"},
}
# Here a seat may say something else, now; a broken promise or box is refused when it is opened.
FREE = {
    (Play, "uno"),
    (PlayDrawn, "uno"),
    (PlayDrawn, "colour"),
    (NameColour, "colour"),
    (Challenge, "reception"),
    (Guilty, "shown"),
    (Innocent, "shown"),
    (Race, "order"),
    (NameTarget, "target"),
    (Discard, "cards"),
    (Give, "position"),
    (DuelCommit, "commitment"),
    (Ballot, "guilty"),
    (SharedShuffle, "receptions"),
    (Shares, "shares"),
}


_CARDS = {"play", "play-drawn", "join", "move-hand", "discard"}


def flips(data: bytes) -> Iterator[bytes]:
    """The same bytes with one bit changed, at some two dozen places with both ends among them."""
    for place in sorted(
        {0, 1, 32, 33, 34, 65, 66, len(data) - 1} | set(range(0, len(data), 1 + len(data) // 16))
    ):
        if 0 <= place < len(data):
            yield data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def changed(value: Any) -> Iterator[Any]:
    """Other values where this one stands on the wire."""
    match value:
        case int():
            yield from {value + 1, max(value - 1, 0), 0, 107, 108, 127, 2**32} - {value}
        case bytes():
            yield from flips(value)
            yield from (b"", value[:-1], value + b"\0", bytes(len(value)), b"\xff" * len(value))
            if len(value) == 33:
                yield from (FOREIGN, G.to_bytes(), bytes([value[0] ^ 1]) + value[1:])
            if len(value) == 32:
                yield ORDER.to_bytes(32, "big")
        case list():
            yield []
            yield from (value[:-1], [*value, value[-1]], [value[-1], *value[1:-1], value[0]]) if value else ()
            yield from ([changed_first, *value[1:]] for changed_first in first_changed(value))
            yield [*value, *value]
            yield 0
        case _:
            raise AssertionError(value)


def first_changed(value: list[Any]) -> list[Any]:
    """A first item that is a copy of the last, or foreign."""
    if not value:
        return []
    return [value[-1], FOREIGN, bytes(33)] if isinstance(value[0], bytes) else [value[-1], 107, 200]


def variants(body: Body) -> Iterator[tuple[str, bytes]]:
    """(field, encoded body with that field changed)."""
    wire = cast("list[Any]", msgpack.unpackb(encode(body)))
    honest = msgpack.packb(wire)
    assert honest == encode(body)
    for place, field in enumerate(fields(cast("Any", body)), start=1):
        for value in changed(wire[place]):
            data = cast("bytes", msgpack.packb([*wire[:place], value, *wire[place + 1 :]]))
            if data != honest:
                yield field.name, data
    yield "form", cast("bytes", msgpack.packb([*wire, 0]))
    yield "form", cast("bytes", msgpack.packb(wire[:-1])) or b"\0"
    yield "form", honest + b"\0"
    yield "form", honest[:-1] or b"\0"
    yield "form", b"\xdc" + len(wire).to_bytes(2, "big") + honest[1:]


KINDS = [kind for kind in OBLIGATIONS if kind is not Complain]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_changed_field_is_refused(kind: type[Body]) -> None:
    scene = _richest(kind)
    tried = 0
    for field, data in variants(scene.body):
        if (kind, field) in FREE:
            accept_or_blame(scene, data)
            continue
        error = refuse(scene.moment, scene.with_body(data))
        assert (error.seat, error.slot) == (scene.seat, scene.moment.state.slot), field
        assert error.obligation in OBLIGATIONS[kind] | {"body"}, (field, error)
        assert error.obligation in OBLIGATION_OF
        tried += 1
    assert tried >= 5


def _richest(kind: type[Body]) -> Scene:
    """The scene with the largest body of this kind: a hand with cards, a race with a signal."""
    return max(scenes_of(kind), key=lambda scene: len(encode(scene.body)))


def accept_or_blame(scene: Scene, data: bytes) -> None:
    """Whatever happens, nobody else is to blame."""
    with suppress(RemoteError):
        apply(scene.moment.state, scene.with_body(data))
        return
    assert refuse(scene.moment, scene.with_body(data)).seat == scene.seat


def test_every_kind_of_body_is_tried() -> None:
    every = {body for transition in PHASES.values() for body in transition.bodies}
    assert set(KINDS) | {Complain} == every
    assert {type(scene.body) for scene in every_scene()} == every - {Complain}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_body_of_another_kind_is_refused(kind: type[Body]) -> None:
    scene = scene_of(kind)
    state = scene.moment.state
    allowed = PHASES[type(state.phase)].bodies
    for other in KINDS:
        if other in allowed:
            continue
        error = refuse(scene.moment, scene.with_body(scene_of(other).body))
        assert (error.seat, error.obligation) == (scene.seat, "body")


def test_a_move_of_another_kind_is_refused_where_it_is_not_possible() -> None:
    """Every move that was made somewhere, made by the seat in turn everywhere else."""
    moves: tuple[type[Body], ...] = (*MOVE_BODIES, Revealed)
    none: set[type[Body]] = set()
    possible: dict[type[Body], set[type[Body]]] = {
        Play: {Draw},
        Draw: {Draw},
        PlayDrawn: none,
        Join: none,
        NameColour: none,
        Pass: none,
        Accept: {Challenge},
        Challenge: {Accept, Challenge},
        Revealed: none,
        Ready: none,
        NameTarget: none,
        Discard: none,
    }
    for kind in moves:
        for other in moves:
            scene = scene_of(kind)
            if other in possible[kind] or other is kind:
                continue
            error = refuse(scene.moment, scene.with_body(scene_of(other).body))
            assert error.seat == scene.seat
            assert error.obligation in {"move", "fresh key"} | _CARDS, (kind, other, error)
