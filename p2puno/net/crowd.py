"""Who is linked while anybody may: strangers from one place do not take the room of all others.

Before the game everybody who comes may link, so somebody with many keys could fill all links. Therefore one
origin has so many strangers at most, and where no room is left whoever came first from the origin with most
strangers makes room. Those who sit at the table are no strangers, nor is whoever this peer has dialled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import inf

import trio

from p2puno.net.limits import Limits
from protocol.sentences import Sentence, sentence


class Crowd:
    """The linked peers and where they came from, in the order in which they came."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._origins: dict[bytes, str] = {}
        self.seated: Collection[bytes] = ()
        """Those who have a place at the table."""

    def objection(self, peer: bytes, origin: str | None) -> Sentence | None:
        """Why there is no room for one more from there (None: dialled by this peer), as a sentence for it."""
        if origin is None or peer in self.seated or peer in self._origins:
            return None
        strangers = self._strangers()
        if strangers[origin] >= self._limits.strangers_per_origin:
            return sentence("too many are connected from where you are")
        if len(self._origins) >= self._limits.links and self._gives_way(origin, strangers) is None:
            return sentence("too many are connected here")
        return None

    def enter(self, peer: bytes, origin: str | None) -> bytes | None:
        """There is a link to this peer now; who has to make room for it, if there is none left."""
        others = self._origins.pop(peer, None) is not None or len(self._origins) < self._limits.links
        gives_way = None if others or origin is None else self._gives_way(origin, self._strangers())
        self._origins[peer] = "" if origin is None else origin
        return gives_way

    def leave(self, peer: bytes) -> None:
        self._origins.pop(peer, None)

    def _strangers(self) -> Counter[str]:
        origins = (origin for peer, origin in self._origins.items() if origin and peer not in self.seated)
        return Counter(origins)

    def _gives_way(self, origin: str, strangers: Counter[str]) -> bytes | None:
        """The first of the largest group; nobody, if that is no larger than the one that asks."""
        largest = max(strangers, key=lambda each: strangers[each], default=origin)
        if strangers[largest] <= strangers[origin]:
            return None
        return next(
            peer for peer, each in self._origins.items() if each == largest and peer not in self.seated
        )


class Newcomers:
    """Peers that have linked and must say within some seconds what they want."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._due: dict[bytes, float] = {}

    @property
    def next_due(self) -> float:
        return min(self._due.values(), default=inf)

    def came(self, peer: bytes) -> None:
        self._due.setdefault(peer, trio.current_time() + self._patience)

    def settled(self, peer: bytes) -> None:
        """It has said so, or is gone."""
        self._due.pop(peer, None)

    def overdue(self) -> list[bytes]:
        """Those whose time is over; they are told once."""
        now = trio.current_time()
        late = [peer for peer, due in self._due.items() if due <= now]
        for peer in late:
            del self._due[peer]
        return late
