"""The events file: one JSON object a line, public terms and the own hand, nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from p2puno.errors import OutsideError
from p2puno.ui.events import EVENTS, EventFile
from protocol.rules.happenings import SeatsJoined
from protocol.rules.ruleset import RuleSet
from protocol.table.table import finished
from protocol.table.view import View
from tests.table.simulation import Simulation
from tests.ui.views import make_view

SPEC = Path(__file__).parents[2] / "specs" / "events.md"


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], list[list[View]]]:
    """A round of three seats: the events of seat 0, and every view of every seat."""
    path = tmp_path_factory.mktemp("events") / "events"
    simulation = Simulation.new(3, RuleSet.preset("classic").with_options({"rounds": 1}), seed=3)
    file = EventFile(path, pytest.fail)
    views: list[list[View]] = []
    while not finished(simulation.state):
        simulation.step()
        views.append([simulation.view(seat) for seat in range(3)])
        file.on_slot(views[-1][0], simulation.state.happenings)
    file.close()
    return _read(path), views


def test_every_line_begins_with_slot_and_type(game: tuple[list[dict[str, Any]], object]) -> None:
    events, _ = game
    assert all(list(event)[:2] == ["slot", "type"] for event in events)
    slots = [event["slot"] for event in events]
    assert slots == sorted(slots)
    assert slots[0] == 1, "the table is open when the acknowledgement of genesis, slot 1, is complete"


def test_the_events_tell_the_game(game: tuple[list[dict[str, Any]], list[list[View]]]) -> None:
    events, views = game
    kinds = [event["type"] for event in events]
    for kind in ("table", "cut", "round", "shuffle", "first-card", "deal", "turn", "play", "draw", "score"):
        assert kind in kinds
    assert kinds[-1] == "verified" or "end" in kinds
    plays = [event["id"] for event in events if event["type"] in ("first-card", "play")]
    assert tuple(plays[-len(views[-1][0].rules.discards) :]) == views[-1][0].rules.discards
    score = next(event for event in events if event["type"] == "score")
    assert score["points"] == list(views[-1][0].rules.scores)


def test_the_hand_in_the_events_is_the_seats_own(game: tuple[list[dict[str, Any]], list[list[View]]]) -> None:
    events, views = game
    hands = {event["slot"]: event for event in events if event["type"] == "hand"}
    for slot_views in views:
        own = slot_views[0]
        if own.slot - 1 in hands:
            assert sorted(hands[own.slot - 1]["ids"]) == sorted(set(own.hand) - {own.drawn})
    assert all(event["seat"] == 0 for event in hands.values())


def test_no_hidden_card_of_another_seat_is_ever_written(
    game: tuple[list[dict[str, Any]], list[list[View]]],
) -> None:
    """Until the round is over and its hands are open."""
    events, views = game
    hidden = {view[0].slot - 1: {*view[1].hand, *view[2].hand} for view in views}
    opened = min(event["slot"] for event in events if event["type"] == "score")
    for event in events:
        if event["slot"] < opened and event["type"] != "cut":
            ids = {event["id"]} if "id" in event else set(event.get("ids", ()))
            assert not ids & hidden[event["slot"]], event


def test_the_specification_lists_every_type() -> None:
    written = {kind for kind, _ in EVENTS.values()}
    written |= {"hand", "shown-to-me", "verified", "turn", "waiting", "chat", "company", "notice"}
    listed = {line.split("`")[1] for line in SPEC.read_text().splitlines() if line.startswith("| `")}
    assert listed == written


def test_what_people_say_is_one_line(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "events", pytest.fail)
    file.on_slot(make_view(()), ())
    file.on_chat(1, 'he said "hé"\n{}')
    file.on_waiting((1, 2), 10.4)
    file.on_notice("Bob: gone")
    file.close()
    assert _read(tmp_path / "events")[-3:] == [
        {"slot": 50, "type": "chat", "seat": 1, "text": 'he said "hé"\n{}'},
        {"slot": 50, "type": "waiting", "seats": [1, 2], "seconds": 10},
        {"slot": 50, "type": "notice", "text": "Bob: gone"},
    ]


def test_a_file_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="cannot be written to"):
        EventFile(tmp_path / "missing" / "events", pytest.fail)


def test_a_full_disk_ends_the_events_and_not_the_game() -> None:
    complaints: list[str] = []
    file = EventFile(Path("/dev/full"), complaints.append)
    file.on_notice("one")
    file.on_notice("two")
    assert complaints == ["No more events are written to /dev/full: No space left on device."]


def test_the_file_is_private(tmp_path: Path) -> None:
    EventFile(tmp_path / "events", pytest.fail).close()
    assert (tmp_path / "events").stat().st_mode & 0o077 == 0


def test_who_sits_down_later_is_named(tmp_path: Path) -> None:
    path = tmp_path / "events"
    with EventFile(path, pytest.fail) as file:
        file.on_slot(make_view(names=("Ann", "Bob", "Cid")), (SeatsJoined((2,), (7,)),))
    joined = next(event for event in _read(path) if event["type"] == "joined")
    assert joined == {"slot": 49, "type": "joined", "seats": [2], "scores": [7], "names": ["Cid"]}
