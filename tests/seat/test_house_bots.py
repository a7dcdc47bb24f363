"""Bots under house rules: every value of the catalogue is played to its end, and not stupidly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from p2puno.seat.arena.match import play_game
from p2puno.seat.bots import STRATEGIES, Strategy
from p2puno.seat.pace import Pace
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind, Over
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import PRESETS, RuleSet
from protocol.rules.state import LaidFour
from protocol.table.choices import (
    AcceptFour,
    CallUno,
    CastVote,
    CatchSeat,
    ChallengeFour,
    DiscardCards,
    DuelCard,
    GiveCard,
    JumpIn,
    KeepCard,
    NameTargetSeat,
    PlayCard,
    PlayDrawnCard,
    React,
    SayReady,
)
from protocol.table.happenings import HandShown
from protocol.table.view import View
from tests.screen import house
from tests.ui.views import CLASSIC, TURN, ids, make_view

# What some values need beside them.
WITH = {
    "lazy": {"rounds": "2"},
    "h2o": {"deck": "h2o-112", "score": "own-points"},
    "jump": {"jump_in": "on"},
}
BESIDE = {
    "blank": {"deck": "blank-112"},
    "seven_swap": {"seven_zero": "on"},
    "zero_pass": {"seven_zero": "on"},
    "double_play": {"jump_in": "on"},
}
CLEVER = ("greedy", "sharp")
TEAMS = CLASSIC.with_options({"teams": "2v2"})
FOUR_NAMES = ("Ann", "Bob", "Cid", "Dan")


def every_value() -> Iterator[tuple[str, str]]:
    """Every value that is not the default; of numbers only that games with them end."""
    for option in CATALOGUE:
        if option.numbers is None:
            yield from ((option.name, value) for value in option.values if value != option.default)


def rules_with(option: str, value: str) -> RuleSet:
    settings = {"rounds": "1", option: value, **WITH.get(value, {}), **BESIDE.get(option, {})}
    if option == "score":
        settings["rounds"] = {"lazy": "2"}.get(value, "1")
    return CLASSIC.with_options(settings)


@pytest.mark.parametrize(("option", "value"), list(every_value()))
def test_every_value_is_played_to_the_end_with_moves_that_the_views_permit(option: str, value: str) -> None:
    bots = [STRATEGIES[name](Random(seat)) for seat, name in enumerate(("easy", "greedy", "sharp", "easy"))]
    table = play_game(rules_with(option, value), bots, Random(f"{option}={value}"))
    assert isinstance(table.state.need, Over)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_to_the_end(preset: str) -> None:
    bots = [STRATEGIES[name](Random(seat)) for seat, name in enumerate(STRATEGIES)]
    rules = RuleSet.preset(preset).with_options({"rounds": "2"})
    assert isinstance(play_game(rules, bots, Random(preset)).state.need, Over)


# --- not stupidly -----------------------------------------------------------------------------------------


@pytest.fixture(params=CLEVER)
def bot(request: pytest.FixtureRequest) -> Strategy:
    name: str = request.param
    return STRATEGIES[name](Random(1))


def counts(view: View, *cards: int) -> View:
    return replace(view, rules=replace(view.rules, counts=cards))


def test_hands_are_swapped_with_who_has_the_fewest_cards(bot: Strategy) -> None:
    view = counts(house.in_turn({"seven_zero": "on"}, ("yellow 7", "blue 3", "blue 4", "green 5")), 4, 6, 2)
    assert bot.choose(view) == PlayCard(view.hand[0], target=2)


def test_a_small_hand_is_not_swapped_for_a_large_one(bot: Strategy) -> None:
    view = counts(house.in_turn({"seven_zero": "on"}, ("yellow 7", "red 1", "red 2")), 3, 9, 8)
    choice = bot.choose(view)
    assert isinstance(choice, PlayCard)
    assert choice.card != view.hand[0]


def test_a_zero_is_laid_when_the_hand_that_comes_is_small(bot: Strategy) -> None:
    hand = ("red 0", "red 1", "blue 3", "blue 4", "green 5")
    zero, _, *_ = ids(("red 7", *hand))[1:]
    small = counts(house.in_turn({"seven_zero": "on"}, hand), 5, 9, 1)
    large = counts(house.in_turn({"seven_zero": "on"}, hand), 5, 1, 9)
    chosen = [bot.choose(view) for view in (small, large)]
    assert [isinstance(choice, PlayCard) and choice.card == zero for choice in chosen] == [True, False]


def test_two_cards_that_are_the_same_are_laid_together(bot: Strategy) -> None:
    view = counts(house.in_turn({"double_play": "together"}), 4, 5, 5)
    first, second = view.hand[:2]
    choice = bot.choose(view)
    assert isinstance(choice, PlayCard)
    assert {choice.card, choice.second} == {first, second}


def test_uno_is_said_with_two_cards_of_three(bot: Strategy) -> None:
    view = counts(house.in_turn({"double_play": "together"}, ("red 5", "red 5", "blue 3")), 3, 5, 5)
    choice = bot.choose(view)
    assert isinstance(choice, PlayCard)
    assert choice.second is not None
    assert choice.uno


def test_a_card_is_jumped_in_with(bot: Strategy) -> None:
    assert bot.choose(house.JUMP) == JumpIn(house.JUMP.hand[0], uno=True)


def test_a_jump_in_does_not_exchange_a_small_hand_for_a_large_one(bot: Strategy) -> None:
    assert bot.choose(counts(house.JUMP_SEVEN, 3, 8, 8)) is None
    assert bot.choose(counts(house.JUMP_SEVEN, 3, 8, 1)) == JumpIn(house.JUMP_SEVEN.hand[0], target=2)


def test_a_stack_is_answered_and_else_taken(bot: Strategy) -> None:
    assert bot.choose(counts(house.STACKED, 2, 5, 5)) == PlayCard(house.STACKED.hand[0], uno=True)
    assert bot.choose(house.attacked(6, hand=("blue 3", "red 5"))) == AcceptFour()
    assert isinstance(bot.choose(counts(house.STACKED_FOURS, 2, 5, 5)), PlayCard | ChallengeFour)


def test_uno_is_said_late(bot: Strategy) -> None:
    assert bot.choose(house.LATE_UNO) == CallUno(0)


@pytest.mark.parametrize(("target", "does"), [(1, CatchSeat(1)), (2, None), (3, CatchSeat(3))])
def test_a_partner_is_not_caught(bot: Strategy, target: int, does: CatchSeat | None) -> None:
    view = make_view(["red 5"], rules=TEAMS, names=FOUR_NAMES, catchable=target, counts=(1, 1, 1, 1))
    assert bot.choose(view) == does


@pytest.mark.parametrize(("target", "does"), [(1, None), (2, CallUno(2)), (3, None)])
def test_uno_is_said_for_a_partner_and_for_nobody_else(
    bot: Strategy, target: int, does: CallUno | None
) -> None:
    rules = TEAMS.with_options({"uno_rescue": "anyone", "uno_catch": "automatic"})
    view = make_view(["red 5"], rules=rules, names=FOUR_NAMES, catchable=target, counts=(1, 1, 1, 1))
    assert target in view.may_call
    assert bot.choose(view) == does


@pytest.mark.parametrize(("held", "target"), [((6, 5, 1, 4), 3), ((6, 7, 1, 8), 2)])
def test_hands_are_swapped_with_an_opponent_unless_he_holds_more(
    bot: Strategy, held: tuple[int, ...], target: int
) -> None:
    """With a partner nothing is gained: the team keeps both hands."""
    hand = ("yellow 7", "blue 3", "blue 4", "green 5", "green 6", "green 8")
    rules = TEAMS.with_options({"seven_zero": "on"})
    view = make_view(hand, asked=TURN, rules=rules, names=FOUR_NAMES, counts=held)
    assert bot.choose(view) == PlayCard(view.hand[0], target=target)


# Under each rule: what beside a +4 and a blue card is in the hand while a red 7 lies on top, and whether the
# +4 that is then the only card that fits, or the dearest, is no bluff.
HONEST = (
    ({}, "green 7", True),
    ({"wd4_legal": "colour-or-wild"}, "green 1", True),
    ({"wd4_legal": "colour-or-symbol"}, "green 1", True),
    ({"challenge": "off"}, "red 1", True),
    ({"wd4_legal": "always"}, "red 1", True),
    ({}, "red 1", False),
    ({"wd4_legal": "colour-or-wild"}, "wild", False),
    ({"wd4_legal": "colour-or-symbol"}, "green 7", False),
)


@pytest.mark.parametrize(("options", "other", "honest"), HONEST)
def test_a_four_is_a_bluff_or_not_by_the_rules_of_the_table(
    options: dict[str, str], other: str, honest: bool
) -> None:
    hand = ("wild draw four", "blue 3", other)
    view = make_view(hand, asked=(MoveKind.PLAY_DRAWN, MoveKind.KEEP), rules=CLASSIC.with_options(options))
    four, *others = view.hand
    drawn = replace(view, hand=tuple(others), drawn=four, legal=(four,))
    choice = STRATEGIES["greedy"](Random(1)).choose(drawn)
    assert isinstance(choice, PlayDrawnCard if honest else KeepCard)


@pytest.mark.parametrize(("rule", "certain"), [("colour", False), ("colour-or-wild", True)])
def test_a_four_is_doubted_by_the_rules_of_the_table(rule: str, certain: bool) -> None:
    """Somebody is known to hold a Wild and no card of the colour."""
    rules = CLASSIC.with_options({"wd4_legal": rule})
    view = make_view(["blue 3"], asked=(MoveKind.ACCEPT, MoveKind.CHALLENGE), rules=rules, counts=(1, 2, 5))
    laid = replace(view, rules=replace(view.rules, four=LaidFour(1, Colour.RED)))
    sharp = STRATEGIES["sharp"](Random(1))
    sharp.observe(laid, [HandShown(1, ids(["wild", "green 1"]))])
    assert sharp.choose(laid) == (ChallengeFour() if certain else AcceptFour())


def test_a_zero_that_would_be_dear_alone_is_not_kept_to_the_last() -> None:
    """`zero_fifty`; else the dearer card is laid first."""
    greedy, hand = STRATEGIES["greedy"](Random(1)), ("red 0", "red 5")
    plain, fifty = house.in_turn({}, hand), house.in_turn({"zero_fifty": "on"}, hand)
    assert greedy.choose(plain) == PlayCard(plain.hand[1], uno=True)
    assert greedy.choose(fifty) == PlayCard(fifty.hand[0], uno=True)


def test_what_counts_nothing_can_wait() -> None:
    view = house.in_turn({"values": "numbers-only"}, ("red skip", "red 5", "blue 3"))
    assert STRATEGIES["greedy"](Random(1)).choose(view) == PlayCard(view.hand[1])


def test_questions_beside_turns_are_answered(bot: Strategy) -> None:
    yellow_7 = house.HAND.index("yellow 7")
    assert bot.choose(house.READY) == SayReady()
    assert bot.choose(counts(house.TRADE, 4, 5, 3)) == NameTargetSeat(2)
    assert bot.choose(house.DISCARD) == DiscardCards(house.DISCARD.hand[:2])
    assert bot.choose(house.GIVE) == GiveCard(house.GIVE.hand[yellow_7])
    assert bot.choose(house.DUEL) == DuelCard(house.DUEL.hand[yellow_7])
    assert bot.choose(house.VOTE) == CastVote(guilty=False)
    assert bot.choose(house.SLAP) == React()


# --- when -------------------------------------------------------------------------------------------------


def test_the_time_for_a_jump_in_does_not_tell_who_could(bot: Strategy) -> None:
    """The same public table, with a card to jump in with and without one."""
    able = house.JUMP
    unable = house.meanwhile({"jump_in": "on"}, ("blue 4", "blue 3"))
    assert bot.choose(unable) is None
    assert Pace(1.0, Random(3)).pause(able) == Pace(1.0, Random(3)).pause(unable)
    assert Pace(1.0, Random(3)).pause(able) > Pace(1.0, Random(3)).pause(house.SEVEN)
