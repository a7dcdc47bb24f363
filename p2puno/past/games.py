"""The past games of a home: each transcript audited once, and again whenever its file has changed.

What the audit said is kept beside the transcript with the SHA-256 of the file it is about. It is a memory,
not a source: another hash, another version or anything that does not fit, and it is made anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from p2puno.errors import OutsideError
from p2puno.past.tally import SeatTally, Tally
from p2puno.store.files import date_of, open_file, read_private, write_private
from p2puno.store.paths import Home
from p2puno.store.transcripts import audit_file
from protocol.reports import Report, Verdict
from protocol.transcript.contribution import VERSION

FORMAT = f"p2puno past game 1, protocol {VERSION}"
SUFFIX = ".p2puno"
MEMORY_SUFFIX = ".audit.json"
_PIECE = 2**20

Progress = Callable[[str], None]
"""Is told the name of each game that has to be audited."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """One transcript. sha256: of its file. sentence: what the audit found, in English, empty if nothing.

    rules: items of genesis. seats: empty if the file is no transcript of this version.
    """

    sha256: str
    verdict: str
    sentence: str
    table: str
    title: str
    rules: tuple[tuple[str, str], ...]
    rounds: int
    slots: int
    head: str
    seats: tuple[SeatTally, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A past game and its file; `when` it was written last (the transcript itself tells no time)."""

    path: Path
    when: datetime
    game: PastGame

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX)


def past_games(home: Home, progress: Progress | None = None) -> Iterator[Found]:
    """All games of the home, the oldest first, one after another as they are known."""
    paths = [(path.stat().st_mtime, path) for path in home.games.glob(f"*{SUFFIX}") if path.is_file()]
    for moment, path in sorted(paths):
        with suppress(FileNotFoundError):  # taken away meanwhile
            yield Found(path, date_of(moment), look_up(path, progress))


def look_up(path: Path, progress: Progress | None = None) -> PastGame:
    """What is known of a transcript, from memory if the file is still the same."""
    try:
        sha256 = _hash(path)
    except FileNotFoundError:
        raise
    except OSError:
        return summarise(path, "")  # the audit says why it cannot be read
    memory = path.with_name(path.name.removesuffix(SUFFIX) + MEMORY_SUFFIX)
    known = _remembered(memory, sha256)
    if known is None:
        if progress:
            progress(path.name.removesuffix(SUFFIX))
        known = summarise(path, sha256)
        with suppress(OutsideError):  # a disk that takes nothing: then it is audited again next time
            write_private(memory, _encoded(known))
    return known


def summarise(path: Path, sha256: str) -> PastGame:
    """Audit the transcript and count what happened."""
    tally = Tally()
    report = audit_file(path, onlooker=tally)
    proposal = tally.proposal
    return PastGame(
        sha256=sha256,
        verdict=report.verdict.value,
        sentence=_sentence(report),
        table=report.table.hex(),
        title=proposal.name if proposal else "",
        rules=tuple((item.name, item.value) for item in proposal.rules) if proposal else (),
        rounds=report.counts.rounds,
        slots=report.clean_to,
        head=report.head.hex(),
        seats=tally.seats(report),
    )


def _sentence(report: Report) -> str:
    return str(report.findings[0].sentence) if report.findings else ""


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with open_file(path) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


# --- the memory -------------------------------------------------------------------------------------------


def _encoded(game: PastGame) -> bytes:
    return (json.dumps({"format": FORMAT, **asdict(game)}, ensure_ascii=False, indent=1) + "\n").encode()


def _remembered(memory: Path, sha256: str) -> PastGame | None:
    """What stands in the file, if it is of this version and about these bytes."""
    try:
        content: Any = json.loads(read_private(memory) or b"null")  # Any: whatever stands in the file
        if content.pop("format") != FORMAT or content["sha256"] != sha256:
            return None
        content["seats"] = tuple(_checked(SeatTally(**seat)) for seat in content["seats"])
        content["rules"] = tuple((str(name), str(value)) for name, value in content["rules"])
        game = PastGame(**content)
        Verdict(game.verdict)
        return _checked(game)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OutsideError):
        return None


Kept = TypeVar("Kept", SeatTally, PastGame)


def _checked(kept: Kept) -> Kept:
    """Every field has the type it should have; raises TypeError."""
    kinds = {"str": str, "int": int, "bool": bool}
    for each in fields(kept):
        kind = kinds.get(str(each.type))
        if kind is not None and type(getattr(kept, each.name)) is not kind:
            raise TypeError(each.name)
    return kept
