"""The rulebook: the points at which rules hook into the game, filled in once per rule set.

`rulebook.rulebook` composes it: first the classic game, then every house rule that is on, in the order of
`rulebook.HOUSE` (specs/decisions/101). Afterwards nobody writes to it. The engine asks the rulebook and
never the rule set whether a house rule is on; a house rule is one module that fills in what it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from protocol.rules.cards import Colour, Face, Kind
from protocol.rules.needs import DrawReason, NeedMove
from protocol.rules.steps import Decide, Step

if TYPE_CHECKING:
    from protocol.rules.draft import Draft
    from protocol.rules.events import Played
    from protocol.rules.state import Attack, GameState

# A kind of card, or the number of a number card.
CardKey: TypeAlias = Kind | int


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that has just been laid, when its effect is asked for.

    before, under: the colour in play and the face on top before it (None: the first card of the round).
    times: how many were laid together. left: how many cards `seat` still holds; a hand that is empty
    exchanges nothing.
    """

    seat: int
    face: Face
    before: Colour | None
    under: Face | None
    left: int
    times: int = 1
    target: int | None = None


class Naming(Enum):
    """Whether a player is named together with a card."""

    NEVER = "never"
    MAY = "may"
    MUST = "must"


class Interruption(Enum):
    """What a seat can do although it is not its turn."""

    CATCH = "catch"
    CALL = "call"
    RESCUE = "rescue"
    JUMP_IN = "jump in"
    CHAT = "chat"
    ACCUSE = "accuse"


def interruptible(state: GameState) -> bool:
    """Not while a drawn card lies beside a hand: nobody else may draw then, nor hands move."""
    return isinstance(state.need, NeedMove) and not isinstance(state.asked, Decide)


Effect: TypeAlias = "Callable[[Draft, Laid], tuple[Step, ...]]"


@dataclass(frozen=True, slots=True)
class AttackAnswer:
    """A way to answer what was laid against a seat with a card.

    against: the kinds of attack it answers. fits: whether a face is such an answer now. stacks: the card is
    one of the same kind, so that it can also be jumped in with.
    """

    against: frozenset[Kind]
    fits: Callable[[GameState, Attack, Face], bool]
    effect: Callable[[Draft, Laid, Attack], tuple[Step, ...]]
    stacks: bool = False


@dataclass(slots=True)
class Rulebook:
    """Every extension point, with what the classic game has there.

    What a card does: `effects` by kind or number; `targets`: with which cards a player is named; `answers`:
    what may be laid on an attack; `waits`: reasons to ask an attacked seat that has nothing to choose.
    Colours: `colourless` wilds name none; `moved_colour` says where a wild moves the colour in play.
    Pairs: what two identical cards may be laid as.
    Out of turn: `interruptions` say who may do what now.
    Moments: `laid` (a card lies), `before_turn`, `after_uno` (UNO was said), `after_draw`, `emptied` (a seat
    has no cards when a turn is to begin; it says what follows; `refills`: it plays on with new ones),
    `misplayed` (a card that does not fit).
    side: the seats that win together.
    """

    effects: dict[CardKey, Effect] = field(default_factory=dict[CardKey, Effect])
    targets: dict[CardKey, Naming] = field(default_factory=dict[CardKey, Naming])
    answers: list[AttackAnswer] = field(default_factory=list[AttackAnswer])
    waits: list[Callable[[GameState], bool]] = field(default_factory=list["Callable[[GameState], bool]"])
    colourless: set[Kind] = field(default_factory=set[Kind])
    moved_colour: Callable[[GameState], Colour | None] | None = None
    pairs_together: bool = False
    pairs_as_skip: bool = False
    interruptions: dict[Interruption, Callable[[GameState, int], bool]] = field(
        default_factory=dict[Interruption, "Callable[[GameState, int], bool]"]
    )
    laid: list[Callable[[Draft, Laid], None]] = field(default_factory=list["Callable[[Draft, Laid], None]"])
    before_turn: list[Callable[[Draft, int], tuple[Step, ...]]] = field(
        default_factory=list["Callable[[Draft, int], tuple[Step, ...]]"]
    )
    after_uno: list[Callable[[GameState, int], tuple[Step, ...]]] = field(
        default_factory=list["Callable[[GameState, int], tuple[Step, ...]]"]
    )
    after_draw: dict[DrawReason, Callable[[int], Step]] = field(
        default_factory=dict[DrawReason, Callable[[int], Step]]
    )
    emptied: Callable[[Draft, int], None] | None = None
    refills: bool = False
    misplayed: Callable[[Draft, Played], None] | None = None
    side: Callable[[int], tuple[int, ...]] = lambda seat: (seat,)

    def effect(self, face: Face) -> Effect:
        own = self.effects.get(face.number) if face.number is not None else None
        return own or self.effects[face.kind]

    def naming(self, face: Face) -> Naming:
        key = face.kind if face.number is None else face.number
        return self.targets.get(key, Naming.NEVER)

    def answer(self, state: GameState, face: Face) -> AttackAnswer | None:
        """How `face` answers the attack that waits."""
        attack = state.attack
        if attack is None:
            return None
        return next(
            (a for a in self.answers if attack.kind in a.against and a.fits(state, attack, face)), None
        )

    def answerable(self, attack: Attack) -> bool:
        return any(attack.kind in answer.against for answer in self.answers)

    def stackable(self, attack: Attack) -> bool:
        return any(attack.kind in answer.against and answer.stacks for answer in self.answers)

    def fits(self, state: GameState, face: Face) -> bool:
        """Does `face` go on the discards now? On an attack only what answers it does.

        Else: the colour in play, the number or symbol on top, a wild, or anything where no colour is in play.
        """
        if state.attack is not None:
            return self.answer(state, face) is not None
        top = state.top
        same = top is not None and (face.kind, face.number) == (top.kind, top.number)
        return face.is_wild or state.colour is None or face.colour == state.colour or same

    def names_colour(self, state: GameState, face: Face) -> bool:
        """Whether who lays `face` now names a colour."""
        return face.is_wild and face.kind not in self.colourless and self.colour_moved(state) is None

    def colour_moved(self, state: GameState) -> Colour | None:
        """The colour to which a wild laid now moves by itself."""
        return None if self.moved_colour is None else self.moved_colour(state)

    def colour_after(self, state: GameState, face: Face, named: Colour | None) -> Colour | None:
        """The colour in play once `face` lies on top."""
        if not face.is_wild:
            return face.colour
        if face.kind in self.colourless:
            return None
        return named if named is not None else self.colour_moved(state)
