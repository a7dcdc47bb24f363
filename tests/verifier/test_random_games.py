"""The second verifier and the audit say the same of random games, and of what was changed in them."""

from __future__ import annotations

import io
import tracemalloc
from base64 import b64decode
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol.audit import audit_transcript
from protocol.table.ballots import Ballots
from protocol.table.grounds import refused_slot, two_stories
from protocol.table.phases import Choosing
from protocol.table.removal import Removal
from protocol.table.table import expected
from protocol.transcript.contribution import Contribution, sign_contribution
from protocol.transcript.file import SlotRecord
from protocol.transcript.vote import sign_vote
from protocol.wire.codec import encode
from protocol.wire.framing import frame
from protocol.wire.house import DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import Innocent, OpenHand, Publish
from protocol.wire.moves import Accept, Join, Play
from protocol.wire.removal import RemovalRecord
from protocol.wire.sharing import SharedShuffle
from tests.table.removals import Voted
from tests.verifier.changes import Changer, found, payloads
from tests.verifier.random_games import Coming, play
from tests.verifier.second import on_the_transparent_group, verify
from tests.verifier.small_games import Plan, begin

# Of random games: short ones, of many rules.
SEEDS = (52, 73, 2, 35, 3, 26, 45, 63, 66)


@cache
def game_of(seed: int) -> Coming:
    """Options drawn by lot; seats leave, some by a vote and some with a goodbye."""
    with on_the_transparent_group():
        return play(f"verifier/{seed}", chance=0.01 * (seed % 3))


@pytest.mark.parametrize("seed", SEEDS)
def test_any_game_is_clean(seed: int) -> None:
    game = game_of(seed)
    with on_the_transparent_group():
        report = audit_transcript(io.BytesIO(game.transcript))
        result = verify.verify_source(io.BytesIO(game.transcript))
    assert (result.code, result.slot) == (0, report.clean_to), result.sentence
    assert report.scores == result.scores


def test_these_games_hold_every_kind_of_move() -> None:
    """And every phase but those that a challenge, an accusation or an empty pile brings."""
    said = {type(body) for seed in SEEDS for _, _, body in Changer("", game_of(seed)).all_bodies()}
    assert {name for name in verify.MOVES if name != "Pass"} <= {kind.__name__ for kind in said}
    assert {Lot, Fit, Give, PoolMask, DuelOpen, SharedShuffle, Publish, Innocent} <= said


@pytest.mark.parametrize("reason", ["refused", "two stories", "each for one of them"])
def test_a_seat_that_is_convicted_is_put_off(reason: str) -> None:
    """The round is void, and the next one is dealt without it."""
    with on_the_transparent_group():
        game = begin(Plan("kids", 3, {}, 1))
        game.until(lambda state: isinstance(state.phase, Choosing) and state.rules.round > 0)
        (told,) = game.contributions().values()
        statement = replace(told.statement, body=encode(Accept()))
        lie = sign_contribution(game.secrets[statement.seat].identity, statement)
        grounds = refused_slot([lie]), two_stories(told, lie)
        if reason == "each for one of them":
            game.fill(voted_for_different_reasons(game, *grounds))
        else:
            game.remove(grounds=[grounds[reason == "two stories"]])
        game.run()
        result = verify.verify_source(io.BytesIO(game.transcript))
    assert game.state.convicted == {statement.seat}
    assert (result.code, result.slot) == (0, game.state.slot), result.sentence


def voted_for_different_reasons(game: Voted, *grounds: bytes) -> Removal:
    """Each of the others has heard of another one when it votes."""
    boxes = {seat: Ballots(game.state, seat, lambda _slot: {}) for seat in game.state.present}
    others = [seat for seat in boxes if seat not in expected(game.state).seats]
    votes = []
    for seat, ground in zip(others, grounds, strict=True):
        boxes[seat].hear_ground(ground)
        vote = boxes[seat].due(frozenset())
        assert vote is not None
        votes.append(sign_vote(game.secrets[seat].identity, vote).data)
    last = boxes[others[0]]
    for ground in grounds:
        last.hear_ground(ground)
    for data in votes:
        last.hear_vote(data)
    decided = last.decided()
    assert decided is not None
    assert len(decided.removal.grounds) == len(grounds)
    return decided.removal


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_any_signed_lie_is_the_same_fault_of_the_same_seat(seed: int) -> None:
    rng = Random(seed)
    change = Changer("any", game_of(seed))
    with on_the_transparent_group():
        for _ in range(12):
            slot = rng.randrange(len(change.game.entries))
            if isinstance(change.game.entries[slot], RemovalRecord):
                continue
            said = rng.choice(change.contributions(slot)).statement
            body = bytearray(said.body)
            at = rng.randrange(len(body))
            body[at] = (body[at] + 1) % 256
            lie = change.signs("a byte is another", slot, said.seat, body=bytes(body))
            data = b"".join(map(frame, change.records[: lie["record"]])) + b64decode(lie["then"])
            result = verify.verify_source(io.BytesIO(data), believed=lie["record"])
            unfinished = lie["obligation"] == 12  # what was changed means nothing
            seat = result.seat if unfinished else lie["seat"]
            awaited = (lie["code"], lie["slot"], lie["obligation"], seat)
            assert (result.code, result.slot, result.obligation, result.seat) == awaited, result.sentence


def test_of_two_lies_in_a_slot_both_name_the_same() -> None:
    """Each contribution is received in turn; then head and body of each seat in turn."""
    change = Changer("", game_of(52))
    (one, other, *rest), lies = change.contributions(1), ("body", "head", "slot", "signature", "seat")
    with on_the_transparent_group():
        for pair in product(lies, repeat=2):
            said = [_lied(change, *each) for each in zip((one, other), pair, strict=True)]
            lie = change.holds("two lies", 1, encode(SlotRecord((*said, *(each.data for each in rest)))))
            data = b"".join(map(frame, change.records[:3])) + b64decode(lie["then"])
            result = verify.verify_source(io.BytesIO(data))
            awaited = (lie["code"], lie["slot"], lie["obligation"], lie["seat"])
            assert (result.code, result.slot, result.obligation, result.seat) == awaited, pair


def test_a_proof_of_no_form_comes_before_one_that_is_false() -> None:
    """Who opens a hand first has a proof that does not hold, and the next one none that can be read."""
    change = Changer("", game_of(3))
    *_, (same, first, false), (slot, last, unread) = (
        each for each in change.bodies(OpenHand) if each[2].cards
    )
    assert same == slot
    proofs = {first: false.proof[:-1] + bytes([false.proof[-1] ^ 1]), last: bytes(98)}
    bodies = {first: replace(false, proof=proofs[first]), last: replace(unread, proof=proofs[last])}
    said = []
    for each in change.contributions(slot):
        seat, statement = each.statement.seat, each.statement
        if seat in bodies:
            told = replace(statement, body=encode(bodies[seat]))
            said.append(sign_contribution(change.game.secrets[seat].identity, told).data)
        else:
            said.append(each.data)
    with on_the_transparent_group():
        lie = change.holds("two lies", slot, encode(SlotRecord(tuple(said))))
        data = b"".join(map(frame, change.records[: slot + 2])) + b64decode(lie["then"])
        result = verify.verify_source(io.BytesIO(data), believed=slot + 2)
    assert lie["seat"] == last
    assert (result.slot, result.obligation, result.seat) == (slot, lie["obligation"], last)


def test_a_proof_said_again_has_a_key_that_is_known() -> None:
    """Its one-shot key, which is no new one, is looked at before the proof itself."""
    change = Changer("", game_of(52))
    _, _, earlier = change.bodies(Fit)[0]
    with on_the_transparent_group():
        lie = change.says("again", Fit, lambda _other: earlier, nth=1)
        data = b"".join(map(frame, change.records[: lie["record"]])) + b64decode(lie["then"])
        result = verify.verify_source(io.BytesIO(data), believed=lie["record"])
    assert (lie["obligation"], result.obligation) == (6, 6)
    assert (result.slot, result.seat) == (lie["slot"], lie["seat"])


def test_who_keeps_a_card_without_having_drawn_one_breaks_the_rules() -> None:
    """Not the joining of cards: there is none that could have been joined."""
    change = Changer("", game_of(3))
    _, _, kept = change.bodies(Join)[0]
    with on_the_transparent_group():
        lie = change.says("keeps nothing", Play, lambda _played: kept)
        data = b"".join(map(frame, change.records[: lie["record"]])) + b64decode(lie["then"])
        result = verify.verify_source(io.BytesIO(data), believed=lie["record"])
    assert (result.obligation, result.seat) == (11, lie["seat"])
    assert (result.slot, result.obligation) == (lie["slot"], lie["obligation"])


def _lied(change: Changer, told: Contribution, how: str) -> bytes:
    """What a seat has said, and signed, with something else in it."""
    if how == "signature":
        return told.data[:-1] + bytes([told.data[-1] ^ 1])
    statement = told.statement
    others: dict[str, Any] = {
        "body": encode(Accept()),
        "head": bytes(32),
        "slot": statement.slot + 1,
        "seat": 0,
    }
    key = change.game.secrets[others["seat"] if how == "seat" else statement.seat].identity
    return sign_contribution(key, replace(statement, **{how: others[how]})).data


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_any_damage_is_found_where_the_audit_finds_it(seed: int) -> None:
    rng, data = Random(seed), game_of(seed).transcript
    with on_the_transparent_group():
        for _ in range(6):
            at = rng.randrange(len(data))
            broken = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            awaited = found(audit_transcript(io.BytesIO(broken)))
            result = verify.verify_source(io.BytesIO(broken))
            assert (result.code, result.slot) == (awaited["code"], awaited["slot"]), result.sentence


def test_records_in_another_order_are_found_where_the_audit_finds_them() -> None:
    """Left out, doubled, changed for neighbours or those of another game, with a length that is none."""
    rng, data = Random(7), [*payloads(game_of(52).transcript)]
    framed, foreign = ([*map(frame, payloads(game_of(seed).transcript))] for seed in (52, 73))
    parts = ([], framed[:1], framed[:2], framed[1:5], [*framed, b"\0"])
    files = [b"".join(part) for part in parts]
    for change in ("drop", "double", "swap", "splice", "replace", "cut", "length"):
        for _ in range(2):
            at = rng.randrange(2, min(len(framed), len(foreign)) - 1)
            behind = {
                "drop": framed[at + 1 :],
                "double": [framed[at], *framed[at:]],
                "swap": [framed[at + 1], framed[at], *framed[at + 2 :]],
                "splice": foreign[at:],
                "replace": [foreign[at], *framed[at + 1 :]],
                "cut": [framed[at][: rng.randrange(len(framed[at]))]],
                "length": [rng.choice([0, 2**20 + 1, 2**32 - 1]).to_bytes(4, "big"), data[at]],
            }[change]
            files.append(b"".join((*framed[:at], *behind)))
    with on_the_transparent_group():
        for each in files:
            awaited = found(audit_transcript(io.BytesIO(each)))
            result = verify.verify_source(io.BytesIO(each))
            finding = (result.code, result.slot, result.obligation)
            assert finding == (awaited["code"], awaited["slot"], awaited["obligation"]), result.sentence


def test_a_length_reserves_no_memory(tmp_path: Path) -> None:
    """A gigabyte of nothing behind a record that announces it, and one behind a whole game."""
    records = [frame(each) for each in payloads(game_of(2).transcript)]
    for name, kept, expected_slot in (("hole", 4, 2), ("tail", len(records), len(records) - 2)):
        path = tmp_path / name
        with path.open("wb") as file:
            file.write(b"".join(records[:kept]))
            file.write((2**20).to_bytes(4, "big"))
            file.truncate(2**30)
        tracemalloc.start()
        with on_the_transparent_group():
            result = verify.verify_transcript(str(path))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (result.code, result.slot, result.obligation) == (1, expected_slot, 1)
        assert most < 64 * 2**20
