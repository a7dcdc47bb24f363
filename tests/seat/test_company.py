"""Beside the log: who has handed over a seat, who still reads between rounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio

from p2puno.seat import bots
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.chatter import CHAT_LINES
from p2puno.seat.company import CompanyBook
from p2puno.seat.player import Player
from protocol.rules.happenings import RoundStarted
from protocol.rules.ruleset import RuleSet
from protocol.transcript.contribution import HeardSignal
from protocol.wire.messages import HandedSignal, Signal
from tests.seat.peers import Seat, play, seats_for

ONE_ROUND = RuleSet.preset("classic").with_options({"rounds": 1})
TWO_ROUNDS = RuleSet.preset("classic").with_options({"rounds": 2})


@dataclass
class Reader(BotPlayer):
    """Plays like a bot, and reads the scores until it is told to go on."""

    done: trio.Event = field(default_factory=trio.Event)
    asked: int = 0

    def __post_init__(self) -> None:
        super().__init__(bots.Greedy())

    async def next_round(self) -> None:
        self.asked += 1
        await self.done.wait()


@pytest.mark.parametrize("star", [False, True], ids=["full mesh", "star"])
async def test_who_plays_by_a_bot_is_told_to_everybody(tmp_path: Path, star: bool) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3, bots_sit=False)
    seats[1].recorder.at_slot(5, seats[1].controls.hand_over)
    seats[1].recorder.at_slot(9, seats[1].controls.take_back)
    await play(seats, star=star)
    for seat in seats:
        assert [company.by_bot for company in seat.recorder.companies] == [{1}, frozenset()]
    assert {seat.outcome.transcript.read_bytes() for seat in seats if seat.outcome} == {_transcript(seats)}


async def test_the_next_round_waits_for_whoever_reads_and_the_others_see_it(tmp_path: Path) -> None:
    reader = Reader()
    players: list[Player] = [BotPlayer(bots.Greedy()), reader, BotPlayer(bots.Greedy())]
    _, seats = seats_for(TWO_ROUNDS, tmp_path, 3, players.__getitem__)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, seats)
        for seat in seats:
            await seat.recorder.until(lambda company: company.reading == {1})
        assert reader.asked == 1
        assert all(_rounds(seat) == [1] for seat in seats)
        reader.done.set()
    assert all(_rounds(seat) == [1, 2] for seat in seats)
    assert all(seat.recorder.companies[-1].reading == frozenset() for seat in seats)
    assert reader.asked == 1


async def test_leaving_while_reading_is_leaving(tmp_path: Path) -> None:
    reader = Reader()
    players: list[Player] = [reader, BotPlayer(bots.Greedy())]
    _, seats = seats_for(TWO_ROUNDS, tmp_path, 2, players.__getitem__)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, seats)
        await seats[1].recorder.until(lambda company: company.reading == {0})
        seats[0].controls.leaving.set()
    assert seats[0].outcome is not None
    assert seats[0].outcome.left
    assert seats[1].error is None
    assert seats[1].recorder.views[-1].rules.gone == {0}


def test_an_older_change_of_hands_does_not_undo_a_later_one() -> None:
    book = CompanyBook()
    book.take(_heard(2), HandedSignal(by_bot=True, change=3))
    for change, news in ((2, False), (3, False), (4, True)):
        assert book.is_news(2, HandedSignal(by_bot=False, change=change)) is news
    assert book.is_news(1, HandedSignal(by_bot=True, change=1))


async def test_changing_hands_without_end_is_cut_off(tmp_path: Path) -> None:
    """The last to be told may be wrong then; the one who does it is not worth more."""
    _, seats = seats_for(ONE_ROUND, tmp_path, 2, bots_sit=False)

    def flood() -> None:
        voice, talk = seats[1].driver._voice, seats[1].driver._talk
        for change in range(1, 4 * CHAT_LINES):
            talk.say(voice.sign(HandedSignal(bool(change % 2), change)))

    seats[1].recorder.at_slot(5, flood)
    await play(seats)
    assert len(seats[0].recorder.companies) == CHAT_LINES


def _heard(seat: int) -> HeardSignal:
    return HeardSignal(Signal(bytes(32), 0, 1, bytes(32), seat, (), b"x"), b"")


def _transcript(seats: list[Seat]) -> bytes:
    assert seats[0].outcome is not None
    return seats[0].outcome.transcript.read_bytes()


def _rounds(seat: Seat) -> list[int]:
    return [told.round for told in seat.recorder.happenings if isinstance(told, RoundStarted)]


async def test_a_bot_cannot_hand_over_a_seat(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 2)
    seats[1].recorder.at_slot(5, seats[1].controls.hand_over)
    await play(seats)
    assert seats[0].recorder.companies == []
