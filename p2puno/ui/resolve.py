"""From a line to an action: what the words mean for this hand, and why something cannot be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from p2puno.language.speech import said
from p2puno.ui import texts as text
from p2puno.ui.directions import apart, without_marks
from p2puno.ui.grammar import Catch, NameColour, Play, Word
from p2puno.ui.model import shown_names
from p2puno.ui.naming import skeleton
from p2puno.ui.prompts import now_line
from protocol.rules.cards import CardId, Colour, Face
from protocol.rules.moves import why_not
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.view import Action, View

MoveLine: TypeAlias = Play | Catch | NameColour | Word


class UnfitError(Exception):
    """The line cannot be done now; the message says why and what can."""


def action_for(line: MoveLine, view: View, shown: Sequence[CardId]) -> Action:
    """The action that the line asks for; `shown` is the hand by position, as it was last shown.

    Raises `UnfitError`. What it returns, the view permits.
    """
    action = _action(line, view, shown)
    if not view.permits(action):
        raise UnfitError(_not_possible(view))
    return action


def _action(line: MoveLine, view: View, shown: Sequence[CardId]) -> Action:
    match line:
        case Play():
            return _play(line, view, shown)
        case Catch(name):
            return _catch(name, view)
        case NameColour(colour):
            return NameFirstColour(colour)
        case Word(word):
            return _word(word, view)


def _word(word: str, view: View) -> Move:
    """`draw` also answers a +4, and `pass` a drawn card: that is what people mean."""
    if word == "draw":
        return AcceptFour() if MoveKind.ACCEPT in view.allowed else DrawCard()
    if word == "pass":
        return KeepCard() if MoveKind.KEEP in view.allowed else PassTurn()
    others: dict[str, Move] = {"keep": KeepCard(), "accept": AcceptFour(), "challenge": ChallengeFour()}
    return others[word]


# --- playing ------------------------------------------------------------------------------------------


def _play(line: Play, view: View, shown: Sequence[CardId]) -> PlayCard | PlayDrawnCard:
    if MoveKind.PLAY_DRAWN in view.allowed and view.drawn is not None:
        card = _the_drawn(line, view, view.drawn, shown)
        return PlayDrawnCard(card, _colour(line.colour, view, card), line.uno)
    if MoveKind.PLAY not in view.allowed:
        raise UnfitError(_not_possible(view))
    card = _from_hand(line, view, shown)
    return PlayCard(card, _colour(line.colour, view, card), line.uno)


def _the_drawn(line: Play, view: View, drawn: CardId, shown: Sequence[CardId]) -> CardId:
    face = view.rules.deck[drawn]
    meant = line.card is None or line.card == face
    if isinstance(line.card, int):
        meant = 1 <= line.card <= len(shown) and shown[line.card - 1] == drawn
    if not meant:
        raise UnfitError(text.ONLY_DRAWN.format(can=now_line(view)))
    return _fitting(view, drawn)


def _from_hand(line: Play, view: View, shown: Sequence[CardId]) -> CardId:
    if line.card is None:
        raise UnfitError(text.UNO_ALONE if line.uno else text.WHICH_CARD)
    if isinstance(line.card, int):
        return _fitting(view, _by_position(line.card, view, shown))
    return _fitting(view, _by_face(line.card, view))


def _by_position(number: int, view: View, shown: Sequence[CardId]) -> CardId:
    if not 1 <= number <= len(shown):
        raise UnfitError(text.NO_SUCH_NUMBER.format(number=number, can=now_line(view)))
    card = shown[number - 1]
    if card not in view.hand:
        raise UnfitError(text.CARD_GONE.format(number=number))
    return card


def _by_face(face: Face, view: View) -> CardId:
    """Equal cards are as good as each other."""
    card = next((card for card in view.hand if view.rules.deck[card] == face), None)
    if card is None:
        raise UnfitError(text.NO_SUCH_CARD.format(card=text.card(face), can=now_line(view)))
    return card


def _fitting(view: View, card: CardId) -> CardId:
    if card not in view.legal:
        why = why_not(view.rules, card)
        told = "" if why is None else said(why)
        raise UnfitError(text.DOES_NOT_FIT.format(why=told, can=now_line(view)))
    return card


def _colour(named: Colour | None, view: View, card: CardId) -> Colour | None:
    face = view.rules.deck[card]
    if face.is_wild and named is None:
        raise UnfitError(text.NEEDS_COLOUR.format(card=text.card(face)))
    if not face.is_wild and named is not None:
        raise UnfitError(text.NO_COLOUR_NAMED.format(card=text.card(face)))
    return named


# --- catching -----------------------------------------------------------------------------------------


def _catch(name: str, view: View) -> CatchSeat:
    names = shown_names(view.names)
    target = view.catchable if not name else find_seat(name, names)
    if target == view.seat:
        raise UnfitError(text.CANNOT_CATCH_SELF)
    if target is None:
        raise UnfitError(f"{text.NOBODY_TO_CATCH} {now_line(view)}")
    if target != view.catchable:
        raise UnfitError(f"{text.NOT_CATCHABLE.format(name=names[target])} {now_line(view)}")
    return CatchSeat(target)


def find_seat(name: str, names: Sequence[str]) -> int:
    """The seat of that name, or of the only name that begins so; raises `UnfitError`."""
    names = [without_marks(other) for other in names]
    wanted = name.casefold()
    exact = [seat for seat, other in enumerate(names) if other.casefold() == wanted]
    begin = [seat for seat, other in enumerate(names) if other.casefold().startswith(wanted)]
    alike = [seat for seat, other in enumerate(names) if skeleton(other) == skeleton(name)]
    for found in (exact, begin, alike):
        if len(found) == 1:
            return found[0]
    raise UnfitError(text.NO_SUCH_NAME.format(name=apart(name), names=text.listed(list(map(apart, names)))))


def _not_possible(view: View) -> str:
    if view.allowed:
        return text.NOT_POSSIBLE.format(can=now_line(view))
    return text.NOT_YOUR_TURN.format(now=now_line(view))
