"""The command line of every command: `read_options` turns words into `Options` (argparse; decision 060)."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from p2puno.errors import UsageError
from p2puno.options import Options

DEFAULT_STRATEGY = "greedy"

SUMMARY = "UNO on a LAN with no server and no trusted dealer."
EPILOG = "`p2puno COMMAND --help` says more about a command. Defaults: config.toml in the config folder."


class _Parser(argparse.ArgumentParser):
    """An error is one sentence, and it is the caller who prints it."""

    def __init__(self, **settings: Any) -> None:  # Any: whatever argparse takes, also from its own subclasses
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        hint = "" if self.prog == "p2puno" else f" {self.prog.removeprefix('p2puno ')}"
        raise UsageError(f"{message[:1].upper()}{message[1:]}; see `p2puno{hint} --help`")


class _Version(argparse.Action):
    """Looked up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002 - argparse's
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - only now

        parser.exit(message=f"p2puno {version('p2puno')}\n")


def read_options(words: Sequence[str]) -> Options:
    """Raises `UsageError`; `--help` and `--version` print and exit as argparse does."""
    found = vars(_parser().parse_args(list(words)))
    if "set" in found:
        found["set"] = tuple(found["set"])
    if "files" in found:
        found["files"] = tuple(found["files"])
    return Options(**found)


def _parser() -> _Parser:
    common = _common()
    parser = _Parser(prog="p2puno", description=SUMMARY, epilog=EPILOG, parents=[common])
    parser.add_argument("--version", action=_Version, help="say the version and stop")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for name, (summary, add) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, parents=[common])
        add(command)
    return parser


def _common() -> Any:  # Any: typeshed wants parents of the parser's own class
    """Taken before and after the command; without a default, so that neither place undoes the other."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("everywhere")
    group.add_argument("--as", dest="name_as", type=_some_text, metavar="NAME", help="your name at the table")
    group.add_argument("--home", type=_some_text, metavar="DIR", help="keep all files of this player in DIR")
    group.add_argument("--plain", action="store_true", help="line mode: one event a line, no full screen")
    group.add_argument("-v", "--verbose", action="store_true", help="say more about what goes on")
    return common


# --- commands -----------------------------------------------------------------------------------------


def _play(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    _seat(parser, "how many bots play against you (3)")
    _listen(parser)


def _host(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name", dest="table_name", type=_some_text, metavar="NAME", help="the name of the table"
    )
    parser.add_argument(
        "--seats",
        type=_count("a number of seats"),
        metavar="N",
        help="start by itself when N are seated, you and all bots included; else the opener says `start`",
    )
    _rules(parser)
    _seat(parser, "N more seats played by bots in this process")
    _listen(parser)


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "table", nargs="?", metavar="TABLE|HOST:PORT", help="a table's name or address; else the only one"
    )
    parser.add_argument(
        "--wait", type=_seconds, metavar="S", help="wait so many seconds for a table to appear (15)"
    )
    _seat(parser, "N more seats played by bots in this process")
    _listen(parser)


def _tables(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    parser.add_argument("--wait", type=_seconds, metavar="S", help="search for so many seconds (3)")


def _audit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game transcript")
    _json(parser)


def _show_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", nargs="?", metavar="PRESET|FILE", help="classic if nothing is said")
    _set(parser)
    _json(parser)


def _identity(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=("show", "new"), default="show", help="`new` makes another key"
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as data, for programs")


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("Play against bots on this machine.", _play),
    "host": ("Open a table on the LAN and sit down at it.", _host),
    "join": ("Sit down at a table on the LAN.", _join),
    "tables": ("List the tables on this LAN.", _tables),
    "audit": ("Check finished games from their transcripts.", _audit),
    "bench": ("Measure the speed of this machine.", _json),
    "identity": ("Show this player's key and name, or make a new key.", _identity),
    "rules": ("Say the rules in words.", _show_rules),
}


# --- options of several commands ----------------------------------------------------------------------


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        type=_some_text,
        metavar="PRESET|FILE",
        help="the rules: classic, or a TOML file; see `p2puno rules`",
    )
    _set(parser)


def _set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        type=_setting,
        default=[],
        metavar="OPTION=VALUE",
        help="change one rule; may be said again",
    )


def _seat(parser: argparse.ArgumentParser, bots: str) -> None:
    parser.add_argument("--bots", type=_bots, metavar="N[:STRATEGY]", help=bots)
    parser.add_argument(
        "--bot",
        metavar="STRATEGY",
        help="a bot plays your own seat (easy, greedy or sharp); no input is read",
    )
    parser.add_argument(
        "--events", type=_some_text, metavar="FILE", help="write what happens to FILE, a JSON object a line"
    )


def _listen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen", type=_some_text, metavar="[HOST:]PORT", help="where others reach this seat"
    )


# --- values -------------------------------------------------------------------------------------------


def _setting(words: str) -> tuple[str, str]:
    option, equals, value = words.partition("=")
    if not equals or not option.strip():
        raise argparse.ArgumentTypeError(f"`{words}` is not OPTION=VALUE, like target=200")
    return option.strip(), value.strip()


def _some_text(words: str) -> str:
    """An unset variable of a shell is no wish for the default, least of all for another folder."""
    if not words.strip():
        raise argparse.ArgumentTypeError("nothing is said there")
    return words


def _bots(words: str) -> tuple[int, str]:
    number, _, strategy = words.partition(":")
    return _count("a number of bots, or like 2:greedy")(number), strategy or DEFAULT_STRATEGY


def _count(what: str) -> Callable[[str], int]:
    def count(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 3):
            raise argparse.ArgumentTypeError(f"`{word}` is not {what}")
        return int(word)

    return count


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"`{word}` is not a number of seconds")
    return seconds
