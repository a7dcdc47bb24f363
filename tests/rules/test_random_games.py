"""Random games under random rule sets: what must hold in every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.rules import events as ev
from protocol.rules.cards import CardId
from protocol.rules.engine import IllegalMove, apply, new_game
from protocol.rules.happenings import Happening
from protocol.rules.moves import legal_plays, playable, why_not
from protocol.rules.needs import MoveKind, NeedMove, NeedShuffle, Over
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from tests.rules.choosing import choices
from tests.rules.dealer import CLASSIC, Dealer, Shuffle
from tests.rules.naive import NaiveRound
from tests.rules.players import STYLES, Shuffler, Style

GAMES = settings(max_examples=40, deadline=None, derandomize=True)

LONGEST = 30_000

rulesets = st.fixed_dictionaries(
    {},
    optional={
        "hand_size": st.sampled_from([5, 6, 7]),
        "target": st.sampled_from([1, 50, 101, 200, 500]),
        "rounds": st.integers(0, 3),
        "score": st.sampled_from(["winner-takes", "one-round"]),
        "uno_penalty": st.sampled_from([2, 4]),
        "challenge": st.booleans(),
    },
).map(CLASSIC.with_options)

games = {
    "ruleset": rulesets,
    "seats": st.integers(2, 10),
    "style": st.sampled_from(STYLES),
    "seed": st.integers(0, 2**32 - 1),
}


class Recorder(Dealer):
    """A dealer who writes down every event, what happened, and what lay where after the deal."""

    def __init__(self, state: GameState, shuffle: Shuffle) -> None:
        super().__init__(state, shuffle)
        self.events: list[ev.Event] = []
        self.told: list[Happening] = []
        self.dealt: tuple[list[list[CardId]], list[CardId]] = ([], [])

    def happen(self, event: ev.Event) -> list[Happening]:
        happenings = super().happen(event)
        self.events.append(event)
        self.told += happenings
        if isinstance(event, ev.Dealt):
            self.dealt = ([list(hand) for hand in self.hands], list(self.pile))
        return happenings


def play(ruleset: RuleSet, seats: int, style: Style, seed: int) -> Iterator[tuple[Recorder, ev.Event | None]]:
    """The dealer before every choice and every new round with the event that comes; at the end with None."""
    random = Random(seed)
    dealer = Recorder(new_game(ruleset, seats), Shuffler(seed))
    dealer.serve()
    for _ in range(LONGEST):
        if isinstance(dealer.state.need, Over):
            yield dealer, None
            return
        event = style(random, dealer) if isinstance(dealer.state.need, NeedMove) else ev.NextRound()
        yield dealer, event
        dealer.happen(event)
        dealer.serve()
    raise AssertionError("the game does not end")


@given(**games)
@GAMES
def test_every_game_ends_with_its_best_score(ruleset: RuleSet, seats: int, style: Style, seed: int) -> None:
    """And on the way no card is lost or doubled: the dealer checks that after every event."""
    *_, (dealer, _) = play(ruleset, seats, style, seed)
    state = dealer.state
    assert isinstance(state.need, Over)
    assert state.need.winners
    if ruleset["score"] == "winner-takes":
        best = max(state.scores)
        assert state.need.winners == tuple(seat for seat in range(seats) if state.scores[seat] == best)
        assert state.round == ruleset.number("rounds") or best >= ruleset.number("target")
    else:
        assert state.round == 1


@given(**games)
@GAMES
def test_what_fits_is_accepted_and_what_does_not_is_refused_with_a_reason(
    ruleset: RuleSet, seats: int, style: Style, seed: int
) -> None:
    for dealer, _ in play(ruleset.with_options({"rounds": 1}), seats, style, seed):
        state = dealer.state
        if not isinstance(state.need, NeedMove) or MoveKind.PLAY not in state.need.allowed:
            continue
        seat = state.need.seat
        hand = dealer.hands[seat]
        legal = legal_plays(state, hand)
        assert legal == tuple(card for card in hand if playable(state, card))
        for card in hand:
            colour = state.colour if state.deck[card].is_wild else None
            event = ev.Played(seat, card, colour)
            if card in legal:
                assert why_not(state, card) is None
                assert apply(state, event)[0].discards[-1] == card or _shuffling(state, event)
            else:
                assert str(_refusal(state, event)) == str(why_not(state, card))


def _shuffling(state, event: ev.Event) -> bool:
    return isinstance(apply(state, event)[0].need, NeedShuffle)


def _refusal(state, event: ev.Event) -> IllegalMove:
    try:
        apply(state, event)
    except IllegalMove as refusal:
        return refusal
    raise AssertionError("accepted")


@given(**games)
@GAMES
def test_there_is_always_a_choice_and_every_choice_is_accepted(
    ruleset: RuleSet, seats: int, style: Style, seed: int
) -> None:
    for dealer, _ in play(ruleset.with_options({"rounds": 1}), seats, style, seed):
        if isinstance(dealer.state.need, NeedMove):
            found = choices(dealer)
            assert any(not isinstance(event, ev.Caught) for event in found)
            for event in found:
                apply(dealer.state, event)


@given(**games)
@GAMES
def test_two_runs_of_the_same_events_are_equal(ruleset: RuleSet, seats: int, style: Style, seed: int) -> None:
    *_, (dealer, _) = play(ruleset.with_options({"rounds": 1}), seats, style, seed)
    state, told = new_game(dealer.state.ruleset, seats), []
    for event in dealer.events:
        state, happenings = apply(state, event)
        told += happenings
    assert state == dealer.state
    assert hash(state) == hash(dealer.state)
    assert told == dealer.told


@given(**games)
@settings(GAMES, max_examples=40)
def test_the_engine_and_the_naive_game_agree(ruleset: RuleSet, seats: int, style: Style, seed: int) -> None:
    """At every choice: who chooses what, every card, the colour; at the end of the round: the points."""
    naive: NaiveRound | None = None
    before: tuple[int, ...] = (0,) * seats
    banned: set[int] = set()
    for dealer, event in play(ruleset.with_options({"rounds": 2}), seats, style, seed):
        state = dealer.state
        if isinstance(state.need, NeedMove):
            naive = naive or naive_after_deal(dealer, Shuffler(seed), banned)
            assert view(state, dealer) == naive_view(naive)
            assert event is not None
            DO[type(event)](naive, event)
        else:
            assert naive is not None
            assert naive.over
            assert [now - then for now, then in zip(state.scores, before, strict=True)] == naive.points()
            naive, before, banned = None, state.scores, naive.banned


def naive_after_deal(dealer: Recorder, shuffler: Shuffler, banned: set[int]) -> NaiveRound:
    state, (hands, pile) = dealer.state, dealer.dealt
    shuffler.whole = dealer.shuffle.whole
    assert state.dealer is not None
    return NaiveRound(
        state.deck,
        hands,
        pile,
        state.discards[0],
        state.dealer,
        shuffler,
        banned,
        challenge=state.ruleset.on("challenge"),
        uno_penalty=state.ruleset.number("uno_penalty"),
    )


ASKED = {
    frozenset({MoveKind.PLAY, MoveKind.DRAW}): "move",
    frozenset({MoveKind.PLAY, MoveKind.PASS}): "move",
    frozenset({MoveKind.KEEP, MoveKind.PLAY_DRAWN}): "drawn",
    frozenset({MoveKind.ACCEPT, MoveKind.CHALLENGE}): "answer",
    frozenset({MoveKind.NAME_COLOUR}): "colour",
}


def view(state: GameState, dealer: Dealer) -> tuple[object, ...]:
    need, window = state.need, state.window
    assert isinstance(need, NeedMove)
    catchable = window and (window.target, window.called, window.blocked | window.used)
    return need.seat, ASKED[need.allowed], dealer.hands, dealer.pile, state.discards, state.colour, catchable


def naive_view(naive: NaiveRound) -> tuple[object, ...]:
    catchable = naive.one_card and (*naive.one_card, naive.banned | naive.may_not_catch)
    return naive.who, naive.asked, naive.hands, naive.pile, tuple(naive.discards), naive.colour, catchable


DO: dict[type[ev.Event], Callable[[NaiveRound, Any], None]] = {
    ev.Played: lambda naive, event: naive.play(event.card, event.colour, uno=event.uno),
    ev.PlayedDrawn: lambda naive, event: naive.play(event.card, event.colour, uno=event.uno),
    ev.DrawChosen: lambda naive, _: naive.draw(),
    ev.Kept: lambda naive, _: naive.keep(),
    ev.Passed: lambda naive, _: naive.pass_turn(),
    ev.ColourNamed: lambda naive, event: naive.name(event.colour),
    ev.Accepted: lambda naive, _: naive.accept(),
    ev.Challenged: lambda naive, _: naive.doubt(),
    ev.Caught: lambda naive, event: naive.catch(event.by),
}
