"""Line mode over several games: who is asked for another one, and what becomes of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
import trio.testing

from p2puno.commands import lines
from p2puno.commands.lines import LineMode, sit_in_lines, wants_again
from p2puno.seat.ending import Outcome, VotedOutError
from p2puno.seat.plans import Again, Next, Seat, SitAgain, TablePlan
from tests.net.link_kit import INFO
from tests.ui.views import CLASSIC, make_view

AGAIN = Again(TablePlan("here", CLASSIC, 2), (bytes(32), bytes(32)), bytes(32), (), opener=True)
MODE = LineMode(reads=True, verbose=False, opener=True, by_itself=True, quiet=False)


def outcome(number: int, *, again: Again | None = AGAIN) -> Outcome:
    return Outcome(Path(f"/games/{number}.p2puno"), make_view(), left=again is None, again=again)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> trio.MemorySendChannel[str]:
    """A keyboard in front of a terminal."""
    send, receive = trio.open_memory_channel[str](10)
    monkeypatch.setattr(lines, "typed_by_a_person", lambda: True)
    monkeypatch.setattr(lines, "is_terminal", lambda: True)
    monkeypatch.setattr(lines, "keyboard", lambda: receive)
    return send


class Games:
    """Plays nothing: every game ends as it is told, and begins from what the one before left."""

    def __init__(self, *ends: Outcome | VotedOutError | None) -> None:
        self.ends = list(ends)
        self.begun: list[Next] = []
        self.seats: list[Seat] = []

    async def __call__(self, seat: Seat, again: Next) -> Outcome | None:
        await trio.lowlevel.checkpoint()
        self.begun.append(again)
        self.seats.append(seat)
        end = self.ends.pop(0)
        if isinstance(end, VotedOutError):
            raise end
        return end


async def test_a_person_plays_again_as_often_as_it_likes(
    typed: trio.MemorySendChannel[str], capsys: pytest.CaptureFixture[str]
) -> None:
    games = Games(outcome(1), outcome(2))

    async def type_when_asked() -> None:
        for line in ("what?", "Rematch", "quit"):
            await trio.testing.wait_all_tasks_blocked()
            await typed.send(line)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(type_when_asked)
        last = await sit_in_lines(games, MODE)
    assert last is not None
    assert last.transcript == Path("/games/2.p2puno")
    assert games.begun == [None, AGAIN]
    assert games.seats[0].controls is not games.seats[1].controls
    said = capsys.readouterr().out.splitlines()
    assert said.count("You can: rematch (the same table once more); quit.") == 3
    assert "transcript: /games/1.p2puno" in said


@pytest.mark.parametrize("end", [None, outcome(1, again=None)])
async def test_who_left_is_not_asked(typed: trio.MemorySendChannel[str], end: Outcome | None) -> None:
    games = Games(end)
    assert await sit_in_lines(games, MODE) is end
    assert games.begun == [None]
    typed.close()


async def test_a_pipe_is_not_asked(
    typed: trio.MemorySendChannel[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "typed_by_a_person", lambda: False)
    end = outcome(1)
    assert await sit_in_lines(Games(end), MODE) is end
    typed.close()


@pytest.mark.parametrize(
    ("answers", "again"),
    [(["rematch"], True), (["", "R"], True), (["quit"], False), (["maybe", "leave"], False), ([], False)],
)
async def test_what_is_answered(answers: Sequence[str], again: bool) -> None:
    send, receive = trio.open_memory_channel[str](10)
    with send:
        for answer in answers:
            send.send_nowait(answer)
    asked: list[str] = []
    assert await wants_again(receive, asked.append) is again
    assert len(asked) == max(1, len(answers))


def voted_out() -> VotedOutError:
    out = VotedOutError(Path("/games/1.p2puno"), ())
    out.back = SitAgain((), INFO)
    return out


async def test_who_was_voted_out_asks_to_sit_down_again_with_a_word(
    typed: trio.MemorySendChannel[str], capsys: pytest.CaptureFixture[str]
) -> None:
    games = Games(voted_out(), outcome(2, again=None))
    await typed.send("back")
    last = await sit_in_lines(games, MODE)
    assert last is not None
    assert games.begun == [None, SitAgain((), INFO)]
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "transcript: /games/1.p2puno"
    assert said[1].startswith("The others have waited long enough")
    assert said[2] == "You can: back (ask to sit down again, from the next round on); quit."


async def test_who_was_voted_out_and_cannot_or_will_not_come_back_is_told_why(
    typed: trio.MemorySendChannel[str],
) -> None:
    await typed.send("quit")
    with pytest.raises(VotedOutError):
        await sit_in_lines(Games(voted_out()), MODE)
    with pytest.raises(VotedOutError):
        await sit_in_lines(Games(VotedOutError(Path("/games/1.p2puno"), ())), MODE)
