"""What can be seen: the public table; and for a seat its own cards, and what it may do.

Interfaces draw it, bots use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.errors import ProofError, WireError
from protocol.rules.book import Interruption, Naming
from protocol.rules.cards import Kind
from protocol.rules.moves import (
    accusable,
    catchable,
    colour_named,
    duty,
    interruptions,
    jumpable,
    legal_plays,
    pair_ways,
    rescuable,
    seconds,
    target_named,
    targets,
)
from protocol.rules.needs import MoveKind, NeedFirst, NeedLast, NeedMove
from protocol.rules.state import GameState
from protocol.table import choices
from protocol.table.challenge import shown_to
from protocol.table.choices import Ask
from protocol.table.hand import own_drawn, own_hand
from protocol.table.permitting import permits
from protocol.table.phases import Choosing, Duelling, Giving, Racing, Viewing, Voting
from protocol.table.secrets import SeatSecrets
from protocol.table.state import Checked, TableState

Action: TypeAlias = choices.Action


@dataclass(frozen=True, slots=True)
class TableView:
    """The table between two slots as somebody sees it; without a `seat`, as everybody may.

    names, bots, keys: by seat. hand: the seat's cards in the order of the hand's elements; drawn: the card it
    has just drawn and not yet kept. allowed: what it may choose now, nothing if it is not its turn; legal:
    the cards that it could lay, the drawn one included. shown: a hand that was opened to it alone. asked: a
    question besides turns. interruptions: what it may do out of turn. Without a seat all of this is empty.
    head: of the log so far, the same at every seat.
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
    shown: tuple[int, ...] | None
    checked: Checked
    asked: Ask | None = None
    interruptions: frozenset[Interruption] = frozenset()
    head: bytes = b""

    @property
    def may_catch(self) -> tuple[int, ...]:
        """Whom this seat may catch now."""
        if self.seat is None or Interruption.CATCH not in self.interruptions:
            return ()
        return catchable(self.rules, self.seat)

    @property
    def catchable(self) -> int | None:
        """The first of them: hardly ever there are more."""
        return self.may_catch[0] if self.may_catch else None


@dataclass(frozen=True, slots=True)
class View(TableView):
    """What the player of one seat sees, and may do."""

    seat: int

    @property
    def acts(self) -> bool:
        """Whether there is anything that the player could do now, chatting left out."""
        return bool(self.allowed or self.asked or self.interruptions - {Interruption.CHAT})

    @property
    def tries(self) -> bool:
        """Whether a card that does not fit may be tried, at a price."""
        free = MoveKind.PLAY in self.allowed and self.rules.attack is None
        return free and self.rules.ruleset.number("misplay_penalty") > 0

    @property
    def may_call(self) -> tuple[int, ...]:
        """For whom this seat may say UNO now: itself, or somebody who has forgotten."""
        own = (self.seat,) if Interruption.CALL in self.interruptions else ()
        others = Interruption.RESCUE in self.interruptions
        return (*own, *(rescuable(self.rules, self.seat) if others else ()))

    @property
    def may_accuse(self) -> tuple[int, ...]:
        """Whom this seat may accuse of a hint now."""
        possible = Interruption.ACCUSE in self.interruptions
        return accusable(self.rules, self.seat) if possible else ()

    @property
    def jumpable(self) -> tuple[int, ...]:
        """The cards of the hand with which this seat may jump in now."""
        possible = Interruption.JUMP_IN in self.interruptions
        return jumpable(self.rules, self.seat, self.hand) if possible else ()

    @property
    def duel(self) -> tuple[int, ...]:
        """The cards that may be shown in a duel."""
        faces = self.rules.deck
        cards = self.hand if self.asked is Ask.DUEL else ()
        return tuple(card for card in cards if faces[card].kind is Kind.NUMBER)

    @property
    def targets(self) -> tuple[int, ...]:
        """With whom hands or cards could be exchanged."""
        return targets(self.rules, self.seat)

    def colour_due(self, card: int) -> bool:
        """Whether a colour must come with this card; otherwise it must not."""
        return colour_named(self.rules, card)

    def target_due(self, card: int, count: int = 1) -> Naming:
        """Whether somebody is named with so many of this card."""
        return target_named(self.rules, self.seat, card, count)

    def seconds(self, card: int) -> tuple[int, ...]:
        """Which cards may be laid together with this one."""
        return seconds(self.rules, self.hand, card) if MoveKind.PLAY in self.allowed else ()

    @property
    def pair_ways(self) -> tuple[bool, ...]:
        """How two may be laid together: the values of `as_skip`."""
        return pair_ways(self.rules)

    def permits(self, action: Action) -> bool:
        """Whether the rules let this seat do this now, as far as it can know."""
        return permits(self, action)


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
        shown=None,
        checked=state.checked,
        head=state.head,
    )


def view(state: TableState, secrets: SeatSecrets) -> View:
    """What the seat of these secrets may see of the table."""
    seat = secrets.seat
    current = secrets.for_round(max(state.rules.round, secrets.round))
    hand = own_hand(state, current)
    allowed = _allowed(state, seat, hand)
    drawn = own_drawn(state, current) if MoveKind.PLAY_DRAWN in allowed else None
    playable = hand if MoveKind.PLAY in allowed else ()
    racing = isinstance(state.phase, Racing)
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
        shown=_shown(state, current),
        checked=state.checked,
        asked=_asked(state, seat),
        interruptions=interruptions(state.rules, seat) if racing else frozenset(),
        head=state.head,
    )


def _names(state: TableState) -> tuple[str, ...]:
    return tuple(entry.name for entry in state.proposal.seats)


def _bots(state: TableState) -> tuple[bool, ...]:
    return tuple(entry.bot for entry in state.proposal.seats)


def _keys(state: TableState) -> tuple[bytes, ...]:
    return tuple(entry.key for entry in state.proposal.seats)


def _allowed(state: TableState, seat: int, hand: tuple[int, ...]) -> frozenset[MoveKind]:
    """What the seat may choose, if it is its turn and it has not chosen yet.

    What the rules allow, without what its duties forbid to this hand.
    """
    phase, need = state.phase, state.rules.need
    if not isinstance(phase, Choosing | Racing) or not isinstance(need, NeedMove) or phase.seat != seat:
        return frozenset()
    if isinstance(phase, Choosing) and phase.committed is not None:
        return frozenset()
    return frozenset(kind for kind in need.allowed if duty(state.rules, kind).isdisjoint(hand))


def _asked(state: TableState, seat: int) -> Ask | None:
    match state.phase:
        case Giving(first, second):
            return Ask.GIVE if seat in (first, second) else None
        case Duelling(seats):
            return Ask.DUEL if seat in seats else None
        case Voting(seats):
            return Ask.VOTE if seat in seats else None
        case Racing():
            need = state.rules.need
            return Ask.REACT if isinstance(need, NeedFirst | NeedLast) and seat in need.seats else None
        case _:
            return None


def _shown(state: TableState, secrets: SeatSecrets) -> tuple[int, ...] | None:
    phase = state.phase
    if not isinstance(phase, Viewing) or phase.challenger != secrets.seat:
        return None
    try:
        return shown_to(state, phase, secrets)
    except (ProofError, WireError):
        return None
