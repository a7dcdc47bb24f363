"""Bots: they do only what they may, know only what their seat knows, and differ as they should."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2puno.seat.arena.match import next_action, play_game
from p2puno.seat.arena.opentable import OpenTable
from p2puno.seat.bots import STRATEGIES, Strategy
from p2puno.seat.bots.memory import Memory
from p2puno.seat.bots.sharp_bot import Sharp
from protocol.rules.cards import Colour
from protocol.rules.happenings import CardKept, CardPlayed, CardsDrawn, CaughtOut, ChallengeLost, ChallengeWon
from protocol.rules.needs import DrawReason, NeedMove, Over
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import LaidFour
from protocol.table.choices import AcceptFour, CatchSeat, ChallengeFour, DrawCard, PlayCard
from protocol.table.happenings import Happening
from protocol.table.view import Action, View
from tests.ui.views import CLASSIC, DECK, FOUR, TURN, ids, make_view

rulesets = st.fixed_dictionaries(
    {"rounds": st.integers(1, 2)},
    optional={
        "hand_size": st.sampled_from([5, 6, 7]),
        "score": st.sampled_from(["winner-takes", "one-round"]),
        "uno_penalty": st.sampled_from([2, 4]),
        "challenge": st.booleans(),
        "challenge_shows": st.sampled_from(["challenger", "nobody", "everyone"]),
    },
).map(CLASSIC.with_options)
names = st.lists(st.sampled_from(list(STRATEGIES)), min_size=2, max_size=10)
seeds = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=40, deadline=None, derandomize=True)


class Witness:
    """A strategy beside which everything it is told and asked is written down."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.told: list[Happening] = []

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        self.told += happenings
        self.strategy.observe(view, happenings)

    def choose(self, view: View) -> Action | None:
        return self.strategy.choose(view)


def bots(names: Sequence[str], seed: int) -> list[Witness]:
    return [Witness(STRATEGIES[name](Random(f"{seed} {seat}"))) for seat, name in enumerate(names)]


@given(rules=rulesets, names=names, seed=seeds)
@FEW
def test_every_game_is_played_to_its_end_with_moves_that_the_views_permit(
    rules: RuleSet, names: list[str], seed: int
) -> None:
    """`play_game` refuses any other move, and the engine a false one; only `easy` is ever caught."""
    table = play_game(rules, players := bots(names, seed), Random(seed))
    assert isinstance(table.state.need, Over)
    caught = {happening.target for happening in players[0].told if isinstance(happening, CaughtOut)}
    assert {names[seat] for seat in caught} <= {"easy"}


@given(rules=rulesets, names=names, seed=seeds, moves=st.integers(0, 60))
@FEW
def test_other_hidden_cards_give_the_same_choice(
    rules: RuleSet, names: list[str], seed: int, moves: int
) -> None:
    table, players = OpenTable(rules, len(names), Random(seed)), bots(names, seed)
    random = Random(seed)
    for _ in range(moves + 1):
        _serve(table, players)
        if isinstance(table.state.need, Over):
            return
        before = deepcopy(players)
        seat, action = next_action(table, players, deepcopy(random))
        other = _other_hidden_cards(table, seat, random)
        assert other.view(seat) == table.view(seat)
        assert before[seat].choose(other.view(seat)) == action
        _tell(table, players, table.act(seat, action))


def _serve(table: OpenTable, players: Sequence[Strategy]) -> None:
    for happenings in table.serve():
        _tell(table, players, happenings)


def _tell(table: OpenTable, players: Sequence[Strategy], happenings: tuple[Happening, ...]) -> None:
    for seat, player in enumerate(players):
        player.observe(table.view(seat), happenings)


def _other_hidden_cards(table: OpenTable, seat: int, random: Random) -> OpenTable:
    """The same table for this seat; what it does not see is dealt anew."""
    other = deepcopy(table)
    need = table.state.need
    drawn = [] if table.drawn is None or (isinstance(need, NeedMove) and need.seat == seat) else [table.drawn]
    hands = [hand for owner, hand in enumerate(other.hands) if owner != seat]
    hidden = [card for hand in (*hands, other.pile, drawn) for card in hand]
    random.shuffle(hidden)
    for hand in (*hands, other.pile):
        hand[:] = [hidden.pop() for _ in hand]
    if drawn:
        other.drawn = hidden.pop()
    return other


def test_chance_comes_from_the_seed_alone() -> None:
    def game() -> list[Happening]:
        players = bots(["easy", "sharp", "easy"], 4)
        play_game(CLASSIC.with_options({"rounds": 2}), players, Random(4))
        return players[0].told

    assert game() == game()


def test_easy_forgets_uno_now_and_then_and_is_caught() -> None:
    players = bots(["easy", "greedy"], 1)
    play_game(CLASSIC.with_options({"rounds": 20}), players, Random(1))
    caught = [happening for happening in players[0].told if isinstance(happening, CaughtOut)]
    ones = [h for h in players[0].told if isinstance(h, CardPlayed) and (h.seat, h.left) == (0, 1)]
    assert 0 < len(caught) < len(ones)


@pytest.mark.parametrize("name", ["greedy", "sharp"])
def test_who_forgot_uno_is_caught(name: str) -> None:
    bot = STRATEGIES[name](Random(1))
    assert bot.choose(make_view(["red 5"], catchable=2)) == CatchSeat(2)
    called = make_view(["red 5"], catchable=2)
    assert called.rules.window is not None
    rules = replace(called.rules, windows=(replace(called.rules.window, called=True),))
    assert bot.choose(replace(called, rules=rules)) is None


# --- sharp ----------------------------------------------------------------------------------------------


def sharp(view: View, *told: tuple[View, Sequence[Happening]]) -> Action | None:
    bot = Sharp(Random(0))
    for before, happenings in told:
        bot.observe(before, happenings)
    return bot.choose(view)


def test_two_players_go_out_in_one_go() -> None:
    """Skip and Reverse return the turn, so the dearest card is not the best one."""
    view = make_view(
        ["red skip", "blue skip", "blue 9", "red 9"], names=("Ann", "Bob"), asked=TURN, counts=(4, 1)
    )
    first = sharp(view)
    assert first == PlayCard(ids(["red 7", "red skip"])[1])


def test_a_draw_two_stops_who_is_about_to_go_out() -> None:
    view = make_view(["red draw two", "red 9", "red 8", "blue 3", "green 1"], asked=TURN, counts=(5, 1, 6))
    assert sharp(view) == PlayCard(ids(["red draw two"])[0])


def test_wilds_are_kept_while_nobody_is_near_the_end() -> None:
    view = make_view(["wild", "red 3", "blue 9", "green 4", "red 1"], asked=TURN, counts=(5, 7, 7))
    action = sharp(view)
    assert isinstance(action, PlayCard)
    assert not DECK[action.card].is_wild


def test_uno_is_said_with_the_last_but_one() -> None:
    assert sharp(make_view(["red 3", "red 5"], asked=TURN, counts=(2, 7, 7))) in (
        PlayCard(ids(["red 3"])[0], uno=True),
        PlayCard(ids(["red 5"])[0], uno=True),
    )


def test_a_wild_names_the_colour_that_the_next_seat_could_not_play() -> None:
    """Equal cards in two colours: what was seen decides."""
    hand = ["wild", "green 3", "blue 3"]
    for lacking, other in ((Colour.GREEN, Colour.BLUE), (Colour.BLUE, Colour.GREEN)):
        drew = make_view(hand, top=f"{lacking.label} 8", turn=1, counts=(3, 3, 6))
        kept = [CardsDrawn(1, 1, DrawReason.CHOICE), CardKept(1)]
        view = make_view(hand, top="red 7", asked=TURN, counts=(3, 3, 6))
        action = sharp(view, (drew, []), (drew, kept))
        assert action == PlayCard(ids(["wild"])[0], lacking), other


def four_view(offender_left: int) -> View:
    return make_view(
        ["red 3", "red 5", "blue 6", "green 7"],
        top="wild draw four",
        colour=Colour.BLUE,
        asked=FOUR,
        names=("Ann", "Bob"),
        counts=(4, offender_left),
        four=LaidFour(1, Colour.RED),
    )


def test_who_bluffed_often_is_challenged_and_who_never_did_is_believed() -> None:
    view = four_view(6)
    liar = (view, [ChallengeWon(0, 1)] * 6)
    honest = (view, [ChallengeLost(0, 1)] * 6)
    assert sharp(view, liar) == ChallengeFour()
    assert sharp(view, honest) == AcceptFour()


def test_a_last_wild_draw_four_is_never_challenged() -> None:
    view = four_view(0)
    assert sharp(view, (view, [ChallengeWon(0, 1)] * 6)) == AcceptFour()


def test_without_a_card_that_fits_it_draws() -> None:
    assert sharp(make_view(["blue 3", "green 5"], asked=TURN, counts=(2, 7, 7))) == DrawCard()


# --- memory -----------------------------------------------------------------------------------------------


def test_cards_drawn_by_choice_say_what_is_lacking_and_penalties_do_not() -> None:
    view = make_view(["red 3"], turn=1, counts=(1, 6, 4))
    memory = Memory()
    memory.observe(view, [])
    memory.observe(view, [CardsDrawn(2, 2, DrawReason.DRAW_TWO)])
    assert memory.of(2).lacks[Colour.RED] == 0
    memory.observe(view, [CardsDrawn(1, 1, DrawReason.CHOICE)])
    assert memory.of(1).lacks == {Colour.RED: 5, Colour.YELLOW: 0, Colour.GREEN: 0, Colour.BLUE: 0}


def test_a_bluff_comes_to_light_when_the_colour_is_played_after_all() -> None:
    view = make_view(["red 3"], turn=1, counts=(1, 4, 4))
    four, red = ids(["wild draw four", "red 4"])
    memory = Memory()
    memory.observe(view, [])
    usual = memory.of(1).bluffs.rate
    memory.observe(view, [CardPlayed(1, four, 5, drawn=False)])
    memory.observe(view, [CardPlayed(1, red, 4, drawn=False)])
    assert memory.of(1).bluffs.rate > usual


def test_a_shown_hand_is_remembered_until_it_is_played() -> None:
    view = replace(four_view(2), shown=ids(["blue 1", "blue 2"]))
    memory = Memory()
    memory.observe(view, [])
    memory.observe(replace(view, shown=None), [CardPlayed(1, ids(["blue 1"])[0], 1, drawn=False)])
    assert memory.of(1).known == set(ids(["blue 2"]))
