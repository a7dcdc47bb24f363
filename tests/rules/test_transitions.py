"""Under which need which event is accepted; everything else is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from protocol.rules import events as ev
from protocol.rules.cards import Colour
from protocol.rules.engine import TRANSITIONS, IllegalMove, apply
from protocol.rules.moves import playable
from protocol.rules.needs import MoveKind, NeedMove, Over
from protocol.rules.state import GameState
from tests.rules.dealer import CLASSIC, Dealer
from tests.rules.players import Shuffler, any_choice
from tests.rules.story import Story, tell

EVENTS: tuple[type[ev.Event], ...] = (
    ev.Shuffled,
    ev.CutCards,
    ev.FirstCard,
    ev.Dealt,
    ev.Received,
    ev.Played,
    ev.PlayedDrawn,
    ev.DrawChosen,
    ev.Kept,
    ev.Passed,
    ev.ColourNamed,
    ev.Accepted,
    ev.Challenged,
    ev.Verdict,
    ev.Caught,
    ev.Opened,
    ev.NextRound,
)

# What the game waits for, and what may come then. Catching also needs an open window.
ACCEPTED: dict[str, set[type[ev.Event]]] = {
    "NeedShuffle": {ev.Shuffled},
    "NeedCut": {ev.CutCards},
    "NeedFirstCard": {ev.FirstCard},
    "NeedDeal": {ev.Dealt},
    "NeedCards": {ev.Received},
    "name a colour": {ev.ColourNamed},
    "play, draw": {ev.Played, ev.DrawChosen, ev.Caught},
    "play, pass": {ev.Played, ev.Passed, ev.Caught},
    "keep the drawn card, play the drawn card": {ev.Kept, ev.PlayedDrawn},
    "accept the four cards, challenge": {ev.Accepted, ev.Challenged, ev.Caught},
    "NeedVerdict": {ev.Verdict},
    "NeedOpening": {ev.Opened},
    "NeedNextRound": {ev.NextRound},
    "Over": set(),
}

CATCHABLE = {name for name, accepted in ACCEPTED.items() if ev.Caught in accepted}


def need_name(state: GameState) -> str:
    if isinstance(state.need, NeedMove):
        return ", ".join(kind.value for kind in MoveKind if kind in state.need.allowed)
    return type(state.need).__name__


# A Draw Two took the last card of both piles and left its player one card, uncalled.
NOTHING_TO_DRAW = Story(
    rule="",
    source="",
    hands="A: red draw two, blue 1 | B: green 3, red 4 | C: red 5, red 6",
    top="red 7",
    rest="hand",
    story="A: red draw two -> 1 reshuffled, B draws 1, B lacks 1, B misses, C plays or passes",
)


@cache
def moments() -> dict[str, Dealer]:
    """A moment of a game for each need, with an open window and a card that fits where that is possible."""
    found = {"play, pass": tell(NOTHING_TO_DRAW)}
    for seed in range(20):
        random = Random(seed)
        dealer = Dealer.new_game(CLASSIC.with_options({"rounds": 2}), 3, Shuffler(seed))
        while not isinstance(dealer.state.need, Over):
            if suits(dealer):
                found.setdefault(need_name(dealer.state), dealer.copy())
            dealer.happen(
                any_choice(random, dealer) if isinstance(dealer.state.need, NeedMove) else dealer.answer()
            )
        found.setdefault(need_name(dealer.state), dealer)
    return found


def suits(dealer: Dealer) -> bool:
    state, need = dealer.state, dealer.state.need
    if not isinstance(need, NeedMove):
        return True
    window = state.window
    catch = window is not None and not window.called and not window.blocked and window.target != need.seat
    cards = dealer.hands[need.seat] if MoveKind.PLAY in need.allowed else [dealer.drawn or 0]
    fits = any(playable(state, card) for card in cards)
    return fits and (catch or need_name(state) not in CATCHABLE)


def attempt(dealer: Dealer, event: type[ev.Event]) -> ev.Event:
    """An event of that type that is as right as it can be at this moment."""
    state, need = dealer.state, dealer.state.need
    seat = getattr(need, "seat", state.turn)
    window = state.window
    by = next(other for other in range(3) if window is None or other != window.target)
    make: dict[type[ev.Event], Callable[[], ev.Event]] = {
        ev.Played: lambda: ev.Played(seat, *fitting(dealer, dealer.hands[seat])),
        ev.PlayedDrawn: lambda: ev.PlayedDrawn(seat, *fitting(dealer, [dealer.drawn or 0])),
        ev.ColourNamed: lambda: ev.ColourNamed(seat, Colour.RED),
        ev.Caught: lambda: ev.Caught(by, window.target if window else 0),
        ev.Received: lambda: ev.Received(seat, getattr(need, "count", 1)),
        ev.CutCards: lambda: ev.CutCards(tuple(dealer.pile[:3])),
        ev.FirstCard: lambda: ev.FirstCard((dealer.pile or [0])[0]),
        ev.Opened: lambda: ev.Opened(tuple(tuple(hand) for hand in dealer.hands)),
        ev.Verdict: lambda: ev.Verdict(guilty=False),
    }
    alone = {ev.Shuffled, ev.Dealt, ev.NextRound}
    return make.get(event, event if event in alone else lambda: event(seat))()


def fitting(dealer: Dealer, cards: list[int]) -> tuple[int, Colour | None]:
    card = next((card for card in cards if dealer.state.top and playable(dealer.state, card)), 0)
    return card, Colour.RED if dealer.state.deck[card].is_wild else None


def test_every_need_was_met() -> None:
    assert set(moments()) == set(ACCEPTED)


def test_every_event_is_accepted_somewhere_and_in_the_table() -> None:
    assert {event for accepted in ACCEPTED.values() for event in accepted} == set(EVENTS)
    assert {event for _, event in TRANSITIONS} == set(EVENTS)
    assert len(TRANSITIONS) == len(EVENTS)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
@pytest.mark.parametrize("need", ACCEPTED)
def test_only_what_the_table_says_is_accepted(need: str, event: type[ev.Event]) -> None:
    dealer = moments()[need]
    before = replace(dealer.state)
    if event in ACCEPTED[need]:
        state, _ = apply(dealer.state, attempt(dealer, event))
        assert state != before
    else:
        with pytest.raises(IllegalMove, match=r"\w.*\.$"):
            apply(dealer.state, attempt(dealer, event))
    assert dealer.state == before
