"""All measurements of `p2puno bench`, one after the other: what is measured, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

from p2puno.bench.game import Audit, LongAudit, measure_audit, measure_long_audit
from p2puno.bench.keys import KeyTimes, measure_keys
from p2puno.bench.proofs import Chain, Group, Shuffle, measure_chain, measure_proofs
from p2puno.bench.tables import Table, run_table
from p2puno.language.texts import Counted, _
from p2puno.store.paths import Home
from protocol.rules.ruleset import RuleSet

Progress = Callable[[str], None]

TABLE = Counted(
    "table {number} of {runs} with {count} seat",
    "table {number} of {runs} with {count} seats",
)


@dataclass(frozen=True, slots=True)
class TableRuns:
    """Tables of so many seats: how often one is opened, and how many cards are drawn at each."""

    seats: int
    runs: int
    draws: int


@dataclass(frozen=True, slots=True)
class TypedKeys:
    """A table of so many seats, at which so many keys are typed."""

    seats: int
    keys: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How often things are measured; the rules are changes of `classic`.

    audited: the game that is recorded and audited, once with four seats and once with `audited_long`.
    life: the game that bots play in processes of their own, `life_seats` of them, to see how much memory a
    peer takes.
    """

    proofs: int
    audits: int
    tables: tuple[TableRuns, ...]
    audited: Mapping[str, str]
    audited_long: int
    life: Mapping[str, str]
    life_seats: int
    typed: TypedKeys


FULL = Plan(
    proofs=15,
    audits=3,
    tables=(TableRuns(2, 3, 0), TableRuns(4, 3, 12), TableRuns(10, 3, 10)),
    audited={},
    audited_long=10,
    life={"rounds": "10", "target": "10000"},
    life_seats=4,
    typed=TypedKeys(10, 100),
)


@dataclass(frozen=True, slots=True)
class Figures:
    """Times are medians. loop_blocked_ms and peak_mib are the worst of all seats.

    loop_blocked_ms: the longest that one step held an event loop, at the tables with the most seats.
    peak_mib: the most memory that a headless peer had resident in the game `Plan.life`, None if not known.
    key_to_screen: until a key is drawn, at the table `Plan.typed`; None without pseudo-terminals.
    """

    group: Group
    shuffle: Shuffle
    chain: Chain
    draw_ms: dict[int, float]
    table_ready_ms: dict[int, float]
    loop_blocked_ms: float
    peak_mib: float | None
    audit: Audit
    long_audit: LongAudit
    key_to_screen: KeyTimes | None

    def as_data(self) -> dict[str, object]:
        """The shape of `--json` (specs/performance.md)."""
        shuffle, chain, audit, keys = self.shuffle, self.chain, self.audit, self.key_to_screen
        long = self.long_audit
        return {
            "group": {"secret_us": _short(self.group.secret_us), "public_us": _short(self.group.public_us)},
            "shuffle": {
                "prove_ms": _short(shuffle.prove_ms),
                "verify_ms": _short(shuffle.verify_ms),
                "proof_bytes": shuffle.proof_bytes,
                "multiplications": {
                    "prove": shuffle.prove_multiplications,
                    "verify": shuffle.verify_multiplications,
                },
            },
            "chain": {"verify_ms": _short(chain.verify_ms), "multiplications": chain.multiplications},
            "draw_ms": {str(seats): _short(ms) for seats, ms in self.draw_ms.items()},
            "table_ready_ms": {
                **{str(seats): _short(ms) for seats, ms in self.table_ready_ms.items()},
                "loop_blocked": _short(self.loop_blocked_ms),
            },
            "key_to_screen_ms": None
            if keys is None
            else {"median": _short(keys.median_ms), "p95": _short(keys.p95_ms)},
            "audit": {
                "slots_per_s": _short(audit.slots_per_s),
                "game_ms": _short(audit.game_ms),
                "slots": audit.slots,
                "long_game_ms": _short(long.game_ms),
                "long_slots": long.slots,
                "shuffle_ms": _short(long.shuffle_ms),
                "shuffle_multiplications": long.shuffle_multiplications,
                "peer_peak_mib": None if self.peak_mib is None else _short(self.peak_mib),
            },
        }


def measure(plan: Plan, home: Home, progress: Progress) -> Figures:
    """Measure everything; `progress` is told what comes next. Raises OutsideError if a table breaks off."""
    progress(_("multiplications and shuffles"))
    group, shuffle = measure_proofs(plan.proofs)
    chain = measure_chain(plan.proofs)
    tables = {each.seats: _tables(each, home, progress) for each in plan.tables}
    progress(_("a game of bots"))
    life = run_table(home, plan.life_seats, None, plan.life)
    progress(_("keys typed in a game"))
    keys = measure_keys(home, plan.typed.seats, plan.typed.keys)
    progress(_("the audit of a game"))
    audited = RuleSet.preset("classic").with_options(plan.audited)
    audit = measure_audit(audited, plan.audits)
    progress(_("the audit of a long game"))
    long_audit = measure_long_audit(audited, plan.audits, plan.audited_long)
    return Figures(
        group=group,
        shuffle=shuffle,
        chain=chain,
        draw_ms={
            each.seats: median(ms for table in tables[each.seats] for ms in table.draw_ms)
            for each in plan.tables
            if each.draws
        },
        table_ready_ms={
            seats: median(table.ready_ms for table in of_size) for seats, of_size in tables.items()
        },
        loop_blocked_ms=max(table.loop_blocked_ms for table in tables[max(tables)]),
        peak_mib=life.peak_mib,
        audit=audit,
        long_audit=long_audit,
        key_to_screen=keys,
    )


def _tables(wanted: TableRuns, home: Home, progress: Progress) -> list[Table]:
    tables: list[Table] = []
    for number in range(1, wanted.runs + 1):
        progress(TABLE.format(count=wanted.seats, number=number, runs=wanted.runs))
        tables.append(run_table(home, wanted.seats, wanted.draws))
    return tables


def _short(value: float) -> float:
    return round(value, 2)
