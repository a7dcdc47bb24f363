"""How a game ends for one seat: it is over, the seat leaves, is put off, or its program has to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import trio

from p2puno.errors import NoError
from p2puno.language.texts import Text
from p2puno.net.mesh import Mesh
from p2puno.seat.plans import Again
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended for this seat: the game is over, or it `left`; over, it may be played `again`."""

    transcript: Path
    view: View
    left: bool
    again: Again | None = None


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

    def put_off(self, removal: Removal) -> None:
        """The others have decided that this seat leaves."""
        self.gone = True
        self._stop(str(PUT_OFF if removal.convicted & set(removal.out) else VOTED_OUT))

    def twin(self) -> None:
        """Somebody else signs with this seat's key, and has more links, or has said more."""
        self._stop(str(TWIN))

    def _stop(self, sentence: str) -> None:
        if self.stopped is None:
            self.stopped = TableStoppedError(sentence)
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
