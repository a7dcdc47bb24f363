"""Situations that only house rules make, as one seat sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from protocol.rules.cards import Colour, Kind
from protocol.rules.moves import interruptions, legal_plays
from protocol.rules.needs import MoveKind, NeedDuel, NeedExchange, NeedLast, NeedMove, NeedVote
from protocol.rules.state import Attack, LaidFour, UnoWindow
from protocol.rules.steps import Answer, Discard, Discarding, Step, Turn
from protocol.table.choices import Ask
from protocol.table.view import View
from tests.ui.views import CLASSIC, TURN, make_view

HAND = ("red 5", "red 5", "yellow 7", "wild")


def in_turn(
    options: Mapping[str, Any],
    hand: tuple[str, ...] = HAND,
    asked: Collection[MoveKind] = TURN,
    step: Step | None = None,
    **state: Any,
) -> View:
    """The turn of this seat under these rules."""
    view = make_view(hand, asked=asked, rules=CLASSIC.with_options(options))
    rules = replace(view.rules, asked=step or Turn(0), **state)
    legal = legal_plays(rules, view.hand) if MoveKind.PLAY in asked else ()
    return replace(view, rules=rules, legal=legal, interruptions=interruptions(rules, 0))


def meanwhile(options: Mapping[str, Any], hand: tuple[str, ...] = HAND, **state: Any) -> View:
    """The turn of another, after a card that a player has laid."""
    view = make_view(hand, rules=CLASSIC.with_options(options))
    rules = replace(view.rules, laid_by=2, asked=Turn(1), **state)
    return replace(view, rules=rules, interruptions=interruptions(rules, 0))


def asked(ask: Ask, need: Any, hand: tuple[str, ...] = HAND) -> View:
    """A question beside turns."""
    view = make_view(hand)
    return replace(view, rules=replace(view.rules, need=need), asked=ask, interruptions=frozenset())


def attacked(cards: int, kind: Kind = Kind.DRAW_TWO, *more: MoveKind, hand: tuple[str, ...] = HAND) -> View:
    attack = Attack(kind, 1, 0, cards)
    four = LaidFour(1, Colour.RED) if MoveKind.CHALLENGE in more else None
    kinds = (MoveKind.PLAY, MoveKind.ACCEPT, *more)
    return in_turn({"stack": "both"}, hand, kinds, Answer(0), attack=attack, four=four)


DISCARDING = Discard(0, Discarding.NUMBER)
LATE = UnoWindow(0, False, frozenset(), late=True)
FORGOTTEN = UnoWindow(2, False, frozenset())

SEVEN = in_turn({"seven_zero": "on"})
SWAP_WHO_WANTS = in_turn({"seven_zero": "on", "seven_swap": "may"})
PAIRS = in_turn({"double_play": "together", "pair_as_skip": "on"})
MISPLAY = in_turn({"misplay_penalty": "2"}, ("red 5", "blue 3"))
STACKED = attacked(6, hand=("red draw two", "blue 3"))
STACKED_FOURS = attacked(8, Kind.WILD_DRAW_FOUR, MoveKind.CHALLENGE, hand=("wild draw four", "blue 3"))
SKIPPED = attacked(0, Kind.SKIP, hand=("blue 3", "red 5"))
READY = in_turn({"ready_after_four": "on"}, asked=(MoveKind.READY,))
TRADE = in_turn({"spin": "each-turn"}, asked=(MoveKind.NAME_TARGET,))
DISCARD = in_turn({"spin": "each-turn"}, asked=(MoveKind.DISCARD,), step=DISCARDING)
JUMP = meanwhile({"jump_in": "on"}, ("red 7", "blue 3"))
JUMP_SEVEN = meanwhile({"jump_in": "on", "seven_zero": "on"}, ("red 7", "blue 3", "blue 4"))
LATE_UNO = meanwhile({"uno_call": "before-next"}, ("blue 3",), windows=(LATE,))
RESCUE = meanwhile({"uno_rescue": "anyone"}, windows=(FORGOTTEN,))
ACCUSE = meanwhile({"hint_penalty": "2"})
GIVE = asked(Ask.GIVE, NeedExchange(2, 0))
DUEL = asked(Ask.DUEL, NeedDuel((0, 1, 2)))
VOTE = asked(Ask.VOTE, NeedVote(2, 1))
SLAP = asked(Ask.REACT, NeedLast((0, 1)))
COVER = in_turn({"wild": "cover"}, asked=(MoveKind.PLAY,))

HOUSE_SITUATIONS: dict[str, View] = {
    "seven": SEVEN,
    "seven, free": SWAP_WHO_WANTS,
    "pairs": PAIRS,
    "misplay": MISPLAY,
    "stacked": STACKED,
    "stacked fours": STACKED_FOURS,
    "skipped": SKIPPED,
    "ready": READY,
    "trade": TRADE,
    "discard": DISCARD,
    "jump": JUMP,
    "jump with a seven": JUMP_SEVEN,
    "late uno": LATE_UNO,
    "rescue": RESCUE,
    "accuse": ACCUSE,
    "give": GIVE,
    "duel": DUEL,
    "vote": VOTE,
    "slap": SLAP,
    "cover": COVER,
    "others are asked": replace(GIVE, asked=None),
    "others are attacked": replace(
        make_view(HAND),
        rules=replace(
            make_view(HAND).rules,
            need=NeedMove(1, frozenset({MoveKind.PLAY, MoveKind.ACCEPT})),
            attack=Attack(Kind.DRAW_TWO, 2, 1, 4),
        ),
    ),
}
