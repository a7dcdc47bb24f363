"""Past games: audited once, again when the file has changed, and counted from the transcripts alone."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest

from p2puno.past import games as past
from p2puno.past.games import FORMAT, Found, past_games
from p2puno.past.statistics import records
from p2puno.past.tally import Tally
from p2puno.store.files import open_file
from p2puno.store.paths import Home
from protocol.rules.cards import Colour
from protocol.rules.happenings import (
    CaughtOut,
    ChallengeMade,
    ChallengeWon,
    RoundEnded,
    UnoCalled,
    UnoForgotten,
    UnoRescued,
)
from tests.table.covering import Setting
from tests.table.games import Game, play
from tests.table.simulation import CLASSIC
from tests.transparent import transparent_group

RULES = CLASSIC.with_options({"score": "lazy", "rounds": "3", "hand_size": "5", "open_replay": "on"})


@pytest.fixture(autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


@pytest.fixture(scope="module")
def played() -> tuple[Game, Game]:
    with transparent_group():
        return play(Setting(RULES, 3), "past/1"), play(Setting(RULES, 3), "past/2")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home.locate(tmp_path)
    home.games.mkdir()
    return home


def put(home: Home, name: str, data: bytes, when: int) -> Path:
    path = home.games / f"{name}.p2puno"
    path.write_bytes(data)
    os.utime(path, (when, when))
    return path


def known(home: Home) -> tuple[list[Found], list[str]]:
    """The games, and the names of those that had to be audited."""
    audited: list[str] = []
    return list(past_games(home, audited.append)), audited


def test_the_oldest_comes_first(home: Home, played: tuple[Game, Game]) -> None:
    put(home, "later", played[0].transcript, 2000)
    put(home, "earlier", played[1].transcript, 1000)
    found, _ = known(home)
    assert [each.name for each in found] == ["earlier", "later"]
    assert [each.game.verdict for each in found] == ["clean", "clean"]
    assert found[0].when.timestamp() == 1000
    assert found[1].game.head == played[0].state.head.hex()


def test_a_game_is_audited_once_and_again_when_its_file_has_changed(
    home: Home, played: tuple[Game, Game]
) -> None:
    data = played[0].transcript
    path = put(home, "game", data, 1000)
    first, audited = known(home)
    assert audited == ["game"]
    again, audited = known(home)
    assert audited == []
    assert again == first
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    path.write_bytes(bytes(changed))
    os.utime(path, (1000, 1000))
    (now,), audited = known(home)
    assert audited == ["game"]
    assert now.game.verdict == "fault"
    assert now.game.sentence


@pytest.mark.parametrize(
    "change",
    [
        {"format": FORMAT + "0"},
        {"sha256": "0" * 64},
        {"verdict": "wonderful"},
        {"rounds": "3"},
        {"seats": [{"name": "Ann"}]},
        {"seats": None},
        {"surprise": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_memory_that_does_not_fit_is_made_anew(
    home: Home, played: tuple[Game, Game], change: dict[str, object]
) -> None:
    put(home, "game", played[0].transcript, 1000)
    first, _ = known(home)
    memory = home.games / "game.audit.json"
    memory.write_text(json.dumps(json.loads(memory.read_text()) | change))
    again, audited = known(home)
    assert audited == ["game"]
    assert again == first
    memory.write_bytes(b"\xff{")
    assert known(home) == (first, ["game"])


def test_what_is_no_transcript_is_listed_as_such(home: Home) -> None:
    put(home, "strange", b"something else", 1000)
    (found,), _ = known(home)
    assert found.game.verdict == "unreadable"
    assert found.game.seats == ()
    assert records([found]) == ()


def test_a_file_that_cannot_be_read_hides_no_other(
    home: Home, played: tuple[Game, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> BinaryIO:
        if path.name.startswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return open_file(path)

    put(home, "closed", played[0].transcript, 1000)
    put(home, "open", played[1].transcript, 2000)
    monkeypatch.setattr("p2puno.past.games.open_file", refuse)
    monkeypatch.setattr("p2puno.store.transcripts.open_file", refuse)
    closed, opened = past_games(home)
    assert (closed.game.verdict, closed.game.sentence) == ("unreadable", "Permission denied")
    assert opened.game.verdict == "clean"
    assert not closed.path.with_name("closed.audit.json").exists()


def test_nothing_is_kept_where_nothing_can_be_written(
    home: Home, played: tuple[Game, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _data: bytes) -> None:
        raise past.OutsideError("The disk is full.")

    monkeypatch.setattr(past, "write_private", full)
    put(home, "game", played[0].transcript, 1000)
    assert known(home)[0][0].game.verdict == "clean"
    assert known(home)[1] == ["game"]


# --- what is counted ----------------------------------------------------------------------------------------


def test_deeds_are_those_that_happened(home: Home, played: tuple[Game, Game]) -> None:
    game = played[0]
    put(home, "game", game.transcript, 1000)
    (found,), _ = known(home)
    happened = game.happened
    rounds = [each for each in happened if isinstance(each, RoundEnded)]
    for number, seat in enumerate(found.game.seats):
        assert seat.score == game.state.rules.scores[number]
        assert seat.rounds == sum(number in ended.winners for ended in rounds)
        assert seat.points == sum(ended.points[number] for ended in rounds)
        assert seat.calls == sum(each == UnoCalled(number) for each in happened)
        assert seat.caught == sum(isinstance(e, CaughtOut) and e.by == number for e in happened)
        assert seat.forgotten == sum(
            (isinstance(each, CaughtOut | UnoRescued) and each.target == number)
            or (isinstance(each, UnoForgotten) and each.seat == number)
            for each in happened
        )
        assert seat.challenges == sum(
            isinstance(each, ChallengeMade) and each.challenger == number for each in happened
        )
        assert seat.bluffs <= seat.fours
    assert sum(seat.caught + seat.challenges + seat.bluffs for seat in found.game.seats) > 0


def test_players_are_added_up_by_their_keys(home: Home, played: tuple[Game, Game]) -> None:
    """The same game in two files counts once; an unfinished one does not count."""
    data = played[0].transcript
    put(home, "game", data, 1000)
    put(home, "copy", data, 1001)
    put(home, "other", played[1].transcript, 1002)
    put(home, "part", data[: len(data) // 2], 1003)
    found, _ = known(home)
    people = records(found)
    assert len(people) == 6
    assert all(person.games == 1 for person in people)
    assert sum(person.wins for person in people) == sum(seat.won for f in found[::2] for seat in f.game.seats)
    assert [person.wins for person in people] == sorted((p.wins for p in people), reverse=True)


def test_streaks(home: Home, played: tuple[Game, Game]) -> None:
    put(home, "game", played[0].transcript, 1000)
    (found,), _ = known(home)
    seat = found.game.seats[0]
    results = [True, True, False, True]
    games = [
        replace(found, game=replace(found.game, table=str(number), seats=(replace(seat, won=won),)))
        for number, won in enumerate(results)
    ]
    (record,) = records(games)
    assert (record.games, record.wins, record.streak, record.best) == (4, 3, 1, 2)


def test_who_leaves_when_he_is_challenged_was_no_known_bluff(played: tuple[Game, Game]) -> None:
    """He is guilty because nobody answers, not because anything was proved."""
    state, told = played[0].state, (ChallengeMade(1, 0, Colour.RED), ChallengeWon(1, 0))
    called: list[int] = []
    for gone in (frozenset[int](), frozenset({0})):
        tally = Tally()
        tally(state, replace(state, rules=replace(state.rules, gone=gone), happenings=told))
        called.append(tally.counted[1, "bluffs_called"])
    assert called == [1, 0]
