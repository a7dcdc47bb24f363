"""The arithmetic: what a hand counts, what a round brings, when the game is over."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.rules.cards import CardId, Face
from protocol.rules.ruleset import RuleSet


def hand_value(deck: Sequence[Face], hand: Sequence[CardId]) -> int:
    return sum(deck[card].points for card in hand)


def round_winners(counts: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """Who went out; in a round that nobody can finish those with the lowest hand, who share the place."""
    out = tuple(seat for seat, count in enumerate(counts) if count == 0)
    return out or tuple(seat for seat, value in enumerate(values) if value == min(values))


def round_points(values: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """`score=winner-takes`: a winner gains what all hands but the winners' count; the others gain nothing."""
    taken = sum(value for seat, value in enumerate(values) if seat not in winners)
    return tuple(taken if seat in winners else 0 for seat in range(len(values)))


def game_winners(
    ruleset: RuleSet, played: int, scores: Sequence[int], last_winners: tuple[int, ...]
) -> tuple[int, ...]:
    """The winners after `played` rounds, the last one won by `last_winners`; empty if the game goes on.

    `score=one-round`: the game is that round. `rounds=N`: N rounds, whatever the scores are. Else the game is
    over when somebody has `target` points. The highest score wins; equal scores share the first place.
    """
    if ruleset["score"] == "one-round":
        return last_winners
    rounds = ruleset.number("rounds")
    over = played >= rounds if rounds else max(scores) >= ruleset.number("target")
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores)) if over else ()
