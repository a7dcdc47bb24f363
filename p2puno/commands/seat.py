"""What `play`, `host` and `join` share: a person or a bot takes a seat and stays to the end."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

import trio

from p2puno.argument_values import DEFAULT_STRATEGY
from p2puno.commands.complaint import complain
from p2puno.commands.lines import LineMode, sit_in_lines
from p2puno.commands.output import quiet_libraries, show, show_whole
from p2puno.commands.passphrase import unlocked
from p2puno.commands.screen import full_screen
from p2puno.commands.settings import Settings
from p2puno.errors import UsageError
from p2puno.language.speech import commas, said
from p2puno.language.texts import Counted, _
from p2puno.net.addresses import parse_listen
from p2puno.seat.bots import STRATEGIES
from p2puno.seat.ending import Outcome, Play
from p2puno.seat.plans import BotPlan, Next, Seat, SeatPlan
from p2puno.seat.session import play_again
from p2puno.ui import texts as text
from p2puno.ui.events import EventFile
from p2puno.ui.screen.remembered import Remembered
from protocol.errors import RulesError
from protocol.rules.ruleset import RuleSet

BOT_NAMES = ("Ada", "Bruno", "Clara", "Dino", "Emma", "Fritz", "Greta", "Hugo", "Ida")
NO_ROOM = Counted(
    "A table has at most {most} seats, so there is no room for {count} bot.",
    "A table has at most {most} seats, so there is no room for {count} bots.",
)

Listen: TypeAlias = tuple[str | None, int | None]


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a seat is taken: `play` does it; the others describe the lobby (see `LineLobby`)."""

    settings: Settings
    play: Callable[[SeatPlan], Awaitable[Outcome | None]]
    bots: tuple[BotPlan, ...]
    listen: Listen
    opener: bool = False
    by_itself: bool = False
    quiet: bool = False
    pin: str | None = field(default=None, repr=False)


def take_seat(sitting: Sitting) -> int:
    """Sit down and play to the end; the exit code is 0 for leaving on purpose too."""
    options = sitting.settings.options
    if options.bot is not None:
        check_strategy(options.bot)
    sitting = replace(sitting, settings=unlocked(sitting.settings))
    path = events_path(sitting.settings)
    quiet_libraries()
    gc.freeze()  # what is loaded by now stays: going through it again and again holds up the event loop
    with nullcontext() if path is None else EventFile(path, complain) as events:
        outcome = _sit_somehow(sitting, events)
    if outcome is None:
        return 0
    if outcome.left:
        show(_("You left before the end of the game; its transcript is unfinished."))
    show_whole(text.TRANSCRIPT_AT.format(path=outcome.transcript))
    return 0


def _sit_somehow(sitting: Sitting, events: EventFile | None) -> Outcome | None:
    """On the full screen where there can be one, else in line mode."""
    options = sitting.settings.options

    async def play(seat: Seat, again: Next = None) -> Outcome | None:
        plan = _plan(sitting, events, seat)
        return await (sitting.play(plan) if again is None else play_again(plan, again))

    if options.bot is None and full_screen(sitting.settings):
        return _sit_on_screen(sitting, play)
    mode = LineMode(
        reads=options.bot is None,
        verbose=options.verbose,
        opener=sitting.opener,
        by_itself=sitting.by_itself,
        quiet=sitting.quiet,
    )
    return trio.run(sit_in_lines, play, mode)


def _sit_on_screen(sitting: Sitting, play: Play) -> Outcome | None:
    # prompt_toolkit takes its time to import; line mode does not need it
    from p2puno.ui.screen.sitting import sit_on_screen  # noqa: PLC0415

    remembered = Remembered(sitting.settings.preferences, sitting.settings.home)
    return sit_on_screen(play, show, remembered, opener=sitting.opener, by_itself=sitting.by_itself)


def _plan(sitting: Sitting, events: EventFile | None, seat: Seat) -> SeatPlan:
    return SeatPlan(
        home=sitting.settings.home,
        name=sitting.settings.name,
        player=seat.player,
        observers=(seat.observer,) if events is None else (seat.observer, events),
        lobby=seat.lobby,
        controls=seat.controls,
        bot=sitting.settings.options.bot,
        bots=sitting.bots,
        listen=sitting.listen,
        pin=sitting.pin,
        spectators=(seat.spectator,) if events is None else (seat.spectator, events),
    )


# --- checks -------------------------------------------------------------------------------------------


def events_path(settings: Settings) -> Path | None:
    """Where `--events` writes; not over one's own files."""
    if settings.options.events is None:
        return None
    path = Path(settings.options.events)
    if settings.home.owns(path):
        sentence = _("{path} is one of this player's own files: write the events elsewhere.")
        raise UsageError(sentence.format(path=path))
    return path


def bots_of(settings: Settings, number: int = 0) -> tuple[BotPlan, ...]:
    """The bots of `--bots`, by default `number` of them."""
    count, strategy = settings.options.bots or (number, DEFAULT_STRATEGY)
    check_strategy(strategy)
    if count > len(BOT_NAMES):
        raise UsageError(NO_ROOM.format(count=count, most=len(BOT_NAMES) + 1))
    return tuple(BotPlan(name, strategy) for name in BOT_NAMES[:count])


def check_strategy(strategy: str) -> None:
    if strategy not in STRATEGIES:
        sentence = _("There is no bot `{strategy}`; there are: {strategies}.")
        raise UsageError(sentence.format(strategy=strategy, strategies=commas(list(STRATEGIES))))


def check_seats(rules: RuleSet, seats: int) -> None:
    """Whether these rules are for so many players."""
    try:
        rules.check_seats(seats)
    except RulesError as error:
        raise UsageError(said(error)) from None


def listen_of(settings: Settings, default: Listen) -> Listen:
    return default if settings.listen is None else parse_listen(settings.listen)
