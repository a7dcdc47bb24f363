"""Short stories at a table, written so that somebody who knows the game can check them.

A `Story` says who holds what, what lies on top and what is drawn next; then line by line what a player does
and everything that follows, up to whose choice it is:

    A: red draw two      -> B draws 2, B misses, C plays
    C: draw              -> C draws 1, C keeps or plays
    B: catch A           -> A caught, A draws 2, C keeps or plays
    C: blue 3            -> refused

Players are A, B, C ... in clockwise order, and A is in turn. Cards are named by their labels; two of a kind
are two cards of the deck. `discards` lie under the top card, and a reshuffled pile lies in the order in which
they lay. The cards that nobody mentions lie at the bottom of the pile (`rest="pile"`), among the discards,
right under the top card (`rest="discards"`), or in the hand of the last player (`rest="hand"`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from protocol.rules import events as ev
from protocol.rules import happenings as hp
from protocol.rules.cards import CardId, Colour, deck
from protocol.rules.engine import IllegalMove, new_game
from protocol.rules.needs import MoveKind, Need, NeedMove, NeedNextRound, Over
from protocol.rules.ruleset import Setting
from protocol.rules.state import GameState
from tests.rules.dealer import CLASSIC, Dealer

NAMES = "ABCDEFGHIJ"
COLOURS = {colour.label: colour for colour in Colour}


@dataclass(frozen=True)
class Story:
    """One rule, its source in the catalogue's texts, and how it goes."""

    rule: str
    source: str
    hands: str
    top: str
    story: str
    pile: str = ""
    discards: str = ""
    rest: str = "pile"
    colour: str = ""
    scores: tuple[int, ...] = ()
    options: dict[str, Setting] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.rule


def stories(*told: Story) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("story", told, ids=str)


def tell(story: Story) -> Dealer:
    """Play the story and compare every line."""
    dealer = set_table(story)
    for line in filter(None, map(str.strip, story.story.splitlines())):
        action, expected = (part.strip() for part in line.split("->"))
        assert f"{action} -> {_follow(dealer, action)}" == f"{action} -> {expected}"
    return dealer


class Box:
    """The deck in its box: cards are taken out by name."""

    def __init__(self) -> None:
        self.left = dict(enumerate(face.label for face in deck(CLASSIC)))

    def cards(self, labels: str) -> list[CardId]:
        return [self.card(label.strip()) for label in labels.split(",") if label.strip()]

    def card(self, label: str) -> CardId:
        card = next((card for card, name in self.left.items() if name == label), None)
        assert card is not None, f"no {label} is left"
        del self.left[card]
        return card


def set_table(story: Story) -> Dealer:
    box = Box()
    hands = [box.cards(hand.split(":")[1]) for hand in story.hands.split("|")]
    top = box.card(story.top)
    pile, discards = box.cards(story.pile), box.cards(story.discards)
    {"pile": pile, "discards": discards, "hand": hands[-1]}[story.rest].extend(box.left)
    ruleset = CLASSIC.with_options(story.options)
    state = replace(
        new_game(ruleset, len(hands)),
        round=1,
        dealer=len(hands) - 1,
        scores=story.scores or (0,) * len(hands),
        counts=tuple(len(hand) for hand in hands),
        pile=len(pile),
        discards=(*discards, top),
        colour=COLOURS[story.colour] if story.colour else deck(ruleset)[top].colour,
        need=NeedMove(0, frozenset({MoveKind.PLAY, MoveKind.DRAW if pile or discards else MoveKind.PASS})),
        agenda=(),
    )
    return Dealer(state, list, hands, pile)


def _follow(dealer: Dealer, action: str) -> str:
    event = _event(dealer, action)
    before = dealer.state
    try:
        happened = dealer.happen(event)
    except IllegalMove:
        assert dealer.state is before
        return "refused"
    happened += dealer.serve()
    told = [_told(happening) for happening in happened]
    return ", ".join([*filter(None, told), waits_for(dealer.state.need)])


def _event(dealer: Dealer, action: str) -> ev.Event:
    if action == "next round":
        return ev.NextRound()
    who, what = (part.strip() for part in action.split(":"))
    seat = NAMES.index(who)
    match what.split():
        case ["draw"]:
            return ev.DrawChosen(seat)
        case ["keep"]:
            return ev.Kept(seat)
        case ["pass"]:
            return ev.Passed(seat)
        case ["accept"]:
            return ev.Accepted(seat)
        case ["challenge"]:
            return ev.Challenged(seat)
        case ["catch", target]:
            return ev.Caught(seat, NAMES.index(target))
        case ["colour", colour]:
            return ev.ColourNamed(seat, COLOURS[colour])
        case ["drawn", *rest]:
            assert dealer.drawn is not None
            colour, uno = _extras(rest)
            return ev.PlayedDrawn(seat, dealer.drawn, colour, uno)
        case words:
            return _play(dealer.state, dealer.hands[seat], seat, words)


def _play(state: GameState, hand: list[CardId], seat: int, words: list[str]) -> ev.Played:
    """'red 5', 'wild draw four green uno': the label, then the colour, then the call."""
    labels = {state.deck[card].label: card for card in hand}
    for length in range(len(words), 0, -1):
        label = " ".join(words[:length])
        if label in labels:
            return ev.Played(seat, labels[label], *_extras(words[length:]))
    raise AssertionError(f"{NAMES[seat]} holds no such card: {' '.join(words)}")


def _extras(words: list[str]) -> tuple[Colour | None, bool]:
    assert set(words) <= {*COLOURS, "uno"}, words
    return next((COLOURS[word] for word in words if word in COLOURS), None), "uno" in words


def _told(happening: hp.Happening) -> str:
    if isinstance(happening, SAID):
        return ""
    if isinstance(happening, hp.RoundEnded):
        others = [value for seat, value in enumerate(happening.values) if seat not in happening.winners]
        return f"{_names(happening.winners)} wins {'+'.join(map(str, others))} = {max(happening.points)}"
    return TOLD[type(happening)](happening)


# The action said it, and the dealer has checked it.
SAID = hp.CardPlayed | hp.ColourChanged | hp.CardKept | hp.SeatPassed | hp.FourAccepted | hp.ChallengeMade

TOLD: dict[type[hp.Happening], Callable[[Any], str]] = {
    hp.CardsDrawn: lambda drawn: f"{NAMES[drawn.seat]} draws {drawn.count}",
    hp.CardsMissing: lambda missing: f"{NAMES[missing.seat]} lacks {missing.count}",
    hp.SeatSkipped: lambda skipped: f"{NAMES[skipped.seat]} misses",
    hp.DirectionTurned: lambda turned: "clockwise" if turned.direction == 1 else "counter-clockwise",
    hp.Reshuffled: lambda reshuffled: f"{reshuffled.count} reshuffled",
    hp.UnoCalled: lambda called: f"UNO {NAMES[called.seat]}",
    hp.FalseCall: lambda _: "false UNO",
    hp.CaughtOut: lambda caught: f"{NAMES[caught.target]} caught",
    hp.FalseCatch: lambda _: "false catch",
    hp.ChallengeWon: lambda _: "guilty",
    hp.ChallengeLost: lambda _: "innocent",
    hp.RoundStarted: lambda started: f"round {started.round}, {NAMES[started.dealer]} deals",
    hp.DeckShuffled: lambda shuffled: f"{shuffled.count} shuffled",
    hp.FirstCardTurned: lambda turned: f"{deck(CLASSIC)[turned.card].label} turned up",
    hp.FirstCardReturned: lambda _: "it goes back",
    hp.HandsDealt: lambda dealt: f"{dealt.each} each",
    hp.GameEnded: lambda ended: f"game to {_names(ended.winners)}",
}


def _names(seats: tuple[int, ...]) -> str:
    return "".join(NAMES[seat] for seat in seats)


def waits_for(need: Need) -> str:
    match need:
        case NeedMove(seat, allowed):
            return f"{NAMES[seat]} {CHOICES[allowed]}"
        case NeedNextRound():
            return "next round"
        case Over():
            return "over"
        case _:
            raise AssertionError(need)


CHOICES = {
    frozenset({MoveKind.PLAY, MoveKind.DRAW}): "plays",
    frozenset({MoveKind.PLAY, MoveKind.PASS}): "plays or passes",
    frozenset({MoveKind.KEEP, MoveKind.PLAY_DRAWN}): "keeps or plays",
    frozenset({MoveKind.ACCEPT, MoveKind.CHALLENGE}): "answers",
    frozenset({MoveKind.NAME_COLOUR}): "names a colour",
}
