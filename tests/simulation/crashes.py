"""Programs that are killed between any two steps with the disk, and what is left of their files."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from p2puno.seat.records import Records
from p2puno.store.journal import Journal
from p2puno.store.paths import Home
from p2puno.store.vault import Vault


class CrashError(Exception):
    """The program was killed here."""


@dataclass
class Fate:
    """When the program of one seat is killed: `left(life)` steps with the disk after its start, None: never.

    power: not the program alone, the machine: what was not flushed is lost, wholly or in part.
    rollback: files are put back that were saved at the step of this number in the first life.
    stays_away: after the last life it is not started again.
    """

    random: Random
    lives: list[int | None] = field(default_factory=list)
    power: bool = False
    rollback: int | None = None
    stays_away: bool = False
    steps: int = 0
    life: int = 0

    @property
    def ends_now(self) -> bool:
        """Whether this was its last life."""
        return self.stays_away and self.life + 1 >= len(self.lives)

    @property
    def left(self) -> int | None:
        return self.lives[self.life] if self.life < len(self.lives) else None


class FragileDisk:
    """Stands before journal and vault of one seat's records, and kills the program when its time comes."""

    def __init__(self, home: Home, records: Records, fate: Fate) -> None:
        self._home = home
        self.fate = fate
        self._steps = 0
        self.journal: Journal = records._journal
        self.vault: Vault | None = records._vault
        self.transcript = records.path
        self._flushed = self.journal.path.stat().st_size
        records._journal = _Watched(self.journal, self)  # type: ignore[assignment]
        if self.vault is not None:
            records._vault = _Watched(self.vault, self)  # type: ignore[assignment]

    def step(self, what: str) -> None:
        """Before and after everything that reaches the disk."""
        fate = self.fate
        if fate.life == 0 and fate.rollback == fate.steps:
            shutil.copytree(self._home.journals, self._saved, dirs_exist_ok=True)
        fate.steps += 1
        self._steps += 1
        if what == "synced":
            self._flushed = self.journal.path.stat().st_size
        if fate.left is not None and self._steps > fate.left:
            raise CrashError

    def crash(self) -> None:
        """What is left of the files."""
        fate = self.fate
        fate.life += 1
        if fate.power:
            for path, least in ((self.journal.path, self._flushed), (self.transcript, 0)):
                size = path.stat().st_size
                with path.open("r+b") as file:
                    file.truncate(fate.random.randint(min(least, size), size))
        if fate.rollback is not None and self._saved.is_dir():
            shutil.rmtree(self._home.journals)
            shutil.move(self._saved, self._home.journals)
            fate.rollback = None

    @property
    def _saved(self) -> Path:
        return self._home.data / "backup"


class _Watched:
    """Passes everything on to the real thing, in steps."""

    def __init__(self, real: Any, disk: FragileDisk) -> None:
        self._real = real
        self._disk = disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def append(self, kind: int, payload: bytes) -> None:
        self._disk.step("appending")
        self._real.append(kind, payload)
        self._disk.step("appended")

    def sync(self) -> None:
        self._disk.step("syncing")
        self._real.sync()
        self._disk.step("synced")

    def replace(self, secret: bytes) -> None:
        self._disk.step("replacing")
        self._real.replace(secret)
        self._disk.step("replaced")

    def erase(self) -> None:
        self._disk.step("erasing")
        self._real.erase()
        self._disk.step("erased")
