"""Small whole games on the real group, for vectors: rich in events, and always the same."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from protocol.crypto.group import Element
from protocol.crypto.signing import IdentityKey
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Choice, Seating
from protocol.table.frame import between_rounds, open_table
from protocol.table.grounds import two_stories
from protocol.table.phases import Acknowledging, Choosing, HandingOver, Racing, Shuffling, Taking
from protocol.table.removal import Removal
from protocol.table.requests import sign_request
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import contribute, expected, finished
from protocol.table.view import Action
from protocol.transcript.contribution import Contribution, sign_contribution
from protocol.wire.codec import encode
from protocol.wire.messages import SeatEntry, Statement
from protocol.wire.moves import Accept, Ready
from tests.table.lively import answered, by_lot, out_of_turn
from tests.table.removals import Voted, goodbye
from tests.table.simulation import Chooser, proposal_for

Json = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """goodbye, voted, convicted: who leaves in this way, at his first turn from this slot on.

    arrivals: between rounds whoever has left asks to come back, and somebody new asks.
    """

    preset: str
    seats: int
    options: dict[str, str]
    seed: int
    goodbye: tuple[int, int] | None = None
    voted: tuple[int, int] | None = None
    convicted: tuple[int, int] | None = None
    arrivals: bool = False

    @property
    def departure(self) -> tuple[int, int] | None:
        return self.goodbye or self.voted or self.convicted


WHEEL = {"spin": "each-turn", "five_exchange": "on", "hint_penalty": "2"}
POOL = {
    "without": "skip,reverse,draw-two,wild,wild-draw-four",
    "first_card": "takes-effect",
    "decline": "forced",
}
ONE_ROUND = {"score": "one-round", "hand_size": "5"}
TWO_ROUNDS = {"score": "winner-takes", "rounds": "2"}
PLANS = {
    "classic": Plan("classic", 2, ONE_ROUND, 3),
    "modern": Plan("modern", 2, ONE_ROUND | {"first_card": "takes-effect"}, 1),
    "kids": Plan("kids", 3, {"open_replay": "on"}, 1),
    "party": Plan("party", 2, ONE_ROUND, 19),
    "left": Plan("kids", 4, {"open_replay": "on"}, 1, goodbye=(2, 45)),
    "voted": Plan("kids", 4, {}, 3, voted=(3, 40)),
    "convicted": Plan("kids", 3, {}, 1, convicted=(1, 40)),
    "wheel": Plan("kids", 3, WHEEL | {"open_replay": "on"}, 29),
    "pool": Plan("modern", 2, ONE_ROUND | POOL, 7),
    "newcomer": Plan("kids", 3, TWO_ROUNDS, 1, goodbye=(2, 45), arrivals=True),
}


@dataclass
class Small(Voted):
    """Seats that choose by lot, act out of turn, and may leave and sit down.

    slots: for each what the table waited for, what was drawn for its contributions, what all know behind it.
    begun: the secrets with which each seat sat down. before: the table before each slot.
    """

    slots: list[Json] = field(default_factory=list)
    begun: list[Json] = field(default_factory=list)
    before: list[TableState] = field(default_factory=list)
    arrivals: bool = False
    asked: tuple[bytes, ...] = ()
    entropy: dict[int, bytes] = field(default_factory=dict)
    newcomers: dict[bytes, tuple[IdentityKey, bytes]] = field(default_factory=dict)

    def step(self) -> TableState:
        if self.arrivals and between_rounds(self.state) and self.state.rules.round:
            self.asked = tuple(self._requests())
        return super().step()

    def _requests(self) -> Iterator[bytes]:
        state, seed = self.state, self.rng.randbytes(32)
        for seat in sorted(state.rules.gone):
            yield sign_request(self.secrets[seat].identity, state, state.proposal.seats[seat]).data
        key = IdentityKey(seed)
        self.newcomers[key.public] = key, seed
        entry = SeatEntry("New", key.public, key.public, bot=True, nonce=self.rng.randbytes(32))
        yield sign_request(key, state, entry).data

    def sit_down(self, key: IdentityKey, seed: bytes) -> None:
        """The next seat, with a secret of its own."""
        seat, secret = len(self.secrets), self.rng.randbytes(32)
        self.secrets.append(SeatSecrets.begin(key, seat, self.state, secret))
        self.begun.append({"seed": seed.hex(), "secret": secret.hex()})

    def contribution(self, seat: int, choice: Choice | None = None) -> Contribution:
        choice = self._choice(seat) if choice is None else choice
        self.entropy[seat] = self.rng.randbytes(32)
        return contribute(self.states[seat], self.secrets[seat], choice, self.entropy[seat])

    def apply(self, contributions: dict[int, Contribution]) -> None:
        self.before.append(before := self.state)
        super().apply(contributions)
        used = [self.entropy[seat].hex() for seat in sorted(contributions)]
        self.slots.append({**waiting(before), "entropy": used, **public(self.state)})
        for seat in range(len(self.secrets), self.state.seats):
            self.sit_down(*self.newcomers[self.state.proposal.seats[seat].key])
            self.states.append(self.state)
            self.choosers.append(self.choosers[0])

    def fill(self, removal: Removal) -> None:
        self.before.append(before := self.state)
        super().fill(removal)
        self.slots.append({**waiting(before), **public(self.state)})

    def _choice(self, seat: int) -> Choice | None:
        return Seating(self.asked) if between_rounds(self.state) else super()._choice(seat)

    def _race(self) -> None:
        while not (actions := self._acting()):
            pass
        self.rng.shuffle(actions)
        self.act(actions)

    def _acting(self) -> list[tuple[int, Action]]:
        """What some seats do at once; nobody, if nobody has to."""
        phase = self.state.phase
        assert isinstance(phase, Racing)
        actions: list[tuple[int, Action]] = []
        for seat in self.state.present:
            view = self.view(seat)
            action = out_of_turn(view, self.rng) if view.asked is None else answered(view, self.rng)
            if action is not None and self.rng.random() < 0.6:
                actions.append((seat, action))
        mover = self.view(phase.seat)
        if not any(seat == phase.seat for seat, _ in actions) and mover.allowed:
            actions.append((phase.seat, self.choosers[phase.seat](mover)))
        return actions

    def depart(self, plan: Plan) -> bool:
        """Whether it was time for it."""
        state, (seat, slot) = self.state, plan.departure or (0, 0)
        turn = isinstance(state.phase, Choosing) and state.phase.seat == seat
        if plan.departure is None or not turn or state.slot < slot or not state.rules.round:
            return False
        match plan:
            case Plan(voted=tuple()):
                self.remove([seat])
            case Plan(convicted=tuple()):
                self.remove(grounds=[told_twice(state, self.secrets[seat])])
            case _:
                self.remove(grounds=[goodbye(state, self.secrets[seat])])
        return True


def told_twice(state: TableState, secrets: SeatSecrets) -> bytes:
    """Two stories of one seat."""
    place = (state.table, state.term, state.slot, state.head, secrets.seat)
    first, second = (
        sign_contribution(secrets.identity, Statement(*place, encode(body))) for body in (Accept(), Ready())
    )
    return two_stories(first, second)


def waiting(state: TableState) -> Json:
    slot = expected(state)
    return {"phase": slot.name, "seats": list(slot.seats)}


def public(state: TableState) -> Json:
    """Of table.md, 2, as much as tells where another implementation begins to differ."""
    masks = sorted(state.epoch.masks, key=lambda mask: mask.seat) if state.epoch else []
    pile = state.epoch.pile if state.epoch else ()
    drawn = state.drawn.hand.elements if state.drawn else ()
    return {
        "term": state.term,
        "round": state.rules.round,
        "masks": [mask.seat for mask in masks],
        "keys": len(state.seen_keys) if masks else 0,
        "pile": len(pile),
        "drawn": len(drawn),
        **({} if _on_their_way(state) else _hands(state, [*(mask.key for mask in masks), *pile], drawn)),
        "scores": list(state.rules.scores),
        "head": state.head.hex(),
    }


def _on_their_way(state: TableState) -> bool:
    """Hands that change owners are nobody's."""
    phase = state.phase.then if isinstance(state.phase, Acknowledging) else state.phase
    pooled = isinstance(phase, Shuffling) and phase.pool is not None
    return pooled or isinstance(phase, Taking | HandingOver)


def _hands(state: TableState, first: Sequence[Element], last: Sequence[Element]) -> Json:
    """How many cards each seat holds, and a hash of all that lies on the table."""
    hands = {seat: hand for seat, hand in enumerate(state.hands) if hand is not None}
    held = [each for hand in hands.values() for each in (hand.key, *hand.elements)]
    encoded = b"".join(each.to_bytes() for each in (*first, *held, *last))
    counts = {str(seat): len(hand.elements) for seat, hand in hands.items()}
    return {"hands": counts, "elements": hashlib.sha256(encoded).hexdigest()}


def begin(plan: Plan) -> Small:
    """A table at which nothing has happened yet."""
    rules = RuleSet.preset(plan.preset).with_options(plan.options)
    data, _ = proposal_for(plan.seats, rules, plan.seed)
    rng = random.Random(plan.seed)
    state = open_table(data)
    choosers: list[Chooser] = [partial(by_lot, rng=rng)] * plan.seats
    game = Small(data, [], [state] * plan.seats, rng, choosers, twin=True, arrivals=plan.arrivals)
    for seed in seeds(plan):
        game.sit_down(IdentityKey(seed), seed)
    return game


def seeds(plan: Plan) -> Iterator[bytes]:
    """Of the identity keys in the proposal, drawn as `proposal_for` draws them."""
    rng = random.Random(plan.seed)
    return (rng.randbytes(32) for _ in range(plan.seats))


def make(plan: Plan) -> Small:
    """From genesis to the end."""
    game, gone = begin(plan), False
    while not finished(game.state):
        if not gone and game.depart(plan):
            gone = True
        else:
            game.step()
    assert gone == (plan.departure is not None)
    return game
