"""The command line of every command: `read_options` turns words into `Options` (argparse; decision 060)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from p2puno import argument_values as values
from p2puno.argument_parser import Parser, Version
from p2puno.errors import UsageError
from p2puno.language.catalogue import LANGUAGES
from p2puno.language.speech import commas
from p2puno.language.texts import Text, _
from p2puno.options import Options

SUMMARY = Text("UNO on a LAN with no server and no trusted dealer.")
EPILOG = Text(
    "`p2puno COMMAND --help` says more about a command. Defaults: config.toml in the config folder."
)


def read_options(words: Sequence[str]) -> Options:
    """Raises `UsageError`; `--help` and `--version` print and exit as argparse does."""
    found = vars(_parser().parse_args(list(words)))
    if "set" in found:
        found["set"] = tuple(found["set"])
    if "files" in found:
        found["files"] = tuple(found["files"])
    return Options(**found)


def read_early(words: Sequence[str]) -> Options:
    """What must be known before a text is said: language and home, as far as they can be made out."""
    parser = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--lang")
    parser.add_argument("--home")
    try:
        found, _rest = parser.parse_known_args(list(words))
    except UsageError:
        return Options()
    return Options(**vars(found))


def _parser() -> Parser:
    common = _common()
    parser = Parser(prog="p2puno", description=str(SUMMARY), epilog=str(EPILOG), parents=[common])
    parser.add_argument("--version", action=Version, help=_("say the version and stop"))
    commands = parser.add_subparsers(title=_("commands"), dest="command", metavar="COMMAND")
    for name, (summary, add) in COMMANDS.items():
        command = commands.add_parser(name, help=str(summary), description=str(summary), parents=[common])
        add(command)
    return parser


def _common() -> Any:  # Any: typeshed wants parents of the parser's own class
    """Taken before and after the command; without a default, so that neither place undoes the other."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group(_("everywhere"))
    group.add_argument(
        "--as", dest="name_as", type=values.some_text, metavar="NAME", help=_("your name at the table")
    )
    group.add_argument(
        "--home", type=values.some_text, metavar="DIR", help=_("keep all files of this player in DIR")
    )
    group.add_argument(
        "--lang",
        type=values.language,
        metavar="LANG",
        help=_("the language: {codes}").format(codes=commas(list(LANGUAGES))),
    )
    group.add_argument("--plain", action="store_true", help=_("line mode: one event a line, no full screen"))
    group.add_argument("-v", "--verbose", action="store_true", help=_("say more about what goes on"))
    return common


# --- commands -----------------------------------------------------------------------------------------


def _play(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    _seat(parser, _("how many bots play against you (3)"))
    _listen(parser)


def _host(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name", dest="table_name", type=values.some_text, metavar="NAME", help=_("the name of the table")
    )
    parser.add_argument(
        "--seats",
        type=values.count(Text("`{word}` is not a number of seats")),
        metavar="N",
        help=_("start by itself when N are seated, you and all bots included; else the opener says `start`"),
    )
    _pin(parser, _("whoever sits down must know this PIN (`ask`: you are asked for it)"))
    _rules(parser)
    _seat(parser, _("N more seats played by bots in this process"))
    _listen(parser)


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "table", nargs="?", metavar="TABLE|HOST:PORT", help=_("a table's name or address; else the only one")
    )
    parser.add_argument(
        "--wait", type=values.seconds, metavar="S", help=_("wait so many seconds for a table to appear (15)")
    )
    parser.add_argument(
        "--watch", action="store_true", help=_("look on without a seat, also at a game that is on")
    )
    _pin(parser, _("the PIN of the table, if it has one; a person is asked for it"))
    _seat(parser, _("N more seats played by bots in this process"))
    _listen(parser)


def _resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        type=values.some_text,
        metavar="GAME",
        help=_("the table's name, or the beginning of the game's; else the only one"),
    )
    parser.add_argument(
        "--at",
        type=values.some_text,
        metavar="HOST:PORT",
        help=_("where one of the others is now, if all have moved"),
    )
    _player(parser)
    _listen(parser)


def _tables(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    parser.add_argument("--wait", type=values.seconds, metavar="S", help=_("search for so many seconds (3)"))


def _audit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=_("a game transcript"))
    parser.add_argument(
        "--report",
        type=values.some_text,
        metavar="OUT.html",
        help=_("write a page that shows the game, round by round, with what was checked"),
    )
    _json(parser)


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs=1, metavar="FILE", help=_("a game transcript, or the name of a past game")
    )


def _show_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", nargs="?", metavar="PRESET|FILE", help=_("classic if nothing is said"))
    _set(parser)
    _json(parser)


def _identity(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=("show", "new", "passphrase"),
        default="show",
        help=_("`new` makes another key; `passphrase` seals all secrets with one, or changes it"),
    )


def _doctor(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    parser.add_argument(
        "--report",
        type=values.some_text,
        metavar="FILE",
        help=_("write what somebody who helps may know to FILE, without names and addresses"),
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("as data, for programs"))


COMMANDS: dict[str, tuple[Text, Callable[[argparse.ArgumentParser], None]]] = {
    "play": (Text("Play against bots on this machine."), _play),
    "host": (Text("Open a table on the LAN and sit down at it."), _host),
    "join": (Text("Sit down at a table on the LAN."), _join),
    "resume": (Text("Go back into the seat of a game that was interrupted."), _resume),
    "tables": (Text("List the tables on this LAN."), _tables),
    "audit": (Text("Check finished games from their transcripts."), _audit),
    "replay": (Text("Step through a past game."), _replay),
    "games": (Text("List the past games of this player, each with its audit."), _json),
    "stats": (Text("Say what the players of past games have won, forgotten and called."), _json),
    "doctor": (Text("Say why nobody is found, and what to do about it."), _doctor),
    "bench": (Text("Measure the speed of this machine."), _json),
    "identity": (Text("Show this player's key and name, or make a new key."), _identity),
    "rules": (Text("Say the rules in words."), _show_rules),
}


# --- options of several commands ----------------------------------------------------------------------


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        type=values.some_text,
        metavar="PRESET|FILE",
        help=_("the rules: a preset like `party`, or a TOML file; see `p2puno rules`"),
    )
    _set(parser)


def _set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        type=values.setting,
        default=[],
        metavar="OPTION=VALUE",
        help=_("change one rule; may be said again"),
    )


def _seat(parser: argparse.ArgumentParser, bots: str) -> None:
    parser.add_argument("--bots", type=values.bots, metavar="N[:STRATEGY]", help=bots)
    _player(parser)


def _player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot",
        metavar="STRATEGY",
        help=_("a bot plays your own seat (easy, greedy or sharp); no input is read"),
    )
    parser.add_argument(
        "--events",
        type=values.some_text,
        metavar="FILE",
        help=_("write what happens to FILE, a JSON object a line"),
    )


def _listen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen", type=values.some_text, metavar="[HOST:]PORT", help=_("where others reach this seat")
    )


def _pin(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--pin", type=values.some_text, metavar="PIN|env:NAME|file:PATH|ask", help=what)
