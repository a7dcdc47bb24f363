"""Everything that the players at a dealer's table may do now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from protocol.rules import events as ev
from protocol.rules import moves
from protocol.rules.book import Interruption, Naming
from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.state import GameState
from protocol.rules.steps import Discard, Discarding, Turn
from tests.rules.dealer import Dealer

Way = tuple[CardId, Colour | None, bool, int | None]


def choices(dealer: Dealer) -> list[ev.Event]:
    """Every move of the seat in turn, and everything that others may do meanwhile."""
    return [*in_turn(dealer), *out_of_turn(dealer)]


def in_turn(dealer: Dealer) -> list[ev.Event]:
    """Each card with every colour, with and without UNO, with every target and every pair."""
    need = dealer.state.need
    assert isinstance(need, NeedMove)
    return [event for kind in MoveKind if kind in need.allowed for event in MOVES[kind](dealer, need.seat)]


def ways(state: GameState, seat: int, card: CardId, count: int = 1, *, as_skip: bool = False) -> list[Way]:
    """The ways to lay `card`, fitting or not: what else is said with it."""
    colours: Sequence[Colour | None] = list(Colour) if moves.colour_named(state, card) else [None]
    naming = Naming.NEVER if as_skip else moves.target_named(state, seat, card, count)
    named: list[int | None] = [None] if naming is not Naming.MUST else []
    named += moves.targets(state, seat) if naming is not Naming.NEVER else ()
    return [(card, colour, uno, target) for colour in colours for uno in (False, True) for target in named]


def plays(dealer: Dealer, seat: int) -> Iterator[ev.Event]:
    state, hand = dealer.state, dealer.hands[seat]
    tries = state.ruleset.number("misplay_penalty") > 0
    for card in hand:
        if moves.playable(state, card):
            yield from (ev.Played(seat, *way) for way in ways(state, seat, card))
            yield from _pairs(state, seat, hand, card)
        elif tries and isinstance(state.asked, Turn):
            yield ev.Played(seat, card)


def _pairs(state: GameState, seat: int, hand: Sequence[CardId], card: CardId) -> Iterator[ev.Event]:
    for second in moves.seconds(state, hand, card):
        for as_skip in moves.pair_ways(state):
            for way in ways(state, seat, card, 2, as_skip=as_skip):
                yield ev.Played(seat, *way, second, as_skip)


def drawn_plays(dealer: Dealer, seat: int) -> Iterator[ev.Event]:
    card = dealer.drawn
    assert card is not None
    if moves.playable(dealer.state, card):
        yield from (ev.PlayedDrawn(seat, *way) for way in ways(dealer.state, seat, card))


def unless_owed(kind: MoveKind, event: Callable[[int], ev.Event]) -> Callable[[Dealer, int], list[ev.Event]]:
    """A move that is legal only if the hand holds none of the cards that are owed."""

    def choose(dealer: Dealer, seat: int) -> list[ev.Event]:
        owed = moves.duty(dealer.state, kind)
        return [] if owed & set(dealer.hands[seat]) else [event(seat)]

    return choose


def discards(dealer: Dealer, seat: int) -> Iterator[ev.Event]:
    step, deck, hand = dealer.state.asked, dealer.state.deck, dealer.hands[seat]
    assert isinstance(step, Discard)
    if step.what is Discarding.ONE:
        yield from (ev.Discarded(seat, (card,)) for card in hand)
    elif step.what is Discarding.ALL_BUT_TWO:
        yield from (ev.Discarded(seat, tuple(hand[:-2])), ev.Discarded(seat, tuple(hand[2:])))
    else:
        name = "number" if step.what is Discarding.NUMBER else "colour"
        yield ev.Discarded(seat, ())
        coloured = sorted(
            (card for card in hand if getattr(deck[card], name) is not None),
            key=lambda card: getattr(deck[card], name),
        )
        for _, cards in groupby(coloured, key=lambda card: getattr(deck[card], name)):
            yield ev.Discarded(seat, tuple(cards))


MOVES: dict[MoveKind, Callable[[Dealer, int], list[ev.Event] | Iterator[ev.Event]]] = {
    MoveKind.PLAY: plays,
    MoveKind.DRAW: unless_owed(MoveKind.DRAW, ev.DrawChosen),
    MoveKind.PASS: unless_owed(MoveKind.PASS, ev.Passed),
    MoveKind.NAME_COLOUR: lambda _, seat: [ev.ColourNamed(seat, colour) for colour in Colour],
    MoveKind.KEEP: lambda _, seat: [ev.Kept(seat)],
    MoveKind.PLAY_DRAWN: drawn_plays,
    MoveKind.ACCEPT: lambda _, seat: [ev.Accepted(seat)],
    MoveKind.CHALLENGE: lambda _, seat: [ev.Challenged(seat)],
    MoveKind.READY: lambda _, seat: [ev.Ready(seat)],
    MoveKind.NAME_TARGET: lambda dealer, seat: [
        ev.TargetNamed(seat, target) for target in moves.targets(dealer.state, seat)
    ],
    MoveKind.DISCARD: discards,
}


def out_of_turn(dealer: Dealer) -> list[ev.Event]:
    return [event for seat in range(dealer.state.seats) for event in _interruptions(dealer, seat)]


def _interruptions(dealer: Dealer, seat: int) -> Iterator[ev.Event]:
    state = dealer.state
    for kind in Interruption:
        if kind in moves.interruptions(state, seat):
            yield from INTERRUPTIONS[kind](dealer, seat)


def _jumps(dealer: Dealer, seat: int) -> Iterator[ev.Event]:
    for card in moves.jumpable(dealer.state, seat, dealer.hands[seat]):
        yield from (ev.JumpedIn(seat, *way) for way in ways(dealer.state, seat, card))


INTERRUPTIONS: dict[Interruption, Callable[[Dealer, int], list[ev.Event] | Iterator[ev.Event]]] = {
    Interruption.CATCH: lambda dealer, seat: [
        ev.Caught(seat, target) for target in moves.catchable(dealer.state, seat)
    ],
    Interruption.CALL: lambda _, seat: [ev.UnoSaid(seat, seat)],
    Interruption.RESCUE: lambda dealer, seat: [
        ev.UnoSaid(seat, target) for target in moves.rescuable(dealer.state, seat)
    ],
    Interruption.JUMP_IN: _jumps,
    Interruption.CHAT: lambda _, seat: [ev.BrokeSilence(seat)],
    Interruption.ACCUSE: lambda dealer, seat: [
        ev.Accused(seat, target) for target in moves.accusable(dealer.state, seat)
    ],
}
