"""`p2puno resume`: back into the seat of a game that was interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import trio

from p2puno.commands.join import ask_which
from p2puno.commands.output import is_terminal, quiet_libraries, show, typed_by_a_person
from p2puno.commands.seat import Sitting, listen_of, take_seat
from p2puno.commands.settings import Settings, settle
from p2puno.errors import NoError, UsageError
from p2puno.language.texts import Text
from p2puno.net.addresses import parse_address
from p2puno.options import Options
from p2puno.seat.ending import Outcome
from p2puno.seat.interrupted import Interrupted, interrupted_games
from p2puno.seat.plans import SeatPlan
from p2puno.seat.resuming import Return, resume_table
from p2puno.ui.interruptions import interrupted_line

NONE = Text("No game of this player was interrupted (folder {folder}).")
NO_SUCH = Text("No interrupted game is called {name}; `p2puno resume` alone lists those that there are.")
SEVERAL = Text("Several games were interrupted: say which, with `p2puno resume GAME`.")


def run(options: Options) -> int:
    settings = settle(options)
    quiet_libraries()
    game = _which(settings, trio.run(trio.to_thread.run_sync, interrupted_games, settings.home))
    return 0 if game is None else go_on(settings, game)


def go_on(settings: Settings, game: Interrupted) -> int:
    """Continue this one; raises UsageError if it cannot be continued. A bot's seat stays one."""
    if game.fault is not None:
        raise UsageError(game.fault)
    options = settings.options
    settings = replace(settings, options=replace(options, bot=options.bot or game.bot))
    at = settings.options.at
    back = Return(game.name, () if at is None else (parse_address(at),))

    async def play(plan: SeatPlan) -> Outcome | None:
        return await resume_table(plan, back)

    listen = listen_of(settings, (None, None))
    return take_seat(Sitting(settings, play, (), listen, by_itself=True))


def _which(settings: Settings, games: Sequence[Interrupted]) -> Interrupted | None:
    """The one that was asked for, else the only one; None if the person chose none."""
    if not games:
        raise NoError(NONE.format(folder=settings.home.data))
    named = settings.options.game
    fitting = [game for game in games if named is None or _is_called(game, named)]
    if not fitting:
        raise NoError(NO_SUCH.format(name=named))
    if len(fitting) == 1:
        return fitting[0]
    for number, game in enumerate(fitting, start=1):
        show(f"{number}  {interrupted_line(game)}")
    if not (typed_by_a_person() and is_terminal()):
        raise NoError(str(SEVERAL))
    return ask_which(fitting, input)


def _is_called(game: Interrupted, name: str) -> bool:
    """By its table, or by its files, of whose name a beginning will do."""
    table = None if game.state is None else game.state.proposal.name
    return game.name.startswith(name.lower()) or (table is not None and table.casefold() == name.casefold())
