"""`spin`: the wheel of UNO Spin, with nine sectors (S0; the sectors that S0 does not name are those of the
wheel that is sold, and how they are played is ours).

each-turn: everybody spins before his turn (S0). marked-cards: after a 1 is laid the next player spins before
his turn (ours). What is discarded goes under the top card, so that it changes nothing for the next player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from protocol.rules.book import Laid, Rulebook
from protocol.rules.cards import CardId, Colour
from protocol.rules.draft import Draft
from protocol.rules.events import (
    Discarded,
    Duelled,
    HandShown,
    IllegalMove,
    Reacted,
    TargetNamed,
    WheelStopped,
)
from protocol.rules.happenings import CardsDiscarded, DuelFought, FirstToShout, HandOpened, WheelSpun
from protocol.rules.house.hands import swap
from protocol.rules.laying import check_card
from protocol.rules.needs import DrawReason, MoveKind, NeedDuel, NeedFirst, NeedMove, NeedShow, NeedWheel
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.rules.steps import (
    Discard,
    Discarding,
    Draw,
    DrawColour,
    Duel,
    Fit,
    Shout,
    Show,
    Spin,
    Step,
    Trade,
    Turn,
)
from protocol.rules.turn import check_hand
from protocol.rules.uno import down_to_one
from protocol.sentences import sentence

MARKED = 1
ALMOST = 2


class Sector(Enum):
    """In the order of the wheel: the number that is drawn is the place."""

    DRAW_RED = "draw-red"
    DRAW_BLUE = "draw-blue"
    DISCARD_NUMBER = "discard-number"
    DISCARD_COLOUR = "discard-colour"
    DUEL = "duel"
    TRADE_HANDS = "trade-hands"
    SHOW_HAND = "show-hand"
    ALMOST_UNO = "almost-uno"
    UNO_SPIN = "uno-spin"


# What a sector means for the seat that has spun.
SECTORS: Mapping[Sector, Callable[[int], Step]] = {
    Sector.DRAW_RED: lambda seat: DrawColour(seat, Colour.RED),
    Sector.DRAW_BLUE: lambda seat: DrawColour(seat, Colour.BLUE),
    Sector.DISCARD_NUMBER: lambda seat: Discard(seat, Discarding.NUMBER),
    Sector.DISCARD_COLOUR: lambda seat: Discard(seat, Discarding.COLOUR),
    Sector.DUEL: lambda _seat: Duel(),
    Sector.TRADE_HANDS: Trade,
    Sector.SHOW_HAND: Show,
    Sector.ALMOST_UNO: lambda seat: Discard(seat, Discarding.ALL_BUT_TWO),
    Sector.UNO_SPIN: lambda _seat: Shout(),
}


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["spin"] == "each-turn":
        book.before_turn.append(always)
    elif ruleset["spin"] == "marked-cards":
        book.effects[MARKED] = marked_card


def always(_draft: Draft, seat: int) -> tuple[Step, ...]:
    return (Spin(seat),)


def marked_card(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    seat = draft.state.after(laid.seat)
    return (*((Spin(seat),) if laid.left else ()), Turn(seat))


def spin(draft: Draft, step: Spin) -> None:
    draft.state = replace(draft.state, turn=step.seat, asked=step)
    draft.need = NeedWheel(len(Sector))


def stopped(draft: Draft, need: NeedWheel, event: WheelStopped) -> None:
    if event.sector not in range(need.sectors):
        raise IllegalMove(sentence("The wheel has no such sector."))
    sector, seat = list(Sector)[event.sector], draft.state.turn
    draft.tell(WheelSpun(seat, sector.value))
    draft.next(SECTORS[sector](seat))


# --- draw until a colour comes ----------------------------------------------------------------------------


def draw_colour(draft: Draft, step: DrawColour) -> None:
    state, seat = draft.state, step.seat
    if state.nothing_to_draw:
        return
    cards = frozenset(card for card, face in enumerate(state.deck) if face.colour == step.colour)
    comes = Fit(seat, cards, keeps=True, yes=(), no=(step,))
    draft.next(Draw(seat, 1, DrawReason.WHEEL, join=False), comes)


# --- discard ----------------------------------------------------------------------------------------------


def discard(draft: Draft, step: Discard) -> None:
    """Whoever holds two cards or less has nothing to do to be almost UNO."""
    if step.what is not Discarding.ALL_BUT_TWO or draft.state.counts[step.seat] > ALMOST:
        draft.choose(step, step.seat, MoveKind.DISCARD)


def discard_fits(state: GameState, cards: Sequence[CardId]) -> bool:
    """Whether these cards of the seat that is asked are what the wheel lets it discard."""
    step = state.asked
    faces = [state.deck[card] for card in cards]
    match step:
        case Discard(_, Discarding.NUMBER):
            return (
                all(face.number is not None for face in faces) and len({face.number for face in faces}) <= 1
            )
        case Discard(_, Discarding.COLOUR):
            return all(not face.is_wild for face in faces) and len({face.colour for face in faces}) <= 1
        case Discard(seat, Discarding.ALL_BUT_TWO):
            return len(cards) == state.counts[seat] - ALMOST
        case _:
            return len(cards) == 1


def discarded(draft: Draft, _need: NeedMove, event: Discarded) -> None:
    check_hand(draft.state, event.seat, event.cards)
    if not discard_fits(draft.state, event.cards):
        raise IllegalMove(sentence("These are not the cards that the wheel lets you discard."))
    _lay_under(draft, event.seat, event.cards)


def _lay_under(draft: Draft, seat: int, cards: tuple[CardId, ...]) -> None:
    """The top card stays what it is, if there is one (a +4 may have been taken back off a new pile); a hand
    of one card must be called.
    """
    discards = draft.state.discards
    draft.state = replace(draft.state, discards=(*discards[:-1], *cards, *discards[-1:]))
    draft.change({seat: -len(cards)})
    draft.tell(CardsDiscarded(seat, cards))
    if cards:
        down_to_one(draft, (seat,))


# --- trade and show hands ---------------------------------------------------------------------------------


def trade(draft: Draft, step: Trade) -> None:
    draft.choose(step, step.seat, MoveKind.NAME_TARGET)


def target_named(draft: Draft, _need: NeedMove, event: TargetNamed) -> None:
    if event.target not in draft.state.others(event.seat):
        raise IllegalMove(sentence("You can only exchange with another player who is still in the round."))
    draft.next(swap(event.seat, event.target))


def show(draft: Draft, step: Show) -> None:
    draft.need = NeedShow(step.seat)


def shown(draft: Draft, need: NeedShow, event: HandShown) -> None:
    check_hand(draft.state, need.seat, event.cards)
    if event.seat != need.seat or len(event.cards) != draft.state.counts[need.seat]:
        raise IllegalMove(sentence("That is not the hand that is to be shown."))
    draft.tell(HandOpened(event.seat, event.cards))


# --- the duel ---------------------------------------------------------------------------------------------


def duel(draft: Draft, _step: Duel) -> None:
    draft.need = NeedDuel(draft.state.playing)


def duelled(draft: Draft, need: NeedDuel, event: Duelled) -> None:
    """Who alone has shown the highest number discards it; all others take their cards back."""
    if len(event.cards) != len(need.seats):
        raise IllegalMove(sentence("In a duel every seat shows a card, or none."))
    shown_cards = [card for card in event.cards if card is not None]
    numbers = [check_card(draft.state, card).number for card in shown_cards]
    if None in numbers or len(set(shown_cards)) != len(shown_cards):
        raise IllegalMove(sentence("A duel is fought with number cards."))
    values = {
        seat: draft.state.deck[card].number or 0
        for seat, card in zip(need.seats, event.cards, strict=True)
        if card is not None
    }
    best = [seat for seat, value in values.items() if value == max(values.values())]
    winner = best[0] if len(best) == 1 else None
    draft.tell(DuelFought(need.seats, event.cards, winner))
    if winner is not None:
        card = event.cards[need.seats.index(winner)]
        assert card is not None
        _lay_under(draft, winner, (card,))


# --- UNO Spin ---------------------------------------------------------------------------------------------


def shout(draft: Draft, _step: Shout) -> None:
    draft.need = NeedFirst(draft.state.playing)


def first_shouted(draft: Draft, need: NeedFirst, event: Reacted) -> None:
    if event.seat not in need.seats:
        raise IllegalMove(sentence("That seat cannot shout now."))
    draft.tell(FirstToShout(event.seat))
    draft.next(Discard(event.seat, Discarding.ONE))
