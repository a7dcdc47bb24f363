"""The lobby at whoever joins a table: asks for a seat, watches the roll, checks what is to be signed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

import trio

from p2puno.errors import NoError
from p2puno.language.speech import heard, said
from p2puno.language.texts import _
from p2puno.net.addresses import Address
from p2puno.net.crowd import Newcomers
from p2puno.net.events import Event, LinkDown, LinkUp, Noted, Received, Unreachable
from p2puno.net.lobby import (
    LOST_SECONDS,
    REFUSALS,
    Seating,
    SeatRequest,
    check_proposal,
    find_entry,
    from_reachable,
    make_seating,
    to_reachable,
)
from p2puno.net.mesh import Mesh
from p2puno.net.messages import NoSeat, Roll, SentAway, Sit, Start
from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.wire.codec import decode, encode
from protocol.wire.messages import RuleItem

_EARLY_HELD = 64
REACH_SECONDS = 10.0
APPEAR_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Reopening:
    """A table that was there before and will be opened again, within so many seconds of patience.

    Until it shows itself nothing is final: the game before is still ending there, or nobody listens yet.
    """

    name: str
    rules: tuple[RuleItem, ...]
    patience: float


class GuestLobby:
    """One seat at somebody else's table before the game. pin: the table's, as `pin.tidy_pin` gives it."""

    def __init__(
        self,
        mesh: Mesh,
        me: SeatRequest,
        *,
        host: bytes,
        host_addresses: tuple[Address, ...],
        reopening: Reopening | None = None,
        pin: str | None = None,
        changed: Callable[[Roll], None] = lambda _: None,
    ) -> None:
        self._mesh = mesh
        if pin is not None:
            mesh.visits.say_pin(host, pin)
            mesh.gallery.elsewhere = True
        self._me = me
        self._host = host
        self._host_addresses = host_addresses
        self._reopening = reopening
        self._changed = changed
        self._roll: Roll | None = None
        self._newcomers = Newcomers(APPEAR_SECONDS)
        self._early: list[Received] = []
        self._trouble = _("it does not answer")
        self._give_up_at = inf

    def say_ready(self, ready: bool) -> None:
        """This seat wants the game to begin, or does not yet."""
        self._me = replace(self._me, ready=ready)
        self._ask_to_sit()

    def move(self, addresses: tuple[Address, ...]) -> None:
        """This seat can be dialled there from now on."""
        self._me = replace(self._me, addresses=addresses)
        self._ask_to_sit()

    async def run(self) -> Seating:
        """Sit until the start; raises `NoError` if the host refuses, goes away or proposes something else.

        It reads the mesh's events and hands them over when it is done.
        """
        patience = REACH_SECONDS if self._reopening is None else self._reopening.patience
        self._give_up_at = trio.current_time() + patience
        self._mesh.want(self._host, self._host_addresses)
        while True:
            for peer in self._newcomers.overdue():
                self._mesh.drop(peer, sentence("only who sits at the same table is linked with"))
            with trio.move_on_at(min(self._give_up_at, self._newcomers.next_due)):
                seating = self._handle(await self._mesh.events.receive())
                if seating is not None:
                    self._mesh.hand_over(self._early)
                    return seating
            if trio.current_time() >= self._give_up_at:
                raise NoError(_("the table cannot be reached: {reason}").format(reason=self._trouble))

    def _handle(self, event: Event) -> Seating | None:
        match event:
            case LinkUp(self._host):
                self._ask_to_sit()
            case LinkUp(peer) if self._roll is None or find_entry(self._roll, peer) is None:
                self._newcomers.came(peer)
            case Unreachable(self._host, sentence, refused):
                if refused and self._roll is None and self._reopening is None:
                    raise NoError(_("the table cannot be joined: {reason}").format(reason=sentence))
                self._trouble = sentence
            case LinkDown(self._host, sentence, on_purpose):
                self._trouble = sentence
                self._lost_host(on_purpose=on_purpose)
            case LinkDown(peer):
                self._newcomers.settled(peer)
            case Noted(self._host, payload):
                return self._noted(payload)
            case Received() if len(self._early) < _EARLY_HELD:
                self._early.append(event)
        return None

    def _lost_host(self, *, on_purpose: bool) -> None:
        if self._roll is None and self._reopening is not None:
            return  # that was the end of the game before
        if on_purpose:
            raise NoError(_("the table is closed: {reason}").format(reason=self._trouble))
        self._give_up_at = trio.current_time() + LOST_SECONDS

    def _noted(self, payload: bytes) -> Seating | None:
        try:
            message = decode(payload, Roll, NoSeat, SentAway, Start)
        except WireError as error:
            raise NoError(
                _("the host says what cannot be read: {error}").format(error=said(error))
            ) from error
        match message:
            case Roll():
                self._rolled(message)
            case NoSeat(sentence):
                raise NoError(
                    _("the host does not let you sit down: {reason}").format(reason=heard(sentence, REFUSALS))
                )
            case SentAway():
                raise NoError(_("whoever opened the table has sent you away"))
            case Start(data):
                return self._started(data)
        return None

    def _rolled(self, roll: Roll) -> None:
        known, before = self._roll, self._reopening
        other_table = known is not None and (roll.token, roll.name, roll.rules) != (
            known.token,
            known.name,
            known.rules,
        )
        if other_table or (before is not None and (roll.name, roll.rules) != (before.name, before.rules)):
            raise NoError(
                _("the host has changed the table after it was shown: join again if you like it still")
            )
        self._roll = roll
        self._give_up_at = inf
        self._mesh.crowd.seated = [entry.key for entry in roll.entries]
        for entry in roll.entries:
            self._newcomers.settled(entry.key)
        self._want_all(roll, known)
        if find_entry(roll, self._mesh.identity) is None:
            self._ask_to_sit()
        self._changed(roll)

    def _want_all(self, roll: Roll, known: Roll | None) -> None:
        """Link with everybody who sits, and dial nobody who has left."""
        here = {entry.key: from_reachable(entry.reachable) for entry in roll.entries}
        for gone in {entry.key for entry in known.entries} - here.keys() if known else ():
            self._mesh.want(gone, ())
        here[self._host] = tuple(dict.fromkeys((*self._host_addresses, *here.get(self._host, ()))))
        for key, addresses in here.items():
            if key != self._mesh.identity:
                self._mesh.want(key, addresses, mutual=key != self._host)

    def _ask_to_sit(self) -> None:
        me = self._me
        reachable, bots = to_reachable(me.addresses), tuple(sorted(me.bots))
        sit = Sit(me.name, me.operator, me.bot, me.nonce, reachable, bots, me.ready)
        self._mesh.note(self._host, encode(sit))

    def _started(self, data: bytes) -> Seating:
        if self._roll is None:
            raise NoError(_("the host starts a game without having shown its table"))
        check_proposal(data, self._roll, self._mesh.identity, self._me)
        seating = make_seating(data, self._roll, self._mesh.identity)
        self._mesh.admit(seating.addresses)
        return seating
