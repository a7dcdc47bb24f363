"""Tables that really answer: every announced one is asked over TCP before it is shown, and while it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from p2puno.language.texts import _
from p2puno.net.addresses import Address
from p2puno.net.dialling import ask
from p2puno.net.discovery import Appeared, Sighting, sightings
from p2puno.net.handshake import LinkError, VersionError
from p2puno.net.limits import LINK_VERSION
from p2puno.net.messages import TableInfo
from p2puno.net.record import TableRecord

_TABLES_WATCHED = 64
_NEWS_HELD = 64


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table answers: what it says, the address that answered, and all it is announced at."""

    info: TableInfo
    address: Address
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class TableUnfit:
    """A table is there, but not for this version of the program."""

    token: bytes
    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TableGone:
    """A table that was seen, or was unfit, is not there any more."""

    token: bytes


News = TableSeen | TableUnfit | TableGone


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found: tables that answer, and those of another version."""

    tables: tuple[TableSeen, ...]
    unfit: tuple[TableUnfit, ...]


@asynccontextmanager
async def browse(
    *,
    own: frozenset[bytes] = frozenset(),
    interfaces: Sequence[str] | None = None,
    ask_again_seconds: float = 3.0,
) -> AsyncIterator[trio.MemoryReceiveChannel[News]]:
    """News of the tables on the LAN while the block runs; raises `DiscoveryError` if that is not possible.

    A table announced on several networks is one table, by its token; those with `own` tokens are left out.
    Every table is asked again after `ask_again_seconds`: who joined, and whether it still answers.
    """
    send, receive = trio.open_memory_channel[News](_NEWS_HELD)
    async with sightings(interfaces=interfaces) as heard, trio.open_nursery() as nursery:
        nursery.start_soon(_sort_out, heard, _Watches(own, ask_again_seconds, send, nursery))
        yield receive
        nursery.cancel_scope.cancel()


async def find_tables(
    wait: float,
    *,
    settle: float | None = None,
    suits: Callable[[TableSeen], bool] = lambda _: True,
    interfaces: Sequence[str] | None = None,
) -> Findings:
    """Search for `wait` seconds at most.

    With `settle`, no longer than that many seconds after the first table that `suits`: time for its
    neighbours to be heard of as well, when there may be a choice to make.
    """
    there: dict[bytes, TableSeen | TableUnfit] = {}
    with trio.move_on_after(wait) as patience:
        async with browse(interfaces=interfaces) as news:
            async for item in news:
                _note(item, there)
                if settle is not None and isinstance(item, TableSeen) and suits(item):
                    patience.deadline = min(patience.deadline, trio.current_time() + settle)
                    settle = None
    tables = [table for table in there.values() if isinstance(table, TableSeen)]
    tables.sort(key=lambda table: (table.info.name, table.info.token))
    unfit = tuple(table for table in there.values() if isinstance(table, TableUnfit))
    return Findings(tuple(tables), unfit)


def _note(item: News, there: dict[bytes, TableSeen | TableUnfit]) -> None:
    """The last news of a table holds."""
    token = item.info.token if isinstance(item, TableSeen) else item.token
    there.pop(token, None)
    if not isinstance(item, TableGone):
        there[token] = item


@dataclass(slots=True)
class _Watch:
    """One table: the announcements it has, by instance, and what interrupts the pause between questions."""

    records: dict[str, TableRecord] = field(default_factory=dict)
    changed: trio.Event = field(default_factory=trio.Event)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    told: News | None = None

    @property
    def addresses(self) -> tuple[Address, ...]:
        return tuple(dict.fromkeys(a for record in self.records.values() for a in record.addresses))


class _Watches:
    """All announced tables, each asked again and again by a task of its own."""

    def __init__(
        self,
        own: frozenset[bytes],
        ask_again_seconds: float,
        news: trio.MemorySendChannel[News],
        nursery: trio.Nursery,
    ) -> None:
        self._own = own
        self._ask_again_seconds = ask_again_seconds
        self._news = news
        self._nursery = nursery
        self._by_token: dict[bytes, _Watch] = {}

    def appeared(self, instance: str, record: TableRecord) -> None:
        """An instance describes a table."""
        if record.token in self._own:
            return
        watch = self._by_token.get(record.token)
        if watch is None:
            if len(self._by_token) >= _TABLES_WATCHED:
                return
            watch = self._by_token[record.token] = _Watch()
            self._nursery.start_soon(self._ask_again_and_again, record.token, watch)
        watch.records[instance] = record
        watch.changed.set()

    async def vanished(self, instance: str) -> None:
        """An instance is gone; with its last one the table is, too."""
        for token, watch in list(self._by_token.items()):
            if watch.records.pop(instance, None) is not None and not watch.records:
                del self._by_token[token]
                watch.scope.cancel()
                if watch.told is not None:
                    await self._news.send(TableGone(token))

    async def _ask_again_and_again(self, token: bytes, watch: _Watch) -> None:
        with watch.scope:
            while True:
                watch.changed = trio.Event()
                news = await _question(token, watch)
                if news != watch.told:
                    gone = watch.told is not None
                    watch.told = news
                    if news is not None:
                        await self._news.send(news)
                    elif gone:
                        await self._news.send(TableGone(token))
                with trio.move_on_after(self._ask_again_seconds):
                    await watch.changed.wait()


async def _sort_out(heard: trio.MemoryReceiveChannel[Sighting], watches: _Watches) -> None:
    async for sighting in heard:
        if isinstance(sighting, Appeared):
            watches.appeared(sighting.instance, sighting.record)
        else:
            await watches.vanished(sighting.instance)


async def _question(token: bytes, watch: _Watch) -> TableSeen | TableUnfit | None:
    """What there is to tell of this table now; None if it does not answer."""
    record = next(iter(watch.records.values()))
    if record.version != LINK_VERSION:
        sentence = _("it speaks protocol {version}, this is {own}: both need the same p2puno").format(
            version=record.version, own=LINK_VERSION
        )
        return TableUnfit(token, record.name, sentence)
    try:
        address, info = await ask(watch.addresses, token=token)
    except VersionError as error:
        return TableUnfit(token, record.name, str(error))
    except LinkError:
        return None
    return TableSeen(info, address, watch.addresses)
