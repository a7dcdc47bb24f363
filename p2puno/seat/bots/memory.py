"""What a seat remembers of the public game: what others could not play, had to show, and how they bluff."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.rules.cards import CardId, Colour, Kind
from protocol.rules.happenings import (
    CardPlayed,
    CardsDrawn,
    ChallengeLost,
    ChallengeMade,
    ChallengeWon,
    ColourChanged,
    FourAccepted,
    RoundStarted,
)
from protocol.rules.needs import DrawReason
from protocol.table.happenings import HandShown, Happening
from protocol.table.view import View

# How often people bluff and challenge who have not been watched yet, and how many cases that counts for.
USUAL_BLUFFS = 0.15
USUAL_DOUBTS = 0.3
USUAL_CASES = 2


@dataclass(slots=True)
class Habit:
    """How often somebody does something when he could."""

    usual: float
    did: int = 0
    could: int = 0

    def note(self, *, did: bool) -> None:
        self.did += did
        self.could += 1

    @property
    def rate(self) -> float:
        return (self.did + self.usual * USUAL_CASES) / (self.could + USUAL_CASES)


@dataclass(frozen=True, slots=True)
class Oath:
    """A +4 says: I have none of this colour. `lacked`: so many of its cards were known to be of another."""

    colour: Colour
    lacked: int


@dataclass(slots=True)
class Other:
    """What is known of another seat.

    lacks: how many of its cards are taken not to be of a colour, because it drew or laid a wild while that
    colour was in play. named: the colour it named last, until it has none of it. known: cards of its hand
    that it had to show. oath: of its last +4, until that has come to light or its hand has grown. bluffs: how
    often the +4s that came to light were illegal. doubts: how often it challenges.
    """

    lacks: dict[Colour, int] = field(default_factory=lambda: dict.fromkeys(Colour, 0))
    named: Colour | None = None
    known: set[CardId] = field(default_factory=set[CardId])
    oath: Oath | None = None
    bluffs: Habit = field(default_factory=lambda: Habit(USUAL_BLUFFS))
    doubts: Habit = field(default_factory=lambda: Habit(USUAL_DOUBTS))

    def forget_hand(self) -> None:
        self.lacks = dict.fromkeys(Colour, 0)
        self.known = set()
        self.named = self.oath = None

    def judged(self, *, guilty: bool) -> None:
        """A +4 of this seat has come to light."""
        self.bluffs.note(did=guilty)
        if guilty and self.oath is not None:
            self.lacks[self.oath.colour] = 0
        self.oath = None


class Memory:
    """Built by `observe`. Of what it has not observed it knows nothing, and takes others to be as usual."""

    def __init__(self) -> None:
        self._others: defaultdict[int, Other] = defaultdict(Other)
        self._colour: Colour | None = None

    def of(self, seat: int) -> Other:
        return self._others[seat]

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        for happening in happenings:
            self._note(view, happening)
        if view.shown is not None and view.rules.four is not None:
            self.of(view.rules.four.offender).known.update(view.shown)
        self._colour = view.rules.colour

    def _note(self, view: View, happening: Happening) -> None:
        match happening:
            case RoundStarted():
                for other in self._others.values():
                    other.forget_hand()
            case CardPlayed():
                self._played(view, happening)
            case ColourChanged(seat, colour):
                self._colour = self.of(seat).named = colour
            case CardsDrawn(seat, count, reason):
                self._drew(seat, view.rules.counts[seat] - count, reason)
            case HandShown(seat, cards):
                self.of(seat).known.update(cards)
            case FourAccepted(seat):
                self.of(seat).doubts.note(did=False)
            case ChallengeMade(challenger):
                self.of(challenger).doubts.note(did=True)
            case ChallengeWon(_, offender):
                self.of(offender).judged(guilty=True)
            case ChallengeLost(_, offender):
                self.of(offender).judged(guilty=False)
            case _:
                pass

    def _played(self, view: View, played: CardPlayed) -> None:
        """A card fits the colour in play, or says that this colour is lacking."""
        face, other, before = view.rules.deck[played.card], self.of(played.seat), self._colour
        other.known.discard(played.card)
        if other.oath is not None and face.colour == other.oath.colour:
            other.judged(guilty=True)
        if face.colour is not None:
            self._colour = face.colour
        elif before is not None:
            if face.kind is Kind.WILD_DRAW_FOUR:
                other.oath = Oath(before, min(other.lacks[before], played.left))
            if not played.drawn:
                other.lacks[before] = played.left
        for colour, count in other.lacks.items():
            other.lacks[colour] = min(count, played.left)

    def _drew(self, seat: int, held: int, reason: DrawReason) -> None:
        """Who draws by choice has nothing of the colour in play; new cards may be anything."""
        other = self.of(seat)
        other.oath = None
        if reason is DrawReason.CHOICE and self._colour is not None:
            other.lacks[self._colour] = held
            if other.named == self._colour:
                other.named = None
