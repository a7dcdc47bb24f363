"""The exchange of `pin` on a link whose two sides have proved who they are.

    responder         PinOpening        its element
    initiator         PinAnswer         its element, its confirmation
    responder         PinConfirmation   or Bye

The side that dials confirms first: who answers decides, counts wrong guesses, and has given away nothing
worth breaking off for. Whoever pretends to be the table learns from the answer whether one guess was right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import trio

from p2puno.language.speech import heard
from p2puno.language.texts import _
from p2puno.net.handshake import LinkError, RefusedError, Role
from p2puno.net.line import Line
from p2puno.net.messages import Bye, PinAnswer, PinConfirmation, PinOpening
from p2puno.net.pin import PinExchangeError, PinSide
from p2puno.net.pin_guard import TOO_SOON
from protocol.errors import WireError
from protocol.sentences import mark
from protocol.wire.codec import decode, encode

T = TypeVar("T")

WRONG = mark("the PIN is wrong")
# Longer than a step takes, so that its own time does not show.
STEP_SECONDS = 0.05
_workers = trio.CapacityLimiter(2)


class PinError(RefusedError):
    """A PIN is in the way; another try is for a person to make, lest a program guess for somebody else."""


async def ask_for_pin(line: Line, pin: str, statement: bytes) -> bytes | None:
    """The responder's part: what is to be sent as confirmation, None if the other side does not know the PIN.

    Raises LinkError or WireError if the other side does not go on.
    """
    side = PinSide(pin, Role.RESPONDER, statement)
    await line.send([encode(PinOpening(await _step(side.start)))])
    answer = decode(await line.receive(), PinAnswer)
    try:
        await _step(lambda: side.finish(answer.element))
    except PinExchangeError:
        return None
    return encode(PinConfirmation(side.confirmation())) if side.confirmed(answer.confirmation) else None


async def say_pin(line: Line, pin: str, statement: bytes) -> None:
    """The initiator's part; raises PinError unless both sides know the PIN."""
    opening = decode(await line.receive(), PinOpening, Bye)
    if isinstance(opening, Bye):
        raise PinError(heard(opening.sentence, (TOO_SOON,)))
    side = PinSide(pin, Role.INITIATOR, statement)
    element = await _step(side.start)
    try:
        await _step(lambda: side.finish(opening.element))
        await line.send([encode(PinAnswer(element, side.confirmation()))])
        answer = decode(await line.receive(), PinConfirmation, Bye)
    except (LinkError, WireError, PinExchangeError) as error:
        raise PinError(_("whoever answers there does not go on after the PIN was said")) from error
    if isinstance(answer, Bye):
        raise PinError(heard(answer.sentence))
    if not side.confirmed(answer.confirmation):
        raise PinError(_("whoever answers there does not know the PIN: it is not the table you mean"))


async def _step(work: Callable[[], T]) -> T:
    """In a worker thread, and done no sooner than after `STEP_SECONDS`."""
    done_at = trio.current_time() + STEP_SECONDS
    try:
        return await trio.to_thread.run_sync(work, limiter=_workers)
    finally:
        await trio.sleep_until(done_at)
