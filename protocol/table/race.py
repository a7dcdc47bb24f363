"""Races: acts out of turn, put in order by those who saw them (specs/table.md, Races).

In a slot in which somebody may act before the player in turn, all seats contribute: their signal, or the
first they heard, and a commitment to the order in which signals reached them. With several signals the
orders are opened and the neutral witnesses decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from protocol.crypto.hashing import tagged_hash
from protocol.errors import LocalError, RulesError, WireError
from protocol.rules.events import Caught
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.state import UnoWindow
from protocol.sentences import sentence
from protocol.table.choices import CatchSeat, Choice, RaceSeen
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import (
    Choosing,
    Committed,
    KeyOrigin,
    Ordering,
    RaceMoment,
    RaceSignal,
    Racing,
    Resuming,
)
from protocol.table.playing import play_on
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.turn import RACE, choice_as_committed, commitment_to
from protocol.transcript.contribution import HeardSignal, receive_signal, sign_signal
from protocol.wire.codec import decode, encode
from protocol.wire.messages import CatchSignal, MoveSignal, Proposal, Race, RaceOrder, Signal

ORDER = "race-order"
Earlier: TypeAlias = Callable[[RaceSignal, RaceSignal], bool]


def may_catch(window: UnoWindow | None, seat: int) -> bool:
    """Whether a seat may still act in the window."""
    if window is None or seat == window.target:
        return False
    return seat not in window.blocked and seat not in window.used


def make_signal(
    state: TableState, secrets: SeatSecrets, action: CatchSeat | Choice, seen: tuple[int, ...]
) -> HeardSignal:
    """Act in the race that the table is in; `seen` are the seats whose signals were here before."""
    phase = state.phase
    if not isinstance(phase, Racing):
        raise LocalError("nobody can act out of turn now")
    if isinstance(action, CatchSeat):
        body = encode(CatchSignal(action.target))
    elif phase.seat == secrets.seat:
        origin = state.origin(RACE)
        choice = choice_as_committed(action)
        body = encode(
            MoveSignal(commitment_to(state, origin.slot, secrets.seat, choice, secrets.salt(origin)))
        )
    else:
        raise LocalError("it is not your turn")
    signal = Signal(state.table, state.term, state.slot, state.head, secrets.seat, seen, body)
    return sign_signal(secrets.identity, signal)


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
    body = decode(signal.body, CatchSignal, MoveSignal)
    _check_legal(state, signal.seat, body)
    return RaceSignal(signal.seat, signal.seen, body)


def is_possible(state: TableState, heard: HeardSignal) -> bool:
    """Whether a signal counts in the race the table is in."""
    try:
        place_signal(state, heard)
    except WireError:
        return False
    return True


def _check_legal(state: TableState, seat: int, body: CatchSignal | MoveSignal) -> None:
    """A signal must be possible when it is given; only what other signals of its race change can drop it."""
    phase, window = state.phase, state.rules.window
    if not isinstance(phase, Racing):
        raise WireError(sentence("a signal comes where nobody can act out of turn"))
    if isinstance(body, MoveSignal):
        if seat != phase.seat:
            raise WireError(sentence("a signal moves out of turn"))
    elif not may_catch(window, seat) or window is None or body.target != window.target:
        raise WireError(sentence("a signal catches where this seat cannot catch"))


# --- the race slot ----------------------------------------------------------------------------------


def make_race(state: TableState, _phase: Racing, maker: Maker) -> Race:
    seen = _seen(maker)
    salt = _order_salt(maker, state.origin(RACE))
    return Race(seen.signal.data, _order_commitment(state, state.slot, maker.seat, seen.order, salt))


def apply_race(
    state: TableState, phase: Racing, said: Mapping[int, Race], judgement: Judgement
) -> TableState:
    signals = _handed_in(state, said, judgement)
    need = state.rules.need
    allowed = need.allowed if isinstance(need, NeedMove) else frozenset[MoveKind]()
    moment = RaceMoment(state.origin(RACE), allowed)
    if len(signals) > 1:
        commitments = tuple(said[seat].order for seat in range(state.seats))
        return replace(state, phase=Ordering(phase.seat, signals, commitments, moment))
    return replace(state, pending=signals, race=moment, phase=Resuming())


def _handed_in(state: TableState, said: Mapping[int, Race], judgement: Judgement) -> tuple[RaceSignal, ...]:
    """All signals of the slot, by seat. Who hands in another seat's vouches for it: nobody races alone."""
    found: dict[int, tuple[bytes, RaceSignal]] = {}
    for seat, body in said.items():
        with judgement.blaming(seat, "signal"):
            _, signal = read_signal(state, body.signal)
        data, _ = found.setdefault(signal.seat, (body.signal, signal))
        judgement.require(
            data == body.signal, signal.seat, "signal", sentence("gives two different signals in one race")
        )
    return tuple(signal for _, (_, signal) in sorted(found.items()))


# --- the slot that opens the orders -------------------------------------------------------------------


def make_order(_state: TableState, phase: Ordering, maker: Maker) -> RaceOrder:
    return RaceOrder(_seen(maker).order, _order_salt(maker, phase.race.origin))


def apply_order(
    state: TableState, phase: Ordering, said: Mapping[int, RaceOrder], judgement: Judgement
) -> TableState:
    for seat, body in said.items():
        found = _order_commitment(state, phase.race.origin.slot, seat, body.order, body.salt)
        same = found == phase.commitments[seat] and len(set(body.order)) == len(body.order)
        judgement.require(same, seat, "order", sentence("opens another order than the one it committed to"))
    orders = {seat: body.order for seat, body in said.items()}
    signals = resolve(phase.signals, orders, state.proposal, phase.seat)
    return replace(state, pending=signals, race=phase.race, phase=Resuming())


def _seen(maker: Maker) -> RaceSeen:
    chosen = maker.chosen()
    if not isinstance(chosen, RaceSeen):
        raise LocalError("a race waits for what this seat has seen")
    return chosen


def _order_salt(maker: Maker, race: KeyOrigin) -> bytes:
    """Not the salt of a move: that one stays secret if the move is dropped, while orders are opened."""
    return maker.secrets.salt(replace(race, purpose=ORDER))


def _order_commitment(state: TableState, slot: int, seat: int, order: Sequence[int], salt: bytes) -> bytes:
    place = (state.table, state.term.to_bytes(2, "big"), slot.to_bytes(4, "big"), bytes([seat]))
    return tagged_hash("p2puno/v1/race-order", *place, bytes(order), salt)


# --- who was first ---------------------------------------------------------------------------------------


def resolve(
    signals: Sequence[RaceSignal],
    orders: Mapping[int, Sequence[int]],
    proposal: Proposal,
    in_turn: int,
) -> tuple[RaceSignal, ...]:
    """Put signals in order: admitted order first, then the majority of the neutral witnesses, pair by pair.

    Ties and cycles go to the interrupter before the player in turn, then by seating from that player on. No
    cycle puts anybody before a signal that he admits to have seen.
    """
    witnesses = _neutral_voices(signals, orders, proposal)

    def admitted(a: RaceSignal, b: RaceSignal) -> bool:
        return a.seat in b.seen and b.seat not in a.seen

    def before(a: RaceSignal, b: RaceSignal) -> bool:
        if admitted(a, b) or admitted(b, a):
            return admitted(a, b)
        return sum(_preference(order, a.seat, b.seat) for order in witnesses) > 0

    def fallback(signal: RaceSignal) -> tuple[bool, int]:
        moves = isinstance(signal.body, MoveSignal)
        return moves, (signal.seat - in_turn) % len(proposal.seats)

    return _arrange(sorted(signals, key=fallback), before, admitted)


def _arrange(preferred: list[RaceSignal], *relations: Earlier) -> tuple[RaceSignal, ...]:
    """Take again and again the first in order of preference that nobody left comes before.

    If there is none, because of a cycle, by the second relation, and so on.
    """
    arranged: list[RaceSignal] = []
    left = list(preferred)
    while left:
        unbeaten = ([a for a in left if not any(earlier(b, a) for b in left)] for earlier in relations)
        first = next(filter(None, unbeaten), left)[0]
        arranged.append(first)
        left.remove(first)
    return tuple(arranged)


def _neutral_voices(
    signals: Sequence[RaceSignal], orders: Mapping[int, Sequence[int]], proposal: Proposal
) -> list[Sequence[int]]:
    """One order for each operator none of whose seats signalled or is the target of a signal."""
    involved = {signal.seat for signal in signals}
    involved |= {s.body.target for s in signals if isinstance(s.body, CatchSignal)}
    operators = [entry.operator for entry in proposal.seats]
    partial = {operators[seat] for seat in involved if seat < len(operators)}
    voices: dict[bytes, Sequence[int]] = {}
    for seat, order in sorted(orders.items()):
        operator = operators[seat]
        if operator not in partial:
            voices.setdefault(operator, order)
    return list(voices.values())


def _preference(order: Sequence[int], a: int, b: int) -> int:
    """+1 if a witness saw a before b, -1 for the other way; unseen comes after seen."""
    place = {seat: rank for rank, seat in enumerate(order)}
    rank_a, rank_b = place.get(a, len(order)), place.get(b, len(order))
    return (rank_a < rank_b) - (rank_a > rank_b)


# --- what an ordered race does -----------------------------------------------------------------------------


def settle_next(state: TableState, need: NeedMove) -> TableState:
    """Let the next pending signal take effect; signals that are no longer legal are dropped."""
    signal, *rest = state.pending
    if isinstance(signal.body, CatchSignal):
        return _settle_catch(replace(state, pending=tuple(rest)), signal.seat, signal.body.target, need)
    if state.race is None or need.seat != signal.seat or need.allowed != state.race.allowed:
        # It cannot choose from the same any more (a penalty took the last cards): it chooses again.
        return replace(state, pending=tuple(rest))
    # A move closes the window, so whatever came after it is too late.
    committed = Committed(signal.body.commitment, state.race.origin)
    return replace(state, pending=(), phase=Choosing(signal.seat, committed))


def _settle_catch(state: TableState, by: int, target: int, need: NeedMove) -> TableState:
    try:
        state = play_on(state, Caught(by, target))
    except RulesError:
        return state
    if target == need.seat and not isinstance(state.rules.need, NeedMove):
        # The hand it chose from has changed: the player in turn chooses again.
        moves = (s for s in state.pending if not isinstance(s.body, MoveSignal))
        state = replace(state, pending=tuple(moves))
    return state
