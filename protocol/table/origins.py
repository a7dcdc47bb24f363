"""Where in the log a key was made, from which its owner can derive it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyOrigin:
    """Where in the log a key was made: with the round's secret it gives the key again."""

    term: int
    slot: int
    head: bytes
    purpose: str
