"""The wilds of the bigger decks: they name a colour, and then do something of their own.

Wild Shuffle Hands (S2: modern decks); blank cards as +10, +8 or Swap Hands (S0, S4); +1 and +2 of UNO H2O, on
which everybody else draws (S4).
"""

from __future__ import annotations

from protocol.rules.attacks import strike
from protocol.rules.book import Laid, Naming, Rulebook
from protocol.rules.cards import Kind
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.effects import passes_turn
from protocol.rules.house.hands import swap
from protocol.rules.needs import DrawReason
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Pool, Step

DRAWN = {Kind.WILD_DRAW_EIGHT: 8, Kind.WILD_DRAW_TEN: 10, Kind.WILD_PLUS_ONE: 1, Kind.WILD_PLUS_TWO: 2}


def extend(book: Rulebook, _ruleset: RuleSet) -> None:
    """Whether there are such cards is a matter of the deck."""
    book.effects[Kind.WILD_SHUFFLE_HANDS] = shuffle_hands
    book.effects[Kind.WILD_SWAP_HANDS] = swap_hands
    book.targets[Kind.WILD_SWAP_HANDS] = Naming.MUST
    for kind in (Kind.WILD_DRAW_EIGHT, Kind.WILD_DRAW_TEN):
        book.effects[kind] = draw_many
    for kind in (Kind.WILD_PLUS_ONE, Kind.WILD_PLUS_TWO):
        book.effects[kind] = all_draw


def shuffle_hands(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """Not with the last card: going out comes first."""
    return (*((Pool(laid.seat),) if laid.left else ()), *passes_turn(draft, laid))


def swap_hands(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    swapped = () if laid.target is None else (swap(laid.seat, laid.target),)
    return (*swapped, *passes_turn(draft, laid))


def draw_many(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """The next player draws and misses the turn, as after a Draw Two."""
    return strike(draft, laid, DRAWN[laid.face.kind] * laid.times)


def all_draw(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """Nobody misses a turn."""
    count = DRAWN[laid.face.kind] * laid.times
    drawn = (
        step
        for seat in draft.state.others(laid.seat)
        for step in penalty(draft, seat, count, DrawReason.ALL_DRAW)
    )
    return (*drawn, *passes_turn(draft, laid))
