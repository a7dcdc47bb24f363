"""The rules alone in both implementations: the same events, told to each, lead to the same state.

python -m tests.verifier.rules_alone --games 1000 --comings 4 --seed 1

No cryptography, so thousands of games can be compared; half of them with hands of two and much stacking, in
which several hands run out at once. What the second verifier has no state for (what was told, who may do
what out of turn) is compared by `tests.verifier.random_games`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from protocol.rules import events as ev
from protocol.rules import needs
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import RuleSetError
from protocol.rules.state import GameState
from tests.rules.dealer import CLASSIC, Dealer
from tests.rules.random_games import Game, TooLongError, any_game
from tests.rules.random_rules import any_seats
from tests.simulation.plans import FEW, brief_hands
from tests.verifier.second import verify

Event = verify.Event


def _laid(kind: str) -> Callable[[Any], Any]:
    def told(event: Any) -> Any:
        pair = (event.second, event.as_skip) if isinstance(event, ev.Played) else (None, False)
        return Event(kind, event.seat, event.card, event.colour, event.uno, event.target, *pair)

    return told


def _chosen(kind: str) -> Callable[[Any], Any]:
    return lambda event: Event(kind, event.seat)


def _aimed(kind: str) -> Callable[[Any], Any]:
    return lambda event: Event(kind, event.by, target=event.target)


def _done(need: str) -> Callable[[Any], Any]:
    return lambda _event: Event(f"{need} done")


TOLD: dict[type[ev.Event], Callable[[Any], Any]] = {
    ev.Shuffled: lambda _: Event("shuffled"),
    ev.CutCards: lambda event: Event("cut cards", cards=event.cards),
    ev.LotDrawn: lambda event: Event("lot drawn", count=event.outcome),
    ev.WheelStopped: lambda event: Event("lot drawn", count=event.sector),
    ev.FirstCard: lambda event: Event("first card", card=event.card),
    ev.Dealt: lambda _: Event("dealt"),
    ev.Received: lambda event: Event("received", event.seat, count=event.count),
    ev.FitShown: lambda event: Event("fit shown", event.seat, yes=event.fits),
    ev.Verdict: lambda event: Event("verdict", yes=event.guilty),
    ev.Returned: _done("return"),
    ev.HandsMoved: _done("hands"),
    ev.CardsExchanged: _done("exchange"),
    ev.Redealt: _done("pool"),
    ev.Reacted: lambda event: Event("reacted", event.seat),
    ev.Voted: lambda event: Event("voted", yes=event.guilty),
    ev.HandShown: lambda event: Event("hand shown", event.seat, cards=event.cards),
    ev.Duelled: lambda event: Event("duelled", shown=event.cards),
    ev.Opened: lambda event: Event("opened", hands=event.hands),
    ev.NextRound: lambda _: Event("next round"),
    ev.Played: _laid("played"),
    ev.PlayedDrawn: _laid("played drawn"),
    ev.JumpedIn: _laid("jumped in"),
    ev.ColourNamed: lambda event: Event("name colour", event.seat, colour=event.colour),
    ev.DrawChosen: _chosen("draw chosen"),
    ev.Passed: _chosen("passed"),
    ev.Kept: _chosen("kept"),
    ev.Accepted: _chosen("accepted"),
    ev.Challenged: _chosen("challenged"),
    ev.Ready: _chosen("ready"),
    ev.BrokeSilence: _chosen("broke silence"),
    ev.TargetNamed: lambda event: Event("target named", event.seat, target=event.target),
    ev.Discarded: lambda event: Event("discarded", event.seat, cards=event.cards),
    ev.Caught: _aimed("caught"),
    ev.UnoSaid: _aimed("uno said"),
    ev.Accused: _aimed("accused"),
}

# --- what is compared -------------------------------------------------------------------------------------

BEFORE_THE_DEAL = (needs.NeedCut, needs.NeedLot, needs.NeedFirstCard, needs.NeedDeal)
AFTER_PLAY = (needs.NeedOpening, needs.NeedNextRound, needs.Over)


@dataclass(frozen=True)
class Fact:
    """What both know while the game waits for one of these needs (for any but those, if `but`)."""

    needs: tuple[type[needs.Need], ...]
    ours: Callable[[GameState], Any]
    theirs: Callable[[Any], Any]
    but: bool = False

    def holds(self, state: GameState, game: Any) -> bool:
        matters = isinstance(state.need, self.needs) is not self.but
        return not matters or self.ours(state) == self.theirs(game)


def windows(table: Any) -> list[tuple[Any, ...]]:
    """The same words stand for the same in both."""
    found = ((each.target, each.called, each.late, each.blocked, each.used) for each in table.windows)
    return sorted(found, key=lambda window: int(window[0]))


def attack(table: Any) -> tuple[int, int, int] | None:
    laid = table.attack
    return None if laid is None else (laid.offender, laid.target, laid.cards)


def ours(name: str) -> Callable[[GameState], Any]:
    return lambda state: getattr(state.need, name)


def theirs(name: str) -> Callable[[Any], Any]:
    return lambda game: getattr(game.need, name)


NOT_ON_THE_TABLE = (needs.NeedShuffle, *AFTER_PLAY)
NOT_YET = (*NOT_ON_THE_TABLE, *BEFORE_THE_DEAL)

FACTS = (
    Fact((), lambda state: list(state.scores), lambda game: list(game.scores), but=True),
    Fact((needs.Over,), ours("winners"), lambda game: game.need.kind == "over" and game.winners),
    Fact(AFTER_PLAY[:2], lambda _: True, lambda game: game.need.kind in ("opening", "next round")),
    Fact((needs.NeedShuffle,), lambda state: tuple(state.need.cards), theirs("cards")),
    Fact(NOT_ON_THE_TABLE, lambda state: state.pile, lambda game: game.pile, but=True),
    Fact(NOT_ON_THE_TABLE, lambda state: list(state.discards), lambda game: list(game.discards), but=True),
    Fact(NOT_YET, lambda state: list(state.counts), lambda game: list(game.counts), but=True),
    Fact(NOT_YET, lambda state: state.colour, lambda game: game.colour, but=True),
    Fact(NOT_YET, lambda state: state.direction, lambda game: game.direction, but=True),
    Fact((needs.NeedMove, needs.NeedCards, needs.NeedFit), ours("seat"), theirs("seat")),
    Fact((needs.NeedCards,), ours("count"), theirs("count")),
    Fact((needs.NeedCards,), ours("join"), theirs("joins")),
    Fact((needs.NeedMove,), windows, windows),
    Fact((needs.NeedMove,), attack, attack),
    Fact(
        (needs.NeedMove,),
        lambda state: needs.MoveKind.PASS in state.need.allowed,
        lambda game: "passed" in game.need.allowed,
    ),
)


class DifferenceError(Exception):
    """The two implementations are not in the same state."""


@dataclass
class Compared(Game):
    """A game whose every event is told to the second implementation too.

    several: how often more than one hand was empty while the round went on.
    """

    other: Any = None
    several: int = 0

    def see(self, dealer: Dealer) -> None:
        state = dealer.state
        if self.other is None:
            rules = {option.name: self.ruleset[option.name] for option in CATALOGUE}
            self.other = verify.Game(rules, self.seats)
        else:
            self._tell(self.events[-1])
        self.several += sum(state.counts[seat] == 0 for seat in state.playing) > 1 and any(state.counts)
        for fact in FACTS:
            if not fact.holds(state, self.other):
                here, there = fact.ours(state), fact.theirs(self.other)
                raise DifferenceError(f"after {self.events[-1:]}, at {state.need}: {here} is {there} there")

    def _tell(self, event: ev.Event) -> None:
        match event:
            case ev.SeatsGone(seats):
                self.other.leave(seats)
            case ev.SeatsBack(seats):
                self.other.sit_down(seats)
            case ev.RoundVoided():
                self.other.void()
            case _:
                self.other.tell(TOLD[type(event)](event))

    def _coming(self, random: Random, dealer: Dealer) -> ev.Event | None:
        """A table makes no round void before the first deal: there the dealer is found anew."""
        event = super()._coming(random, dealer)
        return None if isinstance(event, ev.RoundVoided) and dealer.state.round == 0 else event


# --- which games ------------------------------------------------------------------------------------------

# With hands of two, which no rule set of a table has, these bring many ends of rounds.
STACKING: dict[str, tuple[str, ...]] = {
    "deck": ("kids-36", "classic-108", "h2o-112"),
    "stack": ("both", "draw-two", "pass-on"),
    "jump_in": ("on", "off"),
    "to_the_last": ("on", "off"),
    "seven_rounds": ("off", "off", "on"),
    "score": ("winner-takes", "own-points", "lazy", "point-and-refill"),
    "reverse_deflect": ("on", "off"),
    "deflect_wd4": ("off", "any"),
    "double_play": ("off", "together"),
    "teams": ("off", "off", "2v2"),
    "next_dealer": ("left", "loser"),
    "uno_catch": ("players", "automatic"),
    "false_call_penalty": ("0", "2"),
}


def stacking_game(seed: str, comings: int) -> Compared:
    """Inside of `brief_hands`."""
    random = Random(seed)
    while True:
        options = {name: random.choice(values) for name, values in STACKING.items()}
        try:
            rules = CLASSIC.with_options({"hand_size": FEW, "rounds": "4", **options})
        except RuleSetError:
            continue
        return Compared(rules, any_seats(random, rules), seed, comings)


def compared_game(seed: str, comings: int) -> Compared:
    """By any rules."""
    game = any_game(seed, comings)
    return Compared(game.ruleset, game.seats, seed, comings)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.verifier.rules_alone")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--comings", type=int, default=0, help="how often seats leave or sit down in a game")
    options = parser.parse_args()
    long = events = several = 0
    with brief_hands():
        for number in range(options.games):
            make = stacking_game if number % 2 else compared_game
            game = make(f"{options.seed} {number}", options.comings)
            try:
                game.play(thorough=0)
            except TooLongError:
                long += 1
            except Exception:
                print(f"game {game.seed!r}, {game.seats} seats: {dict(game.ruleset.items())}")
                raise
            events, several = events + len(game.events), several + game.several
    print(
        f"{options.games} games, {events} events, {long} games too long, {several} times several empty hands"
    )


if __name__ == "__main__":
    main()
