"""What can go wrong outside the protocol, by exit code; `str()` is the sentence the user reads."""

from __future__ import annotations


class UserError(Exception):
    """Base: one sentence that says what happened and what to do, and the process's exit code."""

    exit_code = 1


class NoError(UserError):
    """The answer is no: a fault found, no table, an unfinished game."""

    exit_code = 1


class UsageError(UserError):
    """Wrong usage or unreadable input."""

    exit_code = 2


class OutsideError(UserError):
    """The outside world failed: network, disk, port."""

    exit_code = 3
