"""The rules as a state machine: `apply(state, event)` gives the next state and what happened.

`TRANSITIONS` holds every transition. Read it top to bottom: under this need this event is accepted, as this
move of the seat in turn (or as nobody's), and handled there. What is not in it is refused. A handler changes
the draft and says what follows; `agenda.run` then goes on until the next need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from protocol.rules import challenge, drawing, round_end, round_start, turn, uno
from protocol.rules.agenda import run
from protocol.rules.cards import deck
from protocol.rules.draft import Draft
from protocol.rules.events import (
    Accepted,
    Caught,
    Challenged,
    ColourNamed,
    CutCards,
    Dealt,
    DrawChosen,
    Event,
    FirstCard,
    IllegalMove,
    Kept,
    Move,
    NextRound,
    Opened,
    Passed,
    Played,
    PlayedDrawn,
    Received,
    Shuffled,
    Verdict,
)
from protocol.rules.happenings import Happening
from protocol.rules.needs import (
    MoveKind,
    Need,
    NeedCards,
    NeedCut,
    NeedDeal,
    NeedFirstCard,
    NeedMove,
    NeedNextRound,
    NeedOpening,
    NeedShuffle,
    NeedVerdict,
    Over,
)
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import CLOCKWISE, GameState
from protocol.rules.steps import Cut

__all__ = ["TRANSITIONS", "IllegalMove", "apply", "new_game"]

# Any: each handler takes the need and the event that stand in its row.
Handler: TypeAlias = Callable[[Draft, Any, Any], None]


@dataclass(frozen=True, slots=True)
class Transition:
    handler: Handler
    move: MoveKind | None = None


TRANSITIONS: Mapping[tuple[type[Need], type[Event]], Transition] = {
    (NeedShuffle, Shuffled): Transition(round_start.shuffled),
    (NeedCut, CutCards): Transition(round_start.cards_cut),
    (NeedFirstCard, FirstCard): Transition(round_start.first_card),
    (NeedDeal, Dealt): Transition(round_start.dealt),
    (NeedMove, ColourNamed): Transition(turn.colour_named, MoveKind.NAME_COLOUR),
    (NeedMove, Played): Transition(turn.played, MoveKind.PLAY),
    (NeedMove, DrawChosen): Transition(turn.draw_chosen, MoveKind.DRAW),
    (NeedMove, Kept): Transition(turn.kept, MoveKind.KEEP),
    (NeedMove, PlayedDrawn): Transition(turn.played, MoveKind.PLAY_DRAWN),
    (NeedMove, Passed): Transition(turn.passed, MoveKind.PASS),
    (NeedMove, Accepted): Transition(challenge.accepted, MoveKind.ACCEPT),
    (NeedMove, Challenged): Transition(challenge.challenged, MoveKind.CHALLENGE),
    (NeedMove, Caught): Transition(uno.caught),
    (NeedCards, Received): Transition(drawing.received),
    (NeedVerdict, Verdict): Transition(challenge.judged),
    (NeedOpening, Opened): Transition(round_end.opened),
    (NeedNextRound, NextRound): Transition(round_start.next_round),
}


# What a person reads when something comes at the wrong moment.
WAITING: Mapping[type[Need], str] = {
    NeedShuffle: "the cards are being shuffled",
    NeedCut: "the dealer is being cut for",
    NeedFirstCard: "the first card is being turned up",
    NeedDeal: "the cards are being dealt",
    NeedMove: "a player is choosing",
    NeedCards: "a player is drawing cards",
    NeedVerdict: "a challenge is being decided",
    NeedOpening: "the round is over and the hands are being opened",
    NeedNextRound: "the next round has not begun",
    Over: "the game is over",
}


def new_game(ruleset: RuleSet, seats: int) -> GameState:
    """The state before the first shuffle; RuleSetError if these rules are not for so many players."""
    ruleset.check_seats(seats)
    return GameState(
        ruleset=ruleset,
        seats=seats,
        scores=(0,) * seats,
        round=0,
        dealer=None,
        direction=CLOCKWISE,
        turn=0,
        counts=(0,) * seats,
        pile=0,
        discards=(),
        colour=None,
        window=None,
        barred=frozenset(),
        four=None,
        passes=0,
        need=NeedShuffle(tuple(range(len(deck(ruleset))))),
        agenda=(Cut(tuple(range(seats))),),
    )


def apply(state: GameState, event: Event) -> tuple[GameState, tuple[Happening, ...]]:
    """The state after `event`, and what happened; IllegalMove if the rules do not allow it now."""
    need = state.need
    transition = TRANSITIONS.get((type(need), type(event)))
    if transition is None:
        raise IllegalMove(f"That is not possible now: {WAITING[type(need)]}.")
    if transition.move is not None:
        _check_turn(need, event, transition.move)
    draft = Draft.of(state)
    transition.handler(draft, need, event)
    run(draft)
    return draft.finished(), tuple(draft.happenings)


def _check_turn(need: Need, event: Event, move: MoveKind) -> None:
    assert isinstance(need, NeedMove)
    assert isinstance(event, Move)
    if event.seat != need.seat:
        raise IllegalMove(f"It is not seat {event.seat}'s turn: seat {need.seat} is choosing.")
    if move not in need.allowed:
        possible = " or ".join(kind.value for kind in MoveKind if kind in need.allowed)
        raise IllegalMove(f"Seat {need.seat} cannot {move.value} now; it can {possible}.")
