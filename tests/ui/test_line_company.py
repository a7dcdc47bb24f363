"""Line mode beside the moves: reading between rounds, a bot that plays for the person, who looks on."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
import trio.testing

from p2puno.seat.player import Asking, Company
from protocol.rules.needs import NeedNextRound
from protocol.table.casting import Prospect
from protocol.table.choices import PlayCard
from tests.ui.line_kit import Seat, seated
from tests.ui.views import TURN, ids, make_view

MY_TURN = make_view(("red 5", "blue 3"), asked=TURN)
PAUSE = replace(make_view(), rules=replace(make_view().rules, need=NeedNextRound()))


@pytest.mark.parametrize("line", ["", "next"])
async def test_a_person_goes_on_to_the_next_round_with_enter_or_a_word(line: str) -> None:
    async with seated(piped=False) as (seat, nursery):
        await seat.see(PAUSE)
        seat.observer.on_company(Company(reading=frozenset({0, 2})))
        went_on = _next_round(seat, nursery)
        await seat.type("play 1")
        assert seat.said() == [
            "The next round begins when everybody is ready. You can: next (or just Enter).",
            "It is not your turn. The next round begins when everybody is ready.",
        ]
        assert not went_on.is_set()
        await seat.type(line)
        assert went_on.is_set()
        assert seat.said() == ["You are ready for the next round.", "Not ready for the next round yet: Cid."]
        await seat.type("", "next")
        assert seat.said() == ["There is nothing to go on to now: `next` is for the time between rounds."]


async def test_a_pipe_goes_on_by_itself() -> None:
    async with seated(piped=True) as (seat, nursery):
        await seat.see(PAUSE)
        seat.said()
        went_on = _next_round(seat, nursery)
        await seat.type()
        assert went_on.is_set()
        assert seat.said() == []


async def test_the_seat_is_handed_to_a_bot_and_taken_back() -> None:
    async with seated(piped=False) as (seat, nursery):
        await seat.see(MY_TURN)
        seat.said()
        await seat.type("back")
        assert seat.said() == ["You play yourself; `bot` hands the seat to a bot."]
        await seat.type("bot", "play 1")
        assert seat.controls.handed_over
        assert seat.said() == ["A bot plays for you: `back` takes the seat back."]
        await seat.type("back")
        assert not seat.controls.handed_over
        seat.answer_of(nursery, MY_TURN)
        await seat.type("play 1")
        assert seat.actions == [PlayCard(ids(["red 5"])[0])]


async def test_what_changes_beside_the_game_is_told_once() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.see(MY_TURN)
        seat.said()
        for company in (
            Company(by_bot=frozenset({0, 1})),
            Company(by_bot=frozenset({1}), watchers=1),
            Company(by_bot=frozenset({1}), watchers=2),
            Company(),
        ):
            seat.observer.on_company(company)
        assert seat.said() == [
            "A bot plays for you now.",
            "A bot plays for Bob now.",
            "You play again.",
            "1 person looks on.",
            "2 people look on.",
            "Bob plays again.",
            "Nobody looks on any more.",
        ]


async def test_who_reads_long_is_named_after_a_while() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.see(PAUSE)
        seat.said()
        for seconds in (2.0, 10.0, 12.0, 30.0):
            seat.observer.on_waiting([1, 2], seconds)
        assert seat.said() == [
            "Not ready for the next round yet: Bob and Cid (10 seconds).",
            "Not ready for the next round yet: Bob and Cid (30 seconds).",
        ]


async def test_a_person_votes_about_those_whom_the_table_waits_for() -> None:
    async with seated(piped=False) as (seat, _nursery):
        await seat.see(make_view())
        seat.said()
        await seat.type("vote Bob")
        assert seat.said() == ["The table does not wait for Bob."]
        seat.observer.on_waiting((1,), 30.0)
        assert seat.said() == [
            "Waiting for Bob (30 seconds).",
            "`vote Bob` asks the others to go on without.",
        ]
        await seat.type("vote bob")
        assert await seat.controls.next_nudged() == 1
        assert not seat.controls.voted
        await seat.type("vote Bob")
        assert seat.controls.voted == {1}
        await seat.type("vote Zoe")
        answers = seat.said()
        assert answers[0].startswith("Bob is connected: you ask that the program there plays on.")
        assert answers[1] == "You vote for going on without Bob."
        assert "Zoe" in answers[2]


async def test_whose_link_has_broken_is_voted_out_at_once() -> None:
    async with seated(piped=False) as (seat, _nursery):
        await seat.see(make_view())
        seat.said()
        seat.observer.on_company(Company(away=frozenset({1}), reached=frozenset({(1, 2)})))
        seat.observer.on_company(Company(away=frozenset({1}), votes=frozenset({(2, 1)})))
        assert seat.said() == [
            "Bob has no link here any more, but is still linked with Cid.",
            "Nobody has a link to Bob any more.",
            "Cid wants to go on without Bob: you agree with `vote` and the name, or on the screen with z.",
        ]
        seat.observer.on_waiting((1,), 5.0)
        await seat.type("vote Bob")
        assert seat.controls.voted == {1}
        seat.said()
        seat.observer.on_company(Company())
        assert seat.said() == ["Bob is back."]


async def test_who_has_left_is_not_back_because_nobody_waits_any_more() -> None:
    async with seated(piped=False) as (seat, _nursery):
        view = make_view()
        seat.observer.on_company(Company(away=frozenset({1})))
        await seat.see(replace(view, rules=replace(view.rules, gone=frozenset({1}))))
        seat.said()
        seat.observer.on_company(Company())
        assert seat.said() == []


async def test_a_notice_begins_with_a_capital_letter_but_names_stay_as_they_are() -> None:
    async with seated(piped=False) as (seat, _nursery):
        seat.observer.on_notice("your time is up")
        view = make_view()
        await seat.see(replace(view, names=("ann", *view.names[1:])))
        seat.said()
        seat.observer.on_notice("ann: the connection is broken")
        seat.observer.on_notice("the program of Bob plays on")
        assert seat.said() == ["ann: the connection is broken.", "The program of Bob plays on."]


def _next_round(seat: Seat, nursery: trio.Nursery) -> trio.Event:
    went_on = trio.Event()

    async def ask() -> None:
        await seat.player.next_round()
        went_on.set()

    nursery.start_soon(ask)
    return went_on


async def test_who_asks_to_sit_down_is_let_in_by_a_word() -> None:
    async with seated(piped=False) as (seat, _):
        await seat.see(MY_TURN)
        seat.said()
        await seat.type("let in")
        assert seat.said() == ["Nobody asks to be let in."]
        eve, finn = Asking("Eve", b"e"), Asking("Finn\x1b[2J", b"f")
        seat.observer.on_company(Company(asking=(eve, finn)))
        assert seat.said() == [
            "You decide whether to let in Eve and Finn[2J: with `let in`, or on the screen with +."
        ]
        await seat.type("let in", "let in Zoe")
        several, nobody = seat.said()
        assert several == "Several ask to be let in: Eve and Finn[2J. Say whom, as in `let in Eve`."
        assert "Zoe" in nobody
        await seat.type("let in finn")
        assert seat.said() == ["You let in Finn[2J."]
        assert await seat.controls.next_let_in() == b"f"
        seat.observer.on_company(Company(asking=(eve,)))
        await seat.type("let in")
        assert seat.said() == ["You let in Eve."]
        assert await seat.controls.next_let_in() == b"e"


async def test_where_no_majority_would_stay_no_vote_is_offered() -> None:
    async with seated(piped=False) as (seat, _):
        seat.controls.prospect = lambda _seat: Prospect.TOO_FEW
        await seat.see(make_view())
        seat.said()
        seat.observer.on_waiting((1,), 30.0)
        assert seat.said()[1:] == ["`vote Bob` asks the program there to play on."]
        await seat.type("vote Bob", "vote Bob")
        assert await seat.controls.next_nudged() == 1
        nudged, why = seat.said()
        assert nudged == "Bob is connected: you ask that the program there plays on."
        assert why.startswith("Nobody can vote for going on without Bob: it takes more than half")
        assert not seat.controls.voted


async def test_two_who_are_away_without_a_majority_beside_them_are_named() -> None:
    async with seated(piped=False) as (seat, _):
        seat.controls.prospect = lambda _seat: Prospect.TOO_FEW
        await seat.see(make_view())
        seat.observer.on_company(Company(away=frozenset({1, 2})))
        seat.said()
        seat.observer.on_waiting((1,), 30.0)
        assert seat.said()[1].startswith("Nobody can vote for going on without Bob and Cid:")


async def test_who_is_away_as_well_is_named_and_can_be_voted_about() -> None:
    """Cid has contributed to this slot, and is not waited for; his vote is missed nevertheless."""
    async with seated(piped=False) as (seat, _):
        await seat.see(make_view())
        seat.observer.on_company(Company(away=frozenset({1, 2})))
        seat.observer.on_waiting((1,), 30.0)
        seat.said()
        await seat.type("vote Bob", "vote Cid")
        assert seat.said() == [
            "You vote for going on without Bob.",
            "Cid cannot agree, being away as well: vote about Cid too.",
            "You vote for going on without Cid.",
        ]
        assert seat.controls.voted == {1, 2}


async def test_before_all_have_confirmed_the_table_nobody_is_voted_about() -> None:
    async with seated(piped=False) as (seat, _):
        seat.controls.prospect = lambda _seat: Prospect.TOO_EARLY
        await seat.see(make_view())
        seat.said()
        seat.observer.on_waiting((1,), 30.0)
        assert seat.said() == ["Waiting for Bob (30 seconds)."], "the driver has said more"
        await seat.type("vote Bob")
        assert seat.said()[0].startswith("The game has not begun: the table is not confirmed yet by Bob.")
