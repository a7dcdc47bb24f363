"""Games in which everything happens: bluffs and challenges, forgotten UNOs, true and false catches, races.

What each seat does is drawn from a seed, among what the rules let it do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from p2puno.seat.bots.customs import discarded
from protocol.rules.book import Interruption, Naming
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import (
    AcceptFour,
    AccuseSeat,
    Ask,
    CallUno,
    CastVote,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    DuelCard,
    GiveCard,
    JumpIn,
    KeepCard,
    Move,
    NameFirstColour,
    NameTargetSeat,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
    React,
    SayReady,
    SaySomething,
)
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.view import Action, View
from tests.table.simulation import CLASSIC, Simulation


def possible(view: View, colour: Colour, *, uno: bool) -> list[Move]:
    """Everything that the rules let this seat choose, with this colour for wilds; what is rare comes last."""
    simple: dict[MoveKind, Callable[[], Move]] = {
        MoveKind.DRAW: DrawCard,
        MoveKind.KEEP: KeepCard,
        MoveKind.PASS: PassTurn,
        MoveKind.READY: SayReady,
        MoveKind.ACCEPT: AcceptFour,
        MoveKind.CHALLENGE: ChallengeFour,
        MoveKind.NAME_COLOUR: lambda: NameFirstColour(colour),
        MoveKind.DISCARD: lambda: discarded(view),
    }
    moves: list[Move] = [make() for kind, make in simple.items() if kind in view.allowed]
    if MoveKind.NAME_TARGET in view.allowed:
        moves += map(NameTargetSeat, view.targets)
    if MoveKind.PLAY in view.allowed:
        moves += [play for card in sorted(view.legal) for play in plays(view, card, colour, uno=uno)]
        if view.tries:
            moves += [PlayCard(card, uno=uno) for card in view.hand if card not in view.legal]
    if MoveKind.PLAY_DRAWN in view.allowed:
        moves += [
            PlayDrawnCard(card, named(view, card, colour), uno, target)
            for card in view.legal
            for target in whom(view, card)
        ]
    assert all(view.permits(move) for move in moves)
    return moves


def plays(view: View, card: int, colour: Colour, *, uno: bool) -> list[Move]:
    """Every way to lay this card."""
    alone = [PlayCard(card, named(view, card, colour), uno, target) for target in whom(view, card)]
    pairs = [
        PlayCard(card, named(view, card, colour), uno, None, second, as_skip=True)
        if as_skip
        else PlayCard(card, named(view, card, colour), uno, target, second)
        for second in view.seconds(card)
        for as_skip in view.pair_ways
        for target in whom(view, card, 2)[:1]
    ]
    return [*alone, *pairs]


def named(view: View, card: int, colour: Colour) -> Colour | None:
    return colour if view.colour_due(card) else None


def whom(view: View, card: int, count: int = 1) -> list[int | None]:
    """With whom somebody could exchange who lays this card; None: with nobody."""
    due = view.target_due(card, count)
    nobody: list[int | None] = [] if due is Naming.MUST else [None]
    return nobody if due is Naming.NEVER else [*nobody, *view.targets]


def by_lot(view: View, rng: random.Random, calls: float = 0.5) -> Move:
    """Anything that the rules let this seat choose, a play that fits rather than not."""
    moves = possible(view, rng.choice(list(Colour)), uno=rng.random() < calls)
    bold = [
        move
        for move in moves
        if isinstance(move, PlayDrawnCard | ChallengeFour)
        or (isinstance(move, PlayCard) and move.card in view.legal)
    ]
    return rng.choice(bold) if bold and rng.random() < 0.85 else rng.choice(moves)


def out_of_turn(view: View, rng: random.Random) -> Action | None:
    """Something that the rules let this seat do although it is not its turn."""
    colour = rng.choice(list(Colour))
    actions: list[Action] = [
        *map(CatchSeat, view.may_catch),
        *map(CallUno, view.may_call),
        *(
            JumpIn(card, named(view, card, colour), rng.random() < 0.5, rng.choice(whom(view, card)))
            for card in view.jumpable
        ),
    ]
    if rng.random() < 0.03:
        actions += map(AccuseSeat, view.may_accuse)
    if Interruption.CHAT in view.interruptions and rng.random() < 0.05:
        actions.append(SaySomething("what a card!"))
    return rng.choice(actions) if actions else None


def answered(view: View, rng: random.Random) -> Action:
    """Any answer to a question that is no turn."""
    match view.asked:
        case Ask.GIVE:
            return GiveCard(rng.choice(view.hand))
        case Ask.DUEL:
            return DuelCard(rng.choice([None, *view.duel]))
        case Ask.VOTE:
            return CastVote(rng.random() < 0.5)
        case _:
            return React()


@dataclass(frozen=True, slots=True)
class RecordingSecrets(SeatSecrets):
    """Remembers every key that its seat has ever made use of."""

    held: set[int] = field(default_factory=set, compare=False, repr=False)

    def for_round(self, number: int) -> SeatSecrets:
        later = SeatSecrets.for_round(self, number)
        return RecordingSecrets(
            later.identity, later.seat, later.table, later.round, later.secret, later.beginning, self.held
        )

    def scalar(self, origin: KeyOrigin) -> int:
        key = SeatSecrets.scalar(self, origin)
        self.held.add(key)
        return key


class Lively(Simulation):
    """Seats that choose by lot, and accuse each other."""

    def _race(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, Racing)
        actions: list[tuple[int, Action]] = []
        for seat in range(len(self.states)):
            target = self.view(seat).catchable
            if target is not None and self.rng.random() < 0.4:
                actions.append((seat, CatchSeat(target)))
        if not any(seat == phase.seat for seat, _ in actions) and (not actions or self.rng.random() < 0.6):
            actions.append((phase.seat, self.choosers[phase.seat](self.view(phase.seat))))
        self.rng.shuffle(actions)
        self.act(actions)


def lively(seats: int, seed: int, options: dict[str, str] | None = None) -> Lively:
    """A table at which nothing has happened yet."""
    rules: RuleSet = CLASSIC.with_options(dict(options or {}))
    plain = Simulation.new(seats, rules, seed, twin=True)
    rng = random.Random(seed + 99)

    secrets: list[SeatSecrets] = [
        RecordingSecrets(each.identity, each.seat, each.table, each.round, each.secret)
        for each in plain.secrets
    ]
    return Lively(
        plain.proposal_data, secrets, plain.states, plain.rng, [partial(by_lot, rng=rng)] * seats, twin=True
    )
