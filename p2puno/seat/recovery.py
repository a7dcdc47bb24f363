"""From the files of a game that was interrupted back to where its seat stood (specs/files.md, 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from p2puno.errors import UsageError
from p2puno.language.speech import said
from p2puno.language.texts import Text
from p2puno.seat.inbox import Entry
from p2puno.seat.records import (
    CIRCUMSTANCES,
    GROUND,
    REMOVAL,
    ROUND_BYTES,
    SLOT,
    Circumstances,
    JournalHeader,
    Records,
    journal_path,
    locked_up,
    vault_path,
)
from p2puno.store.journal import Contents, Journal, Record
from p2puno.store.own_records import OWN_CONTRIBUTION, OWN_SIGNAL, OWN_VOTE, PIN, opened
from p2puno.store.paths import Home
from p2puno.store.seal import Seal
from p2puno.store.vault import Vault
from protocol.crypto.claims import Claim
from protocol.crypto.signing import IdentityKey
from protocol.errors import ProtocolError, WireError
from protocol.rules.happenings import RoundEnded, SeatsJoined
from protocol.rules.needs import NeedNextRound
from protocol.sentences import sentence
from protocol.table.frame import open_table
from protocol.table.removal import Removal, apply_removal, read_removal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import apply, finished
from protocol.transcript.contribution import (
    Contribution,
    HeardSignal,
    receive_contribution,
    receive_signal,
)
from protocol.transcript.file import LENGTH_BYTES, SlotRecord, opening_frames
from protocol.transcript.vote import receive_vote
from protocol.wire.codec import decode
from protocol.wire.removal import RemovalRecord

NOT_ITS_OWN = Text(
    "The game in {path} was begun with another key than this player has now; only that one can continue it."
)
NO_VAULT = Text("There is no vault {path}; without it the game cannot be continued.")
SEALED = Text("{path} is sealed with a passphrase, which was not given.")
NOT_CONTINUED = Text("The game in {path} cannot be continued: {reason}")
NOT_TOGETHER = Text(
    "{vault} is of a later round than {path}, so one of the two was put back alone; "
    "the game cannot be continued."
)


@dataclass(frozen=True, slots=True)
class Applied:
    """A slot was filled, by `removal` if that is not None; this is the table after it."""

    after: TableState
    removal: Removal | None


@dataclass(frozen=True, slots=True)
class OwnVote:
    data: bytes


@dataclass(frozen=True, slots=True)
class GroundHeard:
    data: bytes


Heard: TypeAlias = Applied | OwnVote | GroundHeard


@dataclass(slots=True)
class Past:
    """What a journal tells: the table after its last complete slot, and what this seat had said beyond it.

    said: own contributions for slots that are not complete; signals: own signals of the slot being filled.
    ends: how the rounds ended that are over, and who sat down between them. heard: everything that matters
    for votes, in its order. closed: own records are sealed, and not with the seal that was given.
    pin: the table's, if this seat opened it.
    """

    seat: int
    opening: TableState
    state: TableState
    log: list[Entry] = field(default_factory=list[Entry])
    heard: list[Heard] = field(default_factory=list[Heard])
    states: list[TableState] = field(default_factory=list[TableState])
    """Those before each slot."""
    frames: list[bytes] = field(default_factory=list[bytes])
    said: list[Contribution] = field(default_factory=list[Contribution])
    signals: list[HeardSignal] = field(default_factory=list[HeardSignal])
    ends: list[RoundEnded | SeatsJoined] = field(default_factory=list["RoundEnded | SeatsJoined"])
    circumstances: Circumstances | None = None
    closed: bool = False
    pin: str | None = None

    def forget(self) -> None:
        """What nobody needs any more once the seat is back."""
        self.heard, self.states, self.frames = [], [], []


@dataclass(frozen=True, slots=True)
class Resumed:
    """A seat with its open files, ready to go on."""

    past: Past
    secrets: SeatSecrets
    records: Records


def recover(home: Home, name: str, identity: IdentityKey) -> Resumed:
    """Open the files of this game for more; raises UsageError with the reason why it cannot be continued.

    The caller holds the lock. A torn last record is cut off, and the transcript made to fit.
    """
    path = journal_path(home, name)
    with ExitStack() as stack:
        journal, contents = Journal.resume(path)
        stack.callback(journal.close)
        header = read_header(path, contents)
        past = replay(path, contents, header, home.seal)
        if past.closed and not finished(past.state):
            raise UsageError(SEALED.format(path=path))
        vault, secrets = _secrets(home, name, past, identity)
        frames = (opening_frames(header.proposal), *past.frames)
        records = Records.go_on(home, name, journal, vault, frames)
        stack.pop_all()
    return Resumed(past, secrets, records)


def _secrets(home: Home, name: str, past: Past, identity: IdentityKey) -> tuple[Vault | None, SeatSecrets]:
    """Without a vault the game must be over: then nothing is signed any more, and any secret will do."""
    state = past.state
    check_owner(journal_path(home, name), past, identity.public)
    check_vault(home, name, past)
    path = vault_path(home, name)
    if not path.exists():
        return None, SeatSecrets(identity, past.seat, state.table, state.rules.round, bytes(32))
    vault = Vault.open(path, home.seal)
    number = int.from_bytes(vault.secret[:ROUND_BYTES], "big")
    if number > state.rules.round and not _may_be_ahead(state, number):
        raise UsageError(NOT_TOGETHER.format(vault=path, path=journal_path(home, name)))
    secret = vault.secret[ROUND_BYTES:]
    beginning = secret if state.rules.ruleset.on("open_replay") else None
    secrets = SeatSecrets(identity, past.seat, state.table, number, secret, beginning)
    if state.rules.round == 1:
        return vault, secrets  # the game may yet go back to before the first round
    present = secrets.for_round(max(number, state.rules.round))
    if present is not secrets and beginning is None:
        vault.replace(locked_up(present))
    return vault, present


def _may_be_ahead(state: TableState, number: int) -> bool:
    """A removal may take the game back to the end of the round before, whose secret is needed no more."""
    return number == state.rules.round + 1 and isinstance(state.rules.need, NeedNextRound)


def check_owner(path: Path, past: Past, key: bytes | None) -> None:
    """Whether the journal's seat is this player's; raises UsageError."""
    if past.state.proposal.seats[past.seat].key != key:
        raise UsageError(NOT_ITS_OWN.format(path=path))


def check_vault(home: Home, name: str, past: Past) -> None:
    """Whether there is a secret, where one is needed still; raises UsageError."""
    path = vault_path(home, name)
    if not finished(past.state) and not path.exists():
        raise UsageError(NO_VAULT.format(path=path))


def read_header(path: Path, contents: Contents) -> JournalHeader:
    """Which seat of which table; raises UsageError."""
    with _reading(path):
        return decode(contents.header, JournalHeader)


def replay(path: Path, contents: Contents, header: JournalHeader, seal: Seal | None) -> Past:
    """Apply what the journal holds; raises UsageError. Without the seal only own statements are missing.

    Signatures are checked again, claims are not: they were before their slot was journalled, and a journal
    that somebody else can write to is lost anyway.
    """
    with _reading(path):
        opening = open_table(header.proposal)
        past = Past(header.seat, opening, opening)
        for record in contents.records:
            readable = opened(record, seal)
            if readable is None:
                past.closed = True
            else:
                _take(past, readable)
    now = past.state.term, past.state.slot
    past.said = [c for c in past.said if c.place[:2] >= now]
    past.signals = [heard for heard in past.signals if (heard.signal.term, heard.signal.slot) >= now]
    return past


def _take(past: Past, record: Record) -> None:
    state = past.state
    if record.kind == SLOT:
        _take_slot(past, record.payload)
    elif record.kind == OWN_CONTRIBUTION:
        past.said.append(receive_contribution(state.proposal, state.table, record.payload))
    elif record.kind == OWN_SIGNAL:
        past.signals.append(receive_signal(state.proposal, state.table, record.payload))
    elif record.kind == OWN_VOTE:
        past.heard.append(OwnVote(record.payload))
    elif record.kind == GROUND:
        past.heard.append(GroundHeard(record.payload))
    elif record.kind == REMOVAL:
        _take_removal(past, record.payload)
    elif record.kind == PIN:
        past.pin = record.payload.decode()
    elif record.kind == CIRCUMSTANCES:
        past.circumstances = decode(record.payload, Circumstances)
    else:
        raise WireError(sentence("the journal has a record of kind {kind}", kind=record.kind))


def _take_slot(past: Past, frame: bytes) -> None:
    state = past.state
    record = decode(frame[LENGTH_BYTES:], SlotRecord)
    said = [receive_contribution(state.proposal, state.table, data) for data in record.contributions]
    _go_on(past, apply(state, {each.statement.seat: each for each in said}, _believe), tuple(said), frame)


def _take_removal(past: Past, frame: bytes) -> None:
    """It may stand before what has been applied; that is taken back."""
    record = decode(frame[LENGTH_BYTES:], RemovalRecord)
    slot = receive_vote(past.state.proposal, past.state.table, record.votes[0]).vote.slot
    before = [*past.states, past.state][slot]
    removal = read_removal(before, record, _believe)
    del past.log[slot:], past.frames[slot:], past.states[slot:]
    past.state = before
    _go_on(past, apply_removal(before, removal), removal, frame)


def _go_on(past: Past, after: TableState, entry: Entry, frame: bytes) -> None:
    past.states.append(past.state)
    past.state = after
    past.log.append(entry)
    past.frames.append(frame)
    past.heard.append(Applied(after, entry if isinstance(entry, Removal) else None))
    past.ends.extend(each for each in after.happenings if isinstance(each, RoundEnded | SeatsJoined))


def state_before(log: Sequence[Entry], opening: TableState, slot: int) -> TableState:
    """The table before a slot of a log that was verified when it came."""
    state = opening
    for entry in log[:slot]:
        if isinstance(entry, Removal):
            state = apply_removal(state, entry)
        else:
            state = apply(state, {each.statement.seat: each for each in entry}, _believe)
    return state


def _believe(_claims: Sequence[Claim]) -> None:
    """They were verified when they came."""


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """What does not hold in a journal, whose checksums do, was written by another version, or not by us."""
    try:
        yield
    except ProtocolError as error:
        raise UsageError(NOT_CONTINUED.format(path=path, reason=said(error))) from error
