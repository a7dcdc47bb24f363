"""`p2puno join`: find a table and sit down at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import trio

from p2puno.commands import watch
from p2puno.commands.no_table import NoTable
from p2puno.commands.output import is_terminal, plain, quiet_libraries, show, typed_by_a_person
from p2puno.commands.pin import pin_of_table
from p2puno.commands.quitting import unless_quit
from p2puno.commands.seat import Sitting, bots_of, listen_of, take_seat
from p2puno.commands.settings import settle
from p2puno.commands.tables import table_line
from p2puno.errors import NoError
from p2puno.language.speech import commas
from p2puno.language.texts import Text, _
from p2puno.net.addresses import Address, parse_target
from p2puno.net.dialling import ask
from p2puno.net.handshake import LinkError, RefusedError, VersionError
from p2puno.net.tables import Findings, TableSeen, find_tables
from p2puno.options import Options
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan
from p2puno.seat.session import join_table
from p2puno.ui.screen.characters import tidy
from p2puno.ui.tableinfo import lets_in_late, why_closed

T = TypeVar("T")

DEFAULT_WAIT = 15.0
# After the first table that suits: time for others to be heard of, so that there is a choice.
SETTLE_SECONDS = 1.0
ASK_AGAIN_SECONDS = 0.5

STILL_OPEN = Text("open", "a table")
NONE = Text(
    "No open table was found on this network: open one with `p2puno host`, "
    "or use an address that you were told with `p2puno join HOST:PORT`"
)
NONE_BUT = Text(
    "No open table was found on this network; there are {others}: open one with `p2puno host`, "
    "or use an address that you were told with `p2puno join HOST:PORT`"
)
NONE_CALLED = Text(
    "No open table called {name} was found on this network: open one with `p2puno host`, "
    "or use an address that you were told with `p2puno join HOST:PORT`"
)
NONE_CALLED_BUT = Text(
    "No open table called {name} was found on this network; there are {others}: open one with `p2puno host`, "
    "or use an address that you were told with `p2puno join HOST:PORT`"
)


def run(options: Options) -> int:
    settings = settle(options)
    bots = bots_of(settings)
    if options.watch:
        watch.check(settings)
    quiet_libraries()
    place = _place(options)
    if place is None:
        return 0
    pin = pin_of_table(options, wanted=place.has_pin)
    if options.watch:
        return watch.look_on(settings, place.addresses, pin)

    async def play(plan: SeatPlan) -> Outcome | None:
        return await join_table(plan, place.addresses)

    return take_seat(Sitting(settings, play, bots, listen_of(settings, (None, None)), pin=pin))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is, and whether it says that it has a PIN."""

    addresses: Sequence[Address]
    has_pin: bool


def _place(options: Options) -> Place | None:
    """The table that was asked for, None if the person chose none; NoError if there is none."""
    wait = DEFAULT_WAIT if options.wait is None else options.wait
    address = None if options.table is None else parse_target(options.table)
    if address is not None:
        return trio.run(unless_quit, partial(_wait_for, address, wait, looks_on=options.watch))
    suits = partial(_suits, options.table, looks_on=options.watch)
    show(_("Looking for a table on this network ..."))
    search = partial(find_tables, wait, settle=SETTLE_SECONDS, suits=suits)
    no_table = NoTable()
    found = trio.run(unless_quit, search, no_table.say_why, no_table.answers)
    if no_table.typed:
        return trio.run(unless_quit, partial(_wait_for, no_table.typed[0], wait, looks_on=options.watch))
    if found is None:
        return None
    table = _choose([table for table in found.tables if suits(table)], found, options.table)
    if table is None:
        return None
    return Place(tuple(dict.fromkeys((table.address, *table.addresses))), table.info.pin)


async def _wait_for(address: Address, wait: float, *, looks_on: bool) -> Place:
    """Until a table answers there; one of another version will not come right by waiting.

    To look on anybody at the table will do: there may be no table of its own, or its game may be on.
    """
    reason = _("nothing answers")
    with trio.move_on_after(wait):
        while True:
            try:
                _where, info = await ask([address])
            except VersionError as error:
                sentence = _("The table at {address} does not fit: {reason}")
                raise NoError(sentence.format(address=address, reason=error)) from None
            except RefusedError as error:
                if looks_on:
                    return Place((address,), has_pin=False)
                reason = str(error)
            except LinkError as error:
                reason = str(error)
            else:
                closed = None if looks_on or lets_in_late(info) else why_closed(info)
                if closed is not None:
                    sentence = _("You cannot sit down at the table at {address}: {reason}")
                    raise NoError(sentence.format(address=address, reason=closed))
                return Place((address,), info.pin)
            await trio.sleep(ASK_AGAIN_SECONDS)
    raise NoError(
        _(
            "No table answers at {address} ({reason}); "
            "is that the address, and does a firewall stand between?"
        ).format(address=address, reason=reason)
    )


def _suits(name: str | None, table: TableSeen, *, looks_on: bool) -> bool:
    """A table whose game is on only if it is called by its name."""
    info = table.info
    if name is not None and info.name.casefold() != name.casefold():
        return False
    return looks_on or why_closed(info) is None or (name is not None and lets_in_late(info))


def _choose(fitting: Sequence[TableSeen], found: Findings, name: str | None) -> TableSeen | None:
    if not fitting:
        raise NoError(_why_none(found, name))
    if len(fitting) == 1:
        return fitting[0]
    for number, table in enumerate(fitting, start=1):
        show(f"{number}  {table_line(table)}")
    if not (typed_by_a_person() and is_terminal()):
        raise NoError(
            _("Several tables are open: say which, by its name or its address, with `p2puno join TABLE`.")
        )
    return ask_which(fitting, input)


def ask_which(fitting: Sequence[T], read: Callable[[], str]) -> T | None:
    """Until the person says a number of the list, or wants none of them."""
    while True:
        show(_("Which one? 1 to {last}, or `quit`.").format(last=len(fitting)))
        try:
            answer = read().strip()
        except EOFError:
            answer = "quit"
        if answer in ("quit", "q"):
            return None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(fitting):
            return fitting[int(answer) - 1]


def _why_none(found: Findings, name: str | None) -> str:
    """No table to sit down at, and what there is instead."""
    others = [f"{plain(table.info.name)} ({why_closed(table.info) or STILL_OPEN})" for table in found.tables]
    others += [f"{plain(unfit.name)} ({tidy(unfit.sentence)})" for unfit in found.unfit]
    if name is None:
        return (NONE_BUT if others else NONE).format(others=commas(others))
    return (NONE_CALLED_BUT if others else NONE_CALLED).format(name=plain(name), others=commas(others))
