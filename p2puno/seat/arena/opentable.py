"""A table without cryptography: the rules alone, every card in the open, thousands of events a second.

It deals, answers every need that is no player's choice, and gives each seat the view that `table.view` would
give it (a test plays both side by side). It holds all hands, but nobody gets more of them than that view.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from p2puno.seat.arena.acting import event_of
from p2puno.seat.arena.answers import answer, asked_seats
from protocol.rules import events as ev
from protocol.rules.cards import CardId, Kind
from protocol.rules.engine import apply, new_game
from protocol.rules.moves import duty, interruptions, legal_plays
from protocol.rules.needs import MoveKind, NeedDuel, NeedExchange, NeedMove, NeedVerdict, NeedVote
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Ask, CastVote, DuelCard, GiveCard, Reply
from protocol.table.happenings import HandShown, Happening
from protocol.table.state import Checked
from protocol.table.view import Action, View

NOTHING_CHECKED = Checked()
ASKS = {NeedExchange: Ask.GIVE, NeedDuel: Ask.DUEL, NeedVote: Ask.VOTE}


class OpenTable:
    """One game. `pile[-1]` is drawn next; `drawn` is a card of `need.seat` that is not yet in its hand.

    staked: what the seat of the last +4 held after laying it; `shown`: that hand, while the challenger looks
    at it. replies: of the seats that are asked beside turns. Who reacts first or last is left to chance.
    """

    def __init__(self, rules: RuleSet, seats: int, random: Random) -> None:
        self.state = new_game(rules, seats)
        self.hands: list[list[CardId]] = [[] for _ in range(seats)]
        self.pile: list[CardId] = []
        self.drawn: CardId | None = None
        self.staked: tuple[CardId, ...] = ()
        self.shown: tuple[CardId, ...] | None = None
        self.replies: dict[int, Reply] = {}
        self.random: Random = random
        self._names = tuple(f"Seat {seat}" for seat in range(seats))
        self._bots = (True,) * seats
        self._slot = 0

    # --- what a seat sees -----------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What this seat may see now."""
        state, need = self.state, self.state.need
        hand = tuple(self.hands[seat])
        allowed = self._allowed(seat)
        drawn = self.drawn if MoveKind.PLAY_DRAWN in allowed else None
        playable = hand if MoveKind.PLAY in allowed else ()
        looks = isinstance(need, NeedVerdict) and need.challenger == seat
        asked = ASKS.get(type(need)) if seat in asked_seats(self) - self.replies.keys() else None
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
            shown=self.shown if looks else None,
            checked=NOTHING_CHECKED,
            asked=asked,
            interruptions=interruptions(state, seat),
        )

    def _allowed(self, seat: int) -> frozenset[MoveKind]:
        """Without what the seat's duties forbid."""
        need, hand = self.state.need, self.hands[seat]
        if not isinstance(need, NeedMove) or need.seat != seat:
            return frozenset()
        return frozenset(kind for kind in need.allowed if duty(self.state, kind).isdisjoint(hand))

    # --- what happens ---------------------------------------------------------------------------------

    def act(self, seat: int, action: Action) -> tuple[Happening, ...]:
        """A seat plays, draws, catches …; raises IllegalMove if the rules do not allow it."""
        if isinstance(action, GiveCard | DuelCard | CastVote):
            self.replies[seat] = action
            return ()
        event = event_of(seat, action)
        happenings = self._happen(event)
        match event:
            case ev.Played(_, card, second=second):
                self._lay(seat, (card,) if second is None else (card, second))
            case ev.JumpedIn(_, card):
                self._lay(seat, (card,))
            case ev.PlayedDrawn():
                self.keep_drawn(seat)
                self._lay(seat, (event.card,))
            case ev.Discarded(_, cards):
                self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
            case ev.Kept():
                self.keep_drawn(seat)
            case _:
                pass
        return happenings

    def serve(self) -> Iterator[tuple[Happening, ...]]:
        """Answer every need until a player chooses or the game is over, telling what happened after each."""
        while True:
            if isinstance(self.state.need, NeedVerdict):
                yield self._show()
            event = answer(self)
            if event is None:
                return
            happenings = self._happen(event)
            self.shown = None
            self.replies = {}
            if isinstance(event, ev.Opened):
                self.hands = [[] for _ in self.hands]
            yield happenings

    def _happen(self, event: ev.Event) -> tuple[Happening, ...]:
        self.state, happenings = apply(self.state, event)
        self._slot += 1
        return happenings

    # --- cards ------------------------------------------------------------------------------------------

    def take(self, count: int) -> list[CardId]:
        return [self.pile.pop() for _ in range(count)]

    def keep_drawn(self, seat: int) -> None:
        """The card beside the hand joins it."""
        assert self.drawn is not None
        self.hands[seat].append(self.drawn)
        self.drawn = None

    def _lay(self, seat: int, cards: tuple[CardId, ...]) -> None:
        """They leave the hand; what is left is what a +4 would be judged on."""
        for card in cards:
            self.hands[seat].remove(card)
        if self.state.deck[cards[0]].kind is Kind.WILD_DRAW_FOUR:
            self.staked = tuple(self.hands[seat])

    def _show(self) -> tuple[Happening, ...]:
        """The challenged hand, to whom the rules say."""
        need = self.state.need
        assert isinstance(need, NeedVerdict)
        audience = self.state.ruleset["challenge_shows"]
        if audience == "challenger":
            self.shown = self.staked
        return (HandShown(need.offender, self.staked),) if audience == "everyone" else ()
