"""What remains of a step that was still to happen, when seats have left the table."""

from __future__ import annotations

from protocol.rules.attacks import drop_attack
from protocol.rules.draft import Draft
from protocol.rules.steps import (
    Answer,
    Cover,
    Decide,
    Discard,
    Draw,
    DrawColour,
    DrawOne,
    Exchange,
    Fit,
    Forgotten,
    Judge,
    Miss,
    MoveHands,
    NameColour,
    Show,
    Slap,
    Sort,
    Spin,
    Step,
    Trade,
    Turn,
    Vote,
)


def left_of(draft: Draft, step: Step) -> tuple[Step, ...]:
    """What remains of a step. A turn is not dropped: it passes on (`turn.turn`)."""
    gone = draft.state.gone
    match step:
        case Answer(seat) | Judge(seat) if seat in gone:
            drop_attack(draft)
            return (Turn(seat),)
        case Cover(seat) | Decide(seat) | DrawOne(seat) if seat in gone:
            return (Turn(seat),)
        case Fit(seat, _, _, yes) if seat in gone:
            return (Turn(seat),) if yes else ()
        case NameColour(seat) if seat in gone:
            return (NameColour(draft.state.after(seat)),)
        case MoveHands(moves):
            return _closed_ranks(moves, gone)
        case Exchange(first, second) | Vote(first, second) if gone & {first, second}:
            return ()
        case (
            Draw(seat)
            | Miss(seat)
            | Sort(seat)
            | Forgotten(seat)
            | Slap(seat)
            | Spin(seat)
            | DrawColour(seat)
            | Discard(seat)
            | Trade(seat)
            | Show(seat)
        ) if seat in gone:
            return ()
        case _:
            return (step,)


def _closed_ranks(moves: tuple[tuple[int, int], ...], gone: frozenset[int]) -> tuple[Step, ...]:
    """Who was to give to somebody who has left gives to the seat to which that one was to give."""
    to = dict(moves)

    def receiver(giver: int) -> int:
        seat = to[giver]
        while seat in gone:
            seat = to[seat]
        return seat

    closed = tuple((giver, receiver(giver)) for giver, _ in moves if giver not in gone)
    moved = tuple((giver, seat) for giver, seat in closed if giver != seat)
    return (MoveHands(moved),) if moved else ()
