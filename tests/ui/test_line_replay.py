"""A past game in line mode: what is typed, and what is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from p2puno.errors import UsageError
from p2puno.past import film as films
from p2puno.past.film import Film, load
from p2puno.ui import past_texts as past
from p2puno.ui.line_replay import LineReplay
from protocol.rules.happenings import GameEnded
from tests.table.covering import Setting
from tests.table.games import play
from tests.table.simulation import CLASSIC
from tests.transparent import transparent_group

RULES = CLASSIC.with_options({"score": "lazy", "rounds": "2", "hand_size": "5"})


@pytest.fixture(scope="module", autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


@pytest.fixture(scope="module")
def path(transparent: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "game.p2puno"
    path.write_bytes(play(Setting(RULES.with_options({"open_replay": "on"}), 3), "replay").transcript)
    return path


@pytest.fixture(scope="module")
def film(path: Path) -> Film:
    return load(path)


async def told(film: Film, *typed: str) -> list[str]:
    """What is said after these lines and their end."""
    lines: list[str] = []
    send, receive = trio.open_memory_channel[str](len(typed))
    for line in typed:
        send.send_nowait(line)
    send.close()
    await LineReplay(film, lines.append).run(receive)
    assert lines.pop(0) == str(past.REPLAY_HELP)
    return lines


async def test_without_a_word_the_whole_game_is_told(film: Film) -> None:
    lines = await told(film)
    assert lines[1].startswith("  The table is open.")
    ended = film.moments[-1].happenings
    assert any(isinstance(each, GameEnded) for each in ended)
    places = [int(line.split()[1]) for line in lines if line.startswith("Slot ")]
    assert places == sorted(set(places))
    nothing: list[str] = []
    await LineReplay(film, nothing.append).run(None)
    assert nothing[1:] == lines


async def test_steps(film: Film) -> None:
    whole = await told(film)
    assert await told(film, "", "next", "NEXT 2") == whole[: len(await told(film, "next 4"))]
    back = await told(film, "next 4", "back 2", "")
    assert back[-len(await told(film, "next")) :] != whole[:2]
    slots = [line for line in back if line.startswith("Slot ")]
    assert slots[-1] == slots[2]
    assert slots[-2] == slots[1]
    end = await told(film, "jump 999999", "next")
    assert end[-1] == str(past.REPLAY_END)


async def test_rounds_and_slots(film: Film) -> None:
    (line,) = [line for line in await told(film, "round 2") if line.startswith("Slot ")]
    at = film.at_round(2)
    assert line == f"Slot {film.moments[at].slot} of {film.report.clean_to}"
    wanted = film.moments[30].slot
    assert (await told(film, f"jump {wanted}"))[0] == f"Slot {wanted} of {film.report.clean_to}"


async def test_hands_and_the_table(film: Film) -> None:
    at = next(at for at, moment in enumerate(film.moments) if all(moment.state.rules.counts))
    jump = f"jump {film.moments[at].slot}"
    before = len(await told(film, jump))
    assert [line[:8] for line in (await told(film, jump, "hand"))[before:]] == [
        "Seat 0: ",
        "Seat 1: ",
        "Seat 2: ",
    ]
    follow = await told(film, jump, "hand seat 1", "")
    assert follow[before].startswith("  Seat 1: ")
    assert follow[-1].startswith("  Seat 1: ")
    assert " on top, " in (await told(film, jump, "table"))[before + 1]


@pytest.mark.parametrize(
    "line", ["dance", "next many", "jump", "play soon", "play -1", "play inf", "hand Zo"]
)
async def test_what_is_not_understood_changes_nothing(film: Film, line: str) -> None:
    (answer,) = await told(film, line)
    assert "not understood" in answer or "called Zo;" in answer


async def test_it_plays_by_itself_until_something_is_typed(
    film: Film, autojump_clock: trio.abc.Clock
) -> None:
    lines: list[str] = []
    send, receive = trio.open_memory_channel[str](0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LineReplay(film, lines.append).run, receive)
        await send.send("play 2")
        await trio.sleep(5)
        await send.send("")
        stopped = list(lines)
        await trio.sleep(100)
        assert lines == stopped
        await send.send("play 0")
        await trio.sleep(1)
        await send.send("quit")
    assert sum(line.startswith("Slot ") for line in stopped) == 3
    assert sum(line.startswith("Slot ") for line in lines) == len(film.moments)
    del autojump_clock


# --- what can be shown ------------------------------------------------------------------------------------


def test_a_broken_game_is_shown_as_far_as_it_holds(path: Path, tmp_path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    broken = tmp_path / "broken"
    broken.write_bytes(bytes(data))
    film = load(broken)
    assert film.moments[-1].slot < film.report.clean_to
    assert film.hand(len(film.moments) - 1, 0) is None
    assert film.view(len(film.moments) - 1, 0).seat is None


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "cannot be shown: this file is empty"), (None, "cannot be shown: No such file")],
)
def test_what_cannot_be_shown(tmp_path: Path, content: bytes | None, why: str) -> None:
    path = tmp_path / "strange"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=why):
        load(path)


def test_what_is_too_long_or_has_not_begun(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    data = path.read_bytes()
    opening = 0
    for _ in range(2):
        opening += 4 + int.from_bytes(data[opening : opening + 4], "big")
    begun.write_bytes(data[:opening])
    with pytest.raises(UsageError, match="Nothing has happened"):
        load(begun)
    monkeypatch.setattr(films, "MOST_BYTES", 1000)
    with pytest.raises(UsageError, match="too long to be stepped through"):
        load(path)
