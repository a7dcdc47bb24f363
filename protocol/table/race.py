"""Races: acts out of turn, put in order by those who saw them (specs/table.md, Races).

In a slot in which somebody may act before the player in turn, all seats contribute: their signal, or the
first they heard, and a commitment to the order in which signals reached them. With several signals the
orders are opened and the neutral witnesses decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from protocol.crypto.hashing import tagged_hash
from protocol.errors import LocalError, RulesError
from protocol.rules.book import Interruption
from protocol.rules.events import Reacted
from protocol.rules.moves import interruptions
from protocol.rules.needs import MoveKind, NeedFirst, NeedLast, NeedMove
from protocol.rules.state import GameState
from protocol.sentences import sentence
from protocol.table.choices import RaceSeen
from protocol.table.committing import RACE
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.ordering import resolve
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Choosing, Ordering, Racing, Resuming
from protocol.table.playing import play_on
from protocol.table.race_record import Committed, RaceMoment, RaceSignal
from protocol.table.signals import event_of, read_signal
from protocol.table.state import TableState
from protocol.wire.races import ChatterSignal, JumpSignal, MoveSignal, Race, RaceOrder

ORDER = "race-order"


# --- the race slot ----------------------------------------------------------------------------------


def make_race(state: TableState, _phase: Racing, maker: Maker) -> Race:
    seen = _seen(maker)
    salt = _order_salt(maker, state.origin(RACE))
    return Race(seen.signal.data, _order_commitment(state, state.slot, maker.seat, seen.order, salt))


def apply_race(
    state: TableState, phase: Racing, said: Mapping[int, Race], judgement: Judgement
) -> TableState:
    signals = _handed_in(state, said, judgement)
    moment = _moment(state)
    checked = replace(state.checked, signals=state.checked.signals + len(signals))
    state = replace(state, checked=checked)
    if len(signals) > 1:
        commitments = tuple((seat, body.order) for seat, body in said.items())
        return replace(state, phase=Ordering(phase.seat, signals, commitments, moment))
    return _decided(state, signals, moment)


def _moment(state: TableState) -> RaceMoment:
    need = state.rules.need
    allowed = need.allowed if isinstance(need, NeedMove) else frozenset[MoveKind]()
    return RaceMoment(state.origin(RACE), allowed, tuple(hand.key if hand else None for hand in state.hands))


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


def make_order(state: TableState, phase: Ordering, maker: Maker) -> RaceOrder:
    salt = _order_salt(maker, phase.race.origin)
    order = _committed_order(state, phase, maker.seat, salt) if maker.choice is None else _seen(maker).order
    return RaceOrder(order, salt)


def _committed_order(state: TableState, phase: Ordering, seat: int, salt: bytes) -> tuple[int, ...]:
    """What this seat has committed to, if its program does not remember: found by trying, for it is short.

    Seats whose signals nobody handed in are tried last.
    """
    committed = dict(phase.commitments)[seat]
    handed_in = [signal.seat for signal in phase.signals]
    for among in (handed_in, range(state.seats)):
        for length in range(len(among) + 1):
            for order in permutations(among, length):
                found = _order_commitment(state, phase.race.origin.slot, seat, order, salt)
                if found == committed:
                    return order
    raise LocalError("this seat has committed to no order")


def apply_order(
    state: TableState, phase: Ordering, said: Mapping[int, RaceOrder], judgement: Judgement
) -> TableState:
    commitments = dict(phase.commitments)
    for seat, body in said.items():
        found = _order_commitment(state, phase.race.origin.slot, seat, body.order, body.salt)
        same = found == commitments[seat] and len(set(body.order)) == len(body.order)
        judgement.require(same, seat, "order", sentence("opens another order than the one it committed to"))
    orders = {seat: body.order for seat, body in said.items()}
    return _decided(state, resolve(phase.signals, orders, state.proposal, phase.seat), phase.race)


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


# --- what an ordered race does -----------------------------------------------------------------------------


def _decided(state: TableState, signals: tuple[RaceSignal, ...], moment: RaceMoment) -> TableState:
    match state.rules.need:
        case NeedFirst():
            return play_on(state, Reacted(signals[0].seat))
        case NeedLast(seats):
            return play_on(state, Reacted(_last(state.rules, seats, signals)))
        case _:
            # Chat is no move in the game: what it costs is settled before what was done meanwhile.
            settled = sorted(signals, key=lambda signal: not isinstance(signal.body, ChatterSignal))
            return replace(state, pending=tuple(settled), race=moment, phase=Resuming())


def _last(rules: GameState, seats: tuple[int, ...], signals: tuple[RaceSignal, ...]) -> int:
    """Who did not react comes after all others, and of these the one whose turn comes first."""
    reacted = {signal.seat for signal in signals}
    idle = [seat for seat in seats if seat not in reacted]

    def distance(seat: int) -> int:
        return ((seat - rules.turn) * rules.direction - 1) % rules.seats

    return min(idle, key=distance) if idle else signals[-1].seat


def settle_next(state: TableState, need: NeedMove) -> TableState:
    """Let the next pending signal take effect; signals that are no longer legal are dropped."""
    signal, *rest = state.pending
    state = replace(state, pending=tuple(rest))
    event = event_of(signal.seat, signal.body)
    if event is not None:
        try:
            return play_on(state, event)
        except RulesError:
            return state
    body, race = signal.body, state.race
    if (
        race is None
        or not isinstance(body, MoveSignal | JumpSignal)
        or not _stands(state, need, signal, race)
    ):
        return state
    committed = Committed(body.commitment, body.sealed, race.origin, isinstance(body, JumpSignal))
    # A card changes the table, so whatever came after it is too late.
    return replace(state, pending=(), phase=Choosing(signal.seat, committed))


def _stands(state: TableState, need: NeedMove, signal: RaceSignal, race: RaceMoment) -> bool:
    """Whether what was committed to can still be done: from the same hand, and in turn from the same choices.

    What belongs to a card (whether somebody is named with it) depends on how many are left.
    """
    hand = state.hands[signal.seat]
    if (hand.key if hand else None) != race.hands[signal.seat]:
        return False
    if isinstance(signal.body, JumpSignal):
        return Interruption.JUMP_IN in interruptions(state.rules, signal.seat)
    return (need.seat, need.allowed) == (signal.seat, race.allowed)
