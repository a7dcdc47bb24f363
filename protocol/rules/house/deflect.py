"""`deflect_wd4`: a Draw Two turns a +4 away and acts as usual (S0, S1, S4).

named-colour: it has the colour that was named with the +4. any: any Draw Two. A whole stack of +4s is turned
away (ours).
"""

from __future__ import annotations

from protocol.rules.attacks import strike
from protocol.rules.book import AttackAnswer, Laid, Rulebook
from protocol.rules.cards import Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.happenings import AttackAnswered
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import Attack, GameState
from protocol.rules.steps import Step


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    fits = {"named-colour": _of_the_colour, "any": _any}.get(ruleset["deflect_wd4"])
    if fits is not None:
        book.answers.append(AttackAnswer(frozenset({Kind.WILD_DRAW_FOUR}), fits, turn_away))


def _of_the_colour(state: GameState, _attack: Attack, face: Face) -> bool:
    return face.kind is Kind.DRAW_TWO and face.colour == state.colour


def _any(_state: GameState, _attack: Attack, face: Face) -> bool:
    return face.kind is Kind.DRAW_TWO


def turn_away(draft: Draft, laid: Laid, _attack: Attack) -> tuple[Step, ...]:
    steps = strike(draft, laid, 2)
    struck = draft.state.attack
    assert struck is not None
    draft.tell(AttackAnswered(laid.seat, struck.target, struck.cards))
    return steps
