"""The entry point: runs one command, and turns what went wrong into a sentence and an exit code.

Codes: 0 done; 1 the answer is no; 2 wrong usage or unreadable input; 3 the outside world; 130 interrupted.
Commands are imported when they run, so that `--help` is quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn, TextIO

from p2puno.arguments import read_options
from p2puno.commands.complaint import complain
from p2puno.commands.language import readable, wanted_language, wanted_reordering
from p2puno.errors import OutsideError, UserError
from p2puno.language.catalogue import speak
from p2puno.language.texts import Text, _
from p2puno.options import Options
from p2puno.ui import directions

INTERRUPTED = 130

HELLO = Text("""\
UNO on a LAN, with no server and no trusted dealer. What you can do:
  p2puno play      a game against bots on this machine, right now
  p2puno host      open a table; the others see it on the LAN
  p2puno join      sit down at the table that is open
  p2puno resume    back into a game that was interrupted
  p2puno tables    which tables are open
  p2puno rules     the rules in words
  p2puno games     what was played here before
`p2puno --help` lists everything.""")

NOT_READABLE = Text(
    "The output's encoding {encoding} has no letters for the language `{language}`: it is English."
)
FAULT = Text("p2puno has a fault and had to stop ({kind}); the details could not be written")
FAULT_KEPT = Text("p2puno has a fault and had to stop ({kind}); the details, without secrets, are in {path}")


def main() -> NoReturn:
    """What the console script calls."""
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Run one command; the result is the exit code."""
    _prepare_streams()
    options = Options()
    try:
        _speak(wanted_language(words))
        directions.choose(wanted_reordering(words))
        options = read_options(words)
        code = _command(options)
        sys.stdout.flush()
    except SystemExit:  # argparse has printed a help text
        return 0
    except BaseException as error:  # noqa: BLE001 - everything becomes a sentence
        return explain(error, options)
    return code


def _speak(code: str) -> None:
    """In English, with a sentence that says why, where the output has no letters for the language."""
    encoding = sys.stdout.encoding or "utf-8"
    if readable(code, encoding):
        speak(code)
    else:
        complain(NOT_READABLE.format(language=code, encoding=encoding))


def _command(options: Options) -> int:
    if options.verbose:
        _log_to_stderr()
    name = options.command
    if name is None:
        reason = _why_no_lobby(options)
        if reason is not None:
            _say_hello(reason)
            return 0
        name = "lobby"
    command: Callable[[Options], int] = import_module(f"p2puno.commands.{name}").run
    return command(options)


def _say_hello(reason: str) -> None:
    from p2puno.commands.output import show, show_columns  # noqa: PLC0415 - only now

    for line in str(HELLO).splitlines():
        (show_columns if line.startswith(" ") else show)(line)
    if reason:
        show(reason)


def _why_no_lobby(options: Options) -> str | None:
    """In a terminal that can show it there is one (None); empty where nobody expects it."""
    if not sys.stdout.isatty():
        return ""
    from p2puno.commands.screen import lobby_needs, plain_wanted, why_not  # noqa: PLC0415 - `--help` needs none
    from p2puno.commands.settings import settle  # noqa: PLC0415

    if plain_wanted(settle(options)):
        return ""
    return None if why_not() is None else lobby_needs()


def _prepare_streams() -> None:
    """A terminal that lacks a character shows a question mark instead of stopping the game.

    Whoever closed an output wants to read none.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _log_to_stderr() -> None:
    import logging  # noqa: PLC0415 - only with -v

    logging.basicConfig(stream=sys.stderr, format="%(name)s: %(message)s")
    logging.getLogger("p2puno").setLevel(logging.DEBUG)


# --- what went wrong ----------------------------------------------------------------------------------


def explain(error: BaseException, options: Options) -> int:
    """Say it in one sentence on stderr, and give the exit code."""
    causes = _leaves(error)
    if any(isinstance(cause, KeyboardInterrupt) for cause in causes):
        return INTERRUPTED
    unknown = [cause for cause in causes if not isinstance(cause, UserError | OSError)]
    if unknown:
        return _unexpected(error, options)
    user_errors = [cause for cause in causes if isinstance(cause, UserError)]
    if user_errors:
        worst = max(user_errors, key=lambda cause: cause.exit_code)
        complain(str(worst))
        return worst.exit_code
    return _refused_by_the_system(causes[0])


def _leaves(error: BaseException) -> list[BaseException]:
    """The single errors; trio wraps even one of them in a group."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [error]


def _refused_by_the_system(error: BaseException) -> int:
    """Most often the output: a full disk, or a pipe whose reader has gone, about which nobody is told."""
    if not isinstance(error, BrokenPipeError):
        complain(_("The system refused something: {error}").format(error=error))
    _no_more_output()
    return OutsideError.exit_code


def _no_more_output() -> None:
    """What is still buffered cannot be written; Python would try, and complain, once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unexpected(error: BaseException, options: Options) -> int:
    """A fault of this program: the details go to a file, for whoever mends it."""
    from p2puno.crash import keep_report  # noqa: PLC0415 - only now

    place = keep_report(error, options.home)
    sentence = FAULT if place is None else FAULT_KEPT
    complain(sentence.format(kind=type(_leaves(error)[0]).__name__, path=place))
    return UserError.exit_code
