"""What each kind of card does in the classic game: one small function per kind.

An effect is called when the card lies on top and the colour in play is set. It returns the steps that follow
and ends them with the next turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.rules.attacks import lay_four, strike
from protocol.rules.book import CardKey, Effect, Laid, Rulebook
from protocol.rules.cards import Kind
from protocol.rules.draft import Draft
from protocol.rules.happenings import DirectionTurned
from protocol.rules.needs import DrawReason
from protocol.rules.state import CLOCKWISE
from protocol.rules.steps import Draw, Miss, NameColour, Step, Turn


def passes_turn(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """A number, or a wild: its colour was named with it."""
    return (Turn(draft.state.after(laid.seat)),)


def skip(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    return strike(draft, laid, cards=0, turns=laid.times)


def reverse(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The direction is turned before the next seat is chosen; with two players it is a Skip (S2, S3)."""
    if len(draft.state.playing) == 2:
        return draft.book.effects[Kind.SKIP](draft, replace(laid, face=replace(laid.face, kind=Kind.SKIP)))
    for _ in range(laid.times):
        turn_direction(draft)
    return passes_turn(draft, laid)


def draw_two(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    return strike(draft, laid, 2 * laid.times)


def draw_four(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    return lay_four(draft, laid, 4)


def turn_direction(draft: Draft) -> None:
    turned = -1 if draft.state.direction == CLOCKWISE else CLOCKWISE
    draft.state = replace(draft.state, direction=turned)
    draft.tell(DirectionTurned(turned))


CLASSIC: Mapping[CardKey, Effect] = {
    Kind.NUMBER: passes_turn,
    Kind.SKIP: skip,
    Kind.REVERSE: reverse,
    Kind.DRAW_TWO: draw_two,
    Kind.WILD: passes_turn,
    Kind.WILD_DRAW_FOUR: draw_four,
}


def extend(book: Rulebook) -> None:
    book.effects.update(CLASSIC)


# --- the first discard ------------------------------------------------------------------------------------


def draw_two_turned_up(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The first player draws two and misses the turn (S2); nothing can be laid on it (ours)."""
    hit = draft.state.after(laid.seat)
    return (Draw(hit, 2, DrawReason.DRAW_TWO), Miss(hit), Turn(draft.state.after(hit)))


def skip_turned_up(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    missing = draft.state.after(laid.seat)
    return (Miss(missing), Turn(draft.state.after(missing)))


def wild_turned_up(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The first player names the colour and then plays (S2); if wilds name none, everything fits."""
    first = draft.state.after(laid.seat)
    return first_colour(draft, first, first)


def first_colour(draft: Draft, naming: int, first: int) -> tuple[Step, ...]:
    named = Kind.WILD not in draft.book.colourless
    return (*((NameColour(naming),) if named else ()), Turn(first))


# As if the seat before the first player had laid it. A +4 never gets here, nor any other special wild.
# What a Reverse does depends on the dealer: `round_start`.
FIRST_CARD_EFFECTS: Mapping[Kind, Effect] = {
    Kind.NUMBER: passes_turn,
    Kind.SKIP: skip_turned_up,
    Kind.DRAW_TWO: draw_two_turned_up,
    Kind.WILD: wild_turned_up,
}
