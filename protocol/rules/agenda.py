"""The agenda: one step after the other is carried out until one of them needs something from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from protocol.rules import attacks, drawing, round_end, round_start, steps, turn, uno
from protocol.rules.draft import Draft
from protocol.rules.house import hands, hints, ready, slap, wheel

# Any: each function takes the step that stands beside it.
Runner: TypeAlias = Callable[[Draft, Any], None]

RUN: Mapping[type[steps.Step], Runner] = {
    steps.Cut: round_start.cut,
    steps.DrawLot: round_start.draw_lot,
    steps.TurnUp: round_start.turn_up,
    steps.Deal: round_start.deal,
    steps.Open: round_start.open_play,
    steps.NameColour: turn.name_colour,
    steps.Turn: turn.turn,
    steps.Cover: turn.cover,
    steps.DrawOne: drawing.draw_one,
    steps.Fit: drawing.fit,
    steps.Decide: turn.decide,
    steps.Answer: attacks.answer,
    steps.Judge: attacks.judge,
    steps.Return: attacks.give_back,
    steps.Draw: drawing.draw,
    steps.Sort: ready.sort,
    steps.Miss: attacks.miss,
    steps.Forgotten: uno.forgotten,
    steps.Slap: slap.slap,
    steps.MoveHands: hands.move_hands,
    steps.Exchange: hands.exchange,
    steps.Pool: hands.pool,
    steps.Vote: hints.vote,
    steps.Spin: wheel.spin,
    steps.DrawColour: wheel.draw_colour,
    steps.Discard: wheel.discard,
    steps.Trade: wheel.trade,
    steps.Show: wheel.show,
    steps.Duel: wheel.duel,
    steps.Shout: wheel.shout,
    steps.EndRound: round_end.end_round,
}


def run(draft: Draft) -> None:
    while draft.need is None:
        step = draft.agenda.pop(0)
        RUN[type(step)](draft, step)
