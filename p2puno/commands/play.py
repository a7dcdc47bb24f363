"""`p2puno play`: a table on this machine, with bots: the same peers, shuffling, log and transcript."""

from __future__ import annotations

from p2puno.commands.seat import Sitting, bots_of, check_seats, listen_of, take_seat
from p2puno.commands.settings import settle
from p2puno.net.addresses import LOOPBACK
from p2puno.options import Options
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.session import host_table

DEFAULT_BOTS = 3
ANY_PORT = 0


def run(options: Options) -> int:
    settings = settle(options)
    bots = bots_of(settings, DEFAULT_BOTS)
    rules = settings.rules()
    check_seats(rules, len(bots) + 1)
    table = TablePlan(name=None, rules=rules, seats=len(bots) + 1, announce=False)

    async def play(plan: SeatPlan) -> Outcome | None:
        return await host_table(plan, table)

    listen = (LOOPBACK, ANY_PORT) if options.listen is None else listen_of(settings, (LOOPBACK, ANY_PORT))
    return take_seat(Sitting(settings, play, bots, listen, by_itself=True, quiet=True))
