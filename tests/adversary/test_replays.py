"""Honest contributions and proofs, used where they were not made for."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from protocol.crypto.signing import SignatureError
from protocol.errors import LocalError, WireError
from protocol.table.frame import open_table
from protocol.table.phases import Peeling, Shuffling
from protocol.table.state import TableState
from protocol.table.table import PHASES, apply
from protocol.transcript.contribution import Contribution, receive_contribution, sign_contribution
from protocol.wire.codec import decode, encode
from protocol.wire.messages import (
    Body,
    Consent,
    Guilty,
    Innocent,
    OpenHand,
    Shuffle,
    Signed,
    SignedSignal,
    Statement,
    Unmask,
)
from protocol.wire.moves import Join, Play, PlayDrawn
from tests.adversary.cheating import Scene, ended_game, every_scene, guilty_game, refuse, scenes, scenes_of
from tests.table.simulation import Simulation

PROVED = (Shuffle, Unmask, Play, Join, PlayDrawn, Guilty, Innocent, OpenHand)


def test_a_contribution_to_another_slot_is_none_to_this_one() -> None:
    """`apply` is never handed such a thing by an honest program: it says so instead of blaming anybody."""
    moments = guilty_game().moments
    for earlier, later in pairwise(moments):
        if set(earlier.said) == set(later.said):
            with pytest.raises(LocalError, match="contributes to slot"):
                apply(later.state, earlier.said)


@pytest.mark.parametrize("field", ["table", "term", "slot", "head", "seat"])
def test_a_statement_moved_elsewhere_has_no_signature(field: str) -> None:
    scene = every_scene()[8]
    state = scene.moment.state
    honest = scene.moment.said[scene.seat]
    signature = decode(honest.data, Signed).signature
    moved: dict[str, object] = {
        "table": state.table, "term": 1, "slot": state.slot + 1, "head": bytes(32), "seat": 1 - scene.seat,
    }  # fmt: skip
    statement = replace(honest.statement, **{field: moved[field]})  # type: ignore[arg-type]
    if field == "table":
        statement = replace(statement, body=encode(Consent()))
    data = encode(Signed(encode(statement), signature))
    with pytest.raises(SignatureError):
        receive_contribution(state.proposal, state.table, data)


def test_a_contribution_to_another_table() -> None:
    """The same players with the same keys at a second table: its name is in every statement."""
    one = Simulation.new(2, seed=1)
    proposal = one.state.proposal
    seats = tuple(replace(entry, nonce=bytes(32)) for entry in proposal.seats)
    other = open_table(encode(replace(proposal, seats=seats)))
    said = one.contributions()
    for contribution in said.values():
        with pytest.raises(WireError, match="another table"):
            receive_contribution(other.proposal, other.table, contribution.data)
    with pytest.raises(LocalError):
        apply(other, said)


def test_a_signal_is_no_contribution_and_the_other_way_round() -> None:
    scene = every_scene()[0]
    honest = decode(scene.moment.said[scene.seat].data, Signed)
    state = scene.moment.state
    with pytest.raises(WireError):
        receive_contribution(
            state.proposal, state.table, encode(SignedSignal(honest.statement[:100], honest.signature))
        )


@pytest.mark.parametrize("kind", PROVED, ids=lambda kind: kind.__name__)
def test_a_proof_made_for_another_moment(kind: type[Body]) -> None:
    """The same statement at the same table, signed anew, where only the past is another."""
    for scene in scenes_of(kind)[:4]:
        for state in (
            replace(scene.moment.state, head=bytes(32)),
            replace(scene.moment.state, slot=scene.moment.state.slot + 1),
            replace(scene.moment.state, term=1),
            replace(scene.moment.state, rules=replace(scene.moment.state.rules, round=7)),
        ):
            moment = replace(scene.moment, state=state)
            moved = Scene(moment, scene.seat, scene.body)
            said = {seat: _again(state, seat, each, scene) for seat, each in scene.moment.said.items()}
            error = refuse(moved.moment, said)
            assert error.seat in said
            assert error.obligation not in {"body", "head"}


def _again(state: TableState, seat: int, said: Contribution, scene: Scene) -> Contribution:
    statement = Statement(state.table, state.term, state.slot, state.head, seat, said.statement.body)
    return sign_contribution(scene.moment.secrets[seat].identity, statement)


@pytest.mark.parametrize("kind", PROVED, ids=lambda kind: kind.__name__)
def test_a_proof_of_another_seat(kind: type[Body]) -> None:
    """The same words at the same place from another seat's mouth: its own keys are asked for."""
    for scene in scenes_of(kind)[:4]:
        proposal = scene.moment.state.proposal
        swapped = replace(proposal, seats=(*proposal.seats[1:], proposal.seats[0]))
        state = replace(scene.moment.state, proposal=swapped)
        moment = replace(scene.moment, state=state)
        error = refuse(moment, {seat: _again(state, seat, c, scene) for seat, c in scene.moment.said.items()})
        assert error.obligation not in {"body", "head"}


@pytest.mark.parametrize("kind", PROVED, ids=lambda kind: kind.__name__)
def test_what_was_said_earlier_is_not_said_again(kind: type[Body]) -> None:
    """Every body of a game, tried by its own seat in every later slot that waits for such a body."""
    tried = 0
    for table in (guilty_game(), ended_game()):
        every = scenes(table)
        for scene in [s for s in every if isinstance(s.body, kind)][:3]:
            later = [
                s
                for s in every
                if s.seat == scene.seat
                and s.moment.state.slot > scene.moment.state.slot
                and type(s.body) is kind
                and s.body != scene.body
            ]
            for other in later[:4]:
                assert refuse(other.moment, other.with_body(scene.body)).seat == scene.seat
                tried += 1
    assert tried or kind in {PlayDrawn, Guilty, Innocent, OpenHand}


def test_a_seat_cannot_copy_what_another_said_in_the_same_slot() -> None:
    """Where hands are opened all seats speak at once: one waits and repeats the other's words."""
    tried = 0
    for scene in scenes_of(OpenHand):
        for other, said in scene.moment.said.items():
            copied = decode(said.statement.body, *PHASES[type(scene.moment.state.phase)].bodies)
            if other != scene.seat and copied != scene.body:
                error = refuse(scene.moment, scene.with_body(copied))
                assert (error.seat, error.obligation) == (scene.seat, "open")
                tried += 1
    assert tried >= 2
    alone = (Shuffling, Peeling)
    assert all(len(s.moment.said) == 1 for s in every_scene() if isinstance(s.moment.state.phase, alone))
