"""Players who choose at random, each in his own way, and a shuffler that can be repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from protocol.rules import events as ev
from protocol.rules.cards import CardId
from tests.rules.choosing import choices
from tests.rules.dealer import Dealer

Style = Callable[[Random, Dealer], ev.Event]


class Shuffler:
    """The same cards are always shuffled the same way, but the whole deck differently each time."""

    def __init__(self, seed: int) -> None:
        self.seed, self.whole = seed, 0

    def __call__(self, cards: Sequence[CardId]) -> list[CardId]:
        self.whole += tuple(cards) == tuple(range(len(cards)))
        return Random(f"{self.seed} {self.whole} {list(cards)}").sample(list(cards), len(cards))


def any_choice(random: Random, dealer: Dealer) -> ev.Event:
    return random.choice(choices(dealer))


def player(random: Random, dealer: Dealer) -> ev.Event:
    """Plays what fits most of the time, forgets UNO now and then, catches seldom."""
    found = choices(dealer)
    plays = [event for event in found if isinstance(event, ev.Played | ev.PlayedDrawn)]
    catches = [event for event in found if isinstance(event, ev.Caught)]
    if catches and random.random() < 0.3:
        return random.choice(catches)
    if plays and random.random() < 0.9:
        return random.choice(plays)
    return random.choice([event for event in found if not isinstance(event, ev.Caught)])


def hoarder(random: Random, dealer: Dealer) -> ev.Event:
    """Draws until both piles are empty, then passes: rounds that nobody finishes."""
    found = choices(dealer)
    quiet = [event for event in found if isinstance(event, ev.DrawChosen | ev.Kept | ev.Passed | ev.Accepted)]
    return random.choice(quiet) if quiet and random.random() < 0.97 else random.choice(found)


STYLES: tuple[Style, ...] = (any_choice, player, hoarder)
