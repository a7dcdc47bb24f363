"""What comes before the first turn, written so that somebody who knows the game can check it.

An `Opening` says which cards come to the top when the whole deck is shuffled, shuffle by shuffle (the first
is that for the cut), and everything that follows up to the first choice:

    ABC cut red 3, blue 9, green 5; B deals; blue skip turned up; dealt 7 7 7; C misses; A plays

Players are A, B, C ... in clockwise order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from protocol.rules import happenings as hp
from protocol.rules.cards import CardId
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from tests.rules.dealer import CLASSIC, Dealer
from tests.rules.story import NAMES, TOLD, Box, waits_for


@dataclass(frozen=True)
class Opening:
    """One rule, its source in the catalogue's texts, and how a game begins by it."""

    options: dict[str, Any]
    rule: str
    source: str
    shuffles: tuple[str, ...]
    story: str
    seats: int = 3
    lot: int = 0

    def __str__(self) -> str:
        return self.rule


def opening(settings: str, **told: Any) -> Opening:
    """Under rules that are written as `--set` takes them."""
    return Opening(dict(setting.split("=", 1) for setting in settings.split()), **told)


def how_it_begins(told: Opening) -> str:
    ruleset = CLASSIC.with_options(told.options)
    tops = [Box(ruleset).cards(top) for top in told.shuffles]

    def shuffle(cards: Sequence[CardId]) -> list[CardId]:
        top = tops.pop(0)
        return [*top, *(card for card in cards if card not in top)]

    dealer = Dealer.new_game(ruleset, told.seats, shuffle, lambda _count: told.lot)
    happened = dealer.serve()
    assert not tops
    said = [_told(dealer.state, happening) for happening in happened]
    return "; ".join([*filter(None, said), waits_for(dealer.state.need)])


def _told(state: GameState, happening: hp.Happening) -> str:
    match happening:
        case hp.DeckShuffled():
            return ""
        case hp.RoundStarted(_, dealer):
            return f"{NAMES[dealer]} deals"
        case hp.DealerCut(seats, cards):
            faces = ", ".join(state.deck[card].label for card in cards)
            return f"{''.join(NAMES[seat] for seat in seats)} cut {faces}"
        case hp.FirstCardTurned(card):
            return f"{state.deck[card].label} turned up"
        case hp.HandsDealt():
            return f"dealt {_dealt(state)}"
        case _:
            return TOLD[type(happening)](happening)


def _dealt(state: GameState) -> str:
    """With `dealer-lays` the card that was turned up is the dealer's last one."""
    lays, each = state.ruleset["first_card"] == "dealer-lays", state.ruleset.number("hand_size")
    return " ".join(str(each - (lays and seat == state.dealer)) for seat in range(state.seats))


def contents(ruleset: RuleSet) -> str:
    """'76 number, 8 skip ...': how many cards of each kind the deck has, in its order."""
    kinds: dict[str, int] = {}
    for label in (face.kind.label for face in Dealer.new_game(ruleset, 2, list).state.deck):
        kinds[label] = kinds.get(label, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items())
