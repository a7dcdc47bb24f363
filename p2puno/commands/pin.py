"""The PIN of a table: where `--pin` takes it from, and asking a person for it."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

from p2puno.commands.output import typed_by_a_person
from p2puno.errors import NoError, OutsideError, UsageError
from p2puno.language.texts import Text, _
from p2puno.net.pin import check_pin, tidy_pin
from p2puno.options import Options

FROM_ENVIRONMENT, FROM_FILE, ASK = "env:", "file:", "ask"
MOST_BYTES = 1024

WANTED = Text("This table has a PIN: say it with --pin.")


def pin_of_new_table(options: Options) -> str | None:
    """For a table to be opened; None: it has none."""
    text = _said(options)
    return None if text is None else check_pin(text)


def pin_of_table(options: Options, *, wanted: bool) -> str | None:
    """For a table that is there; at a terminal a person is asked for it if it is `wanted`."""
    text = _said(options)
    if text is None and wanted:
        if not typed_by_a_person():
            raise NoError(str(WANTED))
        text = _ask()
    return None if text is None else tidy_pin(text)


def _said(options: Options) -> str | None:
    """What was typed in the lobby, or what `--pin` says."""
    said = options.pin
    if options.typed_pin is not None or said is None:
        return options.typed_pin
    if said == ASK:
        if not typed_by_a_person():
            raise UsageError(_("There is nobody to ask for the PIN: say it with --pin, not `--pin ask`."))
        return _ask()
    if said.startswith(FROM_ENVIRONMENT):
        return _from_environment(said.removeprefix(FROM_ENVIRONMENT))
    if said.startswith(FROM_FILE):
        return _from_file(Path(said.removeprefix(FROM_FILE)))
    return said


def _ask() -> str:
    """Nothing of what is typed shows on the screen."""
    try:
        return getpass.getpass(_("PIN of the table: "))
    except EOFError:
        raise NoError(str(WANTED)) from None


def _from_environment(name: str) -> str:
    text = os.environ.get(name, "")
    if not text.strip():
        raise UsageError(_("--pin: there is nothing in the environment variable {name}.").format(name=name))
    return text


def _from_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1).decode()
    except OSError as error:
        sentence = _("--pin: {path} cannot be read: {reason}.")
        raise OutsideError(sentence.format(path=path, reason=error.strerror)) from None
    except UnicodeDecodeError:
        text = ""
    lines = text.splitlines()
    if len(text) > MOST_BYTES or len(lines) != 1 or not lines[0].strip():
        raise UsageError(
            _("--pin: {path} should hold the PIN on one line, and nothing else.").format(path=path)
        )
    return lines[0]
