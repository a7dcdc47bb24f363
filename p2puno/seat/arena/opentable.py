"""A table without cryptography: the rules alone, every card in the open, thousands of events a second.

It deals, answers every need that is no player's choice, and gives each seat the view that `table.view` would
give it (a test plays both side by side). It holds all hands, but nobody gets more of them than that view.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from protocol.rules import events as ev
from protocol.rules.cards import CardId, Kind
from protocol.rules.engine import apply, new_game
from protocol.rules.moves import legal_plays
from protocol.rules.needs import (
    MoveKind,
    NeedCards,
    NeedCut,
    NeedDeal,
    NeedFirstCard,
    NeedMove,
    NeedNextRound,
    NeedOpening,
    NeedShuffle,
    NeedVerdict,
)
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.happenings import HandShown, Happening
from protocol.table.race import may_catch
from protocol.table.state import Checked
from protocol.table.view import Action, View

NOTHING_CHECKED = Checked()


class OpenTable:
    """One game. `pile[-1]` is drawn next; `drawn` is a card of `need.seat` that is not yet in its hand.

    staked: what the seat of the last +4 held after laying it; `shown`: that hand, while the challenger looks
    at it.
    """

    def __init__(self, rules: RuleSet, seats: int, random: Random) -> None:
        self.state = new_game(rules, seats)
        self.hands: list[list[CardId]] = [[] for _ in range(seats)]
        self.pile: list[CardId] = []
        self.drawn: CardId | None = None
        self.staked: tuple[CardId, ...] = ()
        self.shown: tuple[CardId, ...] | None = None
        self._names = tuple(f"Seat {seat}" for seat in range(seats))
        self._bots = (True,) * seats
        self._random = random
        self._slot = 0

    # --- what a seat sees -----------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What this seat may see now."""
        state, need = self.state, self.state.need
        hand = tuple(self.hands[seat])
        allowed = need.allowed if isinstance(need, NeedMove) and need.seat == seat else frozenset[MoveKind]()
        drawn = self.drawn if MoveKind.KEEP in allowed else None
        playable = hand if MoveKind.PLAY in allowed else ()
        looks = isinstance(need, NeedVerdict) and need.challenger == seat
        return View(
            seat=seat,
            slot=self._slot,
            names=self._names,
            bots=self._bots,
            keys=(),
            rules=state,
            hand=hand,
            drawn=drawn,
            allowed=allowed,
            legal=legal_plays(state, playable if drawn is None else (drawn,)),
            catchable=catchable(state, seat),
            shown=self.shown if looks else None,
            checked=NOTHING_CHECKED,
        )

    # --- what happens ---------------------------------------------------------------------------------

    def act(self, seat: int, action: Action) -> tuple[Happening, ...]:
        """A seat plays, draws, catches …; raises IllegalMove if the rules do not allow it."""
        event = _event(seat, action)
        happenings = self._happen(event)
        match event:
            case ev.Played(_, card):
                self.hands[seat].remove(card)
                self._stake(seat, card)
            case ev.PlayedDrawn(_, card):
                self.drawn = None
                self._stake(seat, card)
            case ev.Kept():
                self.hands[seat].append(self._the_drawn())
                self.drawn = None
            case _:
                pass
        return happenings

    def serve(self) -> Iterator[tuple[Happening, ...]]:
        """Answer every need until a player chooses or the game is over, telling what happened after each."""
        while True:
            need = self.state.need
            if isinstance(need, NeedVerdict):
                yield self._show()
            event = self._answer()
            if event is None:
                return
            happenings = self._happen(event)
            self.shown = None
            if isinstance(event, ev.Opened):
                self.hands = [[] for _ in self.hands]
            yield happenings

    def _happen(self, event: ev.Event) -> tuple[Happening, ...]:
        self.state, happenings = apply(self.state, event)
        self._slot += 1
        return happenings

    # --- dealing --------------------------------------------------------------------------------------

    def _answer(self) -> ev.Event | None:
        """What the table itself does now; None if it is a player's choice, or the game is over."""
        need = self.state.need
        match need:
            case NeedShuffle(cards):
                self.pile = self._random.sample(cards, len(cards))
                return ev.Shuffled()
            case NeedCut(seats):
                return ev.CutCards(tuple(self._take(len(seats))))
            case NeedFirstCard():
                return ev.FirstCard(*self._take(1))
            case NeedDeal(counts):
                self.hands = [self._take(count) for count in counts]
                return ev.Dealt()
            case NeedCards(seat, count, join):
                taken = self._take(count)
                if join:
                    self.hands[seat] += taken
                else:
                    (self.drawn,) = taken
                return ev.Received(seat, count)
            case NeedVerdict(forbidding=forbidding):
                return ev.Verdict(not forbidding.isdisjoint(self.staked))
            case NeedOpening():
                return ev.Opened(tuple(tuple(hand) for hand in self.hands))
            case NeedNextRound():
                return ev.NextRound()
            case _:
                return None

    def _take(self, count: int) -> list[CardId]:
        return [self.pile.pop() for _ in range(count)]

    def _the_drawn(self) -> CardId:
        assert self.drawn is not None
        return self.drawn

    def _stake(self, seat: int, card: CardId) -> None:
        """Fix what a +4 would be judged on."""
        if self.state.deck[card].kind is Kind.WILD_DRAW_FOUR:
            self.staked = tuple(self.hands[seat])

    def _show(self) -> tuple[Happening, ...]:
        """The challenged hand, to whom the rules say."""
        need = self.state.need
        assert isinstance(need, NeedVerdict)
        audience = self.state.ruleset["challenge_shows"]
        if audience == "challenger":
            self.shown = self.staked
        return (HandShown(need.offender, self.staked),) if audience == "everyone" else ()


def catchable(state: GameState, seat: int) -> int | None:
    """The seat that this one may catch now."""
    window = state.window
    if window is None or not isinstance(state.need, NeedMove) or not may_catch(window, seat):
        return None
    return window.target


def _event(seat: int, action: Action) -> ev.Event:
    match action:
        case PlayCard(card, colour, uno):
            return ev.Played(seat, card, colour, uno)
        case PlayDrawnCard(card, colour, uno):
            return ev.PlayedDrawn(seat, card, colour, uno)
        case DrawCard():
            return ev.DrawChosen(seat)
        case KeepCard():
            return ev.Kept(seat)
        case PassTurn():
            return ev.Passed(seat)
        case NameFirstColour(colour):
            return ev.ColourNamed(seat, colour)
        case AcceptFour():
            return ev.Accepted(seat)
        case ChallengeFour():
            return ev.Challenged(seat)
        case CatchSeat(target):
            return ev.Caught(seat, target)
