"""Line mode under house rules: what is asked, what can be typed, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
import trio.testing

from p2puno.ui.finding import UnfitError
from p2puno.ui.grammar import parse
from p2puno.ui.house_lines import LINES
from p2puno.ui.lines import Say, SendAway
from p2puno.ui.model import hand_model
from p2puno.ui.prompts import help_lines
from p2puno.ui.questions import question
from p2puno.ui.resolve import action_for
from protocol.rules.cards import Colour, Kind
from protocol.rules.moves import interruptions, legal_plays
from protocol.rules.needs import (
    MoveKind,
    NeedDuel,
    NeedExchange,
    NeedFirst,
    NeedLast,
    NeedMove,
    NeedVote,
)
from protocol.rules.state import Attack, LaidFour, UnoWindow
from protocol.rules.steps import Answer, Discard, Discarding, Turn
from protocol.table.choices import (
    AcceptFour,
    AccuseSeat,
    Ask,
    CallUno,
    CastVote,
    ChallengeFour,
    DiscardCards,
    DuelCard,
    GiveCard,
    JumpIn,
    NameTargetSeat,
    PlayCard,
    React,
    SayReady,
)
from protocol.table.view import Action, View
from tests.ui.line_kit import seated
from tests.ui.views import CLASSIC, TURN, ids, make_view

HAND = ("red 5", "blue 3", "yellow 7", "wild")
RED_5, BLUE_3, YELLOW_7, WILD = ids(HAND)
# sorted: 1 red 5, 2 yellow 7, 3 blue 3, 4 wild; on top lies a red 7


def view_of(options: Mapping[str, Any], hand: tuple[str, ...] = HAND, **state: Any) -> View:
    """A turn of seat 0 under these rules; `state` changes the public state, `asked` the choices."""
    view = make_view(hand, asked=state.pop("asked", TURN), rules=CLASSIC.with_options(options))
    return replace(view, rules=replace(view.rules, **state))


def other_turn(options: Mapping[str, Any], hand: tuple[str, ...] = HAND, **state: Any) -> View:
    """Another seat's turn; what seat 0 may do meanwhile is what the rules say."""
    view = make_view(hand, rules=CLASSIC.with_options(options))
    rules = replace(view.rules, laid_by=2, asked=Turn(1), **state)
    return replace(view, rules=rules, interruptions=interruptions(rules, 0))


def asked(ask: Ask, need: object, hand: tuple[str, ...] = HAND, **options: Any) -> View:
    view = view_of(options, hand, asked=(), need=need)
    return replace(view, asked=ask)


def action(line: str, view: View) -> Action:
    meaning = parse(line)
    assert meaning is not None
    assert not isinstance(meaning, Say | SendAway)
    found = action_for(meaning, view, [card.card for card in hand_model(view)])
    assert view.permits(found)
    return found


def answer(line: str, view: View) -> str:
    with pytest.raises(UnfitError) as raised:
        action(line, view)
    return str(raised.value)


# --- laying -----------------------------------------------------------------------------------------------

SWAP = {"seven_zero": "on"}


def test_a_seven_names_with_whom_hands_are_swapped() -> None:
    view = view_of(SWAP)
    assert action("play 2 swap Bob", view) == PlayCard(YELLOW_7, target=1)
    assert action("play yellow 7 with c", view) == PlayCard(YELLOW_7, target=2)
    assert answer("play 2", view) == "Say with whom, for example `play yellow 7 swap Bob`."
    assert answer("play 1 swap Bob", view) == "Nobody is named with red 5 now."
    assert answer("play 2 swap Ann", view) == "Not with Ann: you can name Bob or Cid."
    assert "Say with whom you exchange, for example `play 2 swap Bob`." in question(view)


def test_where_there_is_only_one_other_nobody_need_be_named() -> None:
    view = make_view(HAND, asked=TURN, names=("Ann", "Bob"), rules=CLASSIC.with_options(SWAP))
    assert action("play 2", view) == PlayCard(YELLOW_7, target=1)


def test_a_swap_that_is_free_is_left_out_if_nobody_is_named() -> None:
    view = view_of({**SWAP, "seven_swap": "may"})
    assert action("play 2", view) == PlayCard(YELLOW_7)
    assert action("play 2 swap Cid", view) == PlayCard(YELLOW_7, target=2)


def test_two_cards_that_are_the_same_are_laid_together() -> None:
    hand = ("red 5", "red 5", "blue 3")
    first, second, _ = ids(hand)
    view = view_of({"double_play": "together"}, hand)
    assert action("play 1 and 2", view) == PlayCard(first, second=second)
    assert action("uno play red 5 and red 5", view) == PlayCard(first, uno=True, second=second)
    assert answer("play 1 and 3", view) == "Only two cards that are exactly the same are laid together."
    assert answer("play 1 and 2 as skip", view) == "Two cards cannot be laid as a Skip now."
    assert "You can: play 1 or 2; play 1 and 2; draw." in question(view)


def test_two_cards_that_are_the_same_are_laid_as_a_skip() -> None:
    hand = ("red 5", "red 5", "blue 3")
    first, second, _ = ids(hand)
    view = view_of({"pair_as_skip": "on"}, hand)
    assert action("play 1 and 2 as skip", view) == PlayCard(first, second=second, as_skip=True)
    assert answer("play 1 and 2", view) == "Two cards cannot be laid together now."
    assert answer("play 1 as skip", view) == "Two cards make a Skip: `play 3 and 4 as skip`."


def test_a_wild_that_moves_the_colour_names_none() -> None:
    view = view_of({"colour_circle": "on"})
    assert action("play wild", view) == PlayCard(WILD)
    assert answer("play wild green", view) == "No colour is named with it now: `play wild`."


def test_a_card_that_does_not_fit_can_be_tried_where_that_costs() -> None:
    view = view_of({"misplay_penalty": "2"}, asked=TURN)
    assert answer("play 3", view).endswith("To try it all the same, `try blue 3`; that costs 2 cards.")
    assert action("try 3", view) == PlayCard(BLUE_3)
    assert answer("try 1", view) == "red 5 fits: just play it."


# --- attacks ----------------------------------------------------------------------------------------------

STACK = {"stack": "both"}


def attacked(cards: int, kind: Kind = Kind.DRAW_TWO, *kinds: MoveKind) -> View:
    view = view_of(STACK, ("red draw two", "blue 3"), asked=(MoveKind.PLAY, MoveKind.ACCEPT, *kinds))
    rules = replace(view.rules, attack=Attack(kind, 1, 0, cards), asked=Answer(0))
    return replace(view, rules=rules, legal=legal_plays(rules, view.hand))


def test_a_pending_stack_is_answered_or_taken() -> None:
    view = attacked(6)
    assert question(view)[2] == "Bob makes you draw 6 cards. You can: play 1; accept."
    assert action("play 1", view) == PlayCard(view.hand[0])
    assert action("take", view) == action("draw", view) == action("accept", view) == AcceptFour()


def test_a_stack_of_fours_says_what_waits() -> None:
    view = attacked(8, Kind.WILD_DRAW_FOUR, MoveKind.CHALLENGE)
    view = replace(view, rules=replace(view.rules, four=LaidFour(1, Colour.RED), colour=Colour.GREEN))
    assert question(view)[2] == (
        "Bob played a wild draw four on red and named green; 8 cards wait for you. "
        "You can: accept; challenge."
    )
    assert action("challenge", view) == ChallengeFour()


def test_a_skip_that_can_be_answered() -> None:
    view = attacked(0, Kind.SKIP)
    assert question(view)[2] == "Bob makes you miss your turn. You can: accept."


def test_cards_are_sorted_in_peace() -> None:
    view = view_of({"ready_after_four": "on"}, asked=(MoveKind.READY,))
    assert question(view)[2] == "Look at your new cards in peace: play waits for you. You can: ready."
    assert action("ready", view) == SayReady()


# --- out of turn ------------------------------------------------------------------------------------------


def test_the_same_card_is_jumped_in_with() -> None:
    same = ("red 7", "blue 3")
    view = other_turn({"jump_in": "on"}, same)
    assert question(view) == ("You can: jump 1.",)
    assert action("jump", view) == action("jump 1", view) == JumpIn(view.hand[0])
    assert answer("jump 2", view) == "To jump in takes exactly the card that lies on top; blue 3 is another."
    assert answer("jump", other_turn({"jump_in": "on"})).startswith("You have no card to jump in with now.")


def test_a_jump_in_names_what_belongs_to_the_card() -> None:
    view = other_turn({"jump_in": "on", **SWAP}, ("red 7", "blue 3", "blue 4"))
    assert action("jump 1 swap Cid uno", view) == JumpIn(view.hand[0], uno=True, target=2)


def test_uno_is_said_late_and_for_others() -> None:
    options = {"uno_call": "before-next", "uno_rescue": "anyone"}
    windows = (
        UnoWindow(0, False, frozenset(), late=True),
        UnoWindow(2, False, frozenset()),
    )
    view = other_turn(options, ("blue 3",), windows=windows)
    assert question(view) == ("You can: catch Cid; uno; rescue Cid.",)
    assert action("uno", view) == CallUno(0)
    assert action("uno Cid", view) == action("rescue Cid", view) == CallUno(2)
    assert answer("rescue Bob", view) == "For Bob UNO cannot be said now."


def test_a_hint_is_accused_but_not_proposed() -> None:
    view = other_turn({"hint_penalty": "2"})
    assert action("accuse Bob", view) == AccuseSeat(1)
    assert question(view) == ()


# --- questions beside turns -------------------------------------------------------------------------------


def test_a_card_is_given_away() -> None:
    view = asked(Ask.GIVE, NeedExchange(2, 0), five_exchange="on")
    assert question(view)[1] == "Which card do you give to Cid? You can: give 1, 2, 3 or 4."
    assert action("give blue 3", view) == GiveCard(BLUE_3)


def test_a_number_card_is_shown_in_a_duel_or_none() -> None:
    view = asked(Ask.DUEL, NeedDuel((0, 1, 2)), spin="each-turn")
    assert question(view)[1].endswith("You can: duel 1, 2 or 3; duel none.")
    assert action("duel 2", view) == DuelCard(YELLOW_7)
    assert action("duel none", view) == DuelCard(None)
    assert answer("duel wild", view).startswith("That is not possible now.")


def test_hints_are_voted_on() -> None:
    view = asked(Ask.VOTE, NeedVote(2, 1), hint_penalty="2")
    assert question(view) == ("Has Bob told somebody what to play? You can: vote yes; vote no.",)
    assert (action("vote yes", view), action("vote no", view)) == (CastVote(True), CastVote(False))


@pytest.mark.parametrize(
    ("need", "asks"),
    [(NeedLast((0, 1)), "A hand on the pile, quickly!"), (NeedFirst((0, 1)), "Shout, quickly!")],
)
def test_the_pile_is_slapped(need: object, asks: str) -> None:
    view = asked(Ask.REACT, need, uno_slap="on")
    assert question(view) == (f"{asks} You can: slap.",)
    assert action("slap", view) == React()


def test_the_wheel_lets_hands_be_traded_and_cards_be_discarded() -> None:
    trade = view_of({"spin": "each-turn"}, asked=(MoveKind.NAME_TARGET,))
    assert question(trade)[2] == "With whom do you trade hands? You can: choose Bob or Cid."
    assert action("choose Cid", trade) == NameTargetSeat(2)
    hand = ("red 5", "blue 5", "blue 3")
    fives = ids(hand)[:2]
    discard = view_of({"spin": "each-turn"}, hand, asked=(MoveKind.DISCARD,))
    need = NeedMove(0, frozenset({MoveKind.DISCARD}))
    rules = replace(discard.rules, need=need, asked=Discard(0, Discarding.NUMBER))
    discard = replace(discard, rules=rules)
    assert action("discard red 5 blue 5", discard) == DiscardCards(fives)
    assert action("discard none", discard) == DiscardCards(())
    assert answer("discard 1 2 3", discard) == "These cards cannot be discarded together now."


# --- the help ---------------------------------------------------------------------------------------------


def test_the_help_has_only_what_these_rules_can_need() -> None:
    plain = help_lines(CLASSIC)
    party = help_lines(CLASSIC.with_options({"jump_in": "on", "seven_zero": "on"}))
    assert [line.split("  ")[0] for line in party if line not in plain and "  " in line][-3:] == [
        "play 7 swap Ann",
        "jump 4",
        "uno",
    ]
    assert help_lines() == plain


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.example.source)
def test_every_example_of_the_help_is_understood(line: Any) -> None:
    assert parse(line.example.source) is not None
    assert not line.when(CLASSIC)


# --- a seat of its own ------------------------------------------------------------------------------------


async def test_a_piped_turn_answers_what_is_asked_before_it() -> None:
    vote = asked(Ask.VOTE, NeedVote(2, 1), hint_penalty="2")
    turn = view_of({"hint_penalty": "2"})
    async with seated(piped=True) as (seat, nursery):
        await seat.see(vote)
        seat.answer_of(nursery, vote)
        await seat.type("play 1")
        assert seat.actions == [CastVote(guilty=False)]
        assert "This is answered for you; your next line is for your next turn." in seat.said()
        await seat.see(turn)
        seat.answer_of(nursery, turn)
        await trio.testing.wait_all_tasks_blocked()
        assert seat.actions[1:] == [PlayCard(RED_5)]


async def test_a_piped_answer_is_given_as_it_stands() -> None:
    slap = asked(Ask.REACT, NeedLast((0, 1)), uno_slap="on")
    async with seated(piped=True) as (seat, nursery):
        await seat.see(slap)
        seat.answer_of(nursery, slap)
        await seat.type("slap")
        assert seat.actions == [React()]


async def test_a_piped_jump_waits_for_its_card() -> None:
    unable = other_turn({"jump_in": "on"})
    able = other_turn({"jump_in": "on"}, ("red 7", "blue 3"))
    async with seated(piped=True) as (seat, nursery):
        await seat.see(unable)
        await seat.type("jump")
        assert seat.actions == []
        await seat.see(able)
        seat.answer_of(nursery, able)
        await trio.testing.wait_all_tasks_blocked()
        assert seat.actions == [JumpIn(able.hand[0])]


async def test_ready_is_said_in_the_game_where_play_waits_for_it() -> None:
    sorting = view_of({"ready_after_four": "on"}, asked=(MoveKind.READY,))
    async with seated(piped=False) as (seat, nursery):
        await seat.see(sorting)
        seat.answer_of(nursery, sorting)
        await seat.type("ready")
        assert seat.actions == [SayReady()]


async def test_the_help_at_the_table_knows_its_rules() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.type("help")
        assert not any(line.startswith("jump 4") for line in seat.said())
        await seat.see(other_turn({"jump_in": "on"}))
        await seat.type("help")
        assert any(line.startswith("jump 4") for line in seat.said())
