"""`sharp`: weighs every play by what it leaves in all hands, remembers, bluffs, and doubts by the odds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2puno.seat.bots.customs import customary, held_after, laid, out_of_turn
from p2puno.seat.bots.greedy_bot import greedy
from p2puno.seat.bots.lookahead import Lookahead, colours
from p2puno.seat.bots.memory import Memory
from p2puno.seat.bots.odds import Odds
from p2puno.seat.bots.position import Position
from p2puno.seat.bots.strategy import catch, favourite
from protocol.rules.attacks import forbidding, judging
from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    ChallengeFour,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
)
from protocol.table.happenings import Happening
from protocol.table.view import Action, View

# A challenge costs two cards more if it is wrong, and saves four and a turn if it is right: it need not be
# likely to be right. Counting cards alone gives 0.2 with two players and 0.3 with many.
CHALLENGES_FROM = 0.34
# What a card less in the hand is worth beside the lookahead, which knows nothing of hands that move.
FEWER = 12.0
_FIRST_COLOUR = frozenset({MoveKind.NAME_COLOUR})
_CLASSIC = (
    _FIRST_COLOUR,
    frozenset({MoveKind.PLAY, MoveKind.DRAW}),
    frozenset({MoveKind.PLAY, MoveKind.PASS}),
    frozenset({MoveKind.KEEP, MoveKind.PLAY_DRAWN}),
)


class Sharp:
    """Implements `Strategy`. Nothing is left to chance but plays of equal worth."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._memory = Memory()

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        self._memory.observe(view, happenings)

    def choose(self, view: View) -> Action | None:
        unasked = customary(view) or catch(view) or out_of_turn(view, favourite(view, view.hand))
        return unasked or (self._move(view) if view.allowed else None)

    def _move(self, view: View) -> Move:
        """Where something is to be weighed that the classic game does not have, it plays what fits."""
        odds = Odds(view, self._memory)
        if MoveKind.CHALLENGE in view.allowed and not view.legal:
            return self._answer(view, odds)
        if view.allowed not in _CLASSIC or (view.rules.colour is None and view.allowed != _FIRST_COLOUR):
            return greedy(view)
        ahead = Lookahead(odds, judging(view.rules.ruleset))
        if MoveKind.NAME_COLOUR in view.allowed:
            return NameFirstColour(max(Colour, key=lambda colour: ahead.best(Position.of(view, colour))))
        assert view.rules.colour is not None
        position = Position.of(view, view.rules.colour)
        if MoveKind.KEEP in view.allowed:
            return self._with_drawn(view, position, ahead)
        return self._turn(view, position, ahead)

    def _turn(self, view: View, position: Position, ahead: Lookahead) -> Move:
        best = self._best_play(view, position, ahead)
        if best is None:
            return DrawCard() if MoveKind.DRAW in view.allowed else PassTurn()
        value, card, colour = best
        if MoveKind.DRAW in view.allowed and ahead.draw(position) > value:
            return DrawCard()
        return laid(view, card, colour)

    def _with_drawn(self, view: View, position: Position, ahead: Lookahead) -> Move:
        best = self._best_play(view, position, ahead)
        if best is None or ahead.keep(position) > best[0]:
            return KeepCard()
        _, card, colour = best
        return laid(view, card, colour)

    def _best_play(
        self, view: View, position: Position, ahead: Lookahead
    ) -> tuple[float, CardId, Colour] | None:
        """What it is worth, the card, and the colour to name with a wild."""
        deck = view.rules.deck
        one_of_each = {deck[card]: card for card in view.legal}
        plays = [
            (ahead.play(position, face, colour) + self._hands(view, card, colour), card, colour)
            for face, card in one_of_each.items()
            for colour in colours(face)
        ]
        self._random.shuffle(plays)
        return max(plays, key=lambda play: play[0], default=None)

    def _hands(self, view: View, card: CardId, colour: Colour) -> float:
        """What it is worth that hands move with this card, or that two cards are laid."""
        held = len(view.hand) + (view.drawn is not None)
        fewer = held - 1 - held_after(view, laid(view, card, colour))
        return FEWER * fewer

    def _answer(self, view: View, odds: Odds) -> Move:
        four = view.rules.four
        assert four is not None
        left = view.rules.counts[four.offender]
        if left == 0:  # always legal: no card was left that could forbid it
            return AcceptFour()
        cards = forbidding(view.rules, four.colour, four.under)
        doubtful = odds.guilty(four.offender, left, cards) > CHALLENGES_FROM
        return ChallengeFour() if doubtful else AcceptFour()
