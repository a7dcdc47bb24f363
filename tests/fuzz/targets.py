"""Everything that reads bytes which somebody else wrote, or a disk kept; and `apply`."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from p2puno.commands import settings
from p2puno.errors import UserError
from p2puno.net import messages as net_messages
from p2puno.net.addresses import parse_listen, parse_target
from p2puno.net.handshake import LinkError, Role, check_hello, check_proof, read_greeting
from p2puno.net.record import read_record
from p2puno.net.tables import TableInfo
from p2puno.past import games as past
from p2puno.store import passphrase
from p2puno.store.acquaintances import Acquaintances, load_acquaintances, save_acquaintances
from p2puno.store.config import load_config
from p2puno.store.identity import load_identity, load_or_create
from p2puno.store.journal import Journal
from p2puno.store.paths import Home
from p2puno.store.preferences import load_preferences, save_preferences
from p2puno.store.vault import Vault
from p2puno.ui.grammar import NotUnderstoodError, parse
from protocol.audit import audit_transcript
from protocol.crypto.equality import EqualityProof
from protocol.crypto.innocence import InnocenceProof
from protocol.crypto.shuffle import ShuffleProof
from protocol.errors import ProofError, RemoteError, RulesError, WireError
from protocol.rules.ruleset import RuleSet
from protocol.table.grounds import read_ground, refused_slot, two_stories
from protocol.table.removal import RemovalError, apply_removal, read_removal
from protocol.table.table import PHASES, apply
from protocol.transcript.contribution import (
    Contribution,
    receive_contribution,
    receive_signal,
    sign_contribution,
)
from protocol.transcript.file import read_opening, read_slots
from protocol.transcript.vote import receive_vote, sign_vote
from protocol.wire.codec import decode, encode
from protocol.wire.framing import FrameReader, frame
from protocol.wire.messages import MAX_BODY
from protocol.wire.removal import RemovalRecord, Vote
from protocol.wire.schema import message_class
from tests.adversary.everywhere import any_table
from tests.fuzz.guiding import Target
from tests.table.games import Game, play
from tests.table.simulation import Moment
from tests.transparent import transparent_group

# Messages that exist in the program; those of the tests have higher numbers.
_HIGHEST_NUMBER = 1000
# Few and short games that pass through nearly every phase.
_PLAYED = {"1/0": 2, "1/1": 3, "1/2": 4, "fuzz/6": 3, "fuzz/8": 3}


def every_message() -> list[type[Any]]:
    """All message classes of the program that are declared by now."""
    assert net_messages
    assert TableInfo
    found = (message_class(number) for number in range(_HIGHEST_NUMBER))
    return [each for each in found if each is not None]


def games() -> list[Game]:
    """Real games, on the transparent group; what is fuzzed is what was said in them."""
    with transparent_group():
        return [play(any_table(seed, seats), seed) for seed, seats in _PLAYED.items()]


@contextmanager
def targets(folder: Path) -> Iterator[list[Target]]:
    """All targets; files are written below `folder`. While it lasts the group is transparent."""
    played = games()
    with transparent_group():
        yield [*_formats(played), *_signed(played), *_files(folder, played[0]), *_words(), *_apply(played)]


def _several(items: list[bytes], most: int) -> tuple[bytes, ...]:
    """Some of different lengths."""
    by_length = list({len(each): each for each in items}.values())
    return tuple(Random(most).sample(by_length, min(most, len(by_length))))


# --- formats ------------------------------------------------------------------------------------------


def _formats(played: list[Game]) -> list[Target]:
    kinds = every_message()
    said = [c for game in played for moment in game.moments for c in moment.said.values()]
    bodies = [each.statement.body for each in said]
    seeds = _several([*bodies, *(each.data for each in said)], 60)
    files = [game.transcript for game in played]

    def message(data: bytes) -> None:
        assert encode(decode(data, *kinds)) == data

    def framing(data: bytes) -> None:
        cut = len(data) // 3
        at_once, in_pieces = FrameReader(2**16), FrameReader(2**16)
        whole = at_once.feed(data)
        assert in_pieces.feed(data[:cut]) + in_pieces.feed(data[cut:]) == whole

    def transcript(data: bytes) -> None:
        source = io.BytesIO(data)
        read_opening(source)
        for _ in read_slots(source):
            pass

    def audited(data: bytes) -> None:
        audit_transcript(io.BytesIO(data))

    def proofs(data: bytes) -> None:
        for read in _PROOFS:
            try:
                read(data)
            except WireError:
                continue

    short = tuple(each[: _beginning(each)] for each in files)
    return [
        Target("message", seeds, message, (WireError,)),
        Target("framing", tuple(frame(each) + frame(each) for each in seeds[:8]), framing, (WireError,)),
        Target("transcript", short, transcript, (WireError,)),
        Target("audit", short, audited, ()),
        Target("proofs", tuple(_proof_bytes(bodies)), proofs, ()),
    ]


def _beginning(file: bytes) -> int:
    """Where the tenth record of a file ends."""
    at = 0
    for _ in range(10):
        at += 4 + int.from_bytes(file[at : at + 4], "big")
    return at


_PROOFS: tuple[Callable[[bytes], object], ...] = (
    EqualityProof.from_bytes,
    lambda data: ShuffleProof.from_bytes(data, 1),
    lambda data: ShuffleProof.from_bytes(data, 20),
    lambda data: InnocenceProof.from_bytes(data, 5, 30),
)


def _proof_bytes(bodies: list[bytes]) -> Iterator[bytes]:
    """What may be a proof inside bodies: of the right lengths, with true elements at first."""
    pieces = bytes.fromhex("02") + bytes(31) + b"\x05"
    yield pieces * 2 + bytes(32)
    yield pieces * 12 + bytes(32) * 100
    yield from _several(bodies, 10)


# --- what is signed -----------------------------------------------------------------------------------


def _signed(played: list[Game]) -> list[Target]:
    game = played[0]
    moment = next(each for each in reversed(game.moments) if len(each.said) == len(each.secrets))
    state = moment.state
    said = [c.data for m in game.moments for c in m.said.values()]
    lies = {s: _with_body(moment, s, b"\0") for s in moment.said}
    pairs = [two_stories(moment.said[s], lies[s]) for s in lies]
    slots = [refused_slot([lies[s] if s == liar else moment.said[s] for s in sorted(lies)]) for liar in lies]
    votes = [_vote(moment, seat) for seat in lies]

    def statement(data: bytes) -> None:
        for receive in (receive_contribution, receive_signal, receive_vote):
            try:
                receive(state.proposal, state.table, data)
            except (WireError, ProofError):
                continue

    def ground(data: bytes) -> None:
        found = read_ground(state, data)
        assert found.seat in moment.said

    def removal(data: bytes) -> None:
        apply_removal(state, read_removal(state, decode(data, RemovalRecord)))

    records = tuple(encode(RemovalRecord((vote,), (), (pairs[0],))) for vote in votes)
    return [
        Target("statement", (*_several(said, 20), *votes), statement, ()),
        Target("ground", (*pairs, *slots), ground, (WireError, ProofError)),
        Target("removal", records, removal, (WireError, ProofError, RemovalError)),
    ]


def _with_body(moment: Moment, seat: int, body: bytes) -> Contribution:
    statement = replace(moment.said[seat].statement, body=body)
    return sign_contribution(moment.secrets[seat].identity, statement)


def _vote(moment: Moment, seat: int) -> bytes:
    """Against the next one."""
    state = moment.state
    out = ((seat + 1) % len(moment.secrets),)
    vote = Vote(state.table, state.term, state.slot, state.head, seat, 1, out, (), (), ())
    return sign_vote(moment.secrets[seat].identity, vote).data


# --- files --------------------------------------------------------------------------------------------


def _files(folder: Path, played: Game) -> list[Target]:
    transcript = folder / "game.p2puno"
    transcript.write_bytes(played.transcript)
    home = Home.locate(folder / "home")
    load_or_create(home, "ann")
    save_preferences(home, load_preferences(home))
    journal = folder / "journal"
    writing = Journal.create(journal, b"header")
    for kind in (1, 2, 3):
        writing.append(kind, bytes(40 * kind))
    writing.sync()
    writing.close()
    vault = folder / "vault"
    Vault.create(vault, bytes(range(32)))
    known = Acquaintances().after_a_game([(bytes(range(32)), "bob")], date(2026, 1, 2))
    save_acquaintances(home, known)
    config = b'name = "ann"\nlang = "de"\n[set]\nscore = "one-round"\nhand_size = 5\n'
    ours, memory = folder / "ours.toml", folder / "game.audit.json"
    rules = b'preset = "party"\ntarget = 200\njump_in = "on"\nseven_swap = "may"\n'
    sealed = json.dumps({"format": passphrase.FORMAT, "salt": "00" * 16, "sealed": "00" * 60}).encode()
    audited = past.summarise(transcript, hashlib.sha256(transcript.read_bytes()).hexdigest())
    return [
        _file("journal", journal, lambda: Journal.read(journal), journal.read_bytes()),
        _file("vault", vault, lambda: Vault.open(vault), vault.read_bytes()),
        _file("identity", home.identity, lambda: load_identity(home), home.identity.read_bytes()),
        _file("preferences", home.preferences, lambda: load_preferences(home), home.preferences.read_bytes()),
        _file(
            "acquaintances",
            home.acquaintances,
            lambda: load_acquaintances(home),
            home.acquaintances.read_bytes(),
        ),
        _file("config", home.config_file, lambda: load_config(home), config),
        _file("rules file", ours, lambda: settings._from_file(ours), rules),
        _file("passphrase", home.passphrase, lambda: passphrase._read(home.passphrase), sealed),
        _file("past game", memory, lambda: past._remembered(memory, audited.sha256), past._encoded(audited)),
    ]


def _file(name: str, path: Path, read: Callable[[], object], seed: bytes) -> Target:
    def run(data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o600)
        read()

    return Target(name, (seed, b""), run, (UserError,))


# --- words, records, links ----------------------------------------------------------------------------


def _words() -> list[Target]:
    lines = (
        "play red 5 blue", "uno wild +4 green", "jump in 3", "catch bob", "say hello", "duel 4", "vote ann",
        "discard red skip", "draw", "give 3", "red", "play 1 and 2 yellow", "challenge", "help", "",
    )  # fmt: skip

    def grammar(data: bytes) -> None:
        parse(data.decode("utf-8", "surrogateescape"))

    def addresses(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for read in (parse_target, parse_listen):
            try:
                read(text)
            except UserError:
                continue

    def record(data: bytes) -> None:
        parts = [each.partition(b"=")[::2] for each in data.split(b"\n")]
        read_record(dict(parts), ["10.0.0.1", data[:30].decode("latin-1")], 28866)

    def rules(data: bytes) -> None:
        items = [each.partition("=")[::2] for each in data.decode("utf-8", "replace").split("\n")]
        RuleSet.from_items(items).check_seats(3)

    def handshake(data: bytes) -> None:
        for step in (
            lambda: read_greeting(data),
            lambda: check_hello(decode(data, net_messages.Hello), Role.RESPONDER, bytes(32), None),
            lambda: check_proof(data, Role.INITIATOR, bytes(32), b""),
        ):
            try:
                step()
            except (LinkError, WireError):
                continue

    hello = net_messages.Hello(1, bytes(32), bytes(range(32)), 1, False, False)
    items = RuleSet.preset("classic").with_options({"score": "one-round", "hand_size": 5}).items()
    return [
        Target("grammar", tuple(each.encode() for each in lines), grammar, (NotUnderstoodError,)),
        Target(
            "addresses",
            (b"192.168.1.5:28866", b"[fe80::1%eth0]:5", b"host.local", b"::1"),
            addresses,
            (),
        ),
        Target("record", (b"v=1\nt=" + b"00" * 16 + b"\nn=Ann",), record, (WireError,)),
        Target("rules", ("\n".join(f"{k}={v}" for k, v in items).encode(),), rules, (RulesError,)),
        Target("handshake", (encode(hello), encode(net_messages.Proof(bytes(64)))), handshake, ()),
    ]


# --- apply --------------------------------------------------------------------------------------------


def _apply(played: list[Game]) -> list[Target]:
    """For every kind of phase: a slot in which one seat says something else, signed by it."""
    moments: dict[str, Moment] = {}
    for game in played:
        for moment in game.moments:
            moments[type(moment.state.phase).__name__] = moment
    return [_slot(name, moment) for name, moment in sorted(moments.items())]


def _slot(name: str, moment: Moment) -> Target:
    seats = sorted(moment.said)
    bodies = PHASES[type(moment.state.phase)].bodies
    seeds = [moment.said[seat].statement.body for seat in seats]

    def run(data: bytes) -> None:
        seat = seats[len(data) % len(seats)]
        body = data[:MAX_BODY] or b"\0"
        said = moment.said | {seat: _with_body(moment, seat, body)}
        blamed = _blamed(moment, said)
        if blamed is None:
            decode(body, *bodies)
        else:
            assert blamed == seat

    return Target(f"apply {name}", _several(seeds, 6), run, ())


def _blamed(moment: Moment, said: Mapping[int, Contribution]) -> int | None:
    try:
        apply(moment.state, said)
    except RemoteError as error:
        return error.seat
    return None
