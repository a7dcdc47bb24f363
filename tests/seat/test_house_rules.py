"""Drivers where house rules ask more of them than turns: chat in a silence, hands on the pile, swaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from protocol.audit import audit_transcript
from protocol.reports import Verdict
from protocol.rules.happenings import CardsDrawn, HandsMoved, LastToSlap, SilenceEnded
from protocol.rules.needs import DrawReason
from protocol.rules.ruleset import RuleSet
from protocol.table.happenings import Happening
from protocol.table.view import View
from protocol.transcript.contribution import sign_signal
from protocol.wire.codec import encode
from protocol.wire.messages import ChatSignal, Signal
from protocol.wire.races import ChatterSignal
from tests.seat.peers import Recorder, Seat, play, seats_for
from tests.table.rigged import RiggedSecrets, card, cards, cut_order, full_order

CLASSIC = RuleSet.preset("classic").with_options({"score": "one-round", "hand_size": "5"})


def rigged(folder: Path, options: dict[str, str], hands: Sequence[Sequence[int]]) -> list[Seat]:
    """Seat 0 begins on a red 3; everybody plays greedily."""
    _, seats = seats_for(CLASSIC.with_options(dict(options)), folder, len(hands))
    known = [card("red 3"), *(number for hand in hands for number in hand)]
    stacks = [cut_order(len(hands), len(hands) - 1), full_order(known)]
    for seat in seats:
        own = seat.secrets
        seat.driver._desk.secrets = RiggedSecrets.like(own, stacks)
    return seats


async def played_clean(seats: Sequence[Seat]) -> list[object]:
    """What happened at a table that plays to its end."""
    await play(seats)
    assert [seat.error for seat in seats] == [None] * len(seats)
    files = [seat.outcome.transcript for seat in seats if seat.outcome]
    assert len({path.read_bytes() for path in files}) == 1
    with files[0].open("rb") as source:
        assert audit_transcript(source).verdict is Verdict.CLEAN
    return list(seats[0].recorder.happenings)


THIRD = ("blue 1", "blue 2", "blue 4", "blue 5", "blue 6")


def silent_table(folder: Path) -> list[Seat]:
    """The first card laid is a two, so there is a silence at once."""
    hands = [
        cards("red 2", "blue 8", "blue 9", "green 4", "green 5"),
        cards("green 1", "green 3", "yellow 4", "yellow 5", "yellow 6"),
        cards(*THIRD),
    ]
    return rigged(folder, {"silence": "twos"}, hands)


def after_each_slot(monkeypatch: pytest.MonkeyPatch, seat: Seat, act: Callable[[View], None]) -> None:
    """What this seat does besides playing."""
    listen = Recorder.on_slot

    def on_slot(self: Recorder, view: View, happenings: Sequence[Happening]) -> None:
        listen(self, view, happenings)
        if self is seat.recorder:
            act(view)

    monkeypatch.setattr(Recorder, "on_slot", on_slot)


async def test_a_line_of_chat_in_a_silence_has_its_price(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = silent_table(tmp_path)
    said: list[str] = []

    def talk(view: View) -> None:
        if view.rules.silence is not None and not said:
            said.append("what a card!")
            seats[2].controls.say(said[0])

    after_each_slot(monkeypatch, seats[2], talk)
    happened = await played_clean(seats)
    assert said
    assert SilenceEnded(2) in happened
    assert CardsDrawn(2, 2, DrawReason.SILENCE) in happened
    assert [seat.recorder.chats for seat in seats[:2]] == [[(2, said[0])]] * 2


async def test_nobody_is_heard_in_a_silence_who_does_not_pay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed program names another slot than the present one, in a line of chat and in a signal."""
    seats = silent_table(tmp_path)
    talker = seats[2]
    silent: list[int] = []
    told: list[int] = []

    def talk(view: View) -> None:
        if view.rules.silence is None:
            return
        silent.append(view.slot)
        # The race after the first of these slots was filled by all, so by now everybody knows of the silence.
        if len(silent) == 2:
            state = talker.driver._state
            for slot, body in ((state.slot - 1, ChatSignal("psst")), (state.slot + 9, ChatterSignal("psst"))):
                place = (state.table, state.term, slot, state.head)
                talker.driver._talk.say(
                    sign_signal(talker.secrets.identity, Signal(*place, 2, (), encode(body)))
                )
                told.append(slot)

    after_each_slot(monkeypatch, talker, talk)
    happened = await played_clean(seats)
    assert told
    assert SilenceEnded(2) not in happened
    assert [seat.recorder.chats for seat in seats[:2]] == [[], []]


async def test_a_line_that_cannot_be_said_in_a_silence_costs_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was no signal, so the seat in turn still has its own to give, and the game goes on."""
    seats = silent_table(tmp_path)
    said: list[str] = []

    def talk(view: View) -> None:
        if view.rules.silence is not None and view.allowed and not said:
            said.append("x" * 300)
            seats[1].controls.say(said[0])

    after_each_slot(monkeypatch, seats[1], talk)
    happened = await played_clean(seats)
    assert said
    assert SilenceEnded(1) not in happened
    assert [notice for notice in seats[1].recorder.notices if "not said" in notice]


async def test_after_an_uno_everybody_puts_a_hand_on_the_pile(tmp_path: Path) -> None:
    hands = [
        cards("red skip", "red reverse", "red 8", "red 9", "red 1"),
        cards("green 1", "green 3", "yellow 4", "yellow 5", "yellow 6"),
        cards(*THIRD),
    ]
    happened = await played_clean(rigged(tmp_path, {"uno_slap": "on"}, hands))
    assert [each for each in happened if isinstance(each, LastToSlap)]


async def test_hands_are_swapped(tmp_path: Path) -> None:
    """Two seats contribute to one slot, the others wait."""
    hands = [
        cards("red 7", "blue 8", "blue 9", "green 4", "green 6"),
        cards("yellow 5", "yellow 1", "yellow 4", "yellow 8", "yellow 6"),
        cards(*THIRD),
    ]
    options = {"seven_zero": "on"}
    happened = await played_clean(rigged(tmp_path, options, hands))
    assert [each for each in happened if isinstance(each, HandsMoved)]
