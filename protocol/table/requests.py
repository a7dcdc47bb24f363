"""Requests to sit down: who may make one, and which seats those take who are let in.

A request is for one roster slot: it names the round before it. A newcomer has no place at the table yet and
cannot bind it to a head; what he agrees to is the head that he signs in the acknowledgement slot after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from protocol.crypto.signing import IdentityKey, check_public_key, verify_signature
from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.table.state import TableState
from protocol.wire.codec import decode, encode
from protocol.wire.messages import MAX_SEATS, SeatEntry
from protocol.wire.roster import SeatRequest, SignedRequest

REQUEST_CONTEXT = "p2puno/v1/seat-request"


@dataclass(frozen=True, slots=True)
class HeardRequest:
    """A request with a checked signature; `data` is the encoded `SignedRequest`."""

    entry: SeatEntry
    data: bytes


def sign_request(key: IdentityKey, state: TableState, entry: SeatEntry) -> HeardRequest:
    """`entry` wants to sit down when the round that is on, or just over, is done."""
    inner = encode(SeatRequest(state.table, state.rules.round, entry))
    return HeardRequest(entry, encode(SignedRequest(inner, key.sign(REQUEST_CONTEXT, inner))))


def receive_request(state: TableState, data: bytes) -> HeardRequest:
    """Decode bytes from outside; raises WireError or SignatureError unless it is a request to this table, for
    the next roster slot, of somebody who could sit down there.
    """
    signed = decode(data, SignedRequest)
    request = decode(signed.request, SeatRequest)
    entry = request.entry
    check_public_key(entry.key)
    check_public_key(entry.operator)
    verify_signature(entry.key, REQUEST_CONTEXT, signed.request, signed.signature)
    if (request.table, request.round) != (state.table, state.rules.round):
        raise WireError(sentence("a request to sit down was made for another table or another round"))
    if entry.operator != entry.key and not entry.bot:
        raise WireError(
            sentence("{name} is said to be played by somebody who does not play it", name=entry.name)
        )
    seat = seat_of(state, entry.key)
    if seat is not None:
        _check_return(state, seat, entry)
    return HeardRequest(entry, data)


def seat_of(state: TableState, key: bytes) -> int | None:
    """The seat that this key has, or had before it left."""
    return next((seat for seat, entry in enumerate(state.proposal.seats) if entry.key == key), None)


def _check_return(state: TableState, seat: int, entry: SeatEntry) -> None:
    """Who has left comes back as who he was, unless he was convicted."""
    before = state.proposal.seats[seat]
    if seat in state.present:
        raise WireError(sentence("{name} sits at the table already", name=before.name))
    if seat in state.convicted:
        raise WireError(sentence("{name} was put off the table for cheating", name=before.name))
    if (entry.name, entry.operator, entry.bot) != (before.name, before.operator, before.bot):
        raise WireError(sentence("{name} comes back as somebody else", name=before.name))


def admitted(state: TableState, requests: Iterable[SeatEntry]) -> dict[int, SeatEntry]:
    """Who sits down, by seat: as many as the rules and the numbers of seats have room for.

    First those who come back, by their seats, then newcomers, by their keys; of both kinds those that play
    for themselves before those whom they play. Whose operator is not at the table stays away. No more sit
    down who play for themselves than are there already: so those can go on without them if they say nothing.
    """
    seats: list[SeatEntry] = list(state.proposal.seats)
    present = {seats[seat].key for seat in state.present}
    room = len({seats[seat].operator for seat in state.present})
    found: dict[int, SeatEntry] = {}
    for entry in sorted(requests, key=lambda entry: _order(state, entry)):
        seat = seat_of(state, entry.key)
        plays_itself = entry.operator == entry.key
        if len(present) == state.rules.ruleset.max_seats or (plays_itself and room == 0):
            continue
        if not plays_itself and entry.operator not in present:
            continue
        if seat is None and (len(seats) == MAX_SEATS or state.rules.ruleset["teams"] != "off"):
            continue
        room -= plays_itself
        if seat is None:
            seat = len(seats)
            seats.append(entry)
        found[seat] = entry
        present.add(entry.key)
    return dict(sorted(found.items()))


def _order(state: TableState, entry: SeatEntry) -> tuple[bool, int, bytes]:
    seat = seat_of(state, entry.key)
    return entry.operator != entry.key, MAX_SEATS if seat is None else seat, entry.key


def in_order(requests: Iterable[HeardRequest]) -> tuple[bytes, ...]:
    """The requests as a contribution carries them: by key, one of each."""
    by_key = {request.entry.key: request.data for request in requests}
    return tuple(by_key[key] for key in sorted(by_key))


def is_in_order(requests: Sequence[HeardRequest]) -> bool:
    keys = [request.entry.key for request in requests]
    return all(first < second for first, second in pairwise(keys))
