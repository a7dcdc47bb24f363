"""Looking on: the public game from its first slot, checked like a player checks it, without a seat.

Whoever looks on says nothing but that it wants to, and that it is still there. It believes nobody: every slot
goes through `apply`, so that it is an auditor while the game goes on. Which keys sit at the table it has to
take from the proposal, as everybody does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import trio

from p2puno.errors import NoError, OutsideError
from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.net.addresses import Address
from p2puno.net.dialling import reach
from p2puno.net.handshake import LinkError, refusal
from p2puno.net.limits import DEFAULT_LIMITS
from p2puno.net.link import Link, Myself
from p2puno.net.messages import Beat, Bye, Note, Roll, Start
from p2puno.net.pin_exchange import PinError
from p2puno.net.tls import make_credentials
from p2puno.seat.company import CompanyBook
from p2puno.seat.inbox import Entry
from p2puno.seat.player import Company, Controls, Spectator
from protocol.crypto.signing import IdentityKey
from protocol.errors import LocalError, ProtocolError, RemoteError, WireError
from protocol.sentences import sentence
from protocol.table.frame import open_table
from protocol.table.grounds import read_ground
from protocol.table.phases import Racing
from protocol.table.removal import apply_removal, read_removal
from protocol.table.signals import lines_in
from protocol.table.state import TableState
from protocol.table.table import apply, expected, finished
from protocol.table.view import TableView, public_view
from protocol.transcript.contribution import (
    Contribution,
    receive_contribution,
    receive_signal,
)
from protocol.transcript.vote import receive_vote
from protocol.wire.codec import decode, encode
from protocol.wire.messages import (
    ChatSignal,
    Evidence,
    HandedSignal,
    LeaveSignal,
    NudgeSignal,
    Signed,
    SignedSignal,
)
from protocol.wire.removal import Refused, RemovalRecord

_BEAT = encode(Beat())

Applied: TypeAlias = Callable[[TableState, Entry], None]


class Onlooker(Spectator, Protocol):
    """Is told what happens at a table where it has no seat, in order; must return at once."""

    def on_roll(self, roll: Roll) -> None:
        """The game has not begun: who sits at the table."""
        ...


async def watch_table(
    addresses: Sequence[Address],
    onlookers: Sequence[Onlooker],
    controls: Controls,
    pin: str | None = None,
) -> TableView | None:
    """Look on at the table of whoever answers there, to the end of its game; None if this person left before.

    Raises NoError if the game does not come to its end here, OutsideError if nobody can be reached.
    """
    me = Myself(
        IdentityKey(os.urandom(32)), 0, make_credentials(), watches=True, pin=pin, insists=pin is not None
    )
    seen: TableView | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_leave_when_asked, controls, nursery.cancel_scope)
        try:
            link = await reach(addresses, me)
        except PinError as error:
            raise NoError(_("you cannot look on there: {reason}").format(reason=error)) from error
        except LinkError as error:
            raise OutsideError(_("nobody shows a table there: {reason}").format(reason=error)) from error
        try:
            nursery.start_soon(_stay, link)
            seen = await Watch(onlookers, waiting_room=onlookers).follow(link)
        finally:
            await link.aclose()
        nursery.cancel_scope.cancel()
    return seen


async def _leave_when_asked(controls: Controls, looking: trio.CancelScope) -> None:
    await controls.leaving.wait()
    looking.cancel()


async def _stay(link: Link) -> None:
    """Say now and then that somebody is here; when the link ends, whoever listens says why."""
    while True:
        try:
            await link.send(_BEAT)
        except LinkError:
            return
        await trio.sleep(DEFAULT_LIMITS.heartbeat_seconds)


class Watch:
    """The table as far as it has been shown.

    applied: is given every checked slot, the table after it and what fills it. enough: when not to go on
    looking. waiting_room: who is told of it. proposal: what the game began with, as it was shown.
    """

    def __init__(
        self,
        onlookers: Sequence[Spectator],
        applied: Applied = lambda _state, _said: None,
        enough: Callable[[], bool] = lambda: False,
        waiting_room: Sequence[Onlooker] = (),
    ) -> None:
        self._onlookers = onlookers
        self._enough = enough
        self._waiting_room = waiting_room
        self._applied = applied
        self.proposal = b""
        self._state: TableState | None = None
        self._before: list[TableState] = []
        """The table before each slot: a removal may stand before what has been shown."""
        self._said: dict[int, Contribution] = {}
        self._book = CompanyBook()

    async def follow(self, link: Link) -> TableView:
        """Take what is shown until the game is over, or it is enough."""
        while self._state is None or not (finished(self._state) or self._enough()):
            try:
                await self._take(await _next_note(link))
            except LinkError as error:
                raise NoError(_("the game cannot be seen any more: {reason}").format(reason=error)) from error
            except (WireError, LocalError) as error:
                fault = _("what is shown there is not the course of a game: {reason}")
                raise NoError(fault.format(reason=said(error))) from error
        return public_view(self._state)

    async def _take(self, payload: bytes) -> None:
        message = decode(payload, Roll, Start, Signed, SignedSignal, RemovalRecord, Evidence, Refused)
        match message:
            case Roll():
                for onlooker in self._waiting_room:
                    onlooker.on_roll(message)
            case Start(proposal):
                self._state = open_table(proposal)
                self.proposal = proposal
            case Signed():
                await self._contribution(self._opened(), payload)
            case SignedSignal():
                self._signal(self._opened(), payload)
            case RemovalRecord():
                await self._removal(self._opened(), message)
            case Evidence():
                self._evidence(self._opened(), payload)
            case Refused():
                pass  # what follows from it is shown as a removal

    def _opened(self) -> TableState:
        if self._state is None:
            raise WireError(sentence("a game before its table"))
        return self._state

    async def _contribution(self, state: TableState, data: bytes) -> None:
        """One of those that make the expected slot; with the last one the slot is checked."""
        try:
            contribution = receive_contribution(state.proposal, state.table, data)
        except ProtocolError as error:
            raise WireError(error.sentence) from error
        self._said[contribution.statement.seat] = contribution
        if len(self._said) < len(expected(state).seats):
            return
        contributions, self._said = self._said, {}
        try:
            after = await trio.to_thread.run_sync(apply, state, contributions)
        except RemoteError as error:
            if error.obligation == "head":  # that alone convicts nobody
                raise WireError(error.sentence) from error
            raise NoError(
                _("{name} broke the rules of the protocol in slot {slot}: {reason}").format(
                    name=_name(state, error.seat), slot=error.slot, reason=said(error)
                )
            ) from error
        self._applied(after, tuple(contributions[seat] for seat in sorted(contributions)))
        lines = lines_in(contributions.values()) if isinstance(state.phase, Racing) else {}
        for onlooker in self._onlookers:
            for seat, text in lines.items():
                onlooker.on_chat(seat, text)
        self._enter(state, after)

    def _evidence(self, state: TableState, data: bytes) -> None:
        """Somebody shows that a seat has told two stories: check it, do not believe it."""
        try:
            ground = read_ground(state, data)
        except ProtocolError as error:
            raise WireError(error.sentence) from error
        fault = "" if ground.fault is None else said(ground.fault)
        for onlooker in self._onlookers:
            onlooker.on_notice(f"{_name(state, ground.seat)}: {fault}")

    async def _removal(self, state: TableState, record: RemovalRecord) -> None:
        """Seats leave; what was shown from that slot on is no part of the game."""
        try:
            slot = receive_vote(state.proposal, state.table, record.votes[0]).vote.slot
            if slot > state.slot:
                raise WireError(sentence("a removal that is not due yet"))
            before = [*self._before, state][slot]
            removal = await trio.to_thread.run_sync(read_removal, before, record)
            after = apply_removal(before, removal)
        except ProtocolError as error:
            raise WireError(error.sentence) from error
        del self._before[slot:]
        self._said = {}
        self._applied(after, removal)
        self._enter(before, after)

    def _enter(self, before: TableState, after: TableState) -> None:
        self._before.append(before)
        self._state = after
        view = public_view(after)
        for onlooker in self._onlookers:
            onlooker.on_slot(view, after.happenings)

    def _signal(self, state: TableState, data: bytes) -> None:
        try:
            heard = receive_signal(state.proposal, state.table, data)
        except ProtocolError as error:
            raise WireError(error.sentence) from error
        seat = heard.signal.seat
        match decode(heard.signal.body, ChatSignal, LeaveSignal, HandedSignal, NudgeSignal):
            case ChatSignal(text):
                for onlooker in self._onlookers:
                    onlooker.on_chat(seat, text)
            case LeaveSignal():
                for onlooker in self._onlookers:
                    onlooker.on_notice(_("{name} leaves the table").format(name=_name(state, seat)))
            case HandedSignal() as body if self._book.is_news(seat, body):
                self._book.take(heard, body)
                by_bot = frozenset(each for each, (word, _) in self._book.handed.items() if word.by_bot)
                for onlooker in self._onlookers:
                    onlooker.on_company(Company(by_bot))
            case _:
                pass


async def _next_note(link: Link) -> bytes:
    while True:
        try:
            with trio.fail_after(DEFAULT_LIMITS.silence_seconds):
                message = decode(await link.receive(), Note, Beat, Bye)
        except trio.TooSlowError as error:
            silence = _("nothing was heard for {seconds:g} s").format(seconds=DEFAULT_LIMITS.silence_seconds)
            raise LinkError(silence) from error
        if isinstance(message, Bye):
            raise refusal(message)
        if isinstance(message, Note):
            return message.payload


def _name(state: TableState, seat: int) -> str:
    return state.proposal.seats[seat].name
