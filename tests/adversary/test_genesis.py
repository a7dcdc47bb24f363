"""Tables at which nobody should sit down: refused before anything is signed, with a reason for the person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.table.frame import open_table
from protocol.table.phases import Genesis
from protocol.transcript.contribution import first_head, next_head, table_id
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal, RuleItem
from tests.table.simulation import CLASSIC, Simulation, proposal_for

DATA, KEYS = proposal_for(3, CLASSIC.with_options({"target": "200"}))
PROPOSAL = decode(DATA, Proposal)

SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
]
NOT_CANONICAL = [
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


def refused(proposal: Proposal) -> str:
    with pytest.raises(WireError) as error:
        open_table(encode(proposal))
    return str(error.value)


def with_seat(seat: int, **changes: object) -> Proposal:
    seats = list(PROPOSAL.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[arg-type]
    return replace(PROPOSAL, seats=tuple(seats))


def with_rules(*items: tuple[str, str]) -> Proposal:
    return replace(PROPOSAL, rules=tuple(RuleItem(name, value) for name, value in items))


def test_a_good_table() -> None:
    state = open_table(DATA)
    assert isinstance(state.phase, Genesis)
    assert state.table == table_id(DATA)
    assert state.head == first_head(state.table)
    assert (state.slot, state.term, state.seats, state.rules.round) == (0, 0, 3, 0)


@pytest.mark.parametrize("field", ["key", "operator"])
@pytest.mark.parametrize("key", SMALL_ORDER)
def test_keys_of_small_order(key: str, field: str) -> None:
    """Under such a key one signature fits any message."""
    assert "small order" in refused(with_seat(1, **{field: bytes.fromhex(key)}))


@pytest.mark.parametrize("key", NOT_CANONICAL)
def test_second_encodings_of_a_key(key: str) -> None:
    """A second name of one key would be a second identity."""
    assert "canonical" in refused(with_seat(1, key=bytes.fromhex(key)))


def test_a_key_that_is_no_point() -> None:
    assert "not a point" in refused(with_seat(1, key=b"\x02" + bytes(31)))


def test_one_identity_at_two_seats() -> None:
    assert "one identity" in refused(with_seat(2, key=PROPOSAL.seats[0].key))


def test_two_seats_of_one_name_are_two_seats() -> None:
    state = open_table(encode(with_seat(2, name=PROPOSAL.seats[0].name)))
    first, _, third = state.proposal.seats
    assert first.name == third.name
    assert first.key != third.key


@pytest.mark.parametrize("version", [1, 2, 4, 255])
def test_another_version(version: int) -> None:
    assert f"version {version}" in refused(replace(PROPOSAL, version=version))


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        ([("no_such_rule", "on")], "no option"),
        ([("key_sharing", "off"), ("target", "12x")], "whole number"),
        ([("challenge", "maybe"), ("key_sharing", "off")], "cannot be"),
        ([("key_sharing", "off"), ("open_replay", "on")], "canonical"),
        ([("open_replay", "maybe"), ("key_sharing", "off")], "cannot be"),
        ([("score", "lazy"), ("key_sharing", "off")], "rounds"),
        ([("uno_catch", "automatic"), ("uno_call", "automatic"), ("key_sharing", "off")], ""),
        ([("key_sharing", "off"), ("target", "200")], "canonical"),
        ([("target", "200"), ("target", "200"), ("key_sharing", "off")], "canonical"),
        ([("target", "500"), ("key_sharing", "off")], "canonical"),
        ([("target", "0200"), ("key_sharing", "off")], "canonical"),
        ([("target", "200"), ("key_sharing", " off")], "canonical"),
        ([("target", "0"), ("key_sharing", "off")], "whole number"),
    ],
)
def test_rules_that_are_none(items: list[tuple[str, str]], reason: str) -> None:
    assert reason in refused(with_rules(*items))


def test_more_seats_than_the_rules_are_for() -> None:
    data, _ = proposal_for(10, CLASSIC)
    open_table(data)
    with pytest.raises(Exception, match="items"):
        proposal_for(11, CLASSIC)
    one = replace(PROPOSAL, seats=PROPOSAL.seats[:1])
    with pytest.raises(Exception, match="items"):
        encode(one)


def test_a_name_with_an_escape_sequence() -> None:
    data = DATA.replace(b"Seat 1", b"Sea\x1b[1")
    assert data != DATA
    with pytest.raises(WireError):
        open_table(data)


STRANGER = IdentityKey(bytes(32)).public


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Eve"},
        {"key": STRANGER, "operator": STRANGER},
        {"operator": PROPOSAL.seats[0].key},
        {"bot": False},
        {"nonce": bytes(32)},
    ],
    ids="+".join,
)
def test_the_table_is_named_by_everything_that_is_agreed(changes: dict[str, object]) -> None:
    assert open_table(encode(with_seat(1, **changes))).table != open_table(DATA).table


@pytest.mark.parametrize(
    "changes",
    [{"operator": STRANGER}, {"operator": PROPOSAL.seats[0].key, "bot": False}],
    ids=["nobody at the table", "a person played by another"],
)
def test_an_operator_that_does_not_play_the_seat(changes: dict[str, object]) -> None:
    with pytest.raises(WireError, match="played by somebody who does not play it"):
        open_table(encode(with_seat(1, **changes)))


def test_a_bot_played_by_another_bot_of_somebody() -> None:
    """The seat that operates must operate itself: voices are counted by operators."""
    first, second = PROPOSAL.seats[0].key, PROPOSAL.seats[1].key
    seats = [replace(PROPOSAL.seats[1], operator=first), replace(PROPOSAL.seats[2], operator=second)]
    with pytest.raises(WireError, match="played by somebody who does not play it"):
        open_table(encode(replace(PROPOSAL, seats=(PROPOSAL.seats[0], *seats))))


def test_attempts_and_rules_name_the_table_too() -> None:
    ids = {
        open_table(encode(each)).table
        for each in (
            PROPOSAL,
            replace(PROPOSAL, attempt=2),
            replace(PROPOSAL, name="another"),
            with_rules(("target", "300"), ("key_sharing", "off")),
            replace(PROPOSAL, seats=PROPOSAL.seats[::-1]),
        )
    }
    assert len(ids) == 5


def test_heads_cover_everything_before_them() -> None:
    """The chain: every slot's head depends on each signature in it, on the slot and on the head before."""
    table = Simulation.new(3, seed=2)
    said = list(table.contributions().values())
    head = table.state.head
    after = next_head(head, 0, said)
    assert after != next_head(head, 1, said)
    assert after != next_head(bytes(32), 0, said)
    assert after != next_head(head, 0, said[:-1])
    assert after != next_head(head, 0, [said[1], said[0], said[2]])
    assert after != next_head(head, 0, [*said, said[-1]])
    table.step()
    assert table.state.head == after
