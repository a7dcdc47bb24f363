"""Where two seats stand, and what one lacks that the other has (specs/table.md, Talk)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2puno.net.allowance import Allowances
from p2puno.net.limits import Rate
from p2puno.net.mesh import Mesh
from p2puno.net.messages import MAX_LINKED
from p2puno.seat.inbox import Inbox
from protocol.table.state import TableState
from protocol.table.table import expected, finished
from protocol.wire.codec import encode
from protocol.wire.messages import MAX_WATCHERS, Status

# What a peer lacks it is sent so often: it asks every two seconds, and on a new link at once.
STATUS_ANSWERS = Rate(8, 2.0)
# How far back two seats compare their logs once somebody has told them two stories.
COMPARED_SLOTS = 48


class CatchUp:
    """Tells peers where this seat stands, and answers those who say where they do.

    lasting: what is said again until it has had its effect; watchers: how many look on here.
    """

    def __init__(
        self,
        mesh: Mesh,
        inbox: Inbox,
        state: Callable[[], TableState],
        lasting: Callable[[], Iterable[bytes]],
        watchers: Callable[[], int],
    ) -> None:
        self._mesh = mesh
        self._inbox = inbox
        self._state = state
        self._lasting = lasting
        self._watchers = watchers
        self._answers = Allowances(STATUS_ANSWERS, MAX_LINKED)
        self._compared: set[tuple[int, bytes]] = set()
        self.reached: dict[bytes, tuple[int, int]] = {}
        """How far peers have come, by their own word; one whose link is down may need this seat yet."""

    def tell(self, peer: bytes | None = None) -> None:
        """Tell one peer, or all, where this seat stands."""
        state = self._state()
        held = tuple(sorted(self._inbox.held(state.slot)))
        signalled = tuple(sorted(heard.signal.seat for heard in self._inbox.signals(state.slot)))
        watchers = min(self._watchers(), MAX_WATCHERS)
        data = encode(Status(state.term, state.slot, state.head, held, signalled, watchers))
        for each in self._mesh.linked() if peer is None else [peer]:
            self._mesh.send(each, data)

    def answer(self, peer: bytes, status: Status) -> None:
        """Send whoever is behind what it lacks, now and then; who is ahead does the same."""
        self.reached[peer] = max((status.term, status.slot), self.reached.get(peer, (0, 0)))
        if self._answers.take(peer.hex()):
            for data in self._lacking(peer, status):
                self._mesh.send(peer, data)

    def _lacking(self, peer: bytes, status: Status) -> list[bytes]:
        state, inbox = self._state(), self._inbox
        if status.term != state.term:
            return inbox.from_term(status.term, status.slot) if status.term < state.term else []
        if status.slot != state.slot:
            return inbox.from_slot(status.slot) if status.slot < state.slot else []
        if status.head != state.head:
            self._show_log(peer)
            return []
        held = inbox.held(state.slot)
        said = [held[seat].data for seat in held.keys() - set(status.held)]
        signals = [heard.data for heard in inbox.signals(state.slot)]
        return [*said, *signals, *(() if finished(state) else self._lasting())]

    # --- two stories ----------------------------------------------------------------------------------

    def compare(self, peers: Iterable[bytes]) -> None:
        """Where a contribution continues another head, show these peers what this seat was told."""
        state = self._state()
        if not finished(state) and self._inbox.strangers(expected(state), state.head):
            for peer in peers:
                self._show_log(peer)

    def _show_log(self, peer: bytes) -> None:
        """Once per slot and link: the first difference to what the peer was told convicts its signer."""
        slot = len(self._inbox.log)
        if (slot, peer) not in self._compared:
            self._compared.add((slot, peer))
            for data in self._inbox.from_slot(max(0, slot - COMPARED_SLOTS)):
                self._mesh.send(peer, data)

    def forget(self, peer: bytes) -> None:
        """There is a new link: what was shown over the old one may be lost."""
        self._compared = {(slot, shown) for slot, shown in self._compared if shown != peer}
