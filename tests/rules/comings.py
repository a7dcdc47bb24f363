"""Seats that leave and sit down again at any moment of a random game, and rounds that are void."""

from __future__ import annotations

from random import Random

from protocol.rules import events as ev
from protocol.rules.needs import NeedCards, NeedFit, NeedMove, NeedNextRound
from protocol.rules.state import GameState

# How likely something comes before an event: seldom where games spend most of their time.
OFTEN = {NeedMove: 0.015, NeedCards: 0.02, NeedFit: 0.02, NeedNextRound: 0.6}
ELSE_OFTEN = 0.08


def comes(random: Random, state: GameState) -> bool:
    return random.random() < OFTEN.get(type(state.need), ELSE_OFTEN)


def any_coming(random: Random, state: GameState) -> ev.Event | None:
    """Mostly somebody leaves, seldom several at once; None if nothing of that kind is possible."""
    if isinstance(state.need, NeedNextRound) and random.random() < 0.7:
        return any_arrival(random, state)
    if not isinstance(state.need, NeedNextRound) and random.random() < 0.15:
        return ev.RoundVoided()
    if len(state.present) == 2 and random.random() < 0.7:
        return None
    several = random.randrange(1, len(state.present)) if random.random() < 0.2 else 1
    return ev.SeatsGone(tuple(random.sample(state.present, several)))


def any_arrival(random: Random, state: GameState) -> ev.Event | None:
    """Some of those who have left, and perhaps newcomers, where the rules have room for them."""
    room = state.ruleset.max_seats - len(state.present)
    newcomers = random.randrange(2) if state.ruleset["teams"] == "off" else 0
    possible = [*sorted(state.gone), *range(state.seats, state.seats + newcomers)]
    if not possible or room < len(possible):
        return None
    back = [seat for seat in sorted(state.gone) if random.random() < 0.8]
    seats = (*back, *range(state.seats, state.seats + newcomers))
    return ev.SeatsBack(seats) if seats else None
