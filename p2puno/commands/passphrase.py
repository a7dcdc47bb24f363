"""The passphrase of this player: asked for where secrets are needed; set, changed and taken away."""

from __future__ import annotations

import getpass
import os
from dataclasses import replace
from pathlib import Path

from p2puno.commands.complaint import complain
from p2puno.commands.output import show, typed_by_a_person
from p2puno.commands.settings import Settings
from p2puno.errors import NoError, OutsideError, UsageError
from p2puno.language.speech import commas
from p2puno.language.texts import Text, _
from p2puno.store.files import close_to_others, is_open_to_others
from p2puno.store.lock import locked
from p2puno.store.passphrase import is_set, remove_passphrase, set_passphrase, unlock
from p2puno.store.paths import Home

OLD, OLD_FILE, NEW = "P2PUNO_PASSPHRASE", "P2PUNO_PASSPHRASE_FILE", "P2PUNO_NEW_PASSPHRASE"
MOST_BYTES = 4096

WANTED = Text(
    "This player's secrets are sealed with a passphrase: give it in the environment variable {variable}, "
    "or the path of a file that holds it in {file_variable}."
)
CLOSED = Text(
    "Others of this machine could read {paths}; now they cannot. "
    "If somebody may have, `p2puno identity new` makes another key."
)
OPEN = Text(
    "Others of this machine can read {paths}, and that cannot be changed: keep this player in another folder."
)

_unlocked: dict[Path, Home] = {}


def unlocked(settings: Settings) -> Settings:
    """The same with the key to this player's secrets, if a passphrase seals them; asked for once."""
    home = settings.home
    _tell_what_is_open(home)
    if home.seal is not None or not is_set(home):
        return settings
    if home.data not in _unlocked:
        _unlocked[home.data] = unlock(home, _given(_("Passphrase of this player: ")))
    return replace(settings, home=_unlocked[home.data])


def change(settings: Settings) -> None:
    """`p2puno identity passphrase`."""
    was_set = is_set(settings.home)
    home = unlocked(settings).home
    new = _new(was_set)
    with locked(home):
        if new:
            _unlocked[home.data] = set_passphrase(home, new)
            show(_("The secrets of this player are sealed with the passphrase now."))
            show(_("Nobody can help who forgets it: the identity would be lost."))
        elif was_set:
            remove_passphrase(home)
            _unlocked.pop(home.data, None)
            show(_("The secrets of this player are not sealed any more."))
        else:
            raise NoError(_("No passphrase was given; nothing was changed."))


def _new(was_set: bool) -> str:
    """The passphrase from now on; empty for none."""
    if NEW in os.environ:
        return os.environ[NEW]
    if not typed_by_a_person():
        raise UsageError(
            _("There is nobody to ask: give the new passphrase in {variable}.").format(variable=NEW)
        )
    ask = _("New passphrase (just Enter for none): ") if was_set else _("New passphrase: ")
    new = _ask(ask)
    if new and _ask(_("Once more: ")) != new:
        raise NoError(_("That was not the same twice; nothing was changed."))
    return new


def _given(prompt: str) -> str:
    """From the environment, from a file, or from a person."""
    if OLD in os.environ:
        return os.environ[OLD]
    if OLD_FILE in os.environ:
        return _from_file(Path(os.environ[OLD_FILE]))
    if not typed_by_a_person():
        raise NoError(WANTED.format(variable=OLD, file_variable=OLD_FILE))
    return _ask(prompt)


def _ask(prompt: str) -> str:
    """Nothing of what is typed shows on the screen."""
    try:
        return getpass.getpass(prompt)
    except EOFError:
        return ""


def _from_file(path: Path) -> str:
    """Its first line."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode()
    except OSError as error:
        sentence = _("The passphrase in {path} cannot be read: {reason}.")
        raise OutsideError(sentence.format(path=path, reason=error.strerror)) from None
    except UnicodeDecodeError:
        sentence = _("The passphrase in {path} is not written in UTF-8.")
        raise UsageError(sentence.format(path=path)) from None
    return (text.splitlines() or [""])[0]


def _tell_what_is_open(home: Home) -> None:
    """Close to others what is secret, and say what was not closed."""
    found = [path for path in home.secrets if close_to_others(path)]
    for sentence, paths in (
        (CLOSED, [path for path in found if not is_open_to_others(path)]),
        (OPEN, [path for path in found if is_open_to_others(path)]),
    ):
        if paths:
            complain(sentence.format(paths=commas([str(path) for path in paths])))
