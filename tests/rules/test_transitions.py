"""Under which need which event is accepted; everything else is refused and changes nothing."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import get_args

import pytest

from protocol.rules import events as ev
from protocol.rules import needs
from protocol.rules.book import Interruption
from protocol.rules.cards import Colour
from protocol.rules.engine import NOT_ALLOWED, TRANSITIONS, WAITING, IllegalMove, apply
from protocol.rules.moves import interruptions
from protocol.rules.needs import MoveKind, Need, NeedMove, Over
from tests.rules.choosing import choices
from tests.rules.dealer import Dealer
from tests.rules.random_games import Game
from tests.rules.random_rules import any_ruleset, any_seats

EVENTS: tuple[type[ev.Event], ...] = get_args(ev.Event)

# What the game waits for, and what may come then.
ACCEPTED: dict[type[Need], type[ev.Event]] = {
    needs.NeedShuffle: ev.Shuffled,
    needs.NeedCut: ev.CutCards,
    needs.NeedLot: ev.LotDrawn,
    needs.NeedFirstCard: ev.FirstCard,
    needs.NeedDeal: ev.Dealt,
    needs.NeedCards: ev.Received,
    needs.NeedFit: ev.FitShown,
    needs.NeedVerdict: ev.Verdict,
    needs.NeedReturn: ev.Returned,
    needs.NeedHands: ev.HandsMoved,
    needs.NeedExchange: ev.CardsExchanged,
    needs.NeedPool: ev.Redealt,
    needs.NeedLast: ev.Reacted,
    needs.NeedVote: ev.Voted,
    needs.NeedWheel: ev.WheelStopped,
    needs.NeedShow: ev.HandShown,
    needs.NeedDuel: ev.Duelled,
    needs.NeedFirst: ev.Reacted,
    needs.NeedOpening: ev.Opened,
    needs.NeedNextRound: ev.NextRound,
}

# If a player chooses: as which move of the seat in turn, and what others may do meanwhile.
MOVES: dict[MoveKind, type[ev.Event]] = {
    MoveKind.PLAY: ev.Played,
    MoveKind.DRAW: ev.DrawChosen,
    MoveKind.PASS: ev.Passed,
    MoveKind.NAME_COLOUR: ev.ColourNamed,
    MoveKind.KEEP: ev.Kept,
    MoveKind.PLAY_DRAWN: ev.PlayedDrawn,
    MoveKind.ACCEPT: ev.Accepted,
    MoveKind.CHALLENGE: ev.Challenged,
    MoveKind.READY: ev.Ready,
    MoveKind.NAME_TARGET: ev.TargetNamed,
    MoveKind.DISCARD: ev.Discarded,
}
MEANWHILE: dict[Interruption, type[ev.Event]] = {
    Interruption.CATCH: ev.Caught,
    Interruption.CALL: ev.UnoSaid,
    Interruption.RESCUE: ev.UnoSaid,
    Interruption.JUMP_IN: ev.JumpedIn,
    Interruption.CHAT: ev.BrokeSilence,
    Interruption.ACCUSE: ev.Accused,
}


# Who plays at all: seats leave until the game is over, a round is void while it is on.
COMING: dict[type[Need], set[type[ev.Event]]] = {
    **{need: {ev.SeatsGone, ev.RoundVoided} for need in (NeedMove, *ACCEPTED)},
    needs.NeedNextRound: {ev.SeatsGone, ev.SeatsBack},
    Over: set(),
}


def accepted(dealer: Dealer) -> set[type[ev.Event]]:
    """Without what is accepted whatever the need is."""
    need = dealer.state.need
    if not isinstance(need, NeedMove):
        return {ACCEPTED[type(need)]} if type(need) in ACCEPTED else set()
    meanwhile = {kind for seat in range(dealer.state.seats) for kind in interruptions(dealer.state, seat)}
    return {MOVES[kind] for kind in need.allowed} | {MEANWHILE[kind] for kind in meanwhile}


@cache
def moments() -> dict[str, Dealer]:
    """A moment of some random game for every need, and for every set of moves and interruptions."""
    found: dict[str, Dealer] = {}
    for seed in range(60):
        random = Random(f"moments {seed}")
        ruleset = any_ruleset(random)
        game = Moments(ruleset, any_seats(random, ruleset), f"moments {seed}", found)
        game.play(thorough=0)
    return found


class Moments(Game):
    def __init__(self, ruleset, seats: int, seed: str, found: dict[str, Dealer]) -> None:
        super().__init__(ruleset, seats, seed)
        self.found = found
        self.whole: set[str] = set()

    def see(self, dealer: Dealer) -> None:
        need = dealer.state.need
        name = type(need).__name__
        if isinstance(need, NeedMove):
            name = " ".join(sorted(event.__name__ for event in accepted(dealer)))
        known = self.found.get(name)
        if known is None or (name not in self.whole and offered(dealer) > offered(known)):
            self.found[name] = dealer.copy()
            if offered(dealer) == len(accepted(dealer)):
                self.whole.add(name)


def offered(dealer: Dealer) -> int:
    """How many kinds of what is accepted are possible with these cards."""
    return len({type(event) for event in choices(dealer)}) if isinstance(dealer.state.need, NeedMove) else 1


def something(dealer: Dealer, event: type[ev.Event]) -> ev.Event:
    """An event of that type that looks right."""
    seat = getattr(dealer.state.need, "seat", dealer.state.turn)
    card = next((hand[0] for hand in dealer.hands if hand), 0)
    other = (seat + 1) % dealer.state.seats
    extras: dict[type[ev.Event], tuple[object, ...]] = {
        ev.Played: (seat, card),
        ev.PlayedDrawn: (seat, card),
        ev.JumpedIn: (other, card),
        ev.ColourNamed: (seat, Colour.RED),
        ev.TargetNamed: (seat, other),
        ev.Discarded: (seat, ()),
        ev.Caught: (other, seat),
        ev.UnoSaid: (seat, seat),
        ev.Accused: (other, seat),
        ev.Received: (seat, 1),
        ev.FitShown: (seat, True),
        ev.HandShown: (seat, tuple(dealer.hands[seat])),
        ev.CutCards: ((0, 1, 2),),
        ev.FirstCard: (card,),
        ev.LotDrawn: (0,),
        ev.WheelStopped: (0,),
        ev.Verdict: (False,),
        ev.Voted: (False,),
        ev.Duelled: ((None,) * dealer.state.seats,),
        ev.Reacted: (seat,),
        ev.Opened: (tuple(tuple(hand) for hand in dealer.hands),),
        ev.SeatsGone: ((seat,),),
        ev.SeatsBack: ((dealer.state.seats,),),
    }
    return event(*extras.get(event, () if event in ALONE else (seat,)))


# Events that say nothing but that it has happened.
ALONE = {
    ev.Shuffled,
    ev.Dealt,
    ev.NextRound,
    ev.HandsMoved,
    ev.CardsExchanged,
    ev.Redealt,
    ev.Returned,
    ev.RoundVoided,
}


def test_every_need_was_met() -> None:
    assert set(ACCEPTED) | {NeedMove, Over} == set(get_args(Need))
    met = {type(dealer.state.need) for dealer in moments().values()}
    assert met == set(get_args(Need))


def test_every_move_and_every_interruption_was_met() -> None:
    met = {event for dealer in moments().values() for event in accepted(dealer)}
    assert met == set(EVENTS) - set(get_args(ev.Coming))


def test_the_tables_are_complete() -> None:
    """Every transition is in the table of the engine once, and every wrong moment has its sentence."""
    choosing = {(NeedMove, event) for event in (*MOVES.values(), *MEANWHILE.values())}
    coming = {(need, event) for need, events in COMING.items() for event in events}
    assert set(TRANSITIONS) == set(ACCEPTED.items()) | choosing | coming
    assert set(WAITING) == set(get_args(Need))
    assert set(NOT_ALLOWED) == set(MOVES) == set(MoveKind)
    assert set(MEANWHILE) == set(Interruption)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_only_what_the_table_says_is_accepted(event: type[ev.Event]) -> None:
    """A card may be asked for and none fit: then nothing of that kind is offered."""
    tried = 0
    for dealer in moments().values():
        before = dealer.state
        if event in COMING[type(before.need)]:
            assert apply(before, something(dealer, event))[0] != before
            tried += 1
        elif event in accepted(dealer):
            for offered in right(dealer, event):
                assert apply(before, offered)[0] != before
                tried += 1
        else:
            with pytest.raises(IllegalMove, match=r"\w.*\.$"):
                apply(before, something(dealer, event))
        assert dealer.state == before
    assert tried


def right(dealer: Dealer, event: type[ev.Event]) -> list[ev.Event]:
    """What of that kind is possible."""
    if not isinstance(dealer.state.need, NeedMove):
        return [dealer.copy().answer()]
    return [choice for choice in choices(dealer) if isinstance(choice, event)]


def test_nothing_follows_the_end() -> None:
    over = moments()["Over"]
    for event in EVENTS:
        with pytest.raises(IllegalMove, match="the game is over"):
            apply(over.state, something(over, event))
    assert isinstance(over.state.need, Over)
