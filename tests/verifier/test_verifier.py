"""The second verifier judges vectors and games as the program's own audit does."""

from __future__ import annotations

import io
import json
import re
from base64 import b64decode
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from protocol.audit import audit_transcript
from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.obligations import OBLIGATION_OF
from protocol.table.frame import open_table
from protocol.table.grounds import refused_slot, two_stories
from protocol.table.phases import Choosing
from protocol.table.secrets import SeatSecrets
from protocol.table.table import PHASES, apply, contribute
from protocol.transcript.contribution import receive_contribution, sign_contribution
from protocol.transcript.file import SlotRecord
from protocol.wire import codec, schema
from protocol.wire.codec import encode
from protocol.wire.framing import frame
from protocol.wire.house import DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import Innocent, Publish
from protocol.wire.moves import Accept
from protocol.wire.removal import RemovalRecord
from protocol.wire.sharing import SharedShuffle
from tests.verifier import links, messages, vectors
from tests.verifier.changes import Changer, found, payloads
from tests.verifier.random_games import Coming, play
from tests.verifier.second import on_the_transparent_group, verify, with_library_curves
from tests.verifier.small_games import Plan, begin

FOLDER = vectors.FOLDER
LISTING = (FOLDER.parent / "messages.md").read_text(encoding="utf-8")
# Of random games: short ones, of many rules.
SEEDS = (52, 73, 2, 35, 3, 26, 45, 63, 66)
GAMES: Any = json.loads((FOLDER / "games.json").read_bytes())


def test_vectors_of_games_are_what_the_command_makes() -> None:
    """If not: python -m tests.verifier.vectors"""
    assert vectors.games() == GAMES


@pytest.mark.parametrize("module", [messages, links])
def test_small_vectors_are_what_the_command_makes(module: ModuleType) -> None:
    file = FOLDER / f"{module.__name__.rsplit('.', 1)[-1]}.json"
    assert json.loads(json.dumps(module.vectors())) == json.loads(file.read_bytes())


def test_the_program_takes_good_messages_and_refuses_the_others() -> None:
    messages_of_the_program = [
        each.kind
        for each in schema._messages.values()
        if each.number is not None and each.kind.__module__.startswith(messages.SPOKEN)
    ]
    for case in json.loads((FOLDER / "messages.json").read_bytes())["messages"]:
        taken = True
        try:
            codec.decode(bytes.fromhex(case["encoded"]), *messages_of_the_program)
        except WireError:
            taken = False
        assert taken == case["valid"], case["name"]


def test_a_bad_exchange_is_refused_at_the_frame_that_was_changed() -> None:
    for case in links.vectors()["exchanges"]:
        assert case["refused"] == (len(case["frames"]) - 1 if "made_from" in case else None), case["name"]


@pytest.mark.parametrize("file", ["crypto.json", "messages.json", "links.json"])
def test_small_vectors_with_nothing_but_the_standard_library(file: str) -> None:
    result = verify.verify_vectors(str(FOLDER / file))
    assert result.code == 0, result.sentence


def test_a_step_that_differs_is_noticed() -> None:
    """What a case says of its way to the verdict is compared, item by item and relation by relation."""
    cases = json.loads((FOLDER / "crypto.json").read_bytes())["cases"]
    (case,) = [case for case in cases if case["name"] == "innocence of 2 in 3"]
    assert verify.judge_proof(case)
    item, scalar = case["steps"]["shuffle"]["transcript"][-1], case["steps"]["equality"]["relations"][1][0]
    for place, key in ((item, "value"), (item, "sha512"), (scalar, 0)):
        right, place[key] = place[key], "00" * 32
        assert not verify.judge_proof(case)
        place[key] = right


def test_games_and_what_was_changed_in_them() -> None:
    with with_library_curves():
        result = verify.verify_vectors(str(FOLDER / "games.json"))
    assert result.code == 0, result.sentence


def test_a_game_that_a_seat_leaves_with_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """As anybody runs it: shared keys, a removal, stripping and open replay."""
    game = _game("kids")
    path = tmp_path / "game.p2puno"
    path.write_bytes(verify.base64.b64decode(game["transcript"]))
    result = verify.verify_transcript(str(path))
    assert result.code == 0, result.sentence


def test_changed_files_break_every_obligation() -> None:
    assert {case["obligation"] for case in GAMES["changed"]} == {*range(1, 15), None}
    broken = {case["broken"] for case in GAMES["changed"]} - {None}
    assert broken == set(OBLIGATION_OF) - OF_HOUSE_RULES


OF_HOUSE_RULES = {"discard", "duel", "duty", "fit", "give", "lot", "pool"}


def test_the_games_come_through_every_phase() -> None:
    met = {slot["phase"] for game in GAMES["games"] for slot in game["slots"]}
    of_house_rules = {"duel", "duel open", "fit", "give", "lot", "pool", "refresh", "show", "vote"}
    assert met == {each.name for each in PHASES.values()} - of_house_rules


def test_a_slot_that_differs_is_noticed() -> None:
    """What everybody knows behind a slot is compared, field by field."""
    game = _game("convicted")
    _, second, *rest = verify.records(io.BytesIO(b64decode(game["transcript"])))
    proposal = verify.decode(second, "Proposal")
    fields = (None, "phase", "keys", "pile", "hands", "elements", "head")
    with with_library_curves():
        for field in fields:
            slots = [dict(slot) for slot in game["slots"]]
            slots[30] |= {field: "another"} if field else {}
            right = verify.told_slot_by_slot(verify.Table(proposal, second), rest, game | {"slots": slots})
            assert right == (field is None), field


def test_contributions_follow_from_secrets_and_entropy() -> None:
    """Where nobody chooses anything, they are made again, byte by byte."""
    game, again = _game("kids"), 0
    _, proposal, *rest = payloads(b64decode(game["transcript"]))
    state = open_table(proposal)
    seats = [(IdentityKey(bytes.fromhex(s["seed"])), bytes.fromhex(s["secret"])) for s in game["seats"]]
    secrets = [SeatSecrets.begin(key, seat, state, secret) for seat, (key, secret) in enumerate(seats)]
    for payload, slot in zip(rest, game["slots"], strict=True):
        told = [receive_contribution(state.proposal, state.table, data) for data in decode_slot(payload)]
        for seat, entropy, said in zip(slot["seats"], slot["entropy"], told, strict=True):
            if slot["phase"] in WITHOUT_CHOICE:
                of_this_round = secrets[seat].for_round(state.rules.round)
                made = contribute(state, of_this_round, None, bytes.fromhex(entropy))
                assert made.data == said.data, slot
                again += 1
        state = apply(state, {each.statement.seat: each for each in told}, lambda _claims: None)
    assert again > 60


WITHOUT_CHOICE = {"shuffle", "share", "receipt", "unmask", "join", "acknowledge", "open", "publish"}


def _game(name: str) -> Any:
    (game,) = [game for game in GAMES["games"] if game["name"] == name]
    return game


def decode_slot(payload: bytes) -> tuple[bytes, ...]:
    return codec.decode(payload, SlotRecord).contributions


def test_its_messages_are_those_of_the_specification() -> None:
    for line in verify.SCHEMA.strip().splitlines():
        head, fields = line.split(" | ")
        *number, name = head.split()
        row = "| " + " | ".join([*number, f"`{name}`", fields]) + " |"
        assert row in LISTING


def test_its_options_are_those_of_the_rules() -> None:
    rules = (FOLDER.parent / "rules.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| .*?\*\*(.*?)\*\*", rules, re.MULTILINE))
    rows["without"] = rows["without"].replace("(none)", "")
    assert {name: default for name, (default, _) in verify.OPTIONS.items()} == rows


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


@pytest.mark.parametrize("reason", ["refused", "two stories"])
def test_a_seat_that_is_convicted_is_put_off(reason: str) -> None:
    """The round is void, and the next one is dealt without it."""
    with on_the_transparent_group():
        game = begin(Plan("kids", 3, {}, 1))
        game.until(lambda state: isinstance(state.phase, Choosing) and state.rules.round > 0)
        (told,) = game.contributions().values()
        statement = replace(told.statement, body=encode(Accept()))
        lie = sign_contribution(game.secrets[statement.seat].identity, statement)
        game.remove(grounds=[refused_slot([lie]) if reason == "refused" else two_stories(told, lie)])
        game.run()
        result = verify.verify_source(io.BytesIO(game.transcript))
    assert game.state.convicted == {statement.seat}
    assert (result.code, result.slot) == (0, game.state.slot), result.sentence


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
            expected = (lie["code"], lie["slot"], lie["obligation"], seat)
            assert (result.code, result.slot, result.obligation, result.seat) == expected, result.sentence


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_any_damage_is_found_where_the_audit_finds_it(seed: int) -> None:
    rng, data = Random(seed), game_of(seed).transcript
    with on_the_transparent_group():
        for _ in range(6):
            at = rng.randrange(len(data))
            broken = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            expected = found(audit_transcript(io.BytesIO(broken)))
            result = verify.verify_source(io.BytesIO(broken))
            assert (result.code, result.slot) == (expected["code"], expected["slot"]), result.sentence
