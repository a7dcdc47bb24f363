"""`stack`: a drawing card is answered with one of its kind (S0, S1, S2, S4).

draw-two, draw-four, both: it adds up, and the next player faces it all; the last +4 names the colour, and who
challenges it plays for the whole stack. pass-on: a Draw Two is answered without adding up. One card per turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from protocol.rules.attacks import lay_four, strike
from protocol.rules.book import AttackAnswer, Laid, Rulebook
from protocol.rules.cards import Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.happenings import AttackAnswered
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import Attack, GameState
from protocol.rules.steps import Step

Effect: TypeAlias = Callable[[Draft, Laid, Attack], tuple[Step, ...]]


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    stack = ruleset["stack"]
    if stack in ("draw-two", "both"):
        book.answers.append(_like_on_like(Kind.DRAW_TWO, add_two))
    if stack in ("draw-four", "both"):
        book.answers.append(_like_on_like(Kind.WILD_DRAW_FOUR, add_four))
    if stack == "pass-on":
        book.answers.append(_like_on_like(Kind.DRAW_TWO, pass_on))


def _like_on_like(kind: Kind, effect: Effect) -> AttackAnswer:
    def fits(_state: GameState, _attack: Attack, face: Face) -> bool:
        return face.kind is kind

    return AttackAnswer(frozenset({kind}), fits, effect, stacks=True)


def add_two(draft: Draft, laid: Laid, attack: Attack) -> tuple[Step, ...]:
    return _told(draft, laid, strike(draft, laid, attack.cards + 2))


def add_four(draft: Draft, laid: Laid, attack: Attack) -> tuple[Step, ...]:
    return _told(draft, laid, lay_four(draft, laid, attack.cards + 4))


def pass_on(draft: Draft, laid: Laid, attack: Attack) -> tuple[Step, ...]:
    return _told(draft, laid, strike(draft, laid, attack.cards))


def _told(draft: Draft, laid: Laid, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    attack = draft.state.attack
    assert attack is not None
    draft.tell(AttackAnswered(laid.seat, attack.target, attack.cards))
    return steps
