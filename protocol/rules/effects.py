"""What each kind of card does: one small function per kind, and the two tables that name them.

An effect is called when the card lies on top and the colour in play is set. It returns the steps that follow
and ends them with the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from protocol.rules.cards import Colour, Kind
from protocol.rules.draft import Draft
from protocol.rules.happenings import DirectionTurned
from protocol.rules.needs import DrawReason
from protocol.rules.state import CLOCKWISE, LaidFour
from protocol.rules.steps import Answer, Draw, Miss, NameColour, Step, Turn


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid by `seat` (the dealer, if it was turned up) when `before` was the colour in play."""

    seat: int
    before: Colour | None


Effect: TypeAlias = Callable[[Draft, Laid], tuple[Step, ...]]


def passes_turn(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """A number, or a wild: its colour was named with it."""
    return (Turn(draft.state.after(laid.seat)),)


def skip(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    missing = draft.state.after(laid.seat)
    return (Miss(missing), Turn(draft.state.after(missing)))


def reverse(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The direction is turned before the next seat is chosen; with two players it is a Skip (S2, S3)."""
    if draft.state.seats == 2:
        return skip(draft, laid)
    turn_direction(draft)
    return passes_turn(draft, laid)


def draw_two(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    return _penalty(draft, laid, 2, DrawReason.DRAW_TWO)


def draw_four(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """With `challenge=off` every +4 stands; else the next seat answers and misses its turn unless it wins."""
    if not draft.state.ruleset.on("challenge"):
        return _penalty(draft, laid, 4, DrawReason.DRAW_FOUR)
    assert laid.before is not None
    draft.state = replace(draft.state, four=LaidFour(laid.seat, laid.before))
    answering = draft.state.after(laid.seat)
    return (Answer(answering), Turn(draft.state.after(answering)))


def reverse_turned_up(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The dealer plays first (S2)."""
    turn_direction(draft)
    return (Turn(laid.seat),)


def wild_turned_up(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The first player names the colour and then plays (S2)."""
    first = draft.state.after(laid.seat)
    return (NameColour(first), Turn(first))


def turn_direction(draft: Draft) -> None:
    turned = -1 if draft.state.direction == CLOCKWISE else CLOCKWISE
    draft.state = replace(draft.state, direction=turned)
    draft.tell(DirectionTurned(turned))


def _penalty(draft: Draft, laid: Laid, count: int, reason: DrawReason) -> tuple[Step, ...]:
    """The next seat draws and misses its turn."""
    hit = draft.state.after(laid.seat)
    return (Draw(hit, count, reason), Miss(hit), Turn(draft.state.after(hit)))


EFFECTS: Mapping[Kind, Effect] = {
    Kind.NUMBER: passes_turn,
    Kind.SKIP: skip,
    Kind.REVERSE: reverse,
    Kind.DRAW_TWO: draw_two,
    Kind.WILD: passes_turn,
    Kind.WILD_DRAW_FOUR: draw_four,
}

# The first discard acts as if the dealer had laid it, with two exceptions. A +4 never gets here.
FIRST_CARD_EFFECTS: Mapping[Kind, Effect] = {
    Kind.NUMBER: passes_turn,
    Kind.SKIP: skip,
    Kind.REVERSE: reverse_turned_up,
    Kind.DRAW_TWO: draw_two,
    Kind.WILD: wild_turned_up,
}

# After the last card of a hand the round ends, but what the next player has to draw he still draws (S2).
AFTER_LAST_CARD: tuple[type[Step], ...] = (Draw, Answer)
