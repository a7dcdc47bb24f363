"""What every bot does alike where house rules ask something, so that it plays all of them legally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from protocol.rules.book import Naming
from protocol.rules.cards import CardId, Colour
from protocol.rules.engine import apply
from protocol.rules.events import Event, JumpedIn, Played, PlayedDrawn
from protocol.rules.moves import partners
from protocol.rules.needs import MoveKind, NeedHands
from protocol.table.choices import (
    Ask,
    CallUno,
    CastVote,
    DiscardCards,
    DuelCard,
    GiveCard,
    JumpIn,
    NameTargetSeat,
    PlayCard,
    PlayDrawnCard,
    React,
    SayReady,
)
from protocol.table.view import Action, View


def customary(view: View) -> Action | None:
    """The answer where there is nothing to weigh; None where the strategy itself has to choose."""
    if view.asked is not None:
        return _reply(view, view.asked)
    if MoveKind.READY in view.allowed:
        return SayReady()
    if MoveKind.NAME_TARGET in view.allowed:
        return NameTargetSeat(poorest(view, len(view.hand)))
    if MoveKind.DISCARD in view.allowed:
        return discarded(view)
    return None


def out_of_turn(view: View, colour: Colour) -> Action | None:
    """Say UNO while it is still time, for oneself or a partner; lay the same card where that is possible, and
    does not exchange the hand for a larger one."""
    friends = (view.seat, *partners(view.rules, view.seat))
    forgotten = next((seat for seat in view.may_call if seat in friends), None)
    if forgotten is not None:
        return CallUno(forgotten)
    left = len(view.hand) - 1
    for card in view.jumpable:
        jump = JumpIn(card, _colour(view, card, colour), left == 1, _target(view, card, left))
        if held_after(view, jump) <= left:
            return jump
    return None


def laid(view: View, card: CardId, colour: Colour, *, calls: bool = True) -> PlayCard | PlayDrawnCard:
    """Lay this card, and an identical one with it where two may be laid.

    The colour is named only if one is due, and somebody to exchange with if that is due. calls: UNO is said
    if one card is left.
    """
    named = _colour(view, card, colour)
    if card == view.drawn:
        left = len(view.hand)
        return PlayDrawnCard(card, named, calls and left == 1, _target(view, card, left))
    second = next(iter(view.seconds(card)), None)
    if second is None:
        left = len(view.hand) - 1
        return PlayCard(card, named, calls and left == 1, _target(view, card, left))
    left = len(view.hand) - 2
    as_skip = False not in view.pair_ways
    target = None if as_skip else _target(view, card, left, 2)
    return PlayCard(card, named, calls and left == 1, target, second, as_skip)


def held_after(view: View, play: PlayCard | PlayDrawnCard | JumpIn) -> int:
    """How many cards the seat has when the play has had its effect on the hands.

    The rules themselves are asked, so that every card which moves hands counts, whatever made it one.
    """
    state, _ = apply(view.rules, _event(view.seat, play))
    if not isinstance(state.need, NeedHands):
        return state.counts[view.seat]
    got = {receiver: giver for giver, receiver in state.need.moves}
    return state.counts[got.get(view.seat, view.seat)]


def _event(seat: int, play: PlayCard | PlayDrawnCard | JumpIn) -> Event:
    match play:
        case PlayCard(card, colour, uno, target, second, as_skip):
            return Played(seat, card, colour, uno, target, second, as_skip)
        case PlayDrawnCard(card, colour, uno, target):
            return PlayedDrawn(seat, card, colour, uno, target)
        case JumpIn(card, colour, uno, target):
            return JumpedIn(seat, card, colour, uno, target)


def poorest(view: View, held: int) -> int:
    """The seat to exchange `held` cards with that holds fewest; with a partner nothing is gained or lost."""
    friends = partners(view.rules, view.seat)
    return min(view.targets, key=lambda seat: held if seat in friends else view.rules.counts[seat])


def discarded(view: View) -> DiscardCards:
    """As much as the wheel lets go, the dearest first."""
    points = view.rules.deck
    allowed = (cards for cards in _sets(view) if view.permits(DiscardCards(cards)))
    best = max(allowed, key=lambda cards: (len(cards), sum(points[card].points for card in cards)))
    return DiscardCards(best)


def _sets(view: View) -> Iterator[tuple[CardId, ...]]:
    faces = view.rules.deck
    dearest = sorted(view.hand, key=lambda card: -faces[card].points)
    yield ()
    for length in range(1, len(dearest) + 1):
        yield tuple(dearest[:length])
    for number in {faces[card].number for card in view.hand}:
        yield tuple(card for card in view.hand if faces[card].number == number)
    for colour in Colour:
        yield tuple(card for card in view.hand if faces[card].colour == colour)


def _reply(view: View, asked: Ask) -> Action:
    faces = view.rules.deck
    match asked:
        case Ask.GIVE:
            return GiveCard(_dearest(view, view.hand))
        case Ask.DUEL:
            return DuelCard(max(view.duel, key=lambda card: faces[card].points, default=None))
        case Ask.VOTE:
            return CastVote(guilty=False)
        case Ask.REACT:
            return React()


def _dearest(view: View, cards: Iterable[CardId]) -> CardId:
    """Of the coloured cards: a wild is worth more in the hand than it costs there."""
    faces = view.rules.deck
    return max(cards, key=lambda card: (not faces[card].is_wild, faces[card].points))


def _colour(view: View, card: CardId, colour: Colour) -> Colour | None:
    return colour if view.colour_due(card) else None


def _target(view: View, card: CardId, left: int, count: int = 1) -> int | None:
    """Whoever holds fewest cards; nobody, if that is allowed and those are not fewer."""
    due = view.target_due(card, count)
    if due is Naming.NEVER:
        return None
    target = poorest(view, left)
    gains = view.rules.counts[target] < left and target not in partners(view.rules, view.seat)
    return target if gains or due is Naming.MUST else None
