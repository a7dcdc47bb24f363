"""What a seat may do, as far as it can know: all of one action is checked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.rules.book import Interruption, Naming
from protocol.rules.moves import discard_fits
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    AccuseSeat,
    Action,
    Ask,
    CallUno,
    CastVote,
    CatchSeat,
    ChallengeFour,
    DiscardCards,
    DrawCard,
    DuelCard,
    GiveCard,
    JumpIn,
    KeepCard,
    NameFirstColour,
    NameTargetSeat,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
    React,
    SayReady,
    SaySomething,
)

if TYPE_CHECKING:
    from protocol.table.view import View

_KIND_OF: dict[type[Action], MoveKind] = {
    PlayCard: MoveKind.PLAY,
    PlayDrawnCard: MoveKind.PLAY_DRAWN,
    DrawCard: MoveKind.DRAW,
    KeepCard: MoveKind.KEEP,
    PassTurn: MoveKind.PASS,
    NameFirstColour: MoveKind.NAME_COLOUR,
    AcceptFour: MoveKind.ACCEPT,
    ChallengeFour: MoveKind.CHALLENGE,
    SayReady: MoveKind.READY,
    NameTargetSeat: MoveKind.NAME_TARGET,
    DiscardCards: MoveKind.DISCARD,
}


def permits(view: View, action: Action) -> bool:
    """Whether the rules let the seat of this view do this now."""
    return _permits_move(view, action) if type(action) in _KIND_OF else _permits_other(view, action)


def _permits_other(view: View, action: Action) -> bool:
    match action:
        case CatchSeat(target):
            return target in view.may_catch
        case CallUno(target):
            return target in view.may_call
        case AccuseSeat(target):
            return target in view.may_accuse
        case JumpIn(card, colour, _, target):
            return card in view.jumpable and _complete(view, card, colour is not None, target, 1)
        case SaySomething():
            return Interruption.CHAT in view.interruptions
        case React():
            return view.asked is Ask.REACT
        case CastVote():
            return view.asked is Ask.VOTE
        case GiveCard(card):
            return view.asked is Ask.GIVE and card in view.hand
        case DuelCard(card):
            return view.asked is Ask.DUEL and (card is None or card in view.duel)
        case _:
            return False


def _permits_move(view: View, action: Action) -> bool:
    if _KIND_OF[type(action)] not in view.allowed:
        return False
    match action:
        case PlayCard(card) if card not in view.legal:
            return view.tries and card in view.hand and action == PlayCard(card, uno=action.uno)
        case PlayCard(card, colour, _, target, second, as_skip):
            return _permits_play(view, card, colour is not None, target, second, as_skip)
        case PlayDrawnCard(card, colour, _, target):
            return card in view.legal and _complete(view, card, colour is not None, target, 1)
        case NameTargetSeat(target):
            return target in view.targets
        case DiscardCards(cards):
            held = len(set(cards)) == len(cards) and set(cards) <= set(view.hand)
            return held and discard_fits(view.rules, cards)
        case _:
            return True


def _permits_play(
    view: View, card: int, named: bool, target: int | None, second: int | None, as_skip: bool
) -> bool:
    if second is None:
        return not as_skip and _complete(view, card, named, target, 1)
    if second not in view.seconds(card) or as_skip not in view.pair_ways:
        return False
    if as_skip:
        return target is None and view.colour_due(card) == named
    return _complete(view, card, named, target, 2)


def _complete(view: View, card: int, named: bool, target: int | None, count: int) -> bool:
    """Colour and player are named with a card exactly if they have to be, or may."""
    if view.colour_due(card) != named:
        return False
    due = view.target_due(card, count)
    if target is None:
        return due is not Naming.MUST
    return due is not Naming.NEVER and target in view.targets
