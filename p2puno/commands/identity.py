"""`p2puno identity [show|new|passphrase]`: who this player is to the others."""

from __future__ import annotations

from p2puno.commands.output import show, show_item
from p2puno.commands.passphrase import change, unlocked
from p2puno.commands.settings import Settings, settle
from p2puno.language.texts import _
from p2puno.options import Options
from p2puno.store.acquaintances import load_acquaintances
from p2puno.store.fingerprint import fingerprint
from p2puno.store.identity import Identity, PublicIdentity, load_or_create, load_public, renew
from p2puno.store.lock import locked
from p2puno.store.names import check_name
from p2puno.store.passphrase import is_set
from p2puno.ui.acquaintances import acquaintance_lines


def run(options: Options) -> int:
    settings = settle(options)
    if options.action == "new":
        _make_new(unlocked(settings))
    elif options.action == "passphrase":
        change(settings)
    else:
        _show(_known_or_first(settings), settings)
    return 0


def _known_or_first(settings: Settings) -> PublicIdentity:
    """A known identity is read without the lock, so that it can be shown while a game runs; and without its
    secret, so that nobody is asked for a passphrase."""
    known = load_public(settings.home)
    if known is None:
        settings = unlocked(settings)
        with locked(settings.home):
            return _public(load_or_create(settings.home, settings.name))
    return known if settings.name is None else PublicIdentity(known.key, check_name(settings.name))


def _public(identity: Identity) -> PublicIdentity:
    return PublicIdentity(identity.key.public, identity.name)


def _make_new(settings: Settings) -> None:
    with locked(settings.home):
        identity, former = renew(settings.home, settings.name)
    show(_("This is your new identity; to the others you are somebody they have not met."))
    if former is not None:
        show(_("The former one is kept in {path}").format(path=former))
    _show(_public(identity), settings)


def _show(identity: PublicIdentity, settings: Settings) -> None:
    words = fingerprint(identity.key)
    show(_("Name: {name}").format(name=identity.name))
    show(_("Fingerprint: {words} ({hex})").format(words=words, hex=words.hex))
    show(_("Public key: {key}").format(key=identity.key.hex()))
    show(_("File: {path}").format(path=settings.home.identity))
    if is_set(settings.home):
        show(_("Its secret is sealed with a passphrase."))
    if lines := acquaintance_lines(load_acquaintances(settings.home)):
        show(_("Players you have played with, by their keys:"))
        for line in lines:
            show_item(line)
