"""`p2puno` alone, in a terminal: the lobby, and whatever is chosen there, until somebody leaves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from p2puno.commands import host, join, play, resume
from p2puno.commands.complaint import whole_sentence
from p2puno.commands.output import quiet_libraries
from p2puno.commands.passphrase import unlocked
from p2puno.commands.settings import CUSTOM, Settings, settle
from p2puno.doctor.examination import examine, lines
from p2puno.errors import UserError
from p2puno.options import Options
from p2puno.seat.interrupted import interrupted_games
from p2puno.ui.screen.lobby import choose_in_lobby
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.wishes import GoOn, Leave, LookOn, OpenTable, Practise, SitDown
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import RuleSet

# Whoever types an address has been told it: the table answers at once or not at all.
ADDRESS_SECONDS = 4.0


def run(options: Options) -> int:
    settings = unlocked(settle(options))
    quiet_libraries()
    remembered = Remembered(settings.preferences, settings.home)
    note = ""
    while True:
        interrupted = interrupted_games(settings.home)
        rules = _rules(settings, remembered)
        wish = choose_in_lobby(rules, remembered, note, interrupted, partial(_examine, settings))
        if isinstance(wish, Leave):
            return 0
        note = _carry_out(wish, settings, _rules(settings, remembered))


async def _examine(settings: Settings) -> list[str]:
    return [*lines(await examine(settings.home))]


def _rules(settings: Settings, remembered: Remembered) -> RuleSet:
    """Those that were chosen in the lobby last, else those of the config file."""
    items = remembered.now.rules
    return settings.rules() if items is None else RuleSet.from_items(items)


def _carry_out(
    wish: Practise | OpenTable | SitDown | LookOn | GoOn, settings: Settings, rules: RuleSet
) -> str:
    """Play; what went wrong is told in the lobby."""
    values = tuple((option.name, rules[option.name]) for option in CATALOGUE)
    options = replace(settings.options, rules=CUSTOM, set=values)
    sentence = ""
    try:
        match wish:
            case Practise(bots, strategy):
                play.run(replace(options, command="play", bots=(bots, strategy)))
            case OpenTable(name, seats, bots, strategy, pin):
                chosen = replace(options, command="host", table_name=name, seats=seats, typed_pin=pin)
                host.run(replace(chosen, bots=(bots, strategy)))
            case SitDown(address, pin) | LookOn(address, pin):
                there = replace(options, command="join", table=str(address), wait=ADDRESS_SECONDS)
                join.run(replace(there, watch=isinstance(wish, LookOn), typed_pin=pin))
            case Leave():
                pass
            case GoOn(name):
                resume.run(replace(options, command="resume", game=name))
    except* UserError as group:
        sentence = whole_sentence(str(_first(group)))
    return sentence


def _first(group: BaseExceptionGroup[UserError]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
