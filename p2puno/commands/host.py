"""`p2puno host`: open a table on the LAN and sit down at it."""

from __future__ import annotations

from p2puno.commands.output import show
from p2puno.commands.pin import pin_of_new_table
from p2puno.commands.seat import Sitting, bots_of, check_seats, listen_of, take_seat
from p2puno.commands.settings import settle
from p2puno.errors import UsageError
from p2puno.language.texts import Counted, Text
from p2puno.options import Options
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.session import host_table
from p2puno.store.names import check_table_name

NOBODY_STARTS = Text(
    "With --bot nobody can say `start`: this table is open, but without --seats its game will not begin."
)
NO_ROOM = Counted(
    "There are {seats} seats: no room for you and {count} bot.",
    "There are {seats} seats: no room for you and {count} bots.",
)


def run(options: Options) -> int:
    settings = settle(options)
    bots = bots_of(settings)
    rules = settings.rules()
    check_seats(rules, options.seats or max(2, len(bots) + 1))
    if options.seats is not None and len(bots) >= options.seats:
        raise UsageError(NO_ROOM.format(count=len(bots), seats=options.seats))
    if options.table_name is not None:
        check_table_name(options.table_name)
    table = TablePlan(name=options.table_name, rules=rules, seats=options.seats)

    async def play(plan: SeatPlan) -> Outcome | None:
        return await host_table(plan, table)

    pin = pin_of_new_table(options)
    if options.bot is not None and options.seats is None:
        show(str(NOBODY_STARTS))
    by_itself = options.seats is not None
    listen = listen_of(settings, (None, None))
    return take_seat(Sitting(settings, play, bots, listen, opener=True, by_itself=by_itself, pin=pin))
