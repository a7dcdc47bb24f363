"""The agenda: one step after the other is carried out until one of them needs something from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from protocol.rules.draft import Draft
from protocol.rules.drawing import draw
from protocol.rules.happenings import SeatSkipped
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.round_end import end_round
from protocol.rules.round_start import cut, deal, open_play, turn_up
from protocol.rules.steps import (
    Answer,
    Cut,
    Deal,
    Decide,
    Draw,
    EndRound,
    Miss,
    NameColour,
    Open,
    Step,
    Turn,
    TurnUp,
)


def miss(draft: Draft, step: Miss) -> None:
    draft.tell(SeatSkipped(step.seat))


def turn(draft: Draft, step: Turn) -> None:
    """You may draw although you could play (`decline=allowed`); you pass only if there is nothing to draw."""
    instead = MoveKind.PASS if draft.state.nothing_to_draw else MoveKind.DRAW
    _choose(draft, step.seat, MoveKind.PLAY, instead)


def decide(draft: Draft, step: Decide) -> None:
    _choose(draft, step.seat, MoveKind.KEEP, MoveKind.PLAY_DRAWN)


def name_colour(draft: Draft, step: NameColour) -> None:
    _choose(draft, step.seat, MoveKind.NAME_COLOUR)


def answer(draft: Draft, step: Answer) -> None:
    _choose(draft, step.seat, MoveKind.ACCEPT, MoveKind.CHALLENGE)


def _choose(draft: Draft, seat: int, *allowed: MoveKind) -> None:
    draft.state = replace(draft.state, turn=seat)
    draft.need = NeedMove(seat, frozenset(allowed))


# Any: each function takes the step that stands beside it.
Runner: TypeAlias = Callable[[Draft, Any], None]

RUN: Mapping[type[Step], Runner] = {
    Cut: cut,
    TurnUp: turn_up,
    Deal: deal,
    Open: open_play,
    NameColour: name_colour,
    Turn: turn,
    Decide: decide,
    Answer: answer,
    Draw: draw,
    Miss: miss,
    EndRound: end_round,
}


def run(draft: Draft) -> None:
    while draft.need is None:
        step = draft.agenda.pop(0)
        RUN[type(step)](draft, step)
