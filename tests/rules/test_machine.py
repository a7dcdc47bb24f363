"""A stateful machine: legal choices, illegal ones and nonsense in any order that hypothesis finds."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from protocol.rules import events as ev
from protocol.rules.cards import Colour
from protocol.rules.engine import IllegalMove
from protocol.rules.needs import MoveKind, NeedMove, NeedNextRound, Over
from tests.rules.choosing import choices
from tests.rules.dealer import CLASSIC, Dealer
from tests.rules.players import Shuffler

seats = st.integers(-1, 4)
colours = st.sampled_from([None, *Colour])
cards = st.integers(-1, 108)
counts = st.integers(0, 7)

# Anything a seat could send, whether or not it makes sense.
anything = st.one_of(
    st.builds(ev.DrawChosen, seats),
    st.builds(ev.Kept, seats),
    st.builds(ev.Passed, seats),
    st.builds(ev.Accepted, seats),
    st.builds(ev.Challenged, seats),
    st.builds(ev.ColourNamed, seats, st.sampled_from(Colour)),
    st.builds(ev.Caught, seats, seats),
    st.builds(ev.Received, seats, counts),
    st.builds(ev.Verdict, st.booleans()),
    st.builds(ev.CutCards, st.tuples(cards, cards)),
    st.builds(ev.FirstCard, cards),
    st.builds(ev.Opened, st.tuples(st.tuples(cards), st.tuples(cards))),
    st.sampled_from([ev.Shuffled(), ev.Dealt(), ev.NextRound()]),
)


class TableMachine(RuleBasedStateMachine):
    """After every rule the game stands at a choice, between two rounds, or is over."""

    dealer: Dealer

    @initialize(seed=st.integers(0, 999), seats=st.integers(2, 4), points=st.sampled_from([1, 100]))
    def sit_down(self, seed: int, seats: int, points: int) -> None:
        ruleset = CLASSIC.with_options({"target": points, "hand_size": 5})
        self.dealer = Dealer.new_game(ruleset, seats, Shuffler(seed))
        self.dealer.serve()

    def choosing(self) -> bool:
        return isinstance(self.dealer.state.need, NeedMove)

    @precondition(choosing)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """Plays come first in the order, so that shrunk games are short."""
        found = sorted(choices(self.dealer), key=lambda event: not isinstance(event, ev.Played))
        self.dealer.happen(data.draw(st.sampled_from(found)))
        self.dealer.serve()

    @precondition(choosing)
    @rule(data=st.data(), colour=colours, uno=st.booleans(), drawn=st.booleans())
    def play_any_card_of_the_hand(
        self, data: st.DataObject, colour: Colour | None, *, uno: bool, drawn: bool
    ) -> None:
        """Accepted if and only if it is one of the choices."""
        need = self.dealer.state.need
        assert isinstance(need, NeedMove)
        card = data.draw(st.sampled_from(self.dealer.hands[need.seat]))
        if MoveKind.PLAY_DRAWN in need.allowed:
            card = self.dealer.drawn or 0
        make = ev.PlayedDrawn if drawn else ev.Played
        self._try(make(need.seat, card, colour, uno))

    @precondition(choosing)
    @rule(event=anything)
    def try_anything(self, event: ev.Event) -> None:
        self._try(event)

    def _try(self, event: ev.Event) -> None:
        if event in choices(self.dealer):
            self.dealer.happen(event)
            self.dealer.serve()
        else:
            before = self.dealer.state
            with pytest.raises(IllegalMove, match=r"\w.*\.$"):
                self.dealer.happen(event)
            assert self.dealer.state is before

    @precondition(lambda self: isinstance(self.dealer.state.need, NeedNextRound))
    @rule()
    def next_round(self) -> None:
        dealt = self.dealer.state.dealer
        self.dealer.happen(ev.NextRound())
        self.dealer.serve()
        assert dealt is not None
        assert self.dealer.state.dealer == (dealt + 1) % self.dealer.state.seats

    @precondition(lambda self: isinstance(self.dealer.state.need, Over))
    @rule(event=anything)
    def nothing_follows_the_end(self, event: ev.Event) -> None:
        with pytest.raises(IllegalMove, match="the game is over"):
            self.dealer.happen(event)

    @invariant()
    def the_state_makes_sense(self) -> None:
        state = self.dealer.state
        if state.window is not None:
            assert state.counts[state.window.target] == 1
            assert state.window.target not in state.window.used
            assert not state.window.used & state.window.blocked
        answering = isinstance(state.need, NeedMove) and MoveKind.ACCEPT in state.need.allowed
        assert (state.four is not None) == answering
        assert state.passes < state.seats or not self.choosing()
        if self.choosing():
            naming = state.need == NeedMove(state.turn, frozenset({MoveKind.NAME_COLOUR}))
            assert (state.colour is None) == naming
            assert min(state.counts) > 0 or answering


TableMachine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, derandomize=True
)


class TestTable(TableMachine.TestCase):
    """Collected by pytest."""
