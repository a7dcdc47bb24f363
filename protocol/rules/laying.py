"""Laying a card: what is checked, what happens to hand and discards, and that it takes effect.

The same for a card in one's turn, a card just drawn and a card jumped in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from protocol.rules.book import Laid, Naming, Rulebook
from protocol.rules.cards import CardId, Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, JumpedIn, Played, PlayedDrawn
from protocol.rules.fitting import why_unfit
from protocol.rules.happenings import CardPlayed, ColourChanged, ColourMoved
from protocol.rules.state import GameState
from protocol.rules.steps import Step
from protocol.rules.uno import call, close_windows
from protocol.sentences import sentence

Play: TypeAlias = Played | PlayedDrawn | JumpedIn


def check_card(state: GameState, card: CardId) -> Face:
    """The face of a card that is in the deck and does not lie openly on the table already."""
    if card not in range(len(state.deck)):
        raise IllegalMove(sentence("There is no card {number} in this deck.", number=card))
    face = state.deck[card]
    if card in state.discards:
        raise IllegalMove(sentence("{card} lies among the discards; nobody can hold it.", card=face))
    return face


def check_fit(book: Rulebook, state: GameState, face: Face) -> None:
    if not book.fits(state, face):
        raise IllegalMove(why_unfit(state, face))


def check_play(book: Rulebook, state: GameState, event: Play) -> None:
    """What belongs to the card: the colour, the player it concerns, the second card."""
    face = check_card(state, event.card)
    named = event.colour is not None
    if book.names_colour(state, face) and not named:
        raise IllegalMove(sentence("{card} needs a colour: name it with the card.", card=face))
    if named and not book.names_colour(state, face):
        raise IllegalMove(sentence("No colour is named with {card}.", card=face))
    if isinstance(event, Played) and event.second is not None:
        _check_pair(book, state, event, face)
    elif isinstance(event, Played) and event.as_skip:
        raise IllegalMove(sentence("One card cannot be laid as a pair."))
    _check_target(book, state, event, face)


def _check_pair(book: Rulebook, state: GameState, event: Played, face: Face) -> None:
    assert event.second is not None
    allowed = book.pairs_as_skip if event.as_skip else book.pairs_together
    if not allowed or state.attack is not None:
        raise IllegalMove(sentence("Two cards cannot be laid together now."))
    if check_card(state, event.second) != face or event.second == event.card or not can_pair(face):
        raise IllegalMove(sentence("Only two identical cards are laid together, and no Wild Draw Four."))
    if state.counts[event.seat] < 2:
        raise IllegalMove(sentence("There is only one card left."))


def can_pair(face: Face) -> bool:
    """Whether a face can be one of a pair; like a jump-in it cannot be a +4 (ours)."""
    return face.kind is not Kind.WILD_DRAW_FOUR


def naming(book: Rulebook, state: GameState, seat: int, face: Face, count: int = 1) -> Naming:
    """Whether a player is named with `count` cards of this face: never with the last of a hand."""
    return book.naming(face) if state.counts[seat] > count else Naming.NEVER


def _check_target(book: Rulebook, state: GameState, event: Play, face: Face) -> None:
    pair = isinstance(event, Played) and event.second is not None
    as_skip = isinstance(event, Played) and event.as_skip
    rule = Naming.NEVER if as_skip else naming(book, state, event.seat, face, 2 if pair else 1)
    if event.target is None and rule is Naming.MUST:
        raise IllegalMove(sentence("{card} needs a player: name with whom you exchange.", card=face))
    if event.target is not None and rule is Naming.NEVER:
        raise IllegalMove(sentence("No player is named with {card} now.", card=face))
    if event.target is not None and event.target not in state.others(event.seat):
        raise IllegalMove(sentence("You can only exchange with another player who is still in the round."))


def lay(draft: Draft, event: Play) -> None:
    """A card that has been checked: it is one action, and then it takes effect."""
    state, book, seat = draft.state, draft.book, event.seat
    face = state.deck[event.card]
    second = event.second if isinstance(event, Played) else None
    as_skip = isinstance(event, Played) and event.as_skip
    answer = book.answer(state, face)
    late = close_windows(draft)
    _put(draft, event, face, second)
    laid = Laid(
        seat=seat,
        face=face,
        before=state.colour,
        under=state.top,
        left=draft.state.counts[seat],
        times=1 if second is None or as_skip else 2,
        target=event.target,
    )
    said = call(draft, seat, said=event.uno)
    for watch in book.laid:
        watch(draft, laid)
    steps: tuple[Step, ...]
    if answer is not None and state.attack is not None:
        steps = answer.effect(draft, laid, state.attack)
    else:
        # What a pair laid as a Skip attacks with is a Skip, whatever its cards are.
        acts_as = Face(Kind.SKIP, face.colour) if as_skip else face
        steps = book.effect(acts_as)(draft, replace(laid, face=acts_as))
    draft.next(*late, *said, *steps)


def _put(draft: Draft, event: Play, face: Face, second: CardId | None) -> None:
    """The card leaves the hand and lies on top; its colour, or the one named, is in play."""
    seat, state = event.seat, draft.state
    cards = (event.card,) if second is None else (event.card, second)
    colour = draft.book.colour_after(state, face, event.colour)
    draft.change({seat: -len(cards)})
    draft.state = replace(
        draft.state,
        discards=(*state.discards, *cards),
        colour=colour,
        passes=0,
        laid_by=seat,
        attack=None,
        four=None,
    )
    draft.tell(
        CardPlayed(
            seat,
            event.card,
            draft.state.counts[seat],
            drawn=isinstance(event, PlayedDrawn),
            second=second,
            as_skip=isinstance(event, Played) and event.as_skip,
            jumped=isinstance(event, JumpedIn),
        )
    )
    if event.colour is not None:
        draft.tell(ColourChanged(seat, event.colour))
    elif face.is_wild and colour is not None:
        draft.tell(ColourMoved(seat, colour))
