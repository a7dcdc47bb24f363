"""`reverse_deflect`: a Reverse of the colour in play turns a +2, +4 or Skip back on who laid it (S0, S4).

That player may save himself again. The Reverse also turns the direction, as always; with two players there
is none to turn. On a hand that is out it falls to nobody (ours).
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.attacks import face_attack
from protocol.rules.book import AttackAnswer, Laid, Rulebook
from protocol.rules.cards import Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.effects import passes_turn, turn_direction
from protocol.rules.happenings import AttackAnswered
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import Attack, GameState
from protocol.rules.steps import Step

AGAINST = frozenset({Kind.DRAW_TWO, Kind.WILD_DRAW_FOUR, Kind.SKIP})


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("reverse_deflect"):
        book.answers.append(AttackAnswer(AGAINST, _fits, turn_back))


def _fits(state: GameState, _attack: Attack, face: Face) -> bool:
    return face.kind is Kind.REVERSE and face.colour == state.colour


def turn_back(draft: Draft, laid: Laid, attack: Attack) -> tuple[Step, ...]:
    if len(draft.state.playing) > 2 and draft.state.ruleset["reverse"] == "lasting":
        turn_direction(draft)
    if draft.state.counts[attack.offender] == 0:
        return passes_turn(draft, laid)
    draft.tell(AttackAnswered(laid.seat, attack.offender, attack.cards))
    return face_attack(draft, replace(attack, offender=laid.seat, target=attack.offender))
