"""`jump_in`: exactly the same card is laid out of turn, and play goes on from there (S0, S1, S4).

Not on the first card of a round, and never a +4. Whoever was attacked with the card underneath is free, and
can save himself in this way; on a stack it has to be a card that stacks (ours). What the card underneath has
done already (a direction, hands) stays done: two Reverses undo each other (S0, S1). `double_play=jump`: also
on one's own card (S0, S4).
"""

from __future__ import annotations

from protocol.rules.book import Interruption, Rulebook
from protocol.rules.cards import CardId, Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, JumpedIn
from protocol.rules.laying import check_card, check_play, lay
from protocol.rules.needs import NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.rules.steps import Answer, Turn
from protocol.sentences import sentence


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if not ruleset.on("jump_in"):
        return
    own = ruleset["double_play"] == "jump"
    book.interruptions[Interruption.JUMP_IN] = lambda state, seat: may_jump(state, seat, own=own)
    book.waits.append(jumpable)


def jumpable(state: GameState) -> bool:
    """Whether the card on top can be jumped in on at all."""
    top = state.top
    return state.laid_by is not None and top is not None and top.kind is not Kind.WILD_DRAW_FOUR


def may_jump(state: GameState, seat: int, *, own: bool) -> bool:
    """Out of turn, while somebody has not begun his turn yet; in turn only against an attack."""
    asked = state.asked
    if not jumpable(state) or seat not in state.playing or state.counts[seat] == 0:
        return False
    if isinstance(asked, Turn) and asked.seat == seat:
        return False
    return isinstance(asked, Turn | Answer) and (own or seat != state.laid_by)


def same_card(book: Rulebook, state: GameState, face: Face) -> bool:
    """Exactly the card on top; on a stack one that stacks."""
    attack = state.attack
    if attack is not None and book.stackable(attack):
        answer = book.answer(state, face)
        return face == state.top and answer is not None and answer.stacks
    return face == state.top


def jumped_in(draft: Draft, _need: NeedMove, event: JumpedIn) -> None:
    state, book = draft.state, draft.book
    may = book.interruptions.get(Interruption.JUMP_IN)
    if may is None or not may(state, event.seat):
        raise IllegalMove(sentence("You cannot jump in now."))
    face = check_card(state, event.card)
    if not same_card(book, state, face):
        raise IllegalMove(sentence("You can only jump in with exactly the card on top."))
    check_play(book, state, event)
    draft.instead()
    lay(draft, event)


def jumps_with(book: Rulebook, state: GameState, seat: int, card: CardId) -> bool:
    """Whether `seat`, if it holds `card`, can jump in with it now."""
    may = book.interruptions.get(Interruption.JUMP_IN)
    return may is not None and may(state, seat) and same_card(book, state, state.deck[card])
