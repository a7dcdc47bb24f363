"""Seats that play the toy table and vote: what an honest program does, crashes and restarts included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from protocol.crypto.signing import IdentityKey
from protocol.errors import RemoteError
from protocol.table import table
from protocol.table.ballots import Ballots, Decided
from protocol.table.grounds import Ground, refused_slot, two_stories
from protocol.table.removal import Removal, apply_removal
from protocol.table.state import TableState
from protocol.transcript.contribution import (
    Contribution,
    HeardSignal,
    equivocates,
    receive_contribution,
    sign_contribution,
    sign_signal,
)
from protocol.transcript.vote import CastVote, contradict, receive_vote, sign_vote
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Evidence, LeaveSignal, Signal, Signed, SignedSignal, Statement
from protocol.wire.removal import LAST_BALLOT, Refused, SignedVote

Filled = dict[int, Contribution] | Removal
Place = tuple[int, int]


@dataclass
class Voter:
    """One seat. `says` chooses the body of its contribution; `send` reaches everybody, at some time or never.

    journal: what it has signed and applied, in order; after a crash nothing else is left, and of that what
    stood before its last own statement.
    """

    opening: TableState
    seat: int
    key: IdentityKey
    send: Callable[[bytes], None]
    says: Callable[[Place], bytes] = lambda _place: b"as usual"
    ballots_of: type[Ballots] = Ballots
    wanted: frozenset[int] = frozenset()
    journal: list[bytes | Filled] = field(default_factory=list)
    synced: int = 0
    left: bool = False
    lies: bool = False

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin anew from what is on the disk."""
        kept, self.journal, self.wanted = self.journal[: self.synced], [], frozenset()
        self.state, self.log = self.opening, list[tuple[TableState, Filled]]()
        self.heard: dict[Place, dict[int, Contribution]] = {}
        self.ballots = self.ballots_of(self.opening, self.seat, self.said)
        for each in kept:
            self._replay(each)
        self.journal, self.synced = kept, len(kept)

    def _replay(self, each: bytes | Filled) -> None:
        if isinstance(each, bytes):
            self.hear(each)
        elif isinstance(each, Removal):
            self._remove(Decided(each, None))
        else:
            self._enter(table.apply(self.state, each), each)

    def said(self, slot: int) -> Mapping[int, Contribution]:
        return self.heard.get((self.state.term, slot), {})

    # --- hearing ------------------------------------------------------------------------------------

    def hear(self, data: bytes) -> bool:
        """Whether there is nothing more to learn from these bytes, should they come again."""
        message = decode(data, Signed, SignedVote, SignedSignal, Evidence, Refused)
        match message:
            case Signed():
                self._contribution(receive_contribution(self.state.proposal, self.state.table, data))
                return True
            case SignedVote():
                found: object = self.ballots.hear_vote(data)
            case _:
                found = self.ballots.hear_ground(data)
        self._tell(found)
        return found is not None

    def _contribution(self, said: Contribution) -> None:
        term, slot, seat = said.place
        known = self.heard.setdefault((term, slot), {}).setdefault(seat, said)
        if equivocates(known, said):
            self._tell(self.ballots.hear_ground(two_stories(known, said)))
        self._tell(self.ballots.hear_contribution(said))

    def _tell(self, found: object) -> None:
        if isinstance(found, Ground):
            assert self.lies or found.seat != self.seat or not found.convicts, (
                "a seat has contradicted itself"
            )
            self.send(found.data)

    # --- acting -------------------------------------------------------------------------------------

    def work(self) -> None:
        """Do all that can be done now."""
        while not self.left and (self._decide() or self._vote() or self._contribute() or self._complete()):
            pass

    def _decide(self) -> bool:
        decided = self.ballots.decided()
        if decided is not None:
            self._remove(decided)
        return decided is not None

    def _remove(self, decided: Decided) -> None:
        removal = decided.removal
        before = decided.before
        place = next((s for s, _ in self.log if (s.term, s.slot) == removal.place), self.state)
        assert before is None or before == place
        after = apply_removal(place, removal)
        self.log = [(s, each) for s, each in self.log if (s.term, s.slot) < removal.place]
        self.log.append((place, removal))
        self.state = after
        self.journal.append(removal)
        self.ballots.advance(after, removal)

    def _vote(self) -> bool:
        vote = self.ballots.due(self.wanted)
        if vote is None:
            return False
        cast = sign_vote(self.key, vote)
        self._sign(cast.data)
        return True

    def _contribute(self) -> bool:
        if self.seat not in self.state.present or table.finished(self.state):
            return False
        slot = table.expected(self.state)
        if self.seat not in slot.seats or self.seat in self.said(slot.index):
            return False
        body = self.says((slot.term, slot.index))
        head = self.state.head
        statement = Statement(self.state.table, slot.term, slot.index, head, self.seat, body)
        self._sign(sign_contribution(self.key, statement).data)
        return True

    def _sign(self, data: bytes) -> None:
        self.journal.append(data)
        self.synced = len(self.journal)
        self.hear(data)
        self.send(data)

    def _complete(self) -> bool:
        if table.finished(self.state) or not self.ballots.may_complete():
            return False
        slot = table.expected(self.state)
        held = {s: c for s, c in self.said(slot.index).items() if s in slot.seats}
        if len(held) < len(slot.seats) or any(c.statement.head != self.state.head for c in held.values()):
            return False
        said = {seat: held[seat] for seat in slot.seats}
        try:
            after = table.apply(self.state, said)
        except RemoteError:
            found = self.ballots.hear_ground(refused_slot(list(said.values())))
            self._tell(found)
            return found is not None
        self.journal.append(said)
        self._enter(after, said)
        return True

    def _enter(self, after: TableState, said: dict[int, Contribution]) -> None:
        self.log.append((self.state, said))
        for each in said.values():
            self.heard.setdefault(each.place[:2], {}).setdefault(each.statement.seat, each)
        self.state = after
        self.ballots.advance(after)

    def leave(self) -> None:
        """Say goodbye, and sign nothing any more."""
        for last in self.ballots.farewell():
            self._sign(sign_vote(self.key, last).data)
        body = encode(LeaveSignal())
        here = self.state
        signal = Signal(here.table, here.term, here.slot, here.head, self.seat, (), body)
        heard: HeardSignal = sign_signal(self.key, signal)
        self._sign(heard.data)
        self.left = True

    # --- telling ------------------------------------------------------------------------------------

    def lacking(self, term: int, slot: int, head: bytes) -> Iterator[bytes]:
        """What somebody at that place may not have: as `Status` brings it about. All, if his heads differ."""
        yield from (ground.data for ground in self.ballots.grounds())
        yield from self.ballots.about(term, slot)
        removals = (
            before.slot for before, each in self.log if isinstance(each, Removal) and before.term >= term
        )
        heads = {(before.term, before.slot): before.head for before, _ in self.log}
        differ = heads.get((term, slot), head) != head or (
            (term, slot) == (self.state.term, self.state.slot) and head != self.state.head
        )
        start = 0 if differ else min(slot, next(removals, slot))
        for before, filled in self.log:
            if before.slot >= start:
                if isinstance(filled, Removal):
                    yield from (each.data for each in filled.grounds)
                    yield from (each.data for each in (*filled.named, *filled.votes))
                else:
                    yield from (each.data for each in filled.values())
        yield from (each.data for each in self.said(self.state.slot).values())
        yield from self.ballots.recent()


def contradiction(state: TableState, signed: Iterable[bytes]) -> tuple[object, object] | None:
    """Two of these statements of one seat that contradict each other."""
    said: list[Contribution | CastVote] = []
    for data in signed:
        vote = isinstance(decode(data, Signed, SignedVote), SignedVote)
        receive = receive_vote if vote else receive_contribution
        said.append(receive(state.proposal, state.table, data))
    return next((pair for pair in combinations(said, 2) if contradict(*pair)), None)


def are_compatible(one: Voter, other: Voter) -> bool:
    """Whether two logs agree up to where one of the two is taken away, or has been."""
    for (before, mine), (_, its) in zip(one.log, other.log, strict=False):
        if _fingerprint(mine) != _fingerprint(its):
            looks_on = not {one.seat, other.seat} <= set(before.present)
            return looks_on or _takes(mine, other.seat) or _takes(its, one.seat)
    return True


def _fingerprint(filled: object) -> tuple[bytes, ...]:
    if isinstance(filled, Removal):
        return tuple(each.data for each in (*filled.votes, *filled.grounds))
    assert isinstance(filled, dict)
    return tuple(filled[seat].data for seat in sorted(filled))


def _takes(filled: object, seat: int) -> bool:
    return isinstance(filled, Removal) and seat in filled.out


def forged(voter: Voter, cast: CastVote, rng: Random) -> CastVote:
    """A vote that no honest program signs, made from one that this seat has signed."""
    others = tuple(s for s in range(len(voter.state.proposal.seats)) if s != voter.seat)
    out = tuple(sorted(rng.sample(others, rng.randint(0, 2))))
    higher = min(cast.vote.ballot + 1, LAST_BALLOT)
    changed = rng.choice(
        (
            replace(cast.vote, out=out, carried=(), grounds=()),
            replace(cast.vote, ballot=higher),
            replace(cast.vote, ballot=higher, earlier=(), out=out, carried=(), grounds=()),
            replace(cast.vote, head=rng.randbytes(32)),
            replace(cast.vote, carried=cast.vote.out),
            replace(cast.vote, grounds=(rng.randbytes(32),) if cast.vote.out else ()),
        )
    )
    return sign_vote(voter.key, changed)
