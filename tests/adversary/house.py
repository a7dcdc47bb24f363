"""Honest games in which everything happens that only some rule sets know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from protocol.rules.cards import Colour
from protocol.rules.needs import (
    MoveKind,
    Need,
    NeedDuel,
    NeedLast,
    NeedMove,
    NeedPool,
    NeedShow,
    NeedWheel,
)
from protocol.rules.steps import Discard, Discarding, Step, Trade, Turn
from protocol.table.choices import (
    AcceptFour,
    AccuseSeat,
    Choice,
    DiscardCards,
    DrawCard,
    DuelCard,
    JumpIn,
    NameTargetSeat,
    PlayCard,
    PlayDrawnCard,
    React,
    SayReady,
    SaySomething,
)
from protocol.table.following import follow
from protocol.table.phases import Duelling, Phase, Racing, Resuming
from tests.table.rigged import Arranged, arrange, card, cards

MINE = ("red 1", "red 7", "red 5", "red 0", "blue 9")
THEIRS = ("green 1", "green 2", "yellow 7", "green 4", "wild draw four")
OTHERS = ("blue 1", "blue 2", "yellow 3", "blue 4", "blue 5")


def table(*draw: str, seats: int = 3, options: dict[str, str] | None = None) -> Arranged:
    """Seat 0 is to play on a red 3."""
    hands = [cards(*labels) for labels in (MINE, THEIRS, OTHERS)[:seats]]
    return arrange(hands, card("red 3"), cards(*draw), options=options)


def asking(game: Arranged, need: Need, asked: Step | None = None) -> Arranged:
    """The same table, if the rules needed this now; then the turn goes on with seat 1."""
    state = game.state
    rules = replace(state.rules, need=need, asked=asked, agenda=(Turn(1),))
    game.states = [follow(replace(state, rules=rules, phase=Resuming()))] * state.seats
    return game


def answer(game: Arranged, phase: type[Phase], choices: dict[int, Choice]) -> Arranged:
    """Fill slots until the phase has passed, with these choices in it."""
    while not isinstance(game.state.phase, phase):
        game.step()
    game.apply({seat: game.contribution(seat, choice) for seat, choice in choices.items()})
    game.settle()
    return game


@cache
def swapped() -> Arranged:
    """A 7, and with it hands change between seats 0 and 1."""
    game = table(options={"seven_zero": "on"})
    game.turn(PlayCard(card("red 7"), target=1))
    return game


@cache
def passed_on() -> Arranged:
    """A 0, and all hands go round."""
    game = table(options={"seven_zero": "on"})
    game.turn(PlayCard(card("red 0")))
    return game


@cache
def exchanged() -> Arranged:
    """A 5, and seats 0 and 2 give each other a card."""
    game = table(options={"five_exchange": "on"})
    game.turn(PlayCard(card("red 5"), target=2))
    return game


@cache
def pooled() -> Arranged:
    """All hands are shuffled together and dealt out again."""
    game = asking(table(), NeedPool((5, 6, 4)))
    game.settle()
    return game


@cache
def forced() -> Arranged:
    """Seat 1 has nothing for a red 5 and proves it; it must lay the red 9 that it draws. Seat 0 draws too."""
    mine = cards("red 5", "blue 1", "blue 2", "blue 3", "blue 4")
    theirs = cards("green 1", "green 2", "yellow 4", "yellow 6", "green 7")
    options = {"decline": "forced", "drawn_card": "must-play"}
    game = arrange([mine, theirs], card("red 3"), cards("red 9", "green 8"), options=options)
    game.turn(PlayCard(card("red 5")))
    game.turn(DrawCard())
    game.turn(PlayDrawnCard(card("red 9")))
    game.turn(DrawCard())
    return game


@cache
def drawn_until() -> Arranged:
    """Seat 0 may play but draws: a card that does not fit and one that does."""
    game = table("blue 8", "red 9", options={"draw": "until-playable"})
    game.turn(DrawCard())
    game.turn(PlayDrawnCard(card("red 9")))
    return game


@cache
def spun() -> Arranged:
    """The wheel is turned."""
    game = asking(table(), NeedWheel(9))
    game.step()
    return game


@cache
def discarded() -> Arranged:
    """Seat 0 discards its red cards."""
    game = asking(table(), NeedMove(0, frozenset({MoveKind.DISCARD})), Discard(0, Discarding.COLOUR))
    game.turn(DiscardCards(tuple(cards("red 1", "red 5"))))
    return game


@cache
def traded() -> Arranged:
    game = asking(table(), NeedMove(0, frozenset({MoveKind.NAME_TARGET})), Trade(0))
    game.turn(NameTargetSeat(2))
    return game


@cache
def shown() -> Arranged:
    """Seat 1 shows its hand to everybody and keeps it."""
    game = asking(table(), NeedShow(1))
    game.settle()
    return game


@cache
def duelled() -> Arranged:
    """Seat 0 wins with a 9, seat 1 shows a 4, seat 2 nothing."""
    game = asking(table(), NeedDuel((0, 1, 2)))
    chosen = {0: card("blue 9"), 1: card("green 4"), 2: None}
    return answer(game, Duelling, {seat: DuelCard(number) for seat, number in chosen.items()})


@cache
def accused() -> Arranged:
    """Seat 1 says that seat 0 has given a hint; seat 2 says that it has not."""
    game = table(options={"hint_penalty": "2"})
    game.race((1, AccuseSeat(0)))
    return game


@cache
def silenced() -> Arranged:
    """After a 2 somebody chats, and pays."""
    game = arrange(
        [
            cards("red 2", "red 7", "red 8", "red 9", "red skip"),
            cards("green 1", "green 3", "green 4", "green 5", "green 6"),
            cards("blue 1", "blue 2", "blue 3", "blue 4", "blue 5"),
        ],
        card("red 3"),
        options={"silence": "twos"},
    )
    game.turn(PlayCard(card("red 2")))
    game.race((2, SaySomething("what a card!")))
    return game


@cache
def jumped() -> Arranged:
    """Seat 2 lays the other red 7 out of turn, before seat 1, whose turn it is."""
    game = arrange(
        [
            cards("red 7", "red 5", "red 4", "red 1", "red 2"),
            cards("green 1", "red 8", "red 9", "green 2", "green 3"),
            [card("red 7", 1), *cards("blue 1", "blue 2", "blue 3", "blue 4")],
        ],
        card("red 3"),
        options={"jump_in": "on"},
    )
    game.turn(PlayCard(card("red 7")))
    game.race((2, JumpIn(card("red 7", 1))), (1, PlayCard(card("red 8"))))
    return game


@cache
def slapped() -> Arranged:
    """All but seat 0 put a hand on the pile; seat 2 is the last."""
    game = asking(table(), NeedLast((1, 2)))
    assert isinstance(game.state.phase, Racing)
    game.race((1, React()), (2, React()))
    return game


@cache
def sorted_out() -> Arranged:
    """Seat 1 draws four and says when it is ready."""
    game = arrange(
        [
            cards("wild draw four", "red 5", "red 1", "red 2", "red 4"),
            cards("green 1", "red 8", "green 2", "green 4", "green 5"),
        ],
        card("blue 3"),
        options={"ready_after_four": "on"},
    )
    game.turn(PlayCard(card("wild draw four"), Colour.RED))
    game.turn(AcceptFour())
    game.turn(SayReady())
    return game


@cache
def shared() -> Arranged:
    """Three operators share the keys of the pile; seat 0 lays a card, seat 1 draws one."""
    game = arrange(
        [
            cards("red 7", "red 5", "red 4", "red 1", "red 2"),
            cards("green 1", "green 8", "green 9", "green 2", "green 3"),
            cards("blue 6", "blue 1", "blue 2", "blue 3", "blue 4"),
        ],
        card("red 3"),
        options={"key_sharing": "on"},
    )
    game.turn(PlayCard(card("red 7")))
    game.turn(DrawCard())
    return game


# Played from the first slot on; the others are tables that a test has put into a state of its own.
WHOLE: tuple[Callable[[], Arranged], ...] = (
    swapped,
    passed_on,
    exchanged,
    forced,
    drawn_until,
    accused,
    silenced,
    jumped,
    sorted_out,
    shared,
)
GAMES = (*WHOLE, pooled, spun, discarded, traded, shown, duelled, slapped)
