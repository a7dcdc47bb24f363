"""The rules as a state machine: `apply(state, event)` gives the next state and what happened.

`TRANSITIONS` holds every transition. Read it top to bottom: under this need this event is accepted, as this
move of the seat in turn (or as nobody's), and handled there. What is not in it is refused. A handler changes
the draft and says what follows; `agenda.run` then goes on until the next need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from protocol.rules import arriving, attacks, drawing, leaving, needs, round_end, round_start, turn, uno
from protocol.rules import events as ev
from protocol.rules.agenda import run
from protocol.rules.book import interruptible
from protocol.rules.cards import deck
from protocol.rules.draft import Draft
from protocol.rules.events import Event, IllegalMove
from protocol.rules.happenings import Happening
from protocol.rules.house import hands, hints, jump_in, ready, silence, slap, wheel
from protocol.rules.needs import MoveKind, Need, NeedMove
from protocol.rules.rulebook import rulebook
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import CLOCKWISE, GameState
from protocol.sentences import SeatRef, Sentence, mark, sentence

__all__ = ["TRANSITIONS", "IllegalMove", "apply", "new_game"]

# Any: each handler takes the need and the event that stand in its row.
Handler: TypeAlias = Callable[[Draft, Any, Any], None]


@dataclass(frozen=True, slots=True)
class Transition:
    """`move`: which choice of the seat in turn it is; `out_of_turn`: anybody may do it meanwhile."""

    handler: Handler
    move: MoveKind | None = None
    out_of_turn: bool = False


TRANSITIONS: Mapping[tuple[type[Need], type[Event]], Transition] = {
    (needs.NeedShuffle, ev.Shuffled): Transition(round_start.shuffled),
    (needs.NeedCut, ev.CutCards): Transition(round_start.cards_cut),
    (needs.NeedLot, ev.LotDrawn): Transition(round_start.lot_drawn),
    (needs.NeedFirstCard, ev.FirstCard): Transition(round_start.first_card),
    (needs.NeedDeal, ev.Dealt): Transition(round_start.dealt),
    # in turn
    (NeedMove, ev.ColourNamed): Transition(turn.colour_named, MoveKind.NAME_COLOUR),
    (NeedMove, ev.Played): Transition(turn.played, MoveKind.PLAY),
    (NeedMove, ev.DrawChosen): Transition(turn.draw_chosen, MoveKind.DRAW),
    (NeedMove, ev.Kept): Transition(turn.kept, MoveKind.KEEP),
    (NeedMove, ev.PlayedDrawn): Transition(turn.played_drawn, MoveKind.PLAY_DRAWN),
    (NeedMove, ev.Passed): Transition(turn.passed, MoveKind.PASS),
    (NeedMove, ev.Accepted): Transition(attacks.accepted, MoveKind.ACCEPT),
    (NeedMove, ev.Challenged): Transition(attacks.challenged, MoveKind.CHALLENGE),
    (NeedMove, ev.Ready): Transition(ready.ready, MoveKind.READY),
    (NeedMove, ev.TargetNamed): Transition(wheel.target_named, MoveKind.NAME_TARGET),
    (NeedMove, ev.Discarded): Transition(wheel.discarded, MoveKind.DISCARD),
    # out of turn
    (NeedMove, ev.Caught): Transition(uno.caught, out_of_turn=True),
    (NeedMove, ev.UnoSaid): Transition(uno.uno_said, out_of_turn=True),
    (NeedMove, ev.JumpedIn): Transition(jump_in.jumped_in, out_of_turn=True),
    (NeedMove, ev.BrokeSilence): Transition(silence.broken, out_of_turn=True),
    (NeedMove, ev.Accused): Transition(hints.accused, out_of_turn=True),
    # what the table does
    (needs.NeedCards, ev.Received): Transition(drawing.received),
    (needs.NeedFit, ev.FitShown): Transition(drawing.fit_shown),
    (needs.NeedVerdict, ev.Verdict): Transition(attacks.judged),
    (needs.NeedReturn, ev.Returned): Transition(attacks.returned),
    (needs.NeedHands, ev.HandsMoved): Transition(hands.hands_moved),
    (needs.NeedExchange, ev.CardsExchanged): Transition(hands.cards_exchanged),
    (needs.NeedPool, ev.Redealt): Transition(hands.redealt),
    (needs.NeedLast, ev.Reacted): Transition(slap.last_slapped),
    (needs.NeedVote, ev.Voted): Transition(hints.voted),
    (needs.NeedWheel, ev.WheelStopped): Transition(wheel.stopped),
    (needs.NeedShow, ev.HandShown): Transition(wheel.shown),
    (needs.NeedDuel, ev.Duelled): Transition(wheel.duelled),
    (needs.NeedFirst, ev.Reacted): Transition(wheel.first_shouted),
    (needs.NeedOpening, ev.Opened): Transition(round_end.opened),
    (needs.NeedNextRound, ev.NextRound): Transition(round_start.next_round),
    # who plays at all
    **{(need, ev.SeatsGone): Transition(leaving.seats_gone) for need in leaving.BEFORE_THE_END},
    **{(need, ev.RoundVoided): Transition(leaving.round_voided) for need in leaving.IN_A_ROUND},
    (needs.NeedNextRound, ev.SeatsBack): Transition(arriving.seats_back),
}


# What a person reads when something comes at the wrong moment.
WAITING: Mapping[type[Need], str] = {
    needs.NeedShuffle: mark("That is not possible now: the cards are being shuffled."),
    needs.NeedCut: mark("That is not possible now: the dealer is being cut for."),
    needs.NeedLot: mark("That is not possible now: the lot decides who deals."),
    needs.NeedFirstCard: mark("That is not possible now: the first card is being turned up."),
    needs.NeedDeal: mark("That is not possible now: the cards are being dealt."),
    needs.NeedMove: mark("That is not possible now: a player is choosing."),
    needs.NeedCards: mark("That is not possible now: a player is drawing cards."),
    needs.NeedFit: mark("That is not possible now: a player is drawing cards."),
    needs.NeedVerdict: mark("That is not possible now: a challenge is being decided."),
    needs.NeedReturn: mark("That is not possible now: a card goes back into a hand."),
    needs.NeedHands: mark("That is not possible now: hands change owners."),
    needs.NeedExchange: mark("That is not possible now: two players exchange a card."),
    needs.NeedPool: mark("That is not possible now: all hands are shuffled and dealt again."),
    needs.NeedLast: mark("That is not possible now: everybody puts a hand on the pile."),
    needs.NeedVote: mark("That is not possible now: the table decides about a hint."),
    needs.NeedWheel: mark("That is not possible now: the wheel is turning."),
    needs.NeedShow: mark("That is not possible now: a player shows the hand."),
    needs.NeedDuel: mark("That is not possible now: a duel is being fought."),
    needs.NeedFirst: mark("That is not possible now: who is first to shout is being found out."),
    needs.NeedOpening: mark("That is not possible now: the round is over and the hands are being opened."),
    needs.NeedNextRound: mark("That is not possible now: the next round has not begun."),
    needs.Over: mark("That is not possible now: the game is over."),
}

# What a person reads who is in turn but has this choice not.
NOT_ALLOWED: Mapping[MoveKind, str] = {
    MoveKind.PLAY: mark("You cannot play a card of your hand now."),
    MoveKind.DRAW: mark("You cannot draw now."),
    MoveKind.PASS: mark("You cannot pass now."),
    MoveKind.NAME_COLOUR: mark("You cannot name a colour now."),
    MoveKind.KEEP: mark("There is no drawn card to keep now."),
    MoveKind.PLAY_DRAWN: mark("There is no drawn card to play now."),
    MoveKind.ACCEPT: mark("There is nothing to accept now."),
    MoveKind.CHALLENGE: mark("There is nothing to challenge now."),
    MoveKind.READY: mark("Nobody waits for you to be ready."),
    MoveKind.NAME_TARGET: mark("You cannot name a player now."),
    MoveKind.DISCARD: mark("You cannot discard now."),
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
        windows=(),
        barred=frozenset(),
        four=None,
        passes=0,
        need=needs.NeedShuffle(tuple(range(len(deck(ruleset))))),
        agenda=(round_start.find_dealer(ruleset, tuple(range(seats))),),
    )


def apply(state: GameState, event: Event) -> tuple[GameState, tuple[Happening, ...]]:
    """The state after `event`, and what happened; IllegalMove if the rules do not allow it now."""
    need = state.need
    transition = TRANSITIONS.get((type(need), type(event)))
    if transition is None:
        raise IllegalMove(Sentence(WAITING[type(need)], {}))
    if transition.move is not None:
        _check_turn(need, event, transition.move)
    if transition.out_of_turn:
        _check_interruption(state, event)
    draft = Draft.of(state, rulebook(state.ruleset))
    transition.handler(draft, need, event)
    run(draft)
    return draft.finished(), tuple(draft.happenings)


def _check_turn(need: Need, event: Event, move: MoveKind) -> None:
    assert isinstance(need, NeedMove)
    assert isinstance(event, ev.Move)
    if event.seat != need.seat:
        raise IllegalMove(
            sentence(
                "It is not the turn of {seat}: {other} is choosing.",
                seat=SeatRef(event.seat),
                other=SeatRef(need.seat),
            )
        )
    if move not in need.allowed:
        raise IllegalMove(Sentence(NOT_ALLOWED[move], {}))


def _check_interruption(state: GameState, event: Event) -> None:
    assert isinstance(event, ev.OutOfTurn)
    if not interruptible(state):
        raise IllegalMove(sentence("That has to wait until it is decided what becomes of the drawn card."))
    seat = event.seat if isinstance(event, ev.JumpedIn | ev.BrokeSilence) else event.by
    if seat in state.gone:
        raise IllegalMove(sentence("{seat} has left the table.", seat=SeatRef(seat)))
