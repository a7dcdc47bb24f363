"""A table's PIN: both sides of a link show that they know it, and whoever does not has one guess a try.

SPAKE2 (Abdalla and Pointcheval 2005) by the library `spake2`, in its Ed25519 group, with key confirmation.
What is exchanged tells nobody anything about the PIN; an attacker learns from each try whether one guess was
right, and nothing to go on with afterwards. Names of both sides are the whole `LinkStatement`: identities,
roles, nonces and the certificate's fingerprint, so that an exchange cannot be passed on to another link.

The library is plain Python and takes a time that depends on the PIN: whoever could time many exchanges
exactly might learn something about it. So the table's side answers after a fixed time (`pin_exchange`), and
an exchange that was begun counts as a try (`pin_guard`).
"""

from __future__ import annotations

import hmac
import os
import unicodedata
from collections.abc import Callable

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from p2puno.errors import UsageError
from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.net.handshake import Role
from protocol.wire.text import text_fault

LEAST_CHARACTERS, MOST_CHARACTERS = 4, 60
_SIDES = {Role.INITIATOR: SPAKE2_A, Role.RESPONDER: SPAKE2_B}
# The library puts the side before its messages; on our links the order says it.
_MARKS = {Role.INITIATOR: b"A", Role.RESPONDER: b"B"}
_NAMES = {Role.INITIATOR: b"p2puno pin initiator", Role.RESPONDER: b"p2puno pin responder"}
_CONFIRMS = {
    Role.INITIATOR: b"p2puno pin confirmed by initiator",
    Role.RESPONDER: b"p2puno pin confirmed by responder",
}


class PinExchangeError(Exception):
    """What came is no element of the group, or our own."""


class PinSide:
    """One side of one exchange. Each step takes some milliseconds: call it from a worker thread."""

    def __init__(
        self, pin: str, role: Role, statement: bytes, entropy: Callable[[int], bytes] = os.urandom
    ) -> None:
        """pin: as `tidy_pin` gives it; statement: the encoded `LinkStatement`."""
        names = {each: name + statement for each, name in _NAMES.items()}
        self._role = role
        self._exchange = _SIDES[role](
            pin.encode(),
            idA=names[Role.INITIATOR],
            idB=names[Role.RESPONDER],
            entropy_f=entropy,
        )
        self._key = b""

    def start(self) -> bytes:
        """This side's element: 32 bytes."""
        message: bytes = self._exchange.start()
        return message[1:]

    def finish(self, element: bytes) -> None:
        """Take the other side's element of 32 bytes; raises PinExchangeError."""
        try:
            self._key = self._exchange.finish(_MARKS[self._role.other] + element)
        except (SPAKEError, NotOnCurve, ValueError) as error:
            raise PinExchangeError(str(error)) from error

    def confirmation(self) -> bytes:
        """What shows the other side that this one knows the PIN: 32 bytes."""
        return self._confirmation_of(self._role)

    def confirmed(self, confirmation: bytes) -> bool:
        """Whether the other side knows it."""
        return hmac.compare_digest(confirmation, self._confirmation_of(self._role.other))

    def _confirmation_of(self, role: Role) -> bytes:
        assert self._key
        return hmac.digest(self._key, _CONFIRMS[role], "sha256")


def tidy_pin(text: str) -> str:
    """The PIN as it is compared: however it was typed, in whatever digits, without spaces around it."""
    return "".join(map(_plain_digit, unicodedata.normalize("NFKC", text).strip()))


def check_pin(text: str) -> str:
    """The PIN for a new table; raises UsageError if it does not do as one."""
    pin = tidy_pin(text)
    if (fault := text_fault(pin)) is not None:
        raise UsageError(_("The PIN {fault}; choose another.").format(fault=said(fault)))
    if not LEAST_CHARACTERS <= len(pin) <= MOST_CHARACTERS:
        raise UsageError(
            _("A PIN has {least} to {most} characters; choose another.").format(
                least=LEAST_CHARACTERS, most=MOST_CHARACTERS
            )
        )
    return pin


def _plain_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)
