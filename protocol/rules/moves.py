"""What a seat may do now, and with what: the questions that tables, interfaces and bots ask.

None of them knows a hidden card: whoever asks names the cards it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.rules import attacks, uno
from protocol.rules.book import Interruption, Naming, interruptible
from protocol.rules.cards import CardId
from protocol.rules.fitting import why_unfit
from protocol.rules.house import jump_in, wheel
from protocol.rules.laying import can_pair, naming
from protocol.rules.needs import MoveKind
from protocol.rules.rulebook import rulebook
from protocol.rules.state import GameState
from protocol.sentences import Sentence


def playable(state: GameState, card: CardId) -> bool:
    """Does `card` go on the discards now? (Whose turn it is is not asked.)

    A +4 always goes: whether it is legal is judged only if it is challenged. On an attack only what answers
    it goes.
    """
    return rulebook(state.ruleset).fits(state, state.deck[card])


def legal_plays(state: GameState, hand: Sequence[CardId]) -> tuple[CardId, ...]:
    """Those cards of `hand` that go on the discards, in the order of the hand."""
    return tuple(card for card in hand if playable(state, card))


def why_not(state: GameState, card: CardId) -> Sentence | None:
    """One sentence for beginners that says why `card` does not fit now; None if it fits."""
    if state.top is None or playable(state, card):
        return None
    return why_unfit(state, state.deck[card])


def bluffs(state: GameState, left: Sequence[CardId]) -> bool:
    """Whether a challenge of a +4 that is laid now would succeed, if these cards are left in the hand."""
    forbids = attacks.judging(state.ruleset)
    colour = state.colour
    if forbids is None or colour is None:
        return False
    return any(forbids(state.deck[card], colour, state.top) for card in left)


def partners(state: GameState, seat: int) -> tuple[int, ...]:
    """The other seats that win together with `seat`."""
    return tuple(other for other in rulebook(state.ruleset).side(seat) if other != seat)


# --- what belongs to a card -------------------------------------------------------------------------------


def colour_named(state: GameState, card: CardId) -> bool:
    """Whether a colour must be named with `card`; else it must not."""
    return rulebook(state.ruleset).names_colour(state, state.deck[card])


def target_named(state: GameState, seat: int, card: CardId, count: int = 1) -> Naming:
    """Whether `seat` names another player when it lays `count` such cards (not as a Skip)."""
    return naming(rulebook(state.ruleset), state, seat, state.deck[card], count)


def targets(state: GameState, seat: int) -> tuple[int, ...]:
    """Whom `seat` can exchange hands or cards with."""
    return state.others(seat)


def seconds(state: GameState, hand: Sequence[CardId], card: CardId) -> tuple[CardId, ...]:
    """The cards of `hand` that can be laid together with `card` of the same hand now."""
    book = rulebook(state.ruleset)
    face = state.deck[card]
    if not (book.pairs_together or book.pairs_as_skip) or state.attack is not None or not can_pair(face):
        return ()
    return tuple(other for other in hand if other != card and state.deck[other] == face)


def pair_ways(state: GameState) -> tuple[bool, ...]:
    """How a pair may be laid: the possible values of `Played.as_skip`."""
    book = rulebook(state.ruleset)
    return (*((False,) if book.pairs_together else ()), *((True,) if book.pairs_as_skip else ()))


def discard_fits(state: GameState, cards: Sequence[CardId]) -> bool:
    """Whether the seat that is asked to discard may discard these cards of its hand."""
    return wheel.discard_fits(state, cards)


# --- what has to be proved --------------------------------------------------------------------------------


def duty(state: GameState, kind: MoveKind) -> frozenset[CardId]:
    """The cards of which none may be in the hand of the seat in turn if it chooses `kind`.

    `decline=forced`: who can play must, so whoever draws or passes owes the proof that nothing fits (S2).
    """
    if state.ruleset["decline"] != "forced" or kind not in (MoveKind.DRAW, MoveKind.PASS):
        return frozenset()
    return frozenset(card for card in range(len(state.deck)) if playable(state, card))


# --- out of turn ------------------------------------------------------------------------------------------


def interruptions(state: GameState, seat: int) -> frozenset[Interruption]:
    """What `seat` may do now although it is not asked."""
    if not _may_act(state, seat):
        return frozenset()
    possible = rulebook(state.ruleset).interruptions
    return frozenset(kind for kind, may in possible.items() if may(state, seat))


def _may_act(state: GameState, seat: int) -> bool:
    return interruptible(state) and seat not in state.gone


def catchable(state: GameState, seat: int) -> tuple[int, ...]:
    """Whom `seat` may catch now."""
    return uno.catchable(state, seat) if _may_act(state, seat) else ()


def rescuable(state: GameState, seat: int) -> tuple[int, ...]:
    """For whom `seat` may say UNO now."""
    return uno.rescuable(state, seat) if _may_act(state, seat) else ()


def jumpable(state: GameState, seat: int, hand: Sequence[CardId]) -> tuple[CardId, ...]:
    """The cards of `hand` with which `seat` may jump in now."""
    if not _may_act(state, seat):
        return ()
    book = rulebook(state.ruleset)
    return tuple(card for card in hand if jump_in.jumps_with(book, state, seat, card))


def accusable(state: GameState, seat: int) -> tuple[int, ...]:
    """Whom `seat` may accuse of a hint now."""
    if Interruption.ACCUSE not in interruptions(state, seat):
        return ()
    return tuple(other for other in state.playing if other != seat)
