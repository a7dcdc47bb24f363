"""From `play` and `jump` to a whole action: the card, and whatever belongs to it at this table."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.language.speech import said
from p2puno.ui import house_lines as house
from p2puno.ui import texts as text
from p2puno.ui.finding import UnfitError, find_card, find_seat
from p2puno.ui.lines import Jump, Play, Try
from p2puno.ui.model import shown_names
from p2puno.ui.questions import now_line
from protocol.rules.book import Naming
from protocol.rules.cards import CardId, Colour
from protocol.rules.moves import why_not
from protocol.rules.needs import MoveKind
from protocol.table.choices import CallUno, JumpIn, PlayCard, PlayDrawnCard
from protocol.table.view import View


def play(line: Play, view: View, shown: Sequence[CardId]) -> PlayCard | PlayDrawnCard | CallUno:
    """Lay a card; `uno` alone is said late, where that is possible."""
    if line == Play(None, None, True) and view.seat in view.may_call:
        return CallUno(view.seat)
    if MoveKind.PLAY_DRAWN in view.allowed and view.drawn is not None:
        return _play_drawn(line, view, view.drawn, shown)
    if MoveKind.PLAY not in view.allowed:
        raise UnfitError(not_possible(view))
    if line.card is None:
        raise UnfitError(text.UNO_ALONE if line.uno else text.WHICH_CARD)
    card = _fitting(view, find_card(line.card, view, shown, view.hand))
    colour = _colour(line.colour, view, card)
    if line.second is None:
        if line.as_skip:
            raise UnfitError(house.ONE_IS_NO_PAIR)
        return PlayCard(card, colour, line.uno, _target(line.target, view, card))
    second = _second(line, view, card, shown)
    target = None if line.as_skip else _target(line.target, view, card, 2)
    return PlayCard(card, colour, line.uno, target, second, line.as_skip)


def jump(line: Jump, view: View, shown: Sequence[CardId]) -> JumpIn:
    if not view.jumpable:
        raise UnfitError(f"{house.NOTHING_TO_JUMP} {now_line(view)}")
    card = view.jumpable[0] if line.card is None else find_card(line.card, view, shown, view.hand)
    if card not in view.jumpable:
        raise UnfitError(house.NOT_THE_SAME.format(card=text.card(view.rules.deck[card])))
    return JumpIn(card, _colour(line.colour, view, card), line.uno, _target(line.target, view, card))


def attempt(line: Try, view: View, shown: Sequence[CardId]) -> PlayCard:
    """Lay a card whether it fits or not."""
    if not view.tries:
        raise UnfitError(not_possible(view))
    card = find_card(line.card, view, shown, view.hand)
    if card in view.legal:
        raise UnfitError(house.FITS_ANYHOW.format(card=text.card(view.rules.deck[card])))
    return PlayCard(card)


def not_possible(view: View) -> str:
    if view.allowed or view.asked:
        return text.NOT_POSSIBLE.format(can=now_line(view))
    return text.NOT_YOUR_TURN.format(now=now_line(view))


# --- the card ---------------------------------------------------------------------------------------------


def _play_drawn(line: Play, view: View, drawn: CardId, shown: Sequence[CardId]) -> PlayDrawnCard:
    face = view.rules.deck[drawn]
    meant = line.card is None or line.card == face
    if isinstance(line.card, int):
        meant = 1 <= line.card <= len(shown) and shown[line.card - 1] == drawn
    if not meant or line.second is not None:
        raise UnfitError(text.ONLY_DRAWN.format(can=now_line(view)))
    card = _fitting(view, drawn)
    return PlayDrawnCard(card, _colour(line.colour, view, card), line.uno, _target(line.target, view, card))


def _fitting(view: View, card: CardId) -> CardId:
    if card in view.legal:
        return card
    why = why_not(view.rules, card)
    answer = text.DOES_NOT_FIT.format(why="" if why is None else said(why), can=now_line(view))
    if view.tries:
        price = text.counted_cards(view.rules.ruleset.number("misplay_penalty"))
        answer = f"{answer} {house.CAN_TRY.format(card=text.card(view.rules.deck[card]), cards=price)}"
    raise UnfitError(answer)


def _second(line: Play, view: View, card: CardId, shown: Sequence[CardId]) -> CardId:
    """The card that is laid together with the first: of equal ones another."""
    assert line.second is not None
    if line.as_skip not in view.pair_ways:
        raise UnfitError(house.NO_PAIR_AS_SKIP if line.as_skip else house.NO_PAIR)
    others = [other for other in view.hand if other != card]
    second = find_card(line.second, view, shown, others)
    if second not in view.seconds(card):
        raise UnfitError(house.NOT_ALIKE)
    return second


# --- what belongs to it -------------------------------------------------------------------------------------


def _colour(named: Colour | None, view: View, card: CardId) -> Colour | None:
    face, due = view.rules.deck[card], view.colour_due(card)
    if due and named is None:
        raise UnfitError(text.NEEDS_COLOUR.format(card=text.card(face)))
    if not due and named is not None:
        answer = house.NO_COLOUR_NOW if face.is_wild else text.NO_COLOUR_NAMED
        raise UnfitError(answer.format(card=text.card(face)))
    return named


def _target(name: str, view: View, card: CardId, count: int = 1) -> int | None:
    """Whoever is named; where somebody has to be and there is only one, that one."""
    due = view.target_due(card, count)
    face = text.card(view.rules.deck[card])
    names = shown_names(view.names)
    if not name:
        if due is not Naming.MUST:
            return None
        if len(view.targets) == 1:
            return view.targets[0]
        raise UnfitError(house.NEEDS_TARGET.format(card=face, name=names[view.targets[0]]))
    if due is Naming.NEVER:
        raise UnfitError(house.NO_TARGET_NOW.format(card=face))
    return choose_target(name, view)


def choose_target(name: str, view: View) -> int:
    """A seat that hands or cards can be exchanged with."""
    names = shown_names(view.names)
    seat = find_seat(name, names)
    if seat not in view.targets:
        others = text.listed([names[target] for target in view.targets], text.OR)
        raise UnfitError(house.NOT_WITH.format(name=names[seat], names=others))
    return seat
