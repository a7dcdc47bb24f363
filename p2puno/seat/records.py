"""What one seat keeps of a game on its disk: journal, vault, transcript (specs/files.md)."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Annotated, BinaryIO, Self

from p2puno.language.texts import Text
from p2puno.net.addresses import Address
from p2puno.store import evidence
from p2puno.store.files import (
    MOST_OF_A_GAME,
    disk_errors,
    erase_secret,
    read_private,
    refuse_existing,
    sync_folder,
    write_private,
)
from p2puno.store.journal import Journal, Record
from p2puno.store.own_records import OWN_CONTRIBUTION, OWN_SIGNAL, OWN_VOTE, PIN, closed
from p2puno.store.paths import Home
from p2puno.store.vault import Vault
from protocol.table.secrets import SeatSecrets
from protocol.transcript.contribution import Contribution, HeardSignal, table_id
from protocol.transcript.file import opening_frames, removal_frame, slot_frame
from protocol.wire import codec
from protocol.wire.codec import Many, Range, Size, encode, message, struct
from protocol.wire.removal import RemovalRecord

SLOT, CIRCUMSTANCES, GROUND, REMOVAL = 1, 4, 6, 7
ROUND_BYTES = 4

MOST_ADDRESSES = 16


@message(128)
@dataclass(frozen=True, slots=True)
class JournalHeader:
    """Which seat of which table a journal belongs to."""

    seat: Annotated[int, Range(0, 9)]
    proposal: Annotated[bytes, Size(1, 65_536)]


@struct
@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody can be dialled: an IP address, or a name that a person has typed."""

    host: Annotated[str, codec.Text(253, 1)]
    port: Annotated[int, Range(1, 65_535)]


@struct
@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where one of the others was dialled last, the likeliest place first."""

    key: Annotated[bytes, Size(32)]
    places: Annotated[tuple[Place, ...], Many(0, MOST_ADDRESSES)]


@struct
@dataclass(frozen=True, slots=True)
class BotBrought:
    """A bot of this seat's program: its home's number, and how it plays."""

    number: Annotated[int, Range(0, 9)]
    name: Annotated[str, codec.Text(48, 1)]
    strategy: Annotated[str, codec.Text(20, 1)]


@message(129)
@dataclass(frozen=True, slots=True)
class Circumstances:
    """How this seat takes part, for when its program is started again; the latest record counts.

    opener, token: who opened the table, and with what it is announced. listens, port: where this seat can be
    dialled, empty for every address and 0 for nowhere. strategy: of the bot that plays this seat, empty if a
    person does. pin: the table has one.
    """

    opener: Annotated[bytes, Size(32)]
    token: Annotated[bytes, Size(16)]
    listens: Annotated[str, codec.Text(253)]
    port: Annotated[int, Range(0, 65_535)]
    others: Annotated[tuple[Whereabouts, ...], Many(0, 9)]
    strategy: Annotated[str, codec.Text(20)]
    bots: Annotated[tuple[BotBrought, ...], Many(0, 9)]
    pin: bool

    def addresses(self) -> dict[bytes, tuple[Address, ...]]:
        """Where to dial each of the others."""
        return {
            other.key: tuple(Address(place.host, place.port) for place in other.places)
            for other in self.others
        }


def game_name(proposal_data: bytes) -> str:
    """What the files of a game are called."""
    return table_id(proposal_data)[:8].hex()


def journal_path(home: Home, name: str) -> Path:
    return home.journals / f"{name}.journal"


def vault_path(home: Home, name: str) -> Path:
    return home.journals / f"{name}.vault"


def transcript_path(home: Home, name: str) -> Path:
    return home.games / f"{name}.p2puno"


def discard_files(home: Home, name: str) -> None:
    """What is left of an earlier time at the same table; nothing of it will be continued."""
    vault = vault_path(home, name)
    if vault.exists():
        erase_secret(vault)
    for path in (journal_path(home, name), transcript_path(home, name)):
        with disk_errors(path, "written"):
            path.unlink(missing_ok=True)


def locked_up(secrets: SeatSecrets) -> bytes:
    """What the vault holds: the round, and its secret."""
    return secrets.round.to_bytes(ROUND_BYTES, "big") + secrets.secret


class Records:
    """Methods block on the disk: call them from a worker thread; several may at once.

    vault: None once the game is over.
    """

    def __init__(
        self,
        home: Home,
        name: str,
        journal: Journal,
        vault: Vault | None,
        transcript: BinaryIO,
        ends: list[int],
    ) -> None:
        """`ends`: where in the transcript each slot ends, first where its opening does."""
        self._home = home
        self._name = name
        self._journal = journal
        self._vault = vault
        self._transcript = transcript
        self._ends = ends
        self._writing = threading.Lock()
        self.path = Path(transcript.name)

    @classmethod
    def begin(cls, home: Home, proposal_data: bytes, secrets: SeatSecrets) -> Self:
        """Put the table secret and the proposal on the disk: only then may genesis be signed."""
        name = game_name(proposal_data)
        path = transcript_path(home, name)
        refuse_existing(path, Text("{path} exists already; a transcript is never overwritten."))
        vault = Vault.create(vault_path(home, name), locked_up(secrets), home.seal)
        header = encode(JournalHeader(secrets.seat, proposal_data))
        journal = Journal.create(journal_path(home, name), header)
        opening = opening_frames(proposal_data)
        write_private(path, opening)
        return cls(home, name, journal, vault, _appending(path), [len(opening)])

    @classmethod
    def go_on(
        cls, home: Home, name: str, journal: Journal, vault: Vault | None, frames: Sequence[bytes]
    ) -> Self:
        """With the files of a game that was interrupted; the transcript is made to fit the journal.

        frames: the transcript's, those before the first slot as one.
        """
        path = transcript_path(home, name)
        transcript = b"".join(frames)
        if read_private(path, MOST_OF_A_GAME) != transcript:
            write_private(path, transcript)
        ends = list(accumulate(map(len, frames)))
        return cls(home, name, journal, vault, _appending(path), ends)

    def keep_circumstances(self, circumstances: Circumstances) -> None:
        """Where the others are and who plays here; lost with a crash, it costs nothing but a question."""
        with self._writing:
            self._journal.append(CIRCUMSTANCES, encode(circumstances))

    def keep_pin(self, pin: str) -> None:
        """What newcomers are asked for by whoever opened the table; lost with a crash, they go elsewhere."""
        self._keep(PIN, pin.encode(), last=False)

    def keep_own(self, contribution: Contribution) -> None:
        """On the disk when this returns, with everything before it; then it may be sent."""
        self._keep(OWN_CONTRIBUTION, contribution.data)

    def keep_signal(self, signal: HeardSignal) -> None:
        self._keep(OWN_SIGNAL, signal.data)

    def keep_slot(self, contributions: tuple[Contribution, ...]) -> None:
        """A completed slot: reaches the disk with the next contribution of one's own."""
        data = slot_frame(contributions)
        with self._writing:
            self._journal.append(SLOT, data)
            self._write(data)

    def keep_vote(self, data: bytes) -> None:
        """An own vote: on the disk when this returns; then it may be sent."""
        self._keep(OWN_VOTE, data)

    def keep_again(self, kind: int, data: bytes) -> None:
        """Something of this seat that others held, and this journal no more; on the disk with the next."""
        self._keep(kind, data, last=False)

    def _keep(self, kind: int, data: bytes, *, last: bool = True) -> None:
        """Something of this seat, sealed where there is a passphrase; `last`: bring it to the disk now."""
        record = closed(Record(kind, data), self._home.seal)
        with self._writing:
            self._journal.append(record.kind, record.payload)
            if last:
                self._journal.sync()

    def keep_ground(self, data: bytes) -> None:
        """What somebody is to leave for; others have it too."""
        with self._writing:
            self._journal.append(GROUND, data)

    def keep_removal(self, slot: int, record: RemovalRecord) -> None:
        """A removal fills this slot: what the transcript holds from there on is taken back."""
        data = removal_frame(record)
        with self._writing:
            self._journal.append(REMOVAL, data)
            with disk_errors(self.path, "written"):
                self._transcript.flush()
                self._transcript.truncate(self._ends[slot])
            del self._ends[slot + 1 :]
            self._write(data)

    def _write(self, data: bytes) -> None:
        with disk_errors(self.path, "written"):
            self._transcript.write(data)
        self._ends.append(self._ends[-1] + len(data))

    def forget_round(self, secrets: SeatSecrets) -> None:
        """A round is settled: its secret is overwritten by the next one's.

        First the journal reaches the disk: without the slots that settled the round, its secret is needed.
        With open replay the first secret stays until it is published; all others follow from it.
        """
        with self._writing:
            self._journal.sync()
        if self._vault is not None and secrets.beginning is None:
            self._vault.replace(locked_up(secrets))

    def keep_evidence(self, slot: int, seat: int, payload: bytes) -> Path:
        """Signed statements that convict a seat; with the transcript up to there, anybody can check them."""
        return evidence.keep(self._home, f"{self._name}-slot{slot}-seat{seat}.evidence", payload)

    def finish(self) -> None:
        """The game is over: the transcript is on the disk, and nothing needs the secret any more."""
        self._journal.sync()
        with disk_errors(self.path, "written"):
            self._transcript.flush()
            os.fsync(self._transcript.fileno())
        self.close()
        if self._vault is not None:
            self._vault.erase()
            self._vault = None

    def discard(self) -> None:
        """Nobody will continue this game: it is over for everybody, or this seat has left it for good."""
        self.close()
        if self._vault is not None:
            self._vault.erase()
            self._vault = None
        with disk_errors(self._journal.path, "written"):
            self._journal.path.unlink(missing_ok=True)
            sync_folder(self._journal.path.parent)

    def close(self) -> None:
        with disk_errors(self.path, "written"):
            self._transcript.close()
        self._journal.close()


def _appending(path: Path) -> BinaryIO:
    with disk_errors(path, "written"):
        return path.open("ab")
