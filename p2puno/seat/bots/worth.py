"""What a position is worth to `sharp`, in points of the round: a sum of what is seen, each with its weight.

The weights were found by playing: an evolution strategy (CMA-ES) changed them to raise the points won from
`greedy`, per round, in a simulation of the same rules; those without effect were dropped (specs/bots.md).
They hold together; one alone says little.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.seat.bots.odds import Odds
from p2puno.seat.bots.position import Position
from protocol.rules.cards import ACTIONS, Kind

# How near somebody is to going out, by the number of his cards.
NEARNESS = (1.0, 1.0, 0.55, 0.3, 0.16, 0.08, 0.04)
FAR = 0.02
# Going out is worth the others' cards and this.
OUT = 10.0


@dataclass(frozen=True, slots=True)
class Weights:
    """card: each card held. points: of the hand, in tens; points_late: the same, the nearer somebody is to
    going out. wild, four, action: each one held (draw twos are no actions here: they are best played at
    once). last_fits: the last card could be laid now. fitting: the share of the hand that could be laid now.
    others: cards of another seat, on average. next_near: the next seat is near to going out; next_answers:
    the chance that it can play; near_answers: both together. to_win: what the others hold, in tens of points,
    for each own card. drawing: a turn given away by drawing where something could be played.
    """

    card: float
    points: float
    points_late: float
    wild: float
    four: float
    action: float
    last_fits: float
    fitting: float
    others: float
    next_near: float
    next_answers: float
    near_answers: float
    to_win: float
    drawing: float


TWO_PLAYERS = Weights(-5.5, 0.3, -5.9, 12.8, 15.8, -3.3, 9.9, -0.8, -6.3, -6.7, -12.1, -12.9, 0.4, 0.0)
MORE_PLAYERS = Weights(-11.0, 3.3, -6.2, 9.2, 16.0, -5.1, 10.3, 7.0, -2.1, -8.7, -6.2, -9.8, 2.0, -6.5)


def weights_for(others: int) -> Weights:
    return TWO_PLAYERS if others == 1 else MORE_PLAYERS


def worth(position: Position, odds: Odds) -> float:
    """Of a position in which another seat chooses next, or `me` has gone out."""
    others = position.others
    if position.held == 0:
        return sum(others) * odds.mean_points + OUT
    weights = weights_for(len(others))
    near = nearness(position.counts[position.turn])
    answers = odds.answers(position.turn, position.counts[position.turn], position.colour, position.top)
    return (
        _own(position, odds, weights)
        + weights.others * sum(others) / len(others)
        + weights.next_near * near
        + weights.next_answers * answers
        + weights.near_answers * answers * near
        + weights.to_win * sum(others) * odds.mean_points / 10 / position.held
    )


def _own(position: Position, odds: Odds, weights: Weights) -> float:
    """The part that the own hand has in it."""
    hand, held = position.hand, position.held
    points = (sum(face.points for face in hand) + position.blind * odds.mean_points) / 10
    fitting = sum(map(position.fits, hand))
    return (
        weights.card * held
        + (weights.points + weights.points_late * nearness(min(position.others))) * points
        + weights.wild * sum(face.kind is Kind.WILD for face in hand)
        + weights.four * sum(face.kind is Kind.WILD_DRAW_FOUR for face in hand)
        + weights.action * sum(face.kind in ACTIONS and face.kind is not Kind.DRAW_TWO for face in hand)
        + weights.last_fits * (held == 1 and fitting == 1)
        + weights.fitting * fitting / held
    )


def nearness(count: int) -> float:
    return NEARNESS[count] if count < len(NEARNESS) else FAR
