"""A dealer with real cards: what the cryptography does at a table, done in the open for tests.

He holds the hidden hands and the pile, answers every need that is no player's choice, and after every event
checks that the state and the cards on his table agree and that no card was lost or doubled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from protocol.rules import events as ev
from protocol.rules.cards import CardId, Colour, Kind
from protocol.rules.engine import apply, new_game
from protocol.rules.happenings import CardPlayed, ColourChanged, Happening
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
    Over,
)
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState

CLASSIC = RuleSet.preset("classic")

Shuffle = Callable[[Sequence[CardId]], list[CardId]]


class Dealer:
    """`pile[0]` is drawn first. `shuffle` puts cards in the order of the new pile."""

    def __init__(
        self,
        state: GameState,
        shuffle: Shuffle,
        hands: Sequence[Sequence[CardId]] = (),
        pile: Sequence[CardId] = (),
    ):
        self.state = state
        self.shuffle = shuffle
        self.hands = [list(hand) for hand in hands] or [[] for _ in range(state.seats)]
        self.pile = list(pile)
        self.drawn: CardId | None = None
        self.left_at_four: list[CardId] = []
        self.colour_at_four: Colour | None = None

    @classmethod
    def new_game(cls, ruleset: RuleSet, seats: int, shuffle: Shuffle) -> Dealer:
        return cls(new_game(ruleset, seats), shuffle)

    def copy(self) -> Dealer:
        """Another dealer at the same moment."""
        other = Dealer(self.state, self.shuffle, self.hands, self.pile)
        other.drawn, other.left_at_four, other.colour_at_four = (
            self.drawn,
            self.left_at_four,
            self.colour_at_four,
        )
        return other

    def happen(self, event: ev.Event) -> list[Happening]:
        """One event, without answering what is needed next."""
        state, happenings = apply(self.state, event)
        self._hand_over(event)
        self.state = state
        self._check()
        if isinstance(event, ev.Played | ev.PlayedDrawn):
            self._check_play(event, happenings)
        return list(happenings)

    def serve(self) -> list[Happening]:
        """Answer every need until a player chooses, the round is scored, or the game is over."""
        happened: list[Happening] = []
        while not isinstance(self.state.need, NeedMove | NeedNextRound | Over):
            happened += self.happen(self.answer())
        return happened

    def _hand_over(self, event: ev.Event) -> None:
        """Cards change hands as the accepted event says."""
        if isinstance(event, ev.Played | ev.PlayedDrawn):
            self.hands[event.seat].remove(event.card)
            if self.state.deck[event.card].kind is Kind.WILD_DRAW_FOUR:
                self.left_at_four = list(self.hands[event.seat])
                self.colour_at_four = self.state.colour
        if isinstance(event, ev.NextRound):
            self.hands = [[] for _ in self.hands]
            self.pile = []

    def answer(self) -> ev.Event:
        need = self.state.need
        match need:
            case NeedShuffle(cards):
                self.hands = self.hands if self.state.discards else [[] for _ in self.hands]
                self.pile = self.shuffle(cards)
                return ev.Shuffled()
            case NeedCut(seats):
                return ev.CutCards(tuple(self.take(len(seats))))
            case NeedFirstCard():
                return ev.FirstCard(self.take(1)[0])
            case NeedDeal(each):
                self.hands = [self.take(each) for _ in self.hands]
                return ev.Dealt()
            case NeedCards(seat, count):
                cards = self.take(count)
                self.hands[seat] += cards
                self.drawn = cards[-1]
                return ev.Received(seat, count)
            case NeedVerdict():
                faces = [self.state.deck[card] for card in self.left_at_four]
                return ev.Verdict(any(face.colour == self.colour_at_four for face in faces))
            case NeedOpening():
                return ev.Opened(tuple(tuple(hand) for hand in self.hands))
            case NeedNextRound():
                return ev.NextRound()
            case _:
                raise AssertionError(need)

    def take(self, count: int) -> list[CardId]:
        assert count <= len(self.pile)
        taken, self.pile = self.pile[:count], self.pile[count:]
        return taken

    def _check_play(self, event: ev.Played | ev.PlayedDrawn, happenings: Sequence[Happening]) -> None:
        left, drawn = len(self.hands[event.seat]), isinstance(event, ev.PlayedDrawn)
        assert happenings[0] == CardPlayed(event.seat, event.card, left, drawn)
        named = [happening.colour for happening in happenings if isinstance(happening, ColourChanged)]
        assert named == [colour for colour in (event.colour,) if colour is not None]
        face = self.state.deck[event.card]
        assert self.state.colour == (event.colour if face.colour is None else face.colour)
        assert self.state.discards[-1] == event.card or isinstance(self.state.need, NeedShuffle)

    def _check(self) -> None:
        state = self.state
        assert state.counts == tuple(len(hand) for hand in self.hands) or isinstance(state.need, NeedShuffle)
        assert state.pile == len(self.pile) or isinstance(state.need, NeedShuffle)
        shuffling = state.need.cards if isinstance(state.need, NeedShuffle) else ()
        assert sum(state.counts) + state.pile + len(state.discards) + len(shuffling) == len(state.deck)
        hidden = [card for hand in self.hands for card in hand] + self.pile
        if not isinstance(state.need, NeedShuffle):
            assert sorted([*hidden, *state.discards]) == list(range(len(state.deck)))


def choices(dealer: Dealer) -> list[ev.Event]:
    """Everything that the players may do now, with every colour, with and without UNO, and every catch."""
    state, need = dealer.state, dealer.state.need
    assert isinstance(need, NeedMove)
    seat = need.seat
    hand = dealer.hands[seat]
    found: list[ev.Event] = []
    simple: dict[MoveKind, ev.Event] = {
        MoveKind.DRAW: ev.DrawChosen(seat),
        MoveKind.PASS: ev.Passed(seat),
        MoveKind.KEEP: ev.Kept(seat),
        MoveKind.ACCEPT: ev.Accepted(seat),
        MoveKind.CHALLENGE: ev.Challenged(seat),
    }
    found += [event for kind, event in simple.items() if kind in need.allowed]
    if MoveKind.NAME_COLOUR in need.allowed:
        found += [ev.ColourNamed(seat, colour) for colour in Colour]
    if MoveKind.PLAY in need.allowed:
        found += [ev.Played(seat, *rest) for card in hand for rest in ways(state, card)]
    if MoveKind.PLAY_DRAWN in need.allowed:
        assert dealer.drawn is not None
        found += [ev.PlayedDrawn(seat, *rest) for rest in ways(state, dealer.drawn)]
    return found + catches(state)


def ways(state: GameState, card: CardId) -> list[tuple[CardId, Colour | None, bool]]:
    """The ways to play `card`, none if it does not fit; judged here without `moves.playable`, on purpose."""
    face, top = state.deck[card], state.top
    assert top is not None
    same = face.colour is not None and (face.kind, face.number) == (top.kind, top.number)
    if face.colour is None:
        return [(card, colour, uno) for colour in Colour for uno in (False, True)]
    return [(card, None, uno) for uno in (False, True)] if same or face.colour == state.colour else []


def catches(state: GameState) -> list[ev.Event]:
    window = state.window
    if window is None:
        return []
    able = set(range(state.seats)) - {window.target} - window.blocked - window.used
    return [ev.Caught(by, window.target) for by in sorted(able)]
