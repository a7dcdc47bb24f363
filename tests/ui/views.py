"""Views made by hand: the table as one seat sees it, without a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from protocol.rules.cards import Colour
from protocol.rules.engine import new_game
from protocol.rules.moves import legal_plays
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState, LaidFour, UnoWindow
from protocol.table.state import Checked
from protocol.table.view import View

CLASSIC = RuleSet.preset("classic")
DECK = new_game(CLASSIC, 2).deck

TURN = (MoveKind.PLAY, MoveKind.DRAW)
DRAWN = (MoveKind.KEEP, MoveKind.PLAY_DRAWN)
FOUR = (MoveKind.ACCEPT, MoveKind.CHALLENGE)
NAMING = (MoveKind.NAME_COLOUR,)


def ids(labels: Sequence[str]) -> tuple[int, ...]:
    """One card of the deck for each label; equal labels get different cards."""
    found: list[int] = []
    for label in labels:
        found.append(next(n for n, face in enumerate(DECK) if face.label == label and n not in found))
    return tuple(found)


def make_view(
    hand: Sequence[str] = (),
    *,
    top: str = "red 7",
    colour: Colour | None = None,
    asked: Collection[MoveKind] = (),
    drawn: str | None = None,
    names: tuple[str, ...] = ("Ann", "Bob", "Cid"),
    turn: int | None = None,
    catchable: int | None = None,
    four: LaidFour | None = None,
    rules: RuleSet = CLASSIC,
    slot: int = 50,
    counts: tuple[int, ...] | None = None,
) -> View:
    """What seat 0 sees. With `asked` it is its turn, else that of `turn` (seat 1)."""
    top_card, *cards = ids([top, *hand, *([drawn] if drawn else [])])
    drawn_card = cards.pop() if drawn else None
    seat = 0 if asked else (1 if turn is None else turn)
    state: GameState = replace(
        new_game(rules, len(names)),
        round=1,
        dealer=0,
        turn=seat,
        counts=counts or (len(cards), *(5,) * (len(names) - 1)),
        pile=60,
        discards=(top_card,),
        colour=colour if colour is not None else DECK[top_card].colour,
        windows=() if catchable is None else (UnoWindow(catchable, False, frozenset()),),
        four=four,
        need=NeedMove(seat, frozenset(asked or TURN)),
    )
    allowed = frozenset(asked)
    playable = (drawn_card,) if drawn_card is not None else (cards if MoveKind.PLAY in allowed else ())
    return View(
        seat=0,
        slot=slot,
        names=names,
        bots=(False, *(True,) * (len(names) - 1)),
        keys=tuple(bytes([each]) * 32 for each in range(len(names))),
        rules=state,
        hand=tuple(cards),
        drawn=drawn_card,
        allowed=allowed,
        legal=legal_plays(state, playable),
        catchable=catchable,
        shown=None,
        checked=Checked(),
    )
