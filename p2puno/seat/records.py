"""What one seat keeps of a game on its disk: journal, vault, transcript (specs/files.md)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO, Self

from p2puno.language.texts import Text
from p2puno.store import evidence
from p2puno.store.files import disk_errors, refuse_existing, write_private
from p2puno.store.journal import Journal
from p2puno.store.paths import Home
from p2puno.store.vault import Vault
from protocol.table.secrets import SeatSecrets
from protocol.transcript.contribution import Contribution, HeardSignal, table_id
from protocol.transcript.file import opening_frames, slot_frame
from protocol.wire.codec import Range, Size, encode, message

SLOT, OWN_CONTRIBUTION, OWN_SIGNAL = 1, 2, 3


@message(128)
@dataclass(frozen=True, slots=True)
class JournalHeader:
    """Which seat of which table a journal belongs to."""

    seat: Annotated[int, Range(0, 9)]
    proposal: Annotated[bytes, Size(1, 65_536)]


class Records:
    """Methods block on the disk: call them from a worker thread."""

    def __init__(self, home: Home, name: str, journal: Journal, vault: Vault, transcript: BinaryIO) -> None:
        self._home = home
        self._name = name
        self._journal = journal
        self._vault = vault
        self._transcript = transcript
        self.path = Path(transcript.name)

    @classmethod
    def begin(cls, home: Home, proposal_data: bytes, secrets: SeatSecrets) -> Self:
        """Put the table secret and the proposal on the disk: only then may genesis be signed."""
        name = table_id(proposal_data)[:8].hex()
        vault = Vault.create(home.journals / f"{name}.vault", secrets.secret)
        header = encode(JournalHeader(secrets.seat, proposal_data))
        journal = Journal.create(home.journals / f"{name}.journal", header)
        path = home.games / f"{name}.p2puno"
        refuse_existing(path, Text("{path} exists already; a transcript is never overwritten."))
        write_private(path, opening_frames(proposal_data))
        with disk_errors(path, "written"):
            transcript = path.open("ab")
        return cls(home, name, journal, vault, transcript)

    def keep_own(self, contribution: Contribution) -> None:
        """On the disk when this returns, with everything before it; then it may be sent."""
        self._journal.append(OWN_CONTRIBUTION, contribution.data)
        self._journal.sync()

    def keep_signal(self, signal: HeardSignal) -> None:
        self._journal.append(OWN_SIGNAL, signal.data)
        self._journal.sync()

    def keep_slot(self, contributions: tuple[Contribution, ...]) -> None:
        """A completed slot: reaches the disk with the next contribution of one's own."""
        data = slot_frame(contributions)
        self._journal.append(SLOT, data)
        with disk_errors(self.path, "written"):
            self._transcript.write(data)

    def forget_round(self, secrets: SeatSecrets) -> None:
        """A round is settled: its secret is overwritten by the next one's.

        With open replay the first one stays until it is published; all others follow from it.
        """
        if secrets.beginning is None:
            self._vault.replace(secrets.secret)

    def keep_evidence(self, slot: int, seat: int, payload: bytes) -> Path:
        """Signed statements that convict a seat; with the transcript up to there, anybody can check them."""
        return evidence.keep(self._home, f"{self._name}-slot{slot}-seat{seat}.evidence", payload)

    def finish(self) -> None:
        """The game is over: the transcript is complete, and nothing needs the secret any more."""
        self.close()
        self._vault.erase()

    def close(self) -> None:
        with disk_errors(self.path, "written"):
            self._transcript.close()
        self._journal.close()
