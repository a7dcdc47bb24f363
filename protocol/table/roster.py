"""The roster slot, with which every round begins: who sits down (specs/table.md, Frame)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from protocol.errors import ProtocolError
from protocol.rules.events import NextRound, SeatsBack
from protocol.rules.needs import NeedNextRound
from protocol.sentences import sentence
from protocol.table.choices import Seating
from protocol.table.frame import between_rounds
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import Acknowledging, After, Resuming, RosterOpen
from protocol.table.playing import play_on
from protocol.table.requests import HeardRequest, admitted, in_order, is_in_order, receive_request
from protocol.table.state import TableState
from protocol.wire.messages import MAX_SEATS, Roster, SeatEntry


def make_roster(state: TableState, _phase: RosterOpen, maker: Maker) -> Roster:
    """Those requests that the player passes on and that hold; before the first round there are none."""
    if not isinstance(maker.choice, Seating) or not between_rounds(state):
        return Roster(())
    return Roster(in_order(_those_that_hold(state, maker.choice.requests))[:MAX_SEATS])


def _those_that_hold(state: TableState, requests: Iterable[bytes]) -> list[HeardRequest]:
    heard: list[HeardRequest] = []
    for data in requests:
        try:
            heard.append(receive_request(state, data))
        except ProtocolError:
            continue  # made for another round, or by somebody who may not
    return heard


def apply_roster(
    state: TableState, _phase: RosterOpen, said: Mapping[int, Roster], judgement: Judgement
) -> TableState:
    """Whoever stands in every list sits down, and all acknowledge it, the new ones too."""
    lists = [_heard(state, seat, body, judgement) for seat, body in said.items()]
    if not isinstance(state.rules.need, NeedNextRound):
        return replace(state, phase=Resuming())
    agreed = [request.entry for request in lists[0] if all(request in other for other in lists)]
    joining = admitted(state, agreed)
    return _seated(state, joining) if joining else play_on(state, NextRound())


def _heard(state: TableState, seat: int, body: Roster, judgement: Judgement) -> list[HeardRequest]:
    due = not body.requests or between_rounds(state)
    judgement.require(due, seat, "roster", sentence("asks to seat somebody before the first round"))
    with judgement.blaming(seat, "roster"):
        heard = [receive_request(state, data) for data in body.requests]
    judgement.require(is_in_order(heard), seat, "roster", sentence("lists requests in another order"))
    return heard


def _seated(state: TableState, joining: Mapping[int, SeatEntry]) -> TableState:
    """Nothing of the last round lies on the table: the next one is all that they need to follow."""
    seats = dict(enumerate(state.proposal.seats)) | dict(joining)
    proposal = replace(state.proposal, seats=tuple(seats[seat] for seat in sorted(seats)))
    sat = tuple(state.slot + 1 if seat in joining else state.sat_down(seat) for seat in sorted(seats))
    state = replace(state, proposal=proposal, sat=sat, unheard=frozenset(joining))
    state = play_on(state, SeatsBack(tuple(joining)))
    return replace(state, phase=Acknowledging(After.ROSTER))
