"""Whole games under random rule sets, on the rules alone: `python -m tests.rules.random_games --games 5000`.

In every game: after every event no card is lost or doubled (the dealer checks that); there is always
a move; every move that is offered is accepted; what is offered to nobody is refused; and two runs of the same
events are equal. And it ends, but for very few: once nearly all cards are in hands, players who choose at
random can pass the same cards round for longer than anybody would wait. Those are counted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from protocol.rules import events as ev
from protocol.rules.engine import IllegalMove, apply, new_game
from protocol.rules.happenings import Happening
from protocol.rules.moves import interruptions, playable
from protocol.rules.needs import Need, NeedMove, Over
from protocol.rules.ruleset import RuleSet
from tests.rules.choosing import in_turn, out_of_turn
from tests.rules.comings import any_coming, comes
from tests.rules.dealer import Dealer
from tests.rules.players import Shuffler
from tests.rules.random_rules import any_ruleset, any_seats

LONGEST = 20_000


class TooLongError(Exception):
    """A game goes on and on."""


@dataclass
class Game:
    """One game, what happened in it, and how often each need came and each event was played.

    comings: so many times at most a seat leaves or sits down, or the round is void, at any moment.
    """

    ruleset: RuleSet
    seats: int
    seed: str
    comings: int = 0
    events: list[ev.Event] = field(default_factory=list)
    told: list[Happening] = field(default_factory=list)
    needs: Counter[type[Need]] = field(default_factory=Counter)
    met: Counter[tuple[type[Need], type[ev.Event]]] = field(default_factory=Counter)

    def play(self, *, thorough: int = 20) -> None:
        """`thorough`: at every so many-th choice all choices are tried."""
        random = Random(self.seed)
        dealer = Dealer.new_game(self.ruleset, self.seats, Shuffler(hash_of(self.seed)), random.randrange)
        for turn in range(LONGEST):
            need = dealer.state.need
            self.needs[type(need)] += 1
            self.see(dealer)
            if isinstance(need, Over):
                assert need.winners
                return
            event = self._coming(random, dealer)
            if event is None:
                event = (
                    self._choose(random, dealer, thorough and turn % thorough == 0)
                    if isinstance(need, NeedMove)
                    else dealer.answer()
                )
            self.events.append(event)
            self.told += dealer.happen(event)
        raise TooLongError(f"the game has not ended after {LONGEST} events")

    def see(self, dealer: Dealer) -> None:
        """For tests that look at the moments of a game."""

    def _coming(self, random: Random, dealer: Dealer) -> ev.Event | None:
        if not self.comings or not comes(random, dealer.state):
            return None
        event = any_coming(random, dealer.state)
        if event is not None:
            self.comings -= 1
            self.met[type(dealer.state.need), type(event)] += 1
        return event

    def _choose(self, random: Random, dealer: Dealer, thorough: bool) -> ev.Event:
        """Somebody who wants to end the game: lays what fits, and now and then acts out of turn."""
        moves, others = in_turn(dealer), out_of_turn(dealer)
        assert moves, dealer.state.need
        if thorough:
            try_all(dealer, moves + others)
        if random.random() < 0.9:
            others = [event for event in others if not isinstance(event, ev.BrokeSilence | ev.Accused)]
        if others and random.random() < 0.1:
            return random.choice(others)
        jumps = [event for event in others if isinstance(event, ev.JumpedIn)]
        if jumps and random.random() < 0.5:
            return random.choice(jumps)
        return random.choice(sensible(random, dealer, moves))

    def again(self) -> None:
        """The same events lead to the same state and tell the same."""
        state, told = new_game(self.ruleset, self.seats), []
        for event in self.events:
            state, happenings = apply(state, event)
            told += happenings
        assert told == self.told
        assert isinstance(state.need, Over)


def sensible(random: Random, dealer: Dealer, moves: list[ev.Event]) -> list[ev.Event]:
    """Mostly a card that fits, with UNO when it is due; seldom everything."""
    if random.random() < 0.08:
        return moves
    laid = [event for event in moves if isinstance(event, ev.Played | ev.PlayedDrawn)]
    due = dealer.state.counts[dealer.state.turn] == 2
    plays = [event for event in laid if playable(dealer.state, event.card) and event.uno == due]
    return plays or [event for event in moves if event not in laid] or moves


def hash_of(seed: str) -> int:
    return Random(seed).randrange(2**32)


def try_all(dealer: Dealer, offered: list[ev.Event]) -> None:
    """What is offered is accepted; a seat that is offered nothing is refused."""
    for event in offered:
        following = dealer.copy()
        following.happen(event)
    need = dealer.state.need
    assert isinstance(need, NeedMove)
    for seat in range(dealer.state.seats):
        if seat != need.seat:
            refuse(dealer, ev.DrawChosen(seat), ev.Accepted(seat), ev.Passed(seat))
        if not interruptions(dealer.state, seat):
            cards = dealer.hands[seat][:1]
            refuse(dealer, ev.UnoSaid(seat, seat), ev.BrokeSilence(seat))
            refuse(dealer, *(ev.JumpedIn(seat, card) for card in cards))
            refuse(dealer, *(ev.Accused(seat, other) for other in range(dealer.state.seats)))


def refuse(dealer: Dealer, *events: ev.Event) -> None:
    for event in events:
        try:
            apply(dealer.state, event)
        except IllegalMove:
            continue
        raise AssertionError(f"accepted: {event}")


def any_game(seed: str, comings: int = 0) -> Game:
    random = Random(seed)
    ruleset = any_ruleset(random)
    return Game(ruleset, any_seats(random, ruleset), seed, comings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="games")
    parser.add_argument("--comings", type=int, default=0, help="how often seats leave or sit down in a game")
    options = parser.parse_args()
    needs: Counter[type[Need]] = Counter()
    met: Counter[tuple[type[Need], type[ev.Event]]] = Counter()
    too_long = 0
    for number in range(options.games):
        game = any_game(f"{options.seed} {number}", options.comings)
        try:
            game.play()
            game.again()
        except TooLongError:
            too_long += 1
        except Exception:
            print(f"game {game.seed!r}, {game.seats} seats: {dict(game.ruleset.items())}")
            raise
        needs += game.needs
        met += game.met
    print(f"{options.games} games, {sum(needs.values())} events, {too_long} games too long")
    for need, count in needs.most_common():
        print(f"{count:9}  {need.__name__}")
    for (need, event), count in sorted(met.items(), key=lambda item: -item[1]):
        print(f"{count:9}  {event.__name__} at {need.__name__}")


if __name__ == "__main__":
    main()
