"""Lobbies running in the background of a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import trio

from p2puno.errors import NoError
from p2puno.net.guest_lobby import GuestLobby, Reopening
from p2puno.net.host_lobby import HostLobby
from p2puno.net.lobby import Seating, SeatRequest
from p2puno.net.messages import Roll
from p2puno.net.pin_guard import PinGuard
from protocol.wire.messages import RuleItem
from tests.net.mesh_kit import Node, key

RULES = (RuleItem("target", "200"),)
TOKEN = b"t" * 16


@dataclass
class Player:
    """A seat in a lobby: what its lobby has shown, and how it ended."""

    node: Node
    me: SeatRequest
    lobby: HostLobby | GuestLobby | None = None
    rolls: list[Roll] = field(default_factory=list)
    seating: Seating | None = None
    error: Exception | None = None
    _moved: trio.Event = field(default_factory=trio.Event)

    async def run(self) -> None:
        """Be in the lobby until it is over."""
        assert self.lobby is not None
        try:
            self.seating = await self.lobby.run()
        except NoError as error:
            self.error = error
        self._notify()

    def start(self) -> None:
        """The host says `start`."""
        assert isinstance(self.lobby, HostLobby)
        self.lobby.start()

    def show(self, roll: Roll) -> None:
        """Called by the lobby at every change."""
        self.rolls.append(roll)
        self._notify()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a change makes this true."""
        while not condition():
            await self._moved.wait()

    async def until_names(self, *names: str) -> None:
        """Wait until these names sit at the table, in this order."""
        await self.until(lambda: bool(self.rolls) and [e.name for e in self.rolls[-1].entries] == list(names))

    async def over(self) -> None:
        """Wait until this seat's lobby has ended."""
        await self.until(lambda: self.seating is not None or self.error is not None)

    def _notify(self) -> None:
        self._moved.set()
        self._moved = trio.Event()


def request(
    node: Node, name: str, operator: bytes | None = None, *, bot: bool = False, bots: str = ""
) -> SeatRequest:
    """What this node brings to a table; its nonce is made of its key. `bots`: the letters of their keys."""
    own = node.mesh.identity
    keys = frozenset(key(letter).public for letter in bots)
    return SeatRequest(name, operator or own, bot, own[::-1], node.addresses, keys)


def host_of(
    node: Node,
    *,
    capacity: int = 4,
    start_when_full: bool = False,
    kept_for: tuple[bytes, ...] = (),
    pin: str | None = None,
    wrong_pin: Callable[[str, int], None] = lambda _origin, _times: None,
) -> Player:
    """Ann opens a table at this node."""
    player = Player(node, request(node, "Ann"))
    if pin is not None:
        node.mesh.door.guard = PinGuard(pin, wrong_pin)
    player.lobby = HostLobby(
        node.mesh,
        player.me,
        token=TOKEN,
        name="Anns table",
        rules=RULES,
        capacity=capacity,
        start_when_full=start_when_full,
        kept_for=kept_for,
        changed=player.show,
    )
    return player


def guest_at(
    host: Player,
    node: Node,
    name: str,
    me: SeatRequest | None = None,
    reopening: Reopening | None = None,
    pin: str | None = None,
) -> Player:
    """Somebody who will try to sit at that table."""
    player = Player(node, me or request(node, name))
    player.lobby = GuestLobby(
        node.mesh,
        player.me,
        host=host.node.mesh.identity,
        host_addresses=host.node.addresses,
        reopening=reopening,
        pin=pin,
        changed=player.show,
    )
    return player
