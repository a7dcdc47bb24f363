"""`teams=2v2`: partners sit opposite and win together (S3).

The round ends when either goes out, and the winners score the cards of the other team; `scoring` counts by
sides.
"""

from __future__ import annotations

from protocol.rules.book import Rulebook
from protocol.rules.ruleset import RuleSet

SEATS = 4


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["teams"] == "2v2":
        book.side = partners


def partners(seat: int) -> tuple[int, ...]:
    other = (seat + 2) % SEATS
    return (min(seat, other), max(seat, other))
