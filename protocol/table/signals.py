"""Signals: what a seat does out of turn, or in it while others may act (specs/table.md, Races)."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.errors import LocalError, RulesError, WireError
from protocol.rules.book import Interruption
from protocol.rules.engine import apply as apply_rules
from protocol.rules.events import Accused, BrokeSilence, Caught, OutOfTurn, UnoSaid
from protocol.rules.moves import interruptions
from protocol.rules.needs import NeedFirst, NeedLast, NeedMove
from protocol.sentences import sentence
from protocol.table.choices import (
    AccuseSeat,
    Action,
    CallUno,
    CatchSeat,
    JumpIn,
    React,
    SaySomething,
)
from protocol.table.committing import RACE, choice_as_committed, commitment_to, seal_choice
from protocol.table.phases import Racing
from protocol.table.race_record import RaceSignal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution, HeardSignal, receive_signal, sign_signal
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Signal, SignedSignal
from protocol.wire.races import (
    RACE_SIGNALS,
    AccuseSignal,
    CallSignal,
    CatchSignal,
    ChatterSignal,
    JumpSignal,
    MoveSignal,
    Race,
    RaceBody,
    ReactSignal,
)


def make_signal(
    state: TableState, secrets: SeatSecrets, action: Action, seen: tuple[int, ...]
) -> HeardSignal:
    """Act in the race that the table is in; `seen` are the seats whose signals were here before."""
    if not isinstance(state.phase, Racing):
        raise LocalError("nobody can act out of turn now")
    body = encode(_signal_body(state, state.phase, secrets, action))
    signal = Signal(state.table, state.term, state.slot, state.head, secrets.seat, seen, body)
    return sign_signal(secrets.identity, signal)


def _signal_body(state: TableState, phase: Racing, secrets: SeatSecrets, action: Action) -> RaceBody:
    match action:
        case CatchSeat(target):
            return CatchSignal(target)
        case CallUno(target):
            return CallSignal(target)
        case AccuseSeat(target):
            return AccuseSignal(target)
        case SaySomething(text):
            return ChatterSignal(text)
        case React():
            return ReactSignal()
        case JumpIn():
            return JumpSignal(*_hidden(state, secrets, action))
        case _:
            if phase.seat != secrets.seat:
                raise LocalError("it is not your turn")
            return MoveSignal(*_hidden(state, secrets, action))


def _hidden(state: TableState, secrets: SeatSecrets, action: Action) -> tuple[bytes, bytes]:
    """The commitment to a choice, and the choice sealed for its own seat."""
    origin, choice = state.origin(RACE), choice_as_committed(action)
    commitment = commitment_to(state, origin.slot, secrets.seat, choice, secrets.salt(origin))
    return commitment, seal_choice(secrets, origin, choice)


def read_signal(state: TableState, data: bytes) -> tuple[HeardSignal, RaceSignal]:
    """Check a signal from outside against the race the table is in; raises WireError or ProofError."""
    heard = receive_signal(state.proposal, state.table, data)
    return heard, place_signal(state, heard)


def place_signal(state: TableState, heard: HeardSignal) -> RaceSignal:
    """The part of a signal in the race the table is in; raises WireError if it has none."""
    signal = heard.signal
    if (signal.term, signal.slot, signal.head) != (state.term, state.slot, state.head):
        raise WireError(sentence("a signal belongs to another place in the log"))
    if len(set(signal.seen)) != len(signal.seen) or signal.seat in signal.seen:
        raise WireError(sentence("a signal names the seats it has seen twice, or itself"))
    body = decode(signal.body, *RACE_SIGNALS)
    _check_legal(state, signal.seat, body)
    return RaceSignal(signal.seat, signal.seen, body)


def is_possible(state: TableState, heard: HeardSignal) -> bool:
    """Whether a signal counts in the race the table is in."""
    try:
        place_signal(state, heard)
    except WireError:
        return False
    return True


def _check_legal(state: TableState, seat: int, body: RaceBody) -> None:
    """A signal must be possible when it is given; only what other signals of its race change can drop it."""
    if not isinstance(state.phase, Racing):
        raise WireError(sentence("a signal comes where nobody can act out of turn"))
    need = state.rules.need
    event = event_of(seat, body)
    if event is not None:
        try:
            apply_rules(state.rules, event)
        except RulesError as error:
            raise WireError(
                sentence("a signal is against the rules: {error}", error=error.sentence)
            ) from error
    elif isinstance(body, ReactSignal):
        if not isinstance(need, NeedFirst | NeedLast) or seat not in need.seats:
            raise WireError(sentence("a signal reacts where this seat has nothing to react to"))
    elif isinstance(body, JumpSignal):
        if Interruption.JUMP_IN not in interruptions(state.rules, seat):
            raise WireError(sentence("a signal jumps in where this seat cannot"))
    elif not isinstance(need, NeedMove) or seat != need.seat:
        raise WireError(sentence("a signal moves out of turn"))


def lines_in(said: Iterable[Contribution]) -> dict[int, str]:
    """What was chatted, by seat, in a race slot that has been applied: nobody is heard who does not pay."""
    signals = (decode(decode(each.statement.body, Race).signal, SignedSignal) for each in said)
    lines = dict[int, str]()
    for each in signals:
        signal = decode(each.signal, Signal)
        body = decode(signal.body, *RACE_SIGNALS)
        if isinstance(body, ChatterSignal):
            lines[signal.seat] = body.text
    return lines


def event_of(seat: int, body: RaceBody) -> OutOfTurn | None:
    """What a signal tells the rules; None if it hides what, or is no more than a reaction."""
    match body:
        case CatchSignal(target):
            return Caught(seat, target)
        case CallSignal(target):
            return UnoSaid(seat, target)
        case AccuseSignal(target):
            return Accused(seat, target)
        case ChatterSignal():
            return BrokeSilence(seat)
        case _:
            return None
