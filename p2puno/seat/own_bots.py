"""Bots that sit down beside their operator: each a peer of its own, in a home below the operator's.

It has identity, journal and link like everybody; it only dials.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import trio

from p2puno.errors import NoError, UserError
from p2puno.language.texts import _
from p2puno.net.addresses import Address
from p2puno.net.guest_lobby import GuestLobby
from p2puno.net.lobby import SeatRequest, find_entry
from p2puno.net.messages import Roll
from p2puno.seat.ending import TableStoppedError
from p2puno.seat.plans import BotPlan, SeatPlan
from p2puno.seat.player import Controls, LobbyObserver
from p2puno.seat.playing import drive, peer
from p2puno.store.identity import load_or_create

NONCE_BYTES = 32


class Sitting:
    """Shows the lobby's changes, and knows when this seat has its place: only then its bots may sit too.

    addresses: where this seat asked to be dialled when it sat down.
    """

    def __init__(self, key: bytes, addresses: tuple[Address, ...], lobby: LobbyObserver) -> None:
        self.key = key
        self.addresses = addresses
        self.seated = trio.Event()
        self._lobby = lobby

    def changed(self, roll: Roll) -> None:
        if find_entry(roll, self.key) is not None:
            self.seated.set()
        self._lobby.on_roll(roll)


async def bring_bot(
    plan: SeatPlan, number: int, sitting: Sitting, host: bytes, addresses: tuple[Address, ...]
) -> None:
    """One bot from its lobby to the end."""
    bot = plan.bots[number]
    with telling_troubles(plan, bot):
        async with peer(plan.home.bot(number), bot.name) as (identity, mesh):
            await sitting.seated.wait()
            request = SeatRequest(bot.name, sitting.key, bot=True, nonce=os.urandom(NONCE_BYTES))
            lobby = GuestLobby(mesh, request, host=host, host_addresses=addresses, pin=plan.pin)
            async with trio.open_nursery() as nursery:
                await nursery.start(mesh.run)
                seating = await lobby.run()
                await drive(plan_of_bot(plan, bot, number), identity, mesh, seating, host)
                nursery.cancel_scope.cancel()


@contextmanager
def telling_troubles(plan: SeatPlan, bot: BotPlan) -> Iterator[None]:
    """What stops a bot's table is told by its operator's own seat; what stops the bot alone is told here."""
    try:
        yield
    except* TableStoppedError:
        pass
    except* NoError as group:
        plan.lobby.on_trouble(
            _("the bot {name} does not play: {reason}").format(name=bot.name, reason=_first(group))
        )
    except* UserError as group:
        # Its disk or its line failed: the table would wait for it for ever.
        first = _first(group)
        sentence = _("The bot {name} cannot play: {reason}").format(name=bot.name, reason=first)
        raise type(first)(sentence) from first


def keys_of_bots(plan: SeatPlan) -> frozenset[bytes]:
    """The identities of the bots that this plan brings along."""
    homes = ((plan.home.bot(number), bot.name) for number, bot in enumerate(plan.bots))
    return frozenset(load_or_create(home, name).key.public for home, name in homes)


def plan_of_bot(plan: SeatPlan, bot: BotPlan, number: int) -> SeatPlan:
    """How the bot sits down whose home has this number."""
    return SeatPlan(
        home=plan.home.bot(number),
        name=bot.name,
        player=plan.player,
        observers=(),
        lobby=plan.lobby,
        controls=Controls(),
        bot=bot.strategy,
    )


def _first(group: BaseExceptionGroup[UserError]) -> UserError:
    first: UserError | BaseExceptionGroup[UserError] = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first
