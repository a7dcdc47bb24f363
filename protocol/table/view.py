"""What can be seen: the public table; and for a seat its own cards, and what it may do.

Interfaces draw it, bots use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.errors import ProofError, WireError
from protocol.rules.moves import legal_plays
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.state import GameState
from protocol.table.challenge import shown_to
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.hand import own_drawn, own_hand
from protocol.table.phases import Choosing, Racing, Viewing
from protocol.table.race import may_catch
from protocol.table.secrets import SeatSecrets
from protocol.table.state import Checked, TableState

Action: TypeAlias = Move | CatchSeat

_KIND_OF: dict[type[Move], MoveKind] = {
    PlayCard: MoveKind.PLAY,
    PlayDrawnCard: MoveKind.PLAY_DRAWN,
    DrawCard: MoveKind.DRAW,
    KeepCard: MoveKind.KEEP,
    PassTurn: MoveKind.PASS,
    NameFirstColour: MoveKind.NAME_COLOUR,
    AcceptFour: MoveKind.ACCEPT,
    ChallengeFour: MoveKind.CHALLENGE,
}


@dataclass(frozen=True, slots=True)
class TableView:
    """The table between two slots as somebody sees it; without a `seat`, as everybody may.

    names, bots, keys: by seat. hand: the seat's cards in the order of the hand's elements; drawn: the card it
    has just drawn and not yet kept. allowed: what it may choose now, nothing if it is not its turn; legal: the
    cards that it could lay, the drawn one included. catchable: the seat it may catch now. shown: a hand that
    was opened to it alone. Without a seat all of this is empty.
    """

    seat: int | None
    slot: int
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    keys: tuple[bytes, ...]
    rules: GameState
    hand: tuple[int, ...]
    drawn: int | None
    allowed: frozenset[MoveKind]
    legal: tuple[int, ...]
    catchable: int | None
    shown: tuple[int, ...] | None
    checked: Checked

    def permits(self, action: Action) -> bool:
        """Whether the rules let this seat do this now, as far as it can know."""
        if isinstance(action, CatchSeat):
            return action.target == self.catchable
        if _KIND_OF[type(action)] not in self.allowed:
            return False
        if isinstance(action, PlayCard | PlayDrawnCard):
            return action.card in self.legal and self.named_properly(action.card, action.colour is not None)
        return True

    def named_properly(self, card: int, named: bool) -> bool:
        """A colour is named with a wild, and only with a wild."""
        return self.rules.deck[card].is_wild == named


@dataclass(frozen=True, slots=True)
class View(TableView):
    """What the player of one seat sees."""

    seat: int


def public_view(state: TableState) -> TableView:
    """What somebody without a seat sees."""
    return TableView(
        seat=None,
        slot=state.slot,
        names=_names(state),
        bots=_bots(state),
        keys=_keys(state),
        rules=state.rules,
        hand=(),
        drawn=None,
        allowed=frozenset(),
        legal=(),
        catchable=None,
        shown=None,
        checked=state.checked,
    )


def view(state: TableState, secrets: SeatSecrets) -> View:
    """What the seat of these secrets may see of the table."""
    seat = secrets.seat
    current = secrets.for_round(max(state.rules.round, secrets.round))
    hand = own_hand(state, current)
    allowed = _allowed(state, seat)
    drawn = own_drawn(state, current)[0] if MoveKind.KEEP in allowed else None
    playable = hand if MoveKind.PLAY in allowed else ()
    window = state.rules.window
    can_catch = isinstance(state.phase, Racing) and may_catch(window, seat)
    return View(
        seat=seat,
        slot=state.slot,
        names=_names(state),
        bots=_bots(state),
        keys=_keys(state),
        rules=state.rules,
        hand=hand,
        drawn=drawn,
        allowed=allowed,
        legal=legal_plays(state.rules, playable if drawn is None else (drawn,)),
        catchable=window.target if can_catch and window else None,
        shown=_shown(state, current),
        checked=state.checked,
    )


def _names(state: TableState) -> tuple[str, ...]:
    return tuple(entry.name for entry in state.proposal.seats)


def _bots(state: TableState) -> tuple[bool, ...]:
    return tuple(entry.bot for entry in state.proposal.seats)


def _keys(state: TableState) -> tuple[bytes, ...]:
    return tuple(entry.key for entry in state.proposal.seats)


def _allowed(state: TableState, seat: int) -> frozenset[MoveKind]:
    """What the rules let this seat choose, if it is its turn and it has not chosen yet."""
    phase, need = state.phase, state.rules.need
    if not isinstance(phase, Choosing | Racing) or not isinstance(need, NeedMove) or phase.seat != seat:
        return frozenset()
    decided = isinstance(phase, Choosing) and phase.committed is not None
    return frozenset() if decided else need.allowed


def _shown(state: TableState, secrets: SeatSecrets) -> tuple[int, ...] | None:
    phase = state.phase
    if not isinstance(phase, Viewing) or phase.challenger != secrets.seat:
        return None
    try:
        return shown_to(state, phase, secrets)
    except (ProofError, WireError):
        return None
