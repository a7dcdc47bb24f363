"""argparse as this program uses it: it speaks the person's language, and an error is one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from p2puno.errors import UsageError
from p2puno.language.texts import _
from p2puno.ui.directions import shown
from protocol.sentences import mark

SAID_BY_ARGPARSE = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)r"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("ignored explicit argument %r"),
    mark("not allowed with argument %s"),
    mark("unrecognized arguments: %s"),
    mark("the following arguments are required: %s"),
)
"""What argparse itself says to a person who uses it as p2puno does."""

# It looks its texts up in gettext's global catalogue by this name; here they are said like all others.
vars(argparse)["_"] = _


class Parser(argparse.ArgumentParser):
    """An error is one sentence, and it is the caller who prints it."""

    def __init__(self, **settings: Any) -> None:  # Any: whatever argparse takes, also from its own subclasses
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def _print_message(self, message: str, file: Any = None) -> None:
        """A help text; in Persian it has to be turned round for most terminals."""
        if message and (file or sys.stderr).isatty():
            message = "".join(map(shown, message.splitlines(keepends=True)))
        super()._print_message(message, file)

    def print_help(self, _file: object = None) -> None:
        """What argparse has put into columns stays in them, in languages from right to left too."""
        from p2puno.commands.output import show, show_columns  # noqa: PLC0415 - only now

        for line in self.format_help().splitlines():
            (show if line in (self.description, self.epilog) else show_columns)(line)

    def error(self, message: str) -> NoReturn:
        fault = f"{message[:1].upper()}{message[1:]}"
        raise UsageError(_("{fault}; see `{command} --help`").format(fault=fault, command=self.prog))


class Version(argparse.Action):
    """Looked up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002 - argparse's
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - only now

        parser.exit(message=f"p2puno {version('p2puno')}\n")
