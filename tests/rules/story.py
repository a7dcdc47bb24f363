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

More actions: `red 7 with B` (a player is named), `red 7 twice` and `red 7 twice as skip` (a pair),
`jump red 7` (out of turn), `uno` and `uno for B` (said late), `discard red 1, red 2`, `trade B`, `ready`,
`chat`, `accuse B`. `BC leave`, `void`, `D sits down`: who plays at all. What comes while the table is busy
stands behind the action: `red draw two; at cards B leaves`, at the next need of that kind. Where chance
decides (wheel, lot, who slaps last, which card is given away) it takes the numbers in `luck`, and 0, the
first, when there are none left.
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
from protocol.rules.moves import duty
from protocol.rules.needs import MoveKind, Need, NeedMove, NeedNextRound, Over
from protocol.rules.ruleset import RuleSet, Setting
from protocol.rules.state import GameState
from protocol.rules.steps import Turn
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
    luck: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.rule


def scene(settings: str, *, rule: str, source: str, hands: str, top: str, story: str, **more: Any) -> Story:
    """A story under rules that are written as `--set` takes them: 'stack=both jump_in=on'."""
    options: dict[str, Setting] = dict(setting.split("=", 1) for setting in settings.split())
    return Story(rule, source, hands, top, story, options=options, **more)


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

    def __init__(self, ruleset: RuleSet = CLASSIC) -> None:
        self.left = dict(enumerate(face.label for face in deck(ruleset)))

    def cards(self, labels: str) -> list[CardId]:
        return [self.card(label.strip()) for label in labels.split(",") if label.strip()]

    def card(self, label: str) -> CardId:
        card = next((card for card, name in self.left.items() if name == label), None)
        assert card is not None, f"no {label} is left"
        del self.left[card]
        return card


def set_table(story: Story) -> Dealer:
    ruleset = CLASSIC.with_options(story.options)
    box = Box(ruleset)
    hands = [box.cards(hand.split(":")[1]) for hand in story.hands.split("|")]
    top = box.card(story.top)
    pile, discards = box.cards(story.pile), box.cards(story.discards)
    {"pile": pile, "discards": discards, "hand": hands[-1]}[story.rest].extend(box.left)
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
        asked=Turn(0, begun=True),
        refilled=(0,) * len(hands),
        gained=(0,) * len(hands),
    )
    luck = list(story.luck)
    return Dealer(state, list, hands, pile, lambda _count: luck.pop(0) if luck else 0)


def _follow(dealer: Dealer, action: str) -> str:
    what, _, meanwhile = action.partition(";")
    event = _event(dealer, what.strip())
    before = dealer.state
    if not _provable(dealer, event):
        return "refused"
    try:
        happened = dealer.happen(event)
    except IllegalMove:
        assert dealer.state is before
        return "refused"
    happened += _meanwhile(dealer, meanwhile.split()) + dealer.serve()
    told = [_told(dealer.state, happening) for happening in happened]
    return ", ".join([*filter(None, told), waits_for(dealer.state.need)])


def _provable(dealer: Dealer, event: ev.Event) -> bool:
    """`decline=forced`: who draws or passes has to prove that nothing fits, which the table asks for."""
    kinds = {ev.DrawChosen: MoveKind.DRAW, ev.Passed: MoveKind.PASS}
    kind = kinds.get(type(event))
    if kind is None:
        return True
    assert isinstance(event, ev.DrawChosen | ev.Passed)
    return duty(dealer.state, kind).isdisjoint(dealer.hands[event.seat])


def _meanwhile(dealer: Dealer, words: list[str]) -> list[hp.Happening]:
    """'at cards B leaves'."""
    happened: list[hp.Happening] = []
    if words:
        while type(dealer.state.need).__name__.lower() != f"need{words[1]}":
            happened += dealer.happen(dealer.answer())
        happened += dealer.happen(_coming(words[2:]))
    return happened


def _coming(words: list[str]) -> ev.Event:
    match words:
        case ["void"]:
            return ev.RoundVoided()
        case [names, "leaves" | "leave"]:
            return ev.SeatsGone(tuple(map(NAMES.index, names)))
        case [names, *_]:
            return ev.SeatsBack(tuple(map(NAMES.index, names)))
        case _:
            raise AssertionError(words)


PLAIN: dict[str, Callable[[int], ev.Event]] = {
    "draw": ev.DrawChosen,
    "keep": ev.Kept,
    "pass": ev.Passed,
    "accept": ev.Accepted,
    "challenge": ev.Challenged,
    "ready": ev.Ready,
    "chat": ev.BrokeSilence,
    "uno": lambda seat: ev.UnoSaid(seat, seat),
    "discard nothing": lambda seat: ev.Discarded(seat, ()),
}
AIMED: dict[str, Callable[[int, int], ev.Event]] = {
    "catch": ev.Caught,
    "uno for": ev.UnoSaid,
    "accuse": ev.Accused,
    "trade": ev.TargetNamed,
}


def _event(dealer: Dealer, action: str) -> ev.Event:
    if action == "next round":
        return ev.NextRound()
    if ":" not in action:
        return _coming(action.split())
    who, what = (part.strip() for part in action.split(":"))
    seat = NAMES.index(who)
    if what in PLAIN:
        return PLAIN[what](seat)
    verb, _, name = what.rpartition(" ")
    if verb in AIMED:
        return AIMED[verb](seat, NAMES.index(name))
    match what.split():
        case ["colour", colour]:
            return ev.ColourNamed(seat, COLOURS[colour])
        case ["discard", *_]:
            return _discard(dealer, seat, what.removeprefix("discard"))
        case ["drawn", *rest]:
            assert dealer.drawn is not None
            colour, uno, target = _extras(rest)
            return ev.PlayedDrawn(seat, dealer.drawn, colour, uno, target)
        case ["jump", *rest]:
            card, words = _card(dealer, seat, rest)
            return ev.JumpedIn(seat, card, *_extras(words))
        case words:
            return _play(dealer, seat, words)


def _discard(dealer: Dealer, seat: int, labels: str) -> ev.Discarded:
    hand = {dealer.state.deck[card].label: card for card in dealer.hands[seat]}
    return ev.Discarded(seat, tuple(hand[label.strip()] for label in labels.split(",")))


def _play(dealer: Dealer, seat: int, words: list[str]) -> ev.Played:
    """'red 5', 'wild draw four green uno': the label, then the colour, then the call."""
    card, rest = _card(dealer, seat, words)
    as_skip, second = "skip" in rest, None
    if "twice" in rest:
        face = dealer.state.deck[card]
        second = next(c for c in dealer.hands[seat] if c != card and dealer.state.deck[c] == face)
    extras = _extras([word for word in rest if word not in ("twice", "as", "skip")])
    return ev.Played(seat, card, *extras, second, as_skip)


def _card(dealer: Dealer, seat: int, words: list[str]) -> tuple[CardId, list[str]]:
    """The card of the hand that the words begin with, and the other words."""
    labels = {dealer.state.deck[card].label: card for card in dealer.hands[seat]}
    for length in range(len(words), 0, -1):
        label = " ".join(words[:length])
        if label in labels:
            return labels[label], words[length:]
    raise AssertionError(f"{NAMES[seat]} holds no such card: {' '.join(words)}")


def _extras(words: list[str]) -> tuple[Colour | None, bool, int | None]:
    """The colour, the call, and the player that is named: 'green uno with B'."""
    target = NAMES.index(words[words.index("with") + 1]) if "with" in words else None
    others = words[: words.index("with")] if "with" in words else words
    assert set(others) <= {*COLOURS, "uno"}, words
    return next((COLOURS[word] for word in others if word in COLOURS), None), "uno" in others, target


def _told(state: GameState, happening: hp.Happening) -> str:
    if isinstance(happening, SAID):
        return ""
    if isinstance(happening, hp.RoundEnded):
        return _round(state, happening)
    if isinstance(happening, hp.FirstCardTurned):
        return f"{state.deck[happening.card].label} turned up"
    return TOLD[type(happening)](happening)


def _round(state: GameState, end: hp.RoundEnded) -> str:
    if state.ruleset["score"] not in ("winner-takes", "one-round"):
        return f"round to {_names(end.winners)}: {' '.join(map(str, end.points))}"
    others = [value for seat, value in enumerate(end.values) if seat not in end.winners and end.hands[seat]]
    return f"{_names(end.winners)} wins {'+'.join(map(str, others))} = {max(end.points)}"


# The action said it, and the dealer has checked it.
SAID = (
    hp.CardPlayed
    | hp.ColourChanged
    | hp.CardKept
    | hp.SeatPassed
    | hp.FourAccepted
    | hp.ChallengeMade
    | hp.SeatReady
    | hp.CardsDiscarded
    | hp.HintAccused
)

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
    hp.FirstCardReturned: lambda _: "it goes back",
    hp.HandsDealt: lambda dealt: f"{dealt.each} each",
    hp.DealerDrawn: lambda lot: f"the lot falls on {NAMES[lot.dealer]}",
    hp.CardMisplayed: lambda tried: f"{NAMES[tried.seat]} takes it back",
    hp.ColourMoved: lambda moved: f"colour {moved.colour.label}",
    hp.UnoRescued: lambda saved: f"{NAMES[saved.by]} rescues {NAMES[saved.target]}",
    hp.UnoForgotten: lambda forgot: f"{NAMES[forgot.seat]} forgot UNO",
    hp.LastToSlap: lambda slap: f"{NAMES[slap.seat]} slaps last",
    hp.FourTakenBack: lambda back: f"{NAMES[back.seat]} takes it back, colour {back.colour.label}",
    hp.FourVoid: lambda void: f"void, colour {void.colour.label}",
    hp.AttackAnswered: lambda hit: f"{hit.cards or 'skip'} to {NAMES[hit.target]}",
    hp.HandsMoved: lambda moved: " ".join(f"{NAMES[a]}>{NAMES[b]}" for a, b in moved.moves),
    hp.CardsExchanged: lambda both: f"{NAMES[both.first]} and {NAMES[both.second]} exchange a card",
    hp.HandsRedealt: lambda dealt: f"redealt {' '.join(map(str, dealt.counts))}",
    hp.WheelSpun: lambda wheel: f"wheel {wheel.sector}",
    hp.HandOpened: lambda shown: f"{NAMES[shown.seat]} shows {len(shown.cards)}",
    hp.DuelFought: lambda duel: f"duel to {'nobody' if duel.winner is None else NAMES[duel.winner]}",
    hp.FirstToShout: lambda shout: f"{NAMES[shout.seat]} shouts first",
    hp.SilenceBegan: lambda _: "silence",
    hp.SilenceEnded: lambda end: "silence over" if end.broken_by is None else "silence broken",
    hp.HintJudged: lambda vote: "a hint" if vote.guilty else "no hint",
    hp.HandRefilled: lambda new: f"{NAMES[new.seat]} refills {new.count}",
    hp.SeatOut: lambda out: f"{NAMES[out.seat]} out {out.place}",
    hp.GameEnded: lambda end: f"{'forfeit' if end.forfeit else 'game'} to {_names(end.winners)}",
    hp.SeatsLeft: lambda left: f"{_names(left.seats)} left",
    hp.RoundVoid: lambda void: f"round {void.round} void",
    hp.SeatsJoined: lambda joined: f"{_names(joined.seats)} sits down with {_numbers(joined.scores)}",
}


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


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
    frozenset({MoveKind.PLAY}): "covers",
    frozenset({MoveKind.ACCEPT}): "accepts",
    frozenset({MoveKind.PLAY, MoveKind.ACCEPT}): "answers or accepts",
    frozenset({MoveKind.PLAY, MoveKind.ACCEPT, MoveKind.CHALLENGE}): "answers with a card too",
    frozenset({MoveKind.PLAY_DRAWN}): "plays it",
    frozenset({MoveKind.READY}): "sorts",
    frozenset({MoveKind.NAME_TARGET}): "trades",
    frozenset({MoveKind.DISCARD}): "discards",
}
