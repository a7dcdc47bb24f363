"""specs/table.md and the code say the same: phases, obligations, derivations, commitments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol import obligations
from protocol.crypto.derivation import derive_bytes, derive_permutation, derive_scalar
from protocol.crypto.hashing import hash_to_element, tagged_hash
from protocol.table import (
    challenge,
    duelling,
    joining,
    lots,
    pooling,
    publishing,
    sharing,
    stripping,
    transfers,
)
from protocol.table import turn as play
from protocol.table.choices import PlayCard
from protocol.table.committing import RACE, choice_as_committed, commitment_to
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Finished, Phase, Resuming
from protocol.table.race import _order_commitment
from protocol.table.secrets import SeatSecrets
from protocol.table.state import card_point
from protocol.table.table import PHASES
from protocol.wire.codec import encode
from protocol.wire.moves import CommittedChoice
from tests.table.simulation import Simulation

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "specs" / "table.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text of one section, up to the next."""
    _, after = re.split(rf"^## \d+\. {re.escape(title)}$", SPEC, maxsplit=1, flags=re.MULTILINE)
    return re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]


def first_table(text: str) -> list[list[str]]:
    """The rows of the first table, without its head."""
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("|"))
    end = next((n for n, line in enumerate(lines) if n > start and not line.startswith("|")), len(lines))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:end]]
    return rows[2:]


def test_the_phases_are_those_of_the_specification() -> None:
    rows = first_table(section("Phases"))
    written = {name: tuple(bodies.split(", ")) for name, _, bodies in rows}
    built = {each.name: tuple(body.__name__ for body in each.bodies) for each in PHASES.values()}
    assert written == built
    assert [name for name, _, _ in rows] == [each.name for each in PHASES.values()] or set(written) == set(
        built
    )


def test_every_phase_but_the_end_has_a_transition() -> None:
    every = set(Phase.__args__)
    assert set(PHASES) == every - {Finished, Resuming}


def test_obligations_are_those_of_the_specification() -> None:
    rows = first_table(section("What is refused, and whose fault it is"))
    names = [name for cell, _ in rows for name in cell.split(", ")]
    assert len(names) == len(set(names))
    assert set(names) == set(obligations.OBLIGATION_OF)


def obligations_in(source: str) -> Iterator[str]:
    """Texts that stand where an obligation is named."""
    places = {
        "blaming": 1,
        "claim": 1,
        "require": 2,
        "RemoteError": 2,
        "claim_none_of": 5,
        "_claim_within": 5,
    }
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        at = places.get(name)
        if at is not None and len(node.args) > at and isinstance(node.args[at], ast.Constant):
            yield str(ast.literal_eval(node.args[at]))


def test_the_code_names_no_obligation_that_the_audit_does_not_know() -> None:
    found = {
        name
        for path in (ROOT / "protocol" / "table").glob("*.py")
        for name in obligations_in(path.read_text(encoding="utf-8"))
    }
    # These stand in variables: the purpose of a proof is the name of its obligation.
    named = {play.PLAY, play.PLAY_DRAWN, play.DISCARD, challenge.SHOW, joining.REFRESH}
    named |= {sharing.SHARE, sharing.RECEIPT, stripping.STRIP}
    named |= {publishing.PUBLISH, transfers.TAKE, transfers.HAND_OVER, lots.LOT, pooling.POOL, duelling.DUEL}
    assert found | named == set(obligations.OBLIGATION_OF)


# --- formulas ---------------------------------------------------------------------------------------------


def u32(value: int) -> bytes:
    return value.to_bytes(4, "big")


ORIGIN = KeyOrigin(1, 77, b"h" * 32, "moving")


@pytest.fixture
def secrets() -> SeatSecrets:
    plain = Simulation.new(2, seed=1).secrets[1]
    return SeatSecrets(plain.identity, 1, plain.table, 3, b"s" * 32)


def test_keys_permutations_and_salts(secrets: SeatSecrets) -> None:
    place = (secrets.table, u32(1), u32(3), u32(1), u32(77), b"h" * 32)
    label = "p2puno/v1/seat-secret"
    assert secrets.scalar(ORIGIN) == derive_scalar(b"s" * 32, f"{label}/key/moving", *place)
    assert secrets.permutation(ORIGIN, 9) == derive_permutation(
        b"s" * 32, 9, f"{label}/permutation/moving", *place
    )
    assert secrets.salt(ORIGIN) == derive_bytes(b"s" * 32, f"{label}/salt/moving", *place)
    assert secrets.nonce_secret() == derive_bytes(b"s" * 32, f"{label}/nonces", secrets.table)


def test_the_ratchet(secrets: SeatSecrets) -> None:
    label = "p2puno/v1/seat-secret/ratchet"
    fourth = derive_bytes(b"s" * 32, label, secrets.table, u32(3))
    fifth = derive_bytes(fourth, label, secrets.table, u32(4))
    assert secrets.for_round(4).secret == fourth
    assert secrets.for_round(5).secret == fifth
    assert secrets.for_round(4).for_round(5).secret == fifth
    assert secrets.for_round(3).secret == b"s" * 32


def test_every_part_of_an_origin_makes_another_key(secrets: SeatSecrets) -> None:
    others = [
        KeyOrigin(2, 77, b"h" * 32, "moving"),
        KeyOrigin(1, 78, b"h" * 32, "moving"),
        KeyOrigin(1, 77, b"i" * 32, "moving"),
        KeyOrigin(1, 77, b"h" * 32, "hand"),
    ]
    keys = {secrets.scalar(origin) for origin in (ORIGIN, *others)}
    keys.add(secrets.for_round(4).scalar(ORIGIN))
    keys.add(SeatSecrets(secrets.identity, 0, secrets.table, 3, b"s" * 32).scalar(ORIGIN))
    keys.add(SeatSecrets(secrets.identity, 1, bytes(32), 3, b"s" * 32).scalar(ORIGIN))
    assert len(keys) == 8


def test_card_points() -> None:
    for card in (0, 1, 107):
        assert card_point(card) == hash_to_element("p2puno/v1/card", card.to_bytes(2, "big"))
    assert len({card_point(card) for card in range(128)}) == 128


def test_commitments_of_a_race() -> None:
    state = Simulation.new(2, seed=1).state
    place = (state.table, b"\0\0", u32(9), b"\1")
    order = tagged_hash("p2puno/v1/race-order", *place, b"\2\0\1", b"salt")
    assert _order_commitment(state, 9, 1, (2, 0, 1), b"salt") == order
    choice = CommittedChoice(100, (4,), as_skip=False, colour=4, uno=True, target=())
    assert choice_as_committed(PlayCard(4, uno=True)) == choice
    move = tagged_hash("p2puno/v2/committed-move", *place, encode(choice), b"salt")
    assert commitment_to(state, 9, 1, choice, b"salt") == move


def test_origins_name_the_place_of_the_coming_slot() -> None:
    table = Simulation.new(2, seed=1)
    table.step()
    state = table.state
    assert state.origin(RACE) == KeyOrigin(0, 1, state.head, "race")
    binding = state.binding(1)
    assert (binding.slot, binding.seat, binding.head, binding.round) == (1, 1, state.head, 0)
    assert binding.identity == state.proposal.seats[1].key
