"""The second verifier judges vectors and games as the program's own audit does."""

from __future__ import annotations

import io
import json
import os
import re
from base64 import b64decode
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.obligations import OBLIGATION_OF
from protocol.table.frame import open_table
from protocol.table.secrets import SeatSecrets
from protocol.table.table import PHASES, apply, contribute
from protocol.transcript.contribution import receive_contribution
from protocol.transcript.file import SlotRecord
from protocol.wire import codec, schema
from tests.verifier import links, messages, vectors
from tests.verifier.changes import payloads
from tests.verifier.second import verify, with_library_curves

FOLDER = vectors.FOLDER
LISTING = (FOLDER.parent / "messages.md").read_text(encoding="utf-8")
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
    game = _game("left")
    path = tmp_path / "game.p2puno"
    path.write_bytes(verify.base64.b64decode(game["transcript"]))
    result = verify.verify_transcript(str(path))
    assert result.code == 0, result.sentence


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
@pytest.mark.parametrize("ending", ["p2puno", "json"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, kind: str, ending: str) -> None:
    path = tmp_path / f"game.{ending}"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    judge = verify.verify_vectors if ending == "json" else verify.verify_transcript
    result = judge(str(path))
    assert result.code == 2
    assert result.sentence == "cannot be read: it is no file but a folder, a pipe or a device"


@pytest.mark.parametrize("data", [b"[]", b"[" * 100_000, b"\xff", b""])
def test_what_is_no_file_of_vectors_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(data)
    assert verify.verify_vectors(str(path)).code == 2


def test_a_gigabyte_of_vectors_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(b"{")
    os.truncate(path, 2**30)
    assert verify.verify_vectors(str(path)).code == 2


def test_a_name_stays_in_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/\x1b[2J\n\udcffb\u0451"
    Path(path).write_bytes(b"junk")
    assert verify.main([path]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{tmp_path}/\\x1b[2J\\n\\udcffb\u0451: cannot be read: ")


def test_changed_files_break_every_obligation() -> None:
    assert {case["obligation"] for case in GAMES["changed"]} == {*range(1, 15), None}
    broken = {case["broken"] for case in GAMES["changed"]} - {None}
    assert broken == set(OBLIGATION_OF)


def test_the_games_come_through_every_phase() -> None:
    met = {slot["phase"] for game in GAMES["games"] for slot in game["slots"]}
    assert met == {each.name for each in PHASES.values()}


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
    spoken = LISTING.split("## Kept")[0]
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", spoken, re.MULTILINE)} == set(
        verify.BY_NUMBER
    )


def test_its_options_are_those_of_the_rules() -> None:
    rules = (FOLDER.parent / "rules.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| .*?\*\*(.*?)\*\*", rules, re.MULTILINE))
    rows["without"] = rows["without"].replace("(none)", "")
    assert {name: default for name, (default, _) in verify.OPTIONS.items()} == rows
