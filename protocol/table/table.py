"""The replicated table: `expected`, `contribute`, `apply`. Everything else here serves these three.

`PHASES` is the whole table of transitions, read top to bottom: in each phase these seats contribute one of
these bodies, made and checked by these functions. What is not in it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from protocol.crypto.claims import verify_claims
from protocol.errors import LocalError, RemoteError
from protocol.sentences import sentence
from protocol.table import (
    challenge,
    deck,
    duelling,
    duties,
    frame,
    hand,
    joining,
    lots,
    pooling,
    publishing,
    race,
    roster,
    sharing,
    stripping,
    transfers,
    turn,
    voting,
)
from protocol.table.choices import Choice
from protocol.table.following import follow
from protocol.table.judging import Judgement, Verify
from protocol.table.making import Maker
from protocol.table.phases import (
    Acknowledging,
    Answering,
    CastingLots,
    Choosing,
    Duelling,
    DuelOpening,
    Finished,
    Fitting,
    Genesis,
    Giving,
    HandingOver,
    Joining,
    OpeningHands,
    Ordering,
    Peeling,
    Phase,
    Pooling,
    Publishing,
    Racing,
    Receiving,
    Refreshing,
    RosterOpen,
    Sharing,
    Showing,
    Shuffling,
    Stripping,
    Taking,
    Viewing,
    Voting,
)
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution, next_head, sign_contribution
from protocol.wire.codec import decode, encode
from protocol.wire.house import Ballot, DuelCommit, DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import (
    Acknowledge,
    Body,
    Complain,
    Consent,
    Guilty,
    Innocent,
    OpenHand,
    Publish,
    Revealed,
    Roster,
    Satisfied,
    Shuffle,
    Statement,
    Unmask,
)
from protocol.wire.moves import Join
from protocol.wire.races import Race, RaceOrder
from protocol.wire.sharing import Receipt, SharedShuffle, Shares

Seats: TypeAlias = Callable[[TableState, Any], tuple[int, ...]]
"""`..._seats(state, phase)`: whose contributions the slot waits for."""
Make: TypeAlias = Callable[[TableState, Any, Maker], Body]
"""`make_...(state, phase, maker)`: what the seat of `maker` says, with its proofs."""
Apply: TypeAlias = Callable[[TableState, Any, Mapping[int, Any], Judgement], TableState]
"""`apply_...(state, phase, said, judgement)`: the state after the slot, without its place in the log.

said: the bodies by seat, of all that the slot waits for and of the classes of its phase. Raises RemoteError,
which names the seat whose body does not hold; proofs may only be claimed, and are verified at the end.
"""


@dataclass(frozen=True, slots=True)
class Transition:
    """One phase: its name, who contributes what, how it is made, how it is applied."""

    name: str
    seats: Seats
    bodies: tuple[type[Body], ...]
    make: Make
    apply: Apply


PHASES: dict[type[Phase], Transition] = {
    Genesis: Transition("genesis", frame.everybody, (Consent,), frame.make_consent, frame.apply_consent),
    Acknowledging: Transition(
        "acknowledge", frame.everybody, (Acknowledge,), frame.make_acknowledge, frame.apply_acknowledge
    ),
    RosterOpen: Transition("roster", frame.everybody, (Roster,), roster.make_roster, roster.apply_roster),
    Shuffling: Transition(
        "shuffle", deck.shuffle_seats, (Shuffle, SharedShuffle), deck.make_shuffle, deck.apply_shuffle
    ),
    Sharing: Transition("share", frame.everybody, (Shares,), sharing.make_shares, sharing.apply_shares),
    Receiving: Transition(
        "receipt", frame.everybody, (Receipt,), sharing.make_receipt, sharing.apply_receipt
    ),
    Stripping: Transition(
        "strip", stripping.stripping_seats, (Unmask,), stripping.make_strip, stripping.apply_strip
    ),
    Peeling: Transition("unmask", deck.peeling_seats, (Unmask,), deck.make_unmask, deck.apply_unmask),
    Choosing: Transition(
        "move", turn.choosing_seats, (*turn.MOVE_BODIES, Revealed), turn.make_move, turn.apply_move
    ),
    Racing: Transition("race", frame.everybody, (Race,), race.make_race, race.apply_race),
    Ordering: Transition("order", frame.everybody, (RaceOrder,), race.make_order, race.apply_order),
    Joining: Transition("join", joining.joining_seats, (Join,), joining.make_joining, joining.apply_joining),
    Fitting: Transition("fit", duties.fitting_seats, (Fit,), duties.make_fit, duties.apply_fit),
    CastingLots: Transition("lot", frame.everybody, (Lot,), lots.make_lot, lots.apply_lot),
    Giving: Transition("give", transfers.giving_seats, (Give,), transfers.make_give, transfers.apply_give),
    Taking: Transition("take", transfers.taking_seats, (Shuffle,), transfers.make_take, transfers.apply_take),
    HandingOver: Transition(
        "hand over", transfers.handing_seats, (Unmask,), transfers.make_hand_over, transfers.apply_hand_over
    ),
    Pooling: Transition(
        "pool", pooling.pooling_seats, (PoolMask,), pooling.make_pool_mask, pooling.apply_pool_mask
    ),
    Showing: Transition("show", hand.showing_seats, (OpenHand,), hand.make_show, hand.apply_show),
    Refreshing: Transition(
        "refresh", joining.refreshing_seats, (Shuffle,), joining.make_refresh, joining.apply_refresh
    ),
    Duelling: Transition(
        "duel", duelling.duelling_seats, (DuelCommit,), duelling.make_commit, duelling.apply_commit
    ),
    DuelOpening: Transition(
        "duel open", duelling.duelling_seats, (DuelOpen,), duelling.make_duel_open, duelling.apply_duel_open
    ),
    Voting: Transition("vote", voting.voting_seats, (Ballot,), voting.make_ballot, voting.apply_ballots),
    Answering: Transition(
        "answer",
        challenge.answering_seats,
        (Guilty, Innocent),
        challenge.make_answer,
        challenge.apply_answer,
    ),
    Viewing: Transition(
        "reply", challenge.viewing_seats, (Satisfied, Complain), challenge.make_reply, challenge.apply_reply
    ),
    OpeningHands: Transition(
        "open", frame.everybody, (OpenHand,), hand.make_open_hand, hand.apply_open_hands
    ),
    Publishing: Transition(
        "publish", frame.everybody, (Publish,), publishing.make_publish, publishing.apply_publish
    ),
}


@dataclass(frozen=True, slots=True)
class Slot:
    """The next position of the log and the seats that contribute to it."""

    term: int
    index: int
    name: str
    seats: tuple[int, ...]


def finished(state: TableState) -> bool:
    """Whether every seat has signed the end of the game."""
    return isinstance(state.phase, Finished)


def expected(state: TableState) -> Slot:
    """The slot that the table waits for; raises LocalError once the game is over."""
    transition = _transition(state)
    return Slot(state.term, state.slot, transition.name, transition.seats(state, state.phase))


def contribute(
    state: TableState, secrets: SeatSecrets, choice: Choice | None, entropy: bytes
) -> Contribution:
    """This seat's signed part of the expected slot.

    `choice` is what the player wants where the phase is a move or a race, and is not looked at elsewhere.
    `entropy` is 32 fresh bytes, used up even if the result is thrown away. Raises LocalError if the slot
    does not wait for this seat, or if the choice names cards that it does not hold; whether the rules allow
    the choice is not looked at (`view.View.allowed` says what they do).
    """
    transition = _transition(state)
    if secrets.seat not in transition.seats(state, state.phase):
        raise LocalError(f"slot {state.slot} does not wait for seat {secrets.seat}")
    maker = Maker(secrets.for_round(max(state.rules.round, secrets.round)), choice, entropy)
    body = encode(transition.make(state, state.phase, maker))
    return sign_contribution(
        secrets.identity,
        Statement(state.table, state.term, state.slot, state.head, secrets.seat, body),
    )


def apply(
    state: TableState, contributions: Mapping[int, Contribution], verify: Verify = verify_claims
) -> TableState:
    """The state after a complete slot. Raises RemoteError naming seat and obligation; then nothing changed.

    `verify` checks the claims of the slot in one sum. An auditor may collect those of many slots instead;
    until it has verified them, an error may be the fault of an earlier seat than the one it names.
    """
    transition = _transition(state)
    slot = expected(state)
    if set(contributions) != set(slot.seats):
        raise LocalError(f"slot {state.slot} needs the contributions of seats {slot.seats}")
    ordered = [contributions[seat] for seat in slot.seats]
    judgement = Judgement(state.slot, verify)
    said = {seat: _body(state, seat, contributions[seat], transition, judgement) for seat in slot.seats}
    after = transition.apply(replace(state, happenings=()), state.phase, said, judgement)
    judgement.settle()
    return replace(follow(after), slot=state.slot + 1, head=next_head(state.head, state.slot, ordered))


def _body(
    state: TableState, seat: int, contribution: Contribution, transition: Transition, judgement: Judgement
) -> Body:
    statement = contribution.statement
    place = (statement.table, statement.term, statement.slot, statement.seat)
    if place != (state.table, state.term, state.slot, seat):
        raise LocalError(f"this is not what seat {seat} contributes to slot {state.slot}")
    if statement.head != state.head:
        raise RemoteError(seat, state.slot, "head", sentence("continues another story of this game"))
    with judgement.blaming(seat, "body"):
        return decode(statement.body, *transition.bodies)


def _transition(state: TableState) -> Transition:
    transition = PHASES.get(type(state.phase))
    if transition is None:
        raise LocalError("the game is over")
    return transition
