"""What an audit answers: a verdict, what does not hold, and how much was checked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.bluffs import WildFour
from protocol.departures import Departure
from protocol.sentences import Sentence


class Verdict(Enum):
    """The answer in one word."""

    CLEAN = "clean"
    UNFINISHED = "unfinished"
    FAULT = "fault"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold. `proven` means that anybody with the file can check the blame."""

    obligation: int
    sentence: Sentence
    slot: int | None = None
    seat: int | None = None
    proven: bool = False


@dataclass(slots=True)
class Counts:
    """How much was checked; `obligations.COUNTED` says for what each was counted.

    links: contributions that continue the head before them. keys: published keys that were new. duties:
    proofs of what a hidden card is not, or is. steps: what the rules were told. scores: sums that were added
    up. ends: seats that have signed the end.
    """

    records: int = 0
    bytes: int = 0
    seats: int = 0
    signatures: int = 0
    links: int = 0
    slots: int = 0
    shuffles: int = 0
    keys: int = 0
    unmaskings: int = 0
    openings: int = 0
    challenges: int = 0
    duties: int = 0
    races: int = 0
    signals: int = 0
    steps: int = 0
    rounds: int = 0
    scores: int = 0
    ends: int = 0
    secrets: int = 0
    removals: int = 0
    votes: int = 0
    grounds: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found. `clean_to` is the number of slots, from the first on, that hold.

    fours: every Wild Draw Four that could be challenged. opened: the seats whose hands can be seen, because
    the table had agreed on open replay and they have published their secrets. departures: who left the table.
    """

    verdict: Verdict
    findings: tuple[Finding, ...]
    counts: Counts
    names: tuple[str, ...] = ()
    table: bytes = b""
    head: bytes = b""
    clean_to: int = 0
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    fours: tuple[WildFour, ...] = ()
    opened: tuple[int, ...] = ()
    departures: tuple[Departure, ...] = ()
