"""A seat that says what it likes: honest moments of games, and contributions made for them by a cheater.

A `Scene` is a slot of a real game in which a seat says something; there is one for every kind of body. A
cheater has a valid key and signs properly; only what it says is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import pytest

from protocol.errors import RemoteError
from protocol.rules.cards import Colour
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.table import PHASES, apply
from protocol.transcript.contribution import Contribution, sign_contribution
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Body, Statement
from tests.adversary import house
from tests.table.rigged import Arranged, arrange, card, cards
from tests.table.simulation import Moment


@dataclass(frozen=True)
class Scene:
    """A seat about to say `body` in a slot of an honest game."""

    moment: Moment
    seat: int
    body: Body

    def with_body(self, body: Body | bytes) -> dict[int, Contribution]:
        """The slot, with something else from this seat, signed by it."""
        return self.moment.said | {self.seat: forge(self.moment, self.seat, body)}


def forge(moment: Moment, seat: int, body: Body | bytes) -> Contribution:
    """What a seat signs at its place in the log, whatever it is."""
    state = moment.state
    data = body if isinstance(body, bytes) else encode(body)
    statement = Statement(state.table, state.term, state.slot, state.head, seat, data)
    return sign_contribution(moment.secrets[seat].identity, statement)


def refuse(moment: Moment, said: Mapping[int, Contribution]) -> RemoteError:
    """`apply` refuses these contributions, and nothing has changed; returns whom it blames for what."""
    before = replace(moment.state)
    with pytest.raises(RemoteError) as refused:
        apply(moment.state, said)
    assert moment.state == before
    assert str(refused.value.sentence)
    return refused.value


def bodies(moment: Moment) -> dict[int, Body]:
    """What each seat says in a slot."""
    allowed = PHASES[type(moment.state.phase)].bodies
    return {seat: decode(each.statement.body, *allowed) for seat, each in moment.said.items()}


def scenes(table: Arranged) -> list[Scene]:
    return [Scene(moment, seat, body) for moment in table.moments for seat, body in bodies(moment).items()]


@cache
def guilty_game() -> Arranged:
    """A Wild is turned up; later a bluff is challenged and proved guilty."""
    mine = cards("red 1", "red 2", "green 3", "wild draw four", "wild")
    other = cards("red 6", "red 7", "blue 8", "blue 9", "yellow 0")
    table = arrange([mine, other], card("wild", 1), cards("blue 1", "green 1", "blue 2", "blue 3", "blue 4"))
    table.turn(NameFirstColour(Colour.RED))
    table.turn(PlayCard(card("red 1")))
    table.turn(DrawCard())
    table.turn(KeepCard())
    table.turn(PlayCard(card("wild draw four"), Colour.YELLOW))
    table.turn(ChallengeFour())
    table.turn(PlayCard(card("yellow 0")))
    return table


@cache
def innocent_game() -> Arranged:
    """A drawn +4 is laid, challenged and innocent; then one is believed; then a drawn card is played."""
    mine = cards("red 1", "red 2", "green 3", "wild draw four", "wild")
    other = cards("blue 6", "blue 7", "blue 8", "blue 9", "yellow 0")
    drawn = cards("wild draw four", "wild draw four")[1:]
    table = arrange([mine, other], card("blue 0"), [*drawn, *cards("green 4", "green 5")])
    table.turn(DrawCard())
    table.turn(PlayDrawnCard(drawn[0], Colour.RED))
    table.turn(ChallengeFour())
    table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    table.turn(AcceptFour())
    return table


@cache
def raced_game() -> Arranged:
    """Seat 0 of three goes down to one card without UNO; catch and move race; then it goes out."""
    mine = cards("red 1", "red 2", "red 3", "red 4", "red 5")
    others = [
        cards("green 1", "green 2", "green 3", "green 4", "red 6"),
        cards("blue 1", "blue 2", "blue 3", "blue 4", "red 7"),
    ]
    options = {"score": "one-round"}
    table = arrange([mine, *others], card("red 0"), cards("yellow 1", "yellow 2"), options=options)
    for laid in mine[:4]:
        while table.state.rules.turn != 0:
            table.turn(DrawCard())
            table.turn(KeepCard())
        table.turn(PlayCard(laid))
    table.race((1, PlayCard(card("red 6"))), (2, CatchSeat(0)))
    while table.state.rules.turn != 0:
        table.turn(DrawCard())
        table.turn(KeepCard())
    return table


@cache
def ended_game() -> Arranged:
    """The shortest game: seat 0 of two goes out, and everybody has signed the end."""
    mine = cards("red 1", "red 2", "red skip", "red 4", "red 5")
    table = arrange(
        [mine, cards("blue 1", "blue 2", "blue 3", "blue 4", "blue 5")],
        card("red 0"),
        options={"score": "one-round"},
    )
    for laid in mine:
        while table.state.rules.turn != 0:
            table.turn(DrawCard())
            table.turn(KeepCard())
        table.turn(PlayCard(laid, uno=laid == mine[3]))
    return table


@cache
def quick_game() -> Arranged:
    """Seat 0 of two lays all its cards in one go: the smallest transcript of a whole game."""
    mine = cards("red skip", "red skip", "red reverse", "red reverse", "red 5")
    theirs = cards("blue 1", "blue 2", "blue 3", "blue 4", "blue 5")
    table = arrange([mine, theirs], card("red 0"), options={"score": "one-round"})
    for laid in mine:
        table.turn(PlayCard(laid, uno=laid == mine[3]))
    return table


@cache
def published_game() -> Arranged:
    """The quick game once more, at a table that has agreed on open replay."""
    mine = cards("red skip", "red skip", "red reverse", "red reverse", "red 5")
    theirs = cards("blue 1", "blue 2", "blue 3", "blue 4", "blue 5")
    options = {"score": "one-round", "open_replay": "on"}
    table = arrange([mine, theirs], card("red 0"), options=options)
    for laid in mine:
        table.turn(PlayCard(laid, uno=laid == mine[3]))
    return table


@cache
def passed_game() -> Arranged:
    """There is nothing to draw (the rest of the deck is lost), and a seat passes."""
    table = arrange(
        [
            cards("red 1", "red 2", "red 3", "red 4", "red 5"),
            cards(*["blue 1"] * 1, "blue 2", "blue 3", "blue 4", "blue 5"),
        ],
        card("green 0"),
    )
    state = table.state
    rules = replace(state.rules, pile=1)
    table.states = [
        replace(state, rules=rules, epoch=replace(state.the_epoch(), pile=state.the_epoch().pile[:1]))
    ] * 2
    table.turn(DrawCard())
    table.turn(KeepCard())
    table.turn(PassTurn())
    return table


@cache
def every_game() -> tuple[Arranged, ...]:
    games = (guilty_game(), innocent_game(), raced_game(), ended_game(), passed_game(), published_game())
    return (*games, *(make() for make in house.GAMES))


@cache
def every_scene() -> tuple[Scene, ...]:
    return tuple(scene for game in every_game() for scene in scenes(game))


def scenes_of(kind: type[Body]) -> list[Scene]:
    return [scene for scene in every_scene() if type(scene.body) is kind]


def scene_of(kind: type[Body], which: int = 0) -> Scene:
    return scenes_of(kind)[which]
