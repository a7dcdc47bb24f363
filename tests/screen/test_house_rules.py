"""House rules on the full screen: whole actions from keys, questions beside turns, what is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import trio.testing

from p2puno.ui.screen.answering import SETTLE_SECONDS
from protocol.rules.cards import Colour
from protocol.rules.happenings import WheelSpun
from protocol.rules.state import Silence
from protocol.table.choices import (
    AcceptFour,
    AccuseSeat,
    Action,
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
from protocol.table.view import View
from tests.screen import house
from tests.screen.test_page import Seat, sitting
from tests.ui.views import CLASSIC, TURN, ids, make_view

RED_5, OTHER_RED_5, YELLOW_7, WILD = ids(house.HAND)


@pytest.fixture
async def seat(autojump_clock: trio.testing.MockClock) -> AsyncIterator[Seat]:
    async with sitting() as one:
        yield one


@pytest.mark.parametrize(
    ("view", "keys", "action"),
    [
        (house.SEVEN, ("7", "enter", "enter"), PlayCard(YELLOW_7, target=1)),
        (house.SEVEN, ("7", "enter", "right", "enter"), PlayCard(YELLOW_7, target=2)),
        (house.SEVEN, ("7", "enter", "left", "left", "enter"), PlayCard(YELLOW_7, target=1)),
        (house.SEVEN, ("7", "enter", "backspace", "5", "enter"), PlayCard(RED_5)),
        (house.SWAP_WHO_WANTS, ("7", "enter", "left", "enter"), PlayCard(YELLOW_7)),
        (house.PAIRS, ("p", "enter"), PlayCard(RED_5, second=OTHER_RED_5)),
        (house.PAIRS, ("p", "p", "enter"), PlayCard(RED_5, second=OTHER_RED_5, as_skip=True)),
        (house.PAIRS, ("p", "p", "p", "enter"), PlayCard(RED_5)),
        (house.PAIRS, ("p", "7", "enter"), PlayCard(YELLOW_7)),
        (house.MISPLAY, ("3", "l"), PlayCard(house.MISPLAY.hand[1])),
        (house.STACKED, ("enter",), PlayCard(house.STACKED.hand[0])),
        (house.STACKED, ("a",), AcceptFour()),
        (house.STACKED_FOURS, ("c",), ChallengeFour()),
        (house.STACKED_FOURS, ("enter", "b", "enter"), PlayCard(house.STACKED_FOURS.hand[0], Colour.BLUE)),
        (house.SKIPPED, ("a",), AcceptFour()),
        (house.READY, ("enter",), SayReady()),
        (house.TRADE, ("right", "enter"), NameTargetSeat(2)),
        (house.DISCARD, (" ", "right", " ", "enter"), DiscardCards((RED_5, OTHER_RED_5))),
        (house.DISCARD, ("k",), DiscardCards(())),
        (house.JUMP, ("j",), JumpIn(house.JUMP.hand[0])),
        (house.JUMP, ("u", "j"), JumpIn(house.JUMP.hand[0], uno=True)),
        (house.JUMP_SEVEN, ("j", "right", "enter"), JumpIn(house.JUMP_SEVEN.hand[0], target=2)),
        (house.LATE_UNO, ("u",), CallUno(0)),
        (house.RESCUE, ("e",), CallUno(2)),
        (house.ACCUSE, ("!", "down", "enter"), AccuseSeat(2)),
        (house.GIVE, ("7", "enter"), GiveCard(YELLOW_7)),
        (house.DUEL, ("7", "enter"), DuelCard(YELLOW_7)),
        (house.DUEL, ("k",), DuelCard(None)),
        (house.VOTE, ("y",), CastVote(guilty=True)),
        (house.VOTE, ("n",), CastVote(guilty=False)),
        (house.SLAP, (" ",), React()),
        (house.COVER, ("w", "enter"), PlayCard(WILD)),
    ],
)
async def test_keys_put_a_whole_action_together(
    autojump_clock: trio.testing.MockClock, seat: Seat, view: View, keys: tuple[str, ...], action: Action
) -> None:
    await seat.asked(view)
    await seat.press(*keys)
    assert seat.actions == [action]
    assert all(map(view.permits, seat.actions))


async def test_a_slap_is_never_too_quick(autojump_clock: trio.testing.MockClock, seat: Seat) -> None:
    await seat.asked(house.SLAP, settled=False)
    assert "A HAND ON THE PILE: PRESS SPACE!" in seat.screen()
    await seat.press(" ")
    assert seat.actions == [React()]


async def test_a_vote_can_be_too_quick(autojump_clock: trio.testing.MockClock, seat: Seat) -> None:
    await seat.asked(house.VOTE, settled=False)
    await seat.press("y")
    assert seat.actions == []
    await trio.sleep(SETTLE_SECONDS)
    await seat.press("y")
    assert seat.actions == [CastVote(guilty=True)]


@pytest.mark.parametrize(
    ("view", "keys", "shown"),
    [
        (house.SEVEN, ("7",), "Enter plays yellow 7; the player comes next."),
        (house.SEVEN, ("7", "enter"), "With whom? [Bob]"),
        (house.SWAP_WHO_WANTS, ("7", "enter", "left"), "[nobody]"),
        (house.PAIRS, ("5", "p"), "two together"),
        (house.PAIRS, ("5", "p", "p"), "two as a Skip"),
        (house.MISPLAY, ("3",), "l lays it all the same; that costs 2 cards."),
        (house.STACKED, (), "Bob makes you draw 6 cards"),
        (house.STACKED, (), "To be drawn: 6 cards"),
        (house.STACKED_FOURS, (), "Bob laid a wild draw four on you, named red, and 8 cards wait"),
        (house.SKIPPED, (), "Bob makes you miss your turn"),
        (house.READY, (), "Look at your new cards: play waits for you"),
        (house.DISCARD, (" ",), "R5+"),
        (house.DISCARD, ("enter",), "Mark cards with Space first; k discards none."),
        (house.DISCARD, (" ", "7", " ", "enter"), "These cards cannot be discarded together now."),
        (house.JUMP, (), "You hold the card on top: j jumps in."),
        (house.LATE_UNO, (), "Say UNO while it is time: press u."),
        (house.RESCUE, (), "No UNO from Cid? x catches. e says UNO for Cid."),
        (house.GIVE, (), "Which card do you give to Cid?"),
        (house.DUEL, ("w", "enter"), "A duel takes a number card; k shows none."),
        (house.VOTE, (), "Has Bob told somebody what to play?"),
        (house.ACCUSE, ("!",), "Whom do you accuse of a hint?"),
    ],
)
async def test_the_screen_says_what_can_be_done(
    autojump_clock: trio.testing.MockClock, seat: Seat, view: View, keys: tuple[str, ...], shown: str
) -> None:
    await seat.asked(view)
    await seat.press(*keys)
    assert shown in " ".join(seat.screen().split())


async def test_a_jump_in_that_was_taken_back_is_none(
    autojump_clock: trio.testing.MockClock, seat: Seat
) -> None:
    await seat.asked(house.JUMP_SEVEN)
    await seat.press("j", "backspace", "enter")
    assert seat.actions == []
    assert not seat.page.composing.jumping


async def test_what_was_being_chosen_is_forgotten_when_the_table_changes(
    autojump_clock: trio.testing.MockClock, seat: Seat
) -> None:
    await seat.asked(house.SEVEN)
    await seat.press("7", "enter")
    seat.see(make_view(house.HAND))
    assert not seat.page.composing.aiming


async def test_silence_places_and_teams_are_shown(autojump_clock: trio.testing.MockClock, seat: Seat) -> None:
    view = make_view(
        house.HAND, names=("Ann", "Bob", "Cid", "Dan"), rules=CLASSIC.with_options({"teams": "2v2"})
    )
    seat.see(replace(view, rules=replace(view.rules, silence=Silence(1, False, None), out=(2,))))
    screen = seat.screen()
    assert "Silence!" in screen
    assert "place 1" in screen
    assert screen.count("team A") == 1
    assert screen.count("team B") == 2


async def test_where_the_wheel_has_stopped_is_said_beside_the_question(
    autojump_clock: trio.testing.MockClock, seat: Seat
) -> None:
    seat.page.on_slot(house.DISCARD, (WheelSpun(0, "discard-number"),))
    assert "The wheel: you may discard all cards of one number." in seat.page.message


async def test_children_are_reminded_though_hints_are_off(
    autojump_clock: trio.testing.MockClock, seat: Seat
) -> None:
    seat.stage.remembered.change(hints=False)
    hand = ("red 5", "blue 3")
    await seat.asked(make_view(hand, asked=TURN))
    assert "press u" not in seat.screen()
    reminding = make_view(hand, asked=TURN, rules=CLASSIC.with_options({"uno_reminder": "on"}))
    seat.see(reminding)
    assert "press u first to say UNO" in seat.screen()
