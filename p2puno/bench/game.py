"""A whole game of bots in one process, recorded and audited."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass

from p2puno.bench.instruments import medians_ms
from p2puno.seat import bots
from protocol.audit import audit_transcript
from protocol.crypto.claims import Claim
from protocol.crypto.costs import tally
from protocol.crypto.signing import IdentityKey
from protocol.reports import Verdict
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Choice, RaceSeen
from protocol.table.frame import open_table
from protocol.table.phases import Choosing, Racing, Shuffling
from protocol.table.secrets import SeatSecrets
from protocol.table.signals import make_signal
from protocol.table.state import TableState
from protocol.table.table import apply, contribute, expected, finished
from protocol.table.view import view
from protocol.transcript.contribution import VERSION
from protocol.transcript.file import opening_frames, slot_frame
from protocol.wire.codec import encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

SEATS = 4
# Every card follows from it, so that the same game is audited everywhere.
_SEED = 1


@dataclass(frozen=True, slots=True)
class Recorded:
    """A transcript. From byte `begun` to byte `shuffled` of it all seats shuffle the first pile."""

    data: bytes
    slots: int
    begun: int
    shuffled: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit of a game to the target."""

    slots_per_s: float
    game_ms: float
    slots: int


@dataclass(frozen=True, slots=True)
class LongAudit:
    """The audit of a game of ten: of the whole, and of each shuffle of its first pile."""

    game_ms: float
    slots: int
    shuffle_ms: float
    shuffle_multiplications: int


def measure_audit(rules: RuleSet, runs: int) -> Audit:
    """Record a game of four seats by these rules and audit it."""
    game = record_game(rules)
    (game_ms,) = medians_ms(runs, lambda: _audit(game.data, Verdict.CLEAN))
    return Audit(slots_per_s=game.slots * 1000 / game_ms, game_ms=game_ms, slots=game.slots)


def measure_long_audit(rules: RuleSet, runs: int, seats: int) -> LongAudit:
    """The same with many seats; of the shuffles, what the audit takes longer with them than without."""
    game = record_game(rules, seats)
    without, shuffled = game.data[: game.begun], game.data[: game.shuffled]
    game_ms, without_ms, shuffled_ms = medians_ms(
        runs,
        lambda: _audit(game.data, Verdict.CLEAN),
        lambda: _audit(without, Verdict.UNFINISHED),
        lambda: _audit(shuffled, Verdict.UNFINISHED),
    )
    more = _multiplications(shuffled) - _multiplications(without)
    return LongAudit(
        game_ms=game_ms,
        slots=game.slots,
        shuffle_ms=(shuffled_ms - without_ms) / seats,
        shuffle_multiplications=more // seats,
    )


def _multiplications(data: bytes) -> int:
    with tally() as counted:
        _audit(data, Verdict.UNFINISHED)
    return counted.multiplications


def _audit(data: bytes, verdict: Verdict) -> None:
    report = audit_transcript(io.BytesIO(data))
    assert report.verdict is verdict, report.findings


def record_game(rules: RuleSet, seats: int = SEATS) -> Recorded:
    """The transcript of a game of greedy bots.

    The seats share one state and do not verify each other's proofs: the audit will.
    """
    rng = random.Random(_SEED)  # noqa: S311  nothing here is secret
    keys = [IdentityKey(rng.randbytes(32)) for _ in range(seats)]
    data = _proposal(keys, rules, rng)
    state = open_table(data)
    secrets = [SeatSecrets.begin(key, seat, state, rng.randbytes(32)) for seat, key in enumerate(keys)]
    frames, pile = [opening_frames(data)], list[int]()
    while not finished(state):
        phase = state.phase
        if isinstance(phase, Shuffling) and state.rules.round == 1 and len(pile) < seats:
            pile.append(len(frames))
        seen = _race(state, secrets) if isinstance(phase, Racing) else {}
        said = {}
        for seat in expected(state).seats:
            choice = seen.get(seat) or _choice(state, secrets[seat])
            said[seat] = contribute(state, secrets[seat], choice, rng.randbytes(32))
        state = apply(state, said, _believe)
        secrets = [each.for_round(max(each.round, state.rules.round)) for each in secrets]
        frames.append(slot_frame(tuple(said.values())))
    begun, shuffled = (sum(map(len, frames[:end])) for end in (pile[0], pile[-1] + 1))
    return Recorded(b"".join(frames), state.slot, begun, shuffled)


def _proposal(keys: Sequence[IdentityKey], rules: RuleSet, rng: random.Random) -> bytes:
    entries = tuple(
        SeatEntry(f"Bot {number}", key.public, key.public, bot=True, nonce=rng.randbytes(32))
        for number, key in enumerate(keys, start=1)
    )
    items = tuple(RuleItem(name, value) for name, value in rules.items())
    return encode(Proposal(VERSION, 1, "bench", items, entries))


def _choice(state: TableState, secrets: SeatSecrets) -> Choice | None:
    phase = state.phase
    if isinstance(phase, Choosing) and phase.committed is None:
        return bots.greedy(view(state, secrets))
    return None


def _race(state: TableState, secrets: Sequence[SeatSecrets]) -> dict[int, RaceSeen]:
    """Nobody forgets UNO, so nobody is caught: the seat in turn moves, and all see it."""
    mover = next(each for each in secrets if view(state, each).allowed)
    signal = make_signal(state, mover, bots.greedy(view(state, mover)), ())
    order = (mover.seat,)
    return {each.seat: RaceSeen(signal, order) for each in secrets}


def _believe(_claims: Sequence[Claim]) -> None:
    pass
