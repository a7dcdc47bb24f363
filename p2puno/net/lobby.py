"""The time before a game, as both sides of it see it: who asks to sit, and what everybody is to sign.

The host's table is a `Roll`: it sends one to every seat at every change. At the start it sends the proposal
for genesis, which every seat holds against the last roll it was shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import wcwidth

from p2puno.errors import NoError
from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.net.addresses import Address, literal_ip
from p2puno.net.messages import MAX_ADDRESSES, Reachable, Roll, RollEntry
from protocol.errors import WireError
from protocol.sentences import Sentence, mark, sentence
from protocol.wire.codec import decode
from protocol.wire.messages import Proposal, SeatEntry

MAX_NAME_CELLS = 24
TOO_WIDE = mark("your name is wider than {columns} columns on a screen: choose another with --as")
FULL = mark("the table is full: all {capacity} seats are taken")
REFUSALS = (TOO_WIDE, FULL)
"""Why a host refuses a seat, where the sentence has parts (`speech.heard`)."""
LOST_SECONDS = 5.0
"""A seat without a link for this long loses its place; a guest without its host gives up."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """What a seat brings to the table: `operator` is its own key, or for a bot its owner's.

    `nonce` is 32 fresh random bytes; `addresses` are where others can dial it, none if it only dials. `bots`
    are the keys of the bots that it brings along; `ready`: it wants the game to begin.
    """

    name: str
    operator: bytes
    bot: bool
    nonce: bytes
    addresses: tuple[Address, ...] = ()
    bots: frozenset[bytes] = frozenset()
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """How the lobby ended for one seat: the proposal as it came and decoded, and where the others are.

    token: the one with which the table is announced.
    """

    proposal: Proposal
    data: bytes
    seat: int
    addresses: dict[bytes, tuple[Address, ...]]
    token: bytes


def name_fault(name: str) -> Sentence | None:
    """Why this cannot be a player's name, as a sentence for it; the codec has seen to its characters."""
    if not name.strip() or name != name.strip():
        return sentence("your name is empty or has a space at an end: choose another with --as")
    if not 1 <= wcwidth.wcswidth(name) <= MAX_NAME_CELLS:
        return sentence(TOO_WIDE, columns=MAX_NAME_CELLS)
    return None


def to_reachable(addresses: Iterable[Address]) -> tuple[Reachable, ...]:
    """Addresses for a message, the likeliest first; only those that mean something to others."""
    hosts = ((literal_ip(address.host), address.port) for address in addresses)
    return tuple(Reachable(host, port) for host, port in hosts if host is not None)[:MAX_ADDRESSES]


def from_reachable(reachable: Iterable[Reachable]) -> tuple[Address, ...]:
    """Addresses out of a message; what is no plain IP address is left out."""
    hosts = ((literal_ip(each.host), each.port) for each in reachable)
    return tuple(Address(host, port) for host, port in hosts if host is not None)


def make_seating(data: bytes, roll: Roll, own: bytes) -> Seating:
    """The seating of whoever has this key, by a proposal that fits the roll."""
    proposal = decode(data, Proposal)
    seat = next(index for index, entry in enumerate(proposal.seats) if entry.key == own)
    addresses = {entry.key: from_reachable(entry.reachable) for entry in roll.entries}
    return Seating(proposal, data, seat, addresses, roll.token)


def check_proposal(data: bytes, roll: Roll, own: bytes, me: SeatRequest) -> None:
    """Hold what the host wants signed against what it has shown; raises `NoError` with the difference."""
    try:
        proposal = decode(data, Proposal)
    except WireError as error:
        raise NoError(
            _("the host proposes what cannot be read ({error}): this table is not safe to join").format(
                error=said(error)
            )
        ) from error
    fault = (
        _frame_fault(proposal, roll)
        or _own_fault(proposal, own, me)
        or _seats_fault(proposal, roll)
        or _operator_fault(proposal, own, me.bots)
    )
    if fault is not None:
        raise NoError(_("the host proposes another table than it showed: {fault}").format(fault=fault))


def _frame_fault(proposal: Proposal, roll: Roll) -> str | None:
    if proposal.name != roll.name:
        return _("it has another name")
    if proposal.rules != roll.rules:
        return _("it has other rules")
    return None


def _own_fault(proposal: Proposal, own: bytes, me: SeatRequest) -> str | None:
    mine = [entry for entry in proposal.seats if entry.key == own]
    if len(mine) != 1:
        return _("there is not one seat for you")
    if mine[0] != SeatEntry(me.name, own, me.operator, me.bot, me.nonce):
        return _("your own seat is described in another way")
    return None


def _seats_fault(proposal: Proposal, roll: Roll) -> str | None:
    proposed = [(seat.key, seat.name, seat.operator, seat.bot) for seat in proposal.seats]
    shown = [(entry.key, entry.name, entry.operator, entry.bot) for entry in roll.entries]
    return None if proposed == shown else _("other players sit at it")


def _operator_fault(proposal: Proposal, own: bytes, own_bots: frozenset[bytes]) -> str | None:
    for seat in proposal.seats:
        if seat.operator == own and seat.key not in own_bots | {own}:
            return _("{name} is said to be played by you").format(name=seat.name)
    return None


def find_entry(roll: Roll, key: bytes) -> RollEntry | None:
    """The entry of this key, if it has a place."""
    return next((entry for entry in roll.entries if entry.key == key), None)
