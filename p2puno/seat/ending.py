"""How a game ends for one seat: it is over, the seat leaves, is put off, or its program has to stop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import trio

from p2puno.errors import NoError
from p2puno.language.texts import Text
from p2puno.net.addresses import Address
from p2puno.net.mesh import Mesh
from p2puno.seat.plans import Again, Next, Seat, SitAgain
from p2puno.seat.talk import Talk
from protocol.table.removal import Removal
from protocol.table.state import TableState
from protocol.table.view import View

FAREWELL_SECONDS = 10.0

PUT_OFF = Text("The others have put this seat off the table: it has signed what does not hold")
VOTED_OUT = Text(
    "The others have waited long enough, and have voted this seat off the table: "
    "`p2puno join` asks to sit down again"
)
TWIN = Text(
    "Another program plays this seat as well, with a copy of this player's files: "
    "this one stops. When that one has ended, `p2puno resume` goes on here"
)


class TableStoppedError(NoError):
    """The game cannot go on; the sentence says why and names the seat at fault, if there is one."""


class VotedOutError(TableStoppedError):
    """The others went on without this seat, which may ask to sit down again.

    transcript: what it has of the game. back: at which table, once that is known.
    """

    def __init__(self, transcript: Path, addresses: tuple[Address, ...]) -> None:
        super().__init__(str(VOTED_OUT))
        self.transcript = transcript
        self.addresses = addresses
        self.back: SitAgain | None = None


def voted_out(group: BaseExceptionGroup[VotedOutError]) -> VotedOutError:
    """The one that such a group is about."""
    first: VotedOutError | BaseExceptionGroup[VotedOutError] = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended for this seat: the game is over, or it `left`; over, it may be played `again`."""

    transcript: Path
    view: View
    left: bool
    again: Again | None = None


Play: TypeAlias = Callable[[Seat, Next], Awaitable[Outcome | None]]
"""Plays one game in a seat; None if the person has left before it began."""


class Ending:
    """`scope` is what ends with the game. left: on purpose; gone: this seat is at the table no more."""

    def __init__(self) -> None:
        self.scope = trio.CancelScope()
        self.stopped: TableStoppedError | None = None
        self.left = False
        self.gone = False

    def leave(self, *, early: bool = True) -> None:
        """The goodbye is said; or the game is over, and its person goes before the others have its end."""
        self.left = self.gone = early
        self.scope.cancel()

    def put_off(self, removal: Removal, transcript: Path, addresses: tuple[Address, ...]) -> None:
        """The others, who are at these addresses, have decided that this seat leaves."""
        self.gone = True
        convicted = removal.convicted & set(removal.out)
        self._stop(TableStoppedError(str(PUT_OFF)) if convicted else VotedOutError(transcript, addresses))

    def twin(self) -> None:
        """Somebody else signs with this seat's key, and has more links, or has said more."""
        self._stop(TableStoppedError(str(TWIN)))

    def _stop(self, error: TableStoppedError) -> None:
        self.stopped = self.stopped or error
        self.scope.cancel()


async def farewell(mesh: Mesh, talk: Talk, state: Callable[[], TableState], *, started_again: bool) -> None:
    """Stay until every seat that was ever linked has the end of the game, ten seconds at most.

    A link that is down just now may be the one over which somebody still has to hear the end. Where this
    program has only just been started, that is anybody.
    """
    talk.catch_up.tell()
    table = state()
    keys = {table.proposal.seats[seat].key for seat in table.present} - {mesh.identity}
    reached, end = talk.catch_up.reached, (table.term, table.slot)
    with trio.move_on_after(FAREWELL_SECONDS):
        while any(
            reached.get(peer, (0, 0)) < end
            for peer in (keys if started_again else keys & {*mesh.linked(), *reached})
        ):
            await talk.something_new()
        await mesh.flush()


def where_they_are(mesh: Mesh, state: TableState) -> tuple[Address, ...]:
    """The addresses of those who are at the table, beginning with those that there is a link with."""
    keys = [state.proposal.seats[seat].key for seat in state.present]
    keys.sort(key=lambda key: key not in mesh.linked())
    return tuple(dict.fromkeys(address for key in keys for address in mesh.addresses(key)))
