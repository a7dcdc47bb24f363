"""A second, naive implementation of one classic round, to compare the engine with.

It is written as the game is told: players sit in a ring, whoever is in turn stands at its head, cards are
really in hands, and every penalty is carried out at once. It shares the deck with the engine and nothing
else, and it trusts its caller: only legal choices are made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from protocol.rules.cards import CardId, Colour, Face, Kind

Shuffle = Callable[[Sequence[CardId]], list[CardId]]


class NaiveRound:
    """A round after the deal; `asked` is what the player at the head of the ring has to choose."""

    def __init__(
        self,
        deck: Sequence[Face],
        hands: Sequence[Sequence[CardId]],
        pile: Sequence[CardId],
        top: CardId,
        dealer: int,
        shuffle: Shuffle,
        banned: set[int],
        *,
        challenge: bool,
        uno_penalty: int,
    ) -> None:
        self.deck, self.shuffle, self.challenges, self.uno_penalty = deck, shuffle, challenge, uno_penalty
        self.hands = [list(hand) for hand in hands]
        self.pile, self.discards = list(pile), [top]
        self.ring = deque(range(len(hands)))
        self.ring.rotate(-dealer - 1)
        self.colour: Colour | None = deck[top].colour
        self.asked = "move"
        self.one_card: tuple[int, bool] | None = None
        self.banned = set(banned)
        self.may_not_catch: set[int] = set()
        self.bluff: tuple[int, bool] | None = None
        self.passed = 0
        self.out: int | None = None
        self._first_card(deck[top].kind)

    @property
    def who(self) -> int:
        return self.ring[0]

    def _first_card(self, kind: Kind) -> None:
        if kind is Kind.DRAW_TWO:
            self._draw(self.who, 2)
        if kind in (Kind.DRAW_TWO, Kind.SKIP):
            self.ring.rotate(-1)
        if kind is Kind.REVERSE:
            self.ring.reverse()
        if kind is Kind.WILD:
            self.asked = "colour"

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.pile:
                self.pile, self.discards = self.shuffle(self.discards[:-1]), self.discards[-1:]
            if self.pile:
                self.hands[seat].append(self.pile.pop(0))

    def name(self, colour: Colour) -> None:
        self.colour, self.asked = colour, "move"

    def play(self, card: CardId, colour: Colour | None, *, uno: bool) -> None:
        face, before, player = self.deck[card], self.colour, self.who
        self.hands[player].remove(card)
        self.discards.append(card)
        self.colour = face.colour if colour is None else colour
        self.asked, self.one_card, self.passed = "move", None, 0
        if len(self.hands[player]) == 1:
            self.one_card = (player, uno)
            self.may_not_catch, self.banned = self.banned, set()
        forbidden = any(self.deck[left].colour == before for left in self.hands[player])
        if not self.hands[player]:
            self.out = player
        self._effect(face.kind, forbidden=forbidden)

    def _effect(self, kind: Kind, *, forbidden: bool) -> None:
        """The ring turns so that the next player to move stands at its head."""
        player = self.who
        if kind is Kind.REVERSE and len(self.ring) > 2:
            self.ring.reverse()
            self.ring.rotate(1)
        self.ring.rotate(-1)
        if kind is Kind.SKIP or (kind is Kind.REVERSE and len(self.ring) == 2):
            self.ring.rotate(-1)
        if kind is Kind.DRAW_TWO:
            self._draw(self.who, 2)
            self.ring.rotate(-1)
        if kind is Kind.WILD_DRAW_FOUR and self.challenges:
            self.asked, self.bluff = "answer", (player, forbidden)
        elif kind is Kind.WILD_DRAW_FOUR:
            self._draw(self.who, 4)
            self.ring.rotate(-1)

    def draw(self) -> None:
        self.one_card = None
        self._draw(self.who, 1)
        self.asked = "drawn"

    def keep(self) -> None:
        self.ring.rotate(-1)
        self.asked = "move"

    def pass_turn(self) -> None:
        self.one_card = None
        self.ring.rotate(-1)
        self.passed += 1

    def accept(self) -> None:
        self.asked, self.one_card = "move", None
        self._draw(self.who, 4)
        self.ring.rotate(-1)

    def doubt(self) -> None:
        self.asked, self.one_card = "move", None
        assert self.bluff is not None
        offender, guilty = self.bluff
        if guilty:
            self._draw(offender, 4)
        else:
            self._draw(self.who, 6)
            self.ring.rotate(-1)

    def catch(self, by: int) -> None:
        assert self.one_card is not None
        target, called = self.one_card
        if called:
            self.banned.add(by)
        else:
            self.one_card = None
            self._draw(target, self.uno_penalty)

    @property
    def over(self) -> bool:
        went_out = self.out is not None and self.asked != "answer"
        return went_out or self.passed == len(self.hands)

    def points(self) -> list[int]:
        """What each player scores."""
        counts = [sum(_points(self.deck[card]) for card in hand) for hand in self.hands]
        best = [seat for seat, count in enumerate(counts) if count == min(counts)]
        winners = best if self.out is None else [self.out]
        gain = sum(count for seat, count in enumerate(counts) if seat not in winners)
        return [gain if seat in winners else 0 for seat in range(len(counts))]


def _points(face: Face) -> int:
    return {Kind.NUMBER: face.number, Kind.WILD: 50, Kind.WILD_DRAW_FOUR: 50}.get(face.kind) or (
        0 if face.kind is Kind.NUMBER else 20
    )
