"""A dealer with real cards: what the cryptography does at a table, done in the open for tests.

He holds the hidden hands and the pile, answers every need that is no player's choice, and after every event
checks that the state and the cards on his table agree and that no card was lost or doubled. Where chance or
the players' reactions decide (a lot, the wheel, who slaps last, which card is given away) he asks his luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from protocol.rules import events as ev
from protocol.rules import needs
from protocol.rules.cards import CardId, Kind
from protocol.rules.engine import apply, new_game
from protocol.rules.happenings import (
    CardMisplayed,
    CardPlayed,
    ColourChanged,
    FourTakenBack,
    GameEnded,
    Happening,
    RoundVoid,
    SeatsLeft,
)
from protocol.rules.needs import NeedCards, NeedMove, NeedNextRound, NeedReturn, NeedShuffle, Over
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.rules.steps import Decide, Fit, Step

CLASSIC = RuleSet.preset("classic")

Shuffle = Callable[[Sequence[CardId]], list[CardId]]

# One of so many possibilities.
Luck = Callable[[int], int]
Laid = ev.Played | ev.PlayedDrawn | ev.JumpedIn


def always_the_first(_count: int) -> int:
    return 0


class Dealer:
    """`pile[0]` is drawn first. `shuffle` puts cards in the order of the new pile."""

    def __init__(
        self,
        state: GameState,
        shuffle: Shuffle,
        hands: Sequence[Sequence[CardId]] = (),
        pile: Sequence[CardId] = (),
        luck: Luck = always_the_first,
    ):
        self.state = state
        self.shuffle = shuffle
        self.luck = luck
        self.hands = [list(hand) for hand in hands] or [[] for _ in range(state.seats)]
        self.pile = list(pile)
        self.aside: list[CardId] = []
        self.drawn: CardId | None = None
        self.left_at_four: list[CardId] = []

    @classmethod
    def new_game(
        cls, ruleset: RuleSet, seats: int, shuffle: Shuffle, luck: Luck = always_the_first
    ) -> Dealer:
        return cls(new_game(ruleset, seats), shuffle, luck=luck)

    def copy(self) -> Dealer:
        """Another dealer at the same moment."""
        other = Dealer(self.state, self.shuffle, self.hands, self.pile, self.luck)
        other.aside = list(self.aside)
        other.drawn, other.left_at_four = self.drawn, self.left_at_four
        return other

    def happen(self, event: ev.Event) -> list[Happening]:
        """One event, without answering what is needed next."""
        state, happenings = apply(self.state, event)
        self._hand_over(event)
        before, self.state = self.state, state
        self._lay_aside(before, happenings)
        self._check()
        if isinstance(event, Laid) and not isinstance(happenings[0], CardMisplayed):
            self._check_play(before, event, happenings)
        return list(happenings)

    def serve(self) -> list[Happening]:
        """Answer every need until a player chooses, the round is scored, or the game is over."""
        happened: list[Happening] = []
        while not isinstance(self.state.need, NeedMove | NeedNextRound | Over):
            happened += self.happen(self.answer())
        return happened

    # --- cards change hands ---------------------------------------------------------------------------

    def _hand_over(self, event: ev.Event) -> None:
        """Cards change hands as the accepted event says."""
        need = self.state.need
        match event:
            case ev.Played(seat, card, second=second):
                self._lay(seat, card, second)
            case ev.PlayedDrawn(seat, card) | ev.JumpedIn(seat, card):
                self._lay(seat, card, None)
            case ev.Discarded(seat, cards):
                self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
            case ev.Returned():
                assert isinstance(need, NeedReturn)
                self.hands[need.seat].append(need.card)
            case ev.Duelled(cards):
                assert isinstance(need, needs.NeedDuel)
                self._settle_duel(need, cards)
            case ev.NextRound():
                self.clear_table()
            case ev.SeatsBack(seats):
                self.hands += [[] for seat in seats if seat >= self.state.seats]
            case _:
                pass

    def clear_table(self) -> None:
        self.hands = [[] for _ in self.hands]
        self.pile, self.aside = [], []

    def _lay_aside(self, before: GameState, happenings: Sequence[Happening]) -> None:
        """The hands of those who have left, what they were drawing, what they would have taken back."""
        state, need = self.state, before.need
        for happening in happenings:
            match happening:
                case SeatsLeft(seats) if not isinstance(state.need, NeedNextRound | Over):
                    for seat in seats:
                        self.aside += self.hands[seat]
                        self.hands[seat] = []
                    self._drop(need, before.asked)
                case FourTakenBack(seat, card) if seat in state.gone:
                    self.aside.append(card)
                case RoundVoid():
                    self.clear_table()
                case GameEnded(forfeit=True) if not isinstance(need, NeedNextRound):
                    self.clear_table()
                case _:
                    pass
        self._clear_if_all_aside()

    def _drop(self, need: needs.Need, asked: Step | None) -> None:
        """The cards of a need that has become void by a departure."""
        gone, after = self.state.gone, self.state.need
        match need:
            case NeedCards(seat, count) if seat in gone or after != need:
                self.aside += self.take(count)
            case NeedReturn(seat, card) if seat in gone or after != need:
                self.aside.append(card)
            case NeedShuffle(cards) if after != need:
                self.aside += cards
            case needs.NeedFit(seat) | NeedMove(seat) if seat not in gone and isinstance(asked, Fit | Decide):
                if after != need:
                    assert self.drawn is not None
                    self.hands[seat].remove(self.drawn)
                    self.aside.append(self.drawn)
            case _:
                pass

    def _clear_if_all_aside(self) -> None:
        state = self.state
        if isinstance(state.need, NeedShuffle) and len(state.need.cards) == len(state.deck):
            self.clear_table()
        elif state.aside == len(state.deck):
            self.aside = list(range(state.aside))

    def _lay(self, seat: int, card: CardId, second: CardId | None) -> None:
        self.hands[seat].remove(card)
        if second is not None:
            self.hands[seat].remove(second)
        if self.state.deck[card].kind is Kind.WILD_DRAW_FOUR:
            self.left_at_four = list(self.hands[seat])

    def _settle_duel(self, need: needs.NeedDuel, cards: tuple[CardId | None, ...]) -> None:
        numbers = [-1 if card is None else self.state.deck[card].number or 0 for card in cards]
        if numbers.count(max(numbers)) == 1 and max(numbers) >= 0:
            place = numbers.index(max(numbers))
            card = cards[place]
            assert card is not None
            self.hands[need.seats[place]].remove(card)

    # --- what the table does --------------------------------------------------------------------------

    def answer(self) -> ev.Event:
        return ANSWERS[type(self.state.need)](self, self.state.need)

    def take(self, count: int) -> list[CardId]:
        assert count <= len(self.pile)
        taken, self.pile = self.pile[:count], self.pile[count:]
        return taken

    def any_of(self, things: Sequence[Any]) -> Any:
        return things[self.luck(len(things))]

    def shuffled(self, need: NeedShuffle) -> ev.Event:
        self.hands = self.hands if self.state.discards else [[] for _ in self.hands]
        self.pile = self.shuffle(need.cards)
        return ev.Shuffled()

    def dealt(self, need: needs.NeedDeal) -> ev.Event:
        self.hands = [self.take(count) for count in need.counts]
        return ev.Dealt()

    def received(self, need: needs.NeedCards) -> ev.Event:
        cards = self.take(need.count)
        self.hands[need.seat] += cards
        self.drawn = cards[-1]
        return ev.Received(need.seat, need.count)

    def fit_shown(self, need: needs.NeedFit) -> ev.Event:
        assert self.drawn is not None
        return ev.FitShown(need.seat, self.drawn in need.cards)

    def verdict(self, need: needs.NeedVerdict) -> ev.Event:
        return ev.Verdict(any(card in need.forbidding for card in self.left_at_four))

    def hands_moved(self, need: needs.NeedHands) -> ev.Event:
        given = {receiver: self.hands[giver] for giver, receiver in need.moves}
        self.hands = [given.get(seat, hand) for seat, hand in enumerate(self.hands)]
        return ev.HandsMoved()

    def exchanged(self, need: needs.NeedExchange) -> ev.Event:
        first, second = self.hands[need.first], self.hands[need.second]
        one, other = self.any_of(first), self.any_of(second)
        first.remove(one)
        second.remove(other)
        first.append(other)
        second.append(one)
        return ev.CardsExchanged()

    def redealt(self, need: needs.NeedPool) -> ev.Event:
        cards = self.shuffle(sorted(card for hand in self.hands for card in hand))
        places = [sum(need.counts[:seat]) for seat in range(self.state.seats)]
        self.hands = [cards[place : place + count] for place, count in zip(places, need.counts, strict=True)]
        return ev.Redealt()

    def duelled(self, need: needs.NeedDuel) -> ev.Event:
        return ev.Duelled(tuple(self._number_card(seat) for seat in need.seats))

    def _number_card(self, seat: int) -> CardId | None:
        cards = [card for card in self.hands[seat] if self.state.deck[card].number is not None]
        return self.any_of(cards) if cards else None

    # --- what is checked ------------------------------------------------------------------------------

    def _check_play(self, before: GameState, event: Laid, happenings: Sequence[Happening]) -> None:
        left = len(self.hands[event.seat])
        played = next(happening for happening in happenings if isinstance(happening, CardPlayed))
        assert (played.seat, played.card, played.left) == (event.seat, event.card, left)
        assert played.drawn == isinstance(event, ev.PlayedDrawn)
        named = [happening.colour for happening in happenings if isinstance(happening, ColourChanged)]
        assert named == [colour for colour in (event.colour,) if colour is not None]
        face = before.deck[event.card]
        if face.colour is not None or event.colour is not None:
            assert self.state.colour == (event.colour if face.colour is None else face.colour)
        assert before.deck[self.state.discards[-1]] == face or isinstance(self.state.need, NeedShuffle)

    def _check(self) -> None:
        state, need = self.state, self.state.need
        shuffling = need.cards if isinstance(need, NeedShuffle) else ()
        back = 1 if isinstance(need, NeedReturn) else 0
        open_cards = len(state.discards) + len(shuffling) + back
        assert sum(state.counts) + state.pile + open_cards + state.aside == len(state.deck)
        assert min(state.counts) >= 0
        if isinstance(need, NeedShuffle):
            return
        assert state.counts == tuple(len(hand) for hand in self.hands)
        assert state.pile == len(self.pile)
        hidden = [card for hand in self.hands for card in hand] + self.pile
        returning = [need.card] if isinstance(need, NeedReturn) else []
        assert state.aside == len(self.aside)
        assert sorted([*hidden, *self.aside, *state.discards, *returning]) == list(range(len(state.deck)))


# Any: each function takes the need whose class stands beside it.
ANSWERS: dict[type[needs.Need], Callable[[Dealer, Any], ev.Event]] = {
    NeedShuffle: Dealer.shuffled,
    needs.NeedCut: lambda dealer, need: ev.CutCards(tuple(dealer.take(len(need.seats)))),
    needs.NeedLot: lambda dealer, need: ev.LotDrawn(dealer.luck(need.outcomes)),
    needs.NeedWheel: lambda dealer, need: ev.WheelStopped(dealer.luck(need.sectors)),
    needs.NeedFirstCard: lambda dealer, _need: ev.FirstCard(dealer.take(1)[0]),
    needs.NeedDeal: Dealer.dealt,
    needs.NeedCards: Dealer.received,
    needs.NeedFit: Dealer.fit_shown,
    needs.NeedVerdict: Dealer.verdict,
    needs.NeedReturn: lambda _dealer, _need: ev.Returned(),
    needs.NeedHands: Dealer.hands_moved,
    needs.NeedExchange: Dealer.exchanged,
    needs.NeedPool: Dealer.redealt,
    needs.NeedShow: lambda dealer, need: ev.HandShown(need.seat, tuple(dealer.hands[need.seat])),
    needs.NeedDuel: Dealer.duelled,
    needs.NeedFirst: lambda dealer, need: ev.Reacted(dealer.any_of(need.seats)),
    needs.NeedLast: lambda dealer, need: ev.Reacted(dealer.any_of(need.seats)),
    needs.NeedVote: lambda dealer, _need: ev.Voted(bool(dealer.luck(2))),
    needs.NeedOpening: lambda dealer, _need: ev.Opened(tuple(tuple(hand) for hand in dealer.hands)),
    NeedNextRound: lambda _dealer, _need: ev.NextRound(),
}
