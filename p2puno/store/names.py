"""What may be a player's name at the table."""

from __future__ import annotations

import getpass

from wcwidth import wcswidth

from p2puno.errors import UsageError
from p2puno.language.speech import said
from p2puno.language.texts import _
from protocol.wire.text import clean_text, text_fault

MAX_NAME = 24
MAX_TABLE_NAME = 60
"""In characters; a player's name, which has its place at tables, in columns as well."""


def check_name(name: str) -> str:
    """The name, if it can be chosen for a table; raises `UsageError` that says why it cannot."""
    check_known_name(name)
    if not 1 <= wcswidth(name) <= MAX_NAME:
        raise UsageError(
            _("A name is 1 to {most} columns wide on a screen; choose another.").format(most=MAX_NAME)
        )
    return name


def check_known_name(name: str) -> str:
    """The same for one that was chosen before: how wide it is may change with the tables of Unicode."""
    fault = text_fault(name)
    if fault is not None:
        # Translators: {fault} is for example "contains the character U+202E, which is not allowed".
        raise UsageError(_("The name {fault}; choose another.").format(fault=said(fault)))
    if not 1 <= len(name) <= MAX_NAME or name != name.strip():
        raise UsageError(
            _("A name has 1 to {most} characters and no space at either end; choose another.").format(
                most=MAX_NAME
            )
        )
    return name


def check_table_name(name: str) -> str:
    """The same for the name of a table, which may be longer."""
    fault = text_fault(name)
    if fault is not None:
        raise UsageError(_("The name of the table {fault}; choose another.").format(fault=said(fault)))
    if not 1 <= len(name) <= MAX_TABLE_NAME or name != name.strip():
        raise UsageError(
            _("A table's name has 1 to {most} characters and no space at either end; choose another.").format(
                most=MAX_TABLE_NAME
            )
        )
    return name


def default_name() -> str:
    """The system's name for whoever is logged in, as far as it can be a name."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user id without a name; which error depends on the Python
        login = ""
    name = clean_text(login).strip()[:MAX_NAME]
    while wcswidth(name) > MAX_NAME:
        name = name[:-1]
    return name.strip() or _("Player")
