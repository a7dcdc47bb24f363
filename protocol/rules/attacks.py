"""What is laid against the next seat: to draw and to miss the turn. It waits while somebody can do something
about it; the seat accepts it, answers it with a card, or challenges a +4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from protocol.rules.book import Laid
from protocol.rules.cards import CardId, Colour, Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.events import Accepted, Challenged, IllegalMove, Returned, Verdict
from protocol.rules.happenings import (
    ChallengeLost,
    ChallengeMade,
    ChallengeWon,
    FourAccepted,
    FourTakenBack,
    FourVoid,
    SeatSkipped,
)
from protocol.rules.needs import DrawReason, MoveKind, NeedMove, NeedReturn, NeedVerdict
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import Attack, GameState, LaidFour
from protocol.rules.steps import Answer, Judge, Miss, Return, Step, Turn
from protocol.rules.uno import close_windows
from protocol.sentences import sentence

FALSE_CHALLENGE = 2

# Whether a face that is left in the hand makes a +4 illegal: the colour in play before it, what lay under it.
Forbids: TypeAlias = Callable[[Face, Colour, Face | None], bool]

# Why somebody draws, by the card that began the attack.
REASONS: Mapping[Kind, DrawReason] = {
    Kind.DRAW_TWO: DrawReason.DRAW_TWO,
    Kind.WILD_DRAW_FOUR: DrawReason.DRAW_FOUR,
    Kind.WILD_DRAW_EIGHT: DrawReason.BLANK,
    Kind.WILD_DRAW_TEN: DrawReason.BLANK,
}


# --- laid, and borne --------------------------------------------------------------------------------------


def strike(draft: Draft, laid: Laid, cards: int, turns: int = 1) -> tuple[Step, ...]:
    """The seat after `laid.seat` faces it."""
    target = draft.state.after(laid.seat)
    return face_attack(draft, Attack(laid.face.kind, laid.seat, target, cards, turns))


def face_attack(draft: Draft, attack: Attack) -> tuple[Step, ...]:
    draft.state = replace(draft.state, attack=attack)
    return (Answer(attack.target),)


def answer(draft: Draft, step: Answer) -> None:
    """Asked only if there is something to choose, or if somebody may step in; else it is borne at once."""
    state, attack = draft.state, draft.state.attack
    assert attack is not None
    allowed = {MoveKind.ACCEPT}
    if state.four is not None:
        allowed.add(MoveKind.CHALLENGE)
    if draft.book.answerable(attack):
        allowed.add(MoveKind.PLAY)
    if len(allowed) > 1 or any(waits(state) for waits in draft.book.waits):
        draft.choose(step, step.seat, *allowed)
    else:
        _bear(draft, attack)


def accepted(draft: Draft, _need: NeedMove, event: Accepted) -> None:
    attack = draft.state.attack
    assert attack is not None
    late = close_windows(draft)
    if attack.kind is Kind.WILD_DRAW_FOUR:
        draft.tell(FourAccepted(event.seat))
    _bear(draft, attack)
    draft.next(*late)


def drop_attack(draft: Draft) -> None:
    draft.state = replace(draft.state, attack=None, four=None)


def _bear(draft: Draft, attack: Attack) -> None:
    """The target draws; it and perhaps others miss their turns, never who attacked; then play goes on."""
    drop_attack(draft)
    drawn = penalty(draft, attack.target, attack.cards, REASONS[attack.kind]) if attack.cards else ()
    seat, missed = attack.target, list[Step]()
    for _ in range(attack.turns):
        seat = draft.state.after(seat) if seat == attack.offender else seat
        missed.append(Miss(seat))
        seat = draft.state.after(seat)
    draft.next(*drawn, *missed, Turn(seat))


def miss(draft: Draft, step: Miss) -> None:
    """Not worth a word if the round is over anyway."""
    if all(draft.state.counts[seat] for seat in draft.state.playing) or draft.book.emptied is not None:
        draft.tell(SeatSkipped(step.seat))


# --- the challenge of a +4 --------------------------------------------------------------------------------


def lay_four(draft: Draft, laid: Laid, cards: int) -> tuple[Step, ...]:
    """A +4, perhaps on others: `cards` are to be drawn. It can be challenged if it can have been illegal.

    That is not so with `challenge=off`, with `wd4_legal=always`, and where no colour was in play.
    """
    if laid.before is not None and judging(draft.state.ruleset) is not None:
        draft.state = replace(draft.state, four=LaidFour(laid.seat, laid.before, laid.under))
    return strike(draft, laid, cards)


def judging(ruleset: RuleSet) -> Forbids | None:
    """What makes a +4 illegal; None where nobody can challenge one."""
    if not ruleset.on("challenge") or ruleset["wd4_legal"] == "always":
        return None
    return FORBIDDING[ruleset["wd4_legal"]]


def forbidding(state: GameState, colour: Colour, under: Face | None) -> frozenset[CardId]:
    """The cards of which none may be left in the hand when a +4 is laid on `colour` and `under`."""
    forbids = FORBIDDING[state.ruleset["wd4_legal"]]
    return frozenset(card for card, face in enumerate(state.deck) if forbids(face, colour, under))


def _colour(face: Face, colour: Colour, _under: Face | None) -> bool:
    """A wild has no colour, and an equal number or symbol does not count (S2, M2062)."""
    return face.colour == colour


def _colour_or_wild(face: Face, colour: Colour, _under: Face | None) -> bool:
    """A wild counts as the colour (S2, HJH90), but not another +4 (ours)."""
    return face.colour == colour or (face.is_wild and face.kind is not Kind.WILD_DRAW_FOUR)


def _colour_or_symbol(face: Face, colour: Colour, under: Face | None) -> bool:
    """Neither the colour nor the number or symbol (S0)."""
    same = under is not None and not face.is_wild and (face.kind, face.number) == (under.kind, under.number)
    return face.colour == colour or same


def _never(_face: Face, _colour: Colour, _under: Face | None) -> bool:
    return False


FORBIDDING: Mapping[str, Forbids] = {
    "colour": _colour,
    "colour-or-wild": _colour_or_wild,
    "colour-or-symbol": _colour_or_symbol,
    "always": _never,
}


def challenged(draft: Draft, _need: NeedMove, event: Challenged) -> None:
    four = draft.state.four
    assert four is not None
    late = close_windows(draft)
    draft.tell(ChallengeMade(event.seat, four.offender, four.colour))
    draft.next(*late, Judge(event.seat))


def judge(draft: Draft, step: Judge) -> None:
    """What is judged was fixed when the +4 was laid: cards drawn since then do not matter.

    Who has left the table cannot show that he was innocent.
    """
    four = draft.state.four
    assert four is not None
    cards = forbidding(draft.state, four.colour, four.under)
    need = NeedVerdict(four.offender, step.challenger, four.colour, cards)
    if four.offender in draft.state.gone:
        _guilty(draft, need)
    else:
        draft.need = need


def judged(draft: Draft, need: NeedVerdict, event: Verdict) -> None:
    if not event.guilty:
        _innocent(draft, need)
    elif draft.state.counts[need.offender] == 0:
        raise IllegalMove(
            sentence("A +4 played as the last card is always legal: no card was left that could forbid it.")
        )
    else:
        _guilty(draft, need)


def _guilty(draft: Draft, need: NeedVerdict) -> None:
    """The offender draws what was laid, if he is still there, and the challenger plays."""
    cards = _settled(draft)
    draft.tell(ChallengeWon(need.challenger, need.offender))
    left = need.offender in draft.state.gone
    paid = () if left else penalty(draft, need.offender, cards, DrawReason.GUILTY)
    draft.next(*GUILTY[draft.state.ruleset["guilty"]](draft, need), *paid, Turn(need.challenger))


def _innocent(draft: Draft, need: NeedVerdict) -> None:
    """The challenger draws what was laid and two more, and misses the turn (all sources)."""
    cards = _settled(draft) + FALSE_CHALLENGE
    draft.tell(ChallengeLost(need.challenger, need.offender))
    drawn = penalty(draft, need.challenger, cards, DrawReason.FALSE_CHALLENGE)
    draft.next(*drawn, Miss(need.challenger), Turn(draft.state.after(need.challenger)))


def _settled(draft: Draft) -> int:
    """Nothing waits any more; how many cards were laid."""
    attack = draft.state.attack
    assert attack is not None
    drop_attack(draft)
    return attack.cards


def _stands(_draft: Draft, _need: NeedVerdict) -> tuple[Step, ...]:
    """The +4 and its colour stand (S2)."""
    return ()


def _taken_back(draft: Draft, need: NeedVerdict) -> tuple[Step, ...]:
    """The +4 goes back into the hand, and the earlier colour counts (S0, S1, S4).

    Nobody has just laid what lies on top then, so nobody jumps in on it (ours).
    """
    *rest, card = draft.state.discards
    draft.state = replace(draft.state, discards=tuple(rest), colour=need.colour, laid_by=None)
    draft.tell(FourTakenBack(need.offender, card, need.colour))
    return (Return(need.offender, card),)


def _void(draft: Draft, need: NeedVerdict) -> tuple[Step, ...]:
    """As if the +4 had not been played (S0, first article): it goes under all other discards."""
    *rest, card = draft.state.discards
    draft.state = replace(draft.state, discards=(card, *rest), colour=need.colour, laid_by=None)
    draft.tell(FourVoid(need.offender, card, need.colour))
    return ()


# What happens to a +4 that was illegal; who laid it draws in any case.
GUILTY: Mapping[str, Callable[[Draft, NeedVerdict], tuple[Step, ...]]] = {
    "draws": _stands,
    "takes-back": _taken_back,
    "void": _void,
}


# --- an open card goes back into a hand -------------------------------------------------------------------


def give_back(draft: Draft, step: Return) -> None:
    """There is no hand any more to take it if its owner has left: then it is laid aside."""
    if step.seat in draft.state.gone:
        draft.state = replace(draft.state, aside=draft.state.aside + 1)
    else:
        draft.need = NeedReturn(step.seat, step.card)


def returned(draft: Draft, need: NeedReturn, _event: Returned) -> None:
    draft.change({need.seat: 1})
