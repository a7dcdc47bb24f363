"""The arithmetic: what a hand counts, what a round brings, when the game is over and who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from protocol.rules.cards import CardId, Face, Kind
from protocol.rules.ruleset import RuleSet

Values: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A round that is over.

    values: what each hand counts. winners: the seats that have won it. gained: points made before its end.
    last: with which card the winner has gone out.
    """

    ruleset: RuleSet
    values: Values
    winners: tuple[int, ...]
    gained: Values
    last: Face | None

    @property
    def taken(self) -> int:
        """What all hands but the winners' count: nobody's own cards are ever counted for him."""
        return sum(value for seat, value in enumerate(self.values) if seat not in self.winners)


# --- a hand -----------------------------------------------------------------------------------------------

ZERO_ALONE = 50


def hand_value(deck: Sequence[Face], hand: Sequence[CardId]) -> int:
    """`values=standard` (S2): numbers their value, Skip, Reverse and Draw Two 20, wilds 50."""
    return sum(deck[card].points for card in hand)


def counted(ruleset: RuleSet, deck: Sequence[Face], hand: Sequence[CardId]) -> int:
    """What a hand counts: `values=numbers-only` (S0, S4), `zero_fifty`: a 0 as the only card (S0, S4)."""
    faces = [deck[card] for card in hand]
    if ruleset.on("zero_fifty") and [face.number for face in faces] == [0]:
        return ZERO_ALONE
    if ruleset["values"] == "numbers-only":
        return sum(face.number or 0 for face in faces)
    return hand_value(deck, hand)


# --- a round ----------------------------------------------------------------------------------------------


def round_points(values: Sequence[int], winners: Sequence[int]) -> Values:
    """`score=winner-takes`: a winner gains what all hands but the winners' count; the others gain nothing."""
    taken = sum(value for seat, value in enumerate(values) if seat not in winners)
    return tuple(taken if seat in winners else 0 for seat in range(len(values)))


def _winner_takes(result: Result) -> Values:
    return round_points(result.values, result.winners)


def _own_points(result: Result) -> Values:
    """Everyone keeps his own (S0, S1, S2); a winner may get points off (`last_card_bonus`, S4)."""
    bonus = _bonus(result)
    return tuple(value - bonus * (seat in result.winners) for seat, value in enumerate(result.values))


def _bonus(result: Result) -> int:
    if result.ruleset["last_card_bonus"] == "off" or result.last is None:
        return 0
    return {Kind.WILD_PLUS_ONE: 20, Kind.WILD_PLUS_TWO: 40}.get(result.last.kind, 0)


def _lazy(result: Result) -> Values:
    """No sums (S0, S4): a round that was won counts one (ours)."""
    return tuple(int(seat in result.winners) for seat in range(len(result.values)))


def _gained(result: Result) -> Values:
    return result.gained


POINTS: Mapping[str, Callable[[Result], Values]] = {
    "winner-takes": _winner_takes,
    "own-points": _own_points,
    "loser-at-target": _own_points,
    "lazy": _lazy,
    "one-round": _winner_takes,
    "point-and-refill": _gained,
}


def most(values: Sequence[int], seats: Sequence[int] | None = None) -> tuple[int, ...]:
    """The seats, of these or of all, whose value is highest."""
    among = range(len(values)) if seats is None else seats
    highest = max(values[seat] for seat in among)
    return tuple(seat for seat in among if values[seat] == highest)


def least(values: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """The seats of these whose value is lowest."""
    lowest = min(values[seat] for seat in seats)
    return tuple(seat for seat in seats if values[seat] == lowest)


# --- the game ---------------------------------------------------------------------------------------------


# Where the fewest points win.
LOW_WINS = frozenset({"own-points", "loser-at-target"})


@dataclass(frozen=True, slots=True)
class Standing:
    """After `played` rounds that count. present: the seats that can win; the others have left."""

    ruleset: RuleSet
    played: int
    scores: Sequence[int]
    present: Sequence[int]

    @property
    def highest(self) -> int:
        return max(self.scores[seat] for seat in self.present)


def game_winners(standing: Standing, last_winners: tuple[int, ...]) -> tuple[int, ...]:
    """The winners, the last round won by `last_winners`; empty if the game goes on.

    `rounds=N`: N rounds, whatever the scores are. Else one round for the scores that need no more, and for
    the others until somebody has `target` points. Equal scores share the first place.
    """
    ruleset = standing.ruleset
    rounds = ruleset.number("rounds")
    if ruleset["score"] == "one-round":
        return last_winners
    if rounds:
        over = standing.played >= rounds
    elif ruleset["score"] == "point-and-refill":
        over = True
    else:
        over = standing.highest >= ruleset.number("target")
    return WINNERS[ruleset["score"]](standing) if over else ()


def worst(standing: Standing) -> int:
    """The score that is furthest from winning."""
    scores = [standing.scores[seat] for seat in standing.present]
    return max(scores) if standing.ruleset["score"] in LOW_WINS else min(scores)


def _highest(standing: Standing) -> tuple[int, ...]:
    return most(standing.scores, standing.present)


def _lowest(standing: Standing) -> tuple[int, ...]:
    return least(standing.scores, standing.present)


def _all_but_losers(standing: Standing) -> tuple[int, ...]:
    """Who has the target has lost (S0, S1), or after `rounds` who has most; if all have, the lowest wins."""
    rounds, target = standing.ruleset.number("rounds"), standing.ruleset.number("target")
    limit = standing.highest if rounds else target
    return tuple(seat for seat in standing.present if standing.scores[seat] < limit) or _lowest(standing)


WINNERS: Mapping[str, Callable[[Standing], tuple[int, ...]]] = {
    "winner-takes": _highest,
    "own-points": _lowest,
    "loser-at-target": _all_but_losers,
    "lazy": _highest,
    "point-and-refill": _highest,
}
