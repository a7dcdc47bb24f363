"""Tables of which seats are taken away by signed votes, and transcripts that hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from protocol.table.ballots import Ballots
from protocol.table.counting import place_of
from protocol.table.frame import open_table
from protocol.table.grounds import two_stories
from protocol.table.removal import Removal, apply_removal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import finished
from protocol.transcript.contribution import Contribution, sign_contribution, sign_signal
from protocol.transcript.file import write_transcript
from protocol.transcript.vote import sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import LeaveSignal, Signal, Statement
from protocol.wire.removal import RemovalRecord
from tests.table.covering import Setting
from tests.table.departures import Departing, phase_name
from tests.table.games import PLAYERS, ByLot
from tests.table.omniscience import check_cards
from tests.table.simulation import Simulation, proposal_for


@dataclass
class Voted(Simulation):
    """A simulation that keeps what fills its slots, removals too."""

    entries: list[list[Contribution] | RemovalRecord] = field(default_factory=list)

    @property
    def transcript(self) -> bytes:
        return b"".join(write_transcript(self.proposal_data, self.entries))

    def apply(self, contributions: dict[int, Contribution]) -> None:
        super().apply(contributions)
        self.entries.append([contributions[seat] for seat in sorted(contributions)])

    def remove(self, out: Iterable[int] = (), grounds: Iterable[bytes] = ()) -> Removal:
        """All who stay vote, each by its own program, for these seats and those against which there are
        grounds; the removal that follows is applied everywhere."""
        wanted, grounds = frozenset(out), tuple(grounds)
        boxes = {seat: Ballots(self.state, seat, lambda _slot: {}) for seat in self.state.present}
        for box in boxes.values():
            for ground in grounds:
                box.hear_ground(ground)
        for seat, box in boxes.items():
            vote = box.due(wanted)
            if vote is not None and seat not in wanted:
                data = sign_vote(self.secrets[seat].identity, vote).data
                for each in boxes.values():
                    each.hear_vote(data)
        decided = [box.decided() for box in boxes.values()]
        assert decided[0] is not None
        assert all(each == decided[0] for each in decided)
        removal = decided[0].removal
        self.fill(removal)
        return removal

    def fill(self, removal: Removal) -> None:
        after = apply_removal(self.state, removal)
        assert self.twin or all(apply_removal(state, removal) == after for state in self.states)
        self.states = [after] * len(self.states)
        self.entries.append(removal.record())
        self.seen = {}

    def back_to(self, slot: int) -> None:
        """Take back what was applied from this slot on."""
        self.states = [self.moments[slot].state] * len(self.states)
        del self.moments[slot:], self.entries[slot:]


@dataclass
class VotedGame(Departing, Voted):
    """A game by strategies in which seats leave at any moment, by goodbyes or for two stories of theirs."""

    def depart(self) -> None:
        present = self.state.present
        if len(present) > 1 and place_of(self.state) is not None:
            most = 1 if self.rng.random() < 0.7 else len(present) - 1
            seats = self.rng.sample(present, self.rng.randint(1, most))
            self.go(seats, convicted=self.rng.random() < 0.15)

    def go(self, seats: Iterable[int], *, convicted: bool = False) -> None:
        """These seats leave, by goodbyes of their own or for two stories."""
        self.left[phase_name(self.state.phase)] += 1
        ground = self._two_stories if convicted else self._goodbye
        self.remove(grounds=[ground(self.secrets[seat]) for seat in seats])
        check_cards(self.state, self.secrets)

    def branch(self, seed: str) -> VotedGame:
        """The game at this moment, with players and a future of its own."""
        rng = Random(seed)
        other = replace(self, rng=rng, secrets=list(self.secrets), moments=[], happened=[], seen={})
        other.entries, other.left = list(self.entries), Counter()
        other.players = [ByLot(Random(rng.getrandbits(64))) for _ in self.players]
        return other

    def _goodbye(self, secrets: SeatSecrets) -> bytes:
        return goodbye(self.state, secrets)

    def _two_stories(self, secrets: SeatSecrets) -> bytes:
        here = self.state
        first, second = (
            sign_contribution(
                secrets.identity, Statement(here.table, here.term, here.slot, here.head, secrets.seat, body)
            )
            for body in (b"one", b"two")
        )
        return two_stories(first, second)


def seated(table: Setting, seed: str, chance: float = 0.0) -> VotedGame:
    """A table before genesis; the group must be transparent already."""
    random = Random(seed)
    data, keys = proposal_for(table.seats, table.rules, random.getrandbits(32))
    state = open_table(data)
    secrets = [SeatSecrets.begin(key, seat, state, random.randbytes(32)) for seat, key in enumerate(keys)]
    game = VotedGame(data, secrets, [state] * table.seats, random, [], twin=True, chance=chance)
    kinds = list(PLAYERS.values())
    game.players = [random.choice(kinds)(Random(random.getrandbits(64))) for _ in range(table.seats)]
    return game


def play_with_votes(table: Setting, seed: str, chance: float) -> VotedGame:
    """One game from genesis to its signed end."""
    game = seated(table, seed, chance)
    while not finished(game.state):
        game.step()
    return game


def goodbye(state: TableState, secrets: SeatSecrets, slot: int | None = None) -> bytes:
    """A seat says goodbye at this slot, or one of its choice."""
    place = state.slot if slot is None else slot
    body = encode(LeaveSignal())
    signal = Signal(state.table, state.term, place, state.head, secrets.seat, (), body)
    return sign_signal(secrets.identity, signal).data
