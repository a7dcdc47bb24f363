"""The figures in words, beside the bounds that this project has set itself (specs/performance.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator

from p2puno.bench.figures import Figures
from p2puno.bench.keys import KeyTimes
from p2puno.bench.proofs import CARDS, CHAIN
from p2puno.language.texts import Counted, _

# Multiplications and bytes.
MOST_PROVE = 900
MOST_VERIFY = 345
MOST_CHAIN = 1450
MOST_PROOF_BYTES = 11_000
# A proof's time, as a multiple of its multiplications times the slower measured one.
OVERHEAD = 1.25
# What the audit of one shuffle of ten may take, in multiplications: 6 ms where one takes 30 µs.
MOST_AUDITED_SHUFFLE = 200
ABOUT_LONG_AUDIT_MS = 10_000
# On two cores; ms and MiB.
ABOUT_READY_MS = {4: 1000, 10: 3000}
ABOUT_DRAW_MS = {4: 30}
MOST_LOOP_BLOCKED_MS = 50
MOST_KEY_MS = 50
MOST_PEER_MIB = 90

_WIDTH = 66
SHARED = Counted(
    "At the tables every seat is a process of its own; they have the {count} core of this machine.",
    "At the tables every seat is a process of its own, so they share the {count} cores of this machine.",
)


def lines(figures: Figures) -> Iterator[str]:
    yield _("Measured just now; times are medians of several runs.")
    yield SHARED.of(os.cpu_count() or 1)
    yield ""
    yield f"{'':{_WIDTH}}{_('measured'):>12}{_('bound'):>12}"
    for what, measured, bound in _rows(figures):
        yield f"{what:{_WIDTH}}{measured:>12}{bound:>12}"


def _rows(figures: Figures) -> Iterator[tuple[str, str, str]]:
    group, shuffle, chain, audit = figures.group, figures.shuffle, figures.chain, figures.audit
    slower_ms = max(group.secret_us, group.public_us) / 1000
    yield _("one multiplication with a secret scalar"), _us(group.secret_us), ""
    yield _("one multiplication with a public scalar"), _us(group.public_us), ""
    most = OVERHEAD * slower_ms * shuffle.prove_multiplications
    yield _("shuffle {cards} cards and prove it").format(cards=CARDS), _ms(shuffle.prove_ms), _ms(most)
    yield _("   multiplications"), f"{shuffle.prove_multiplications:,}", f"{MOST_PROVE:,}"
    yield _("   size of the proof"), _bytes(shuffle.proof_bytes), _bytes(MOST_PROOF_BYTES)
    most = OVERHEAD * slower_ms * shuffle.verify_multiplications
    yield _("verify such a shuffle"), _ms(shuffle.verify_ms), _ms(most)
    yield _("   multiplications"), f"{shuffle.verify_multiplications:,}", f"{MOST_VERIFY:,}"
    what = _("verify {shuffles} shuffles, one upon the other, in one sum").format(shuffles=CHAIN)
    yield what, _ms(chain.verify_ms), ""
    yield _("   multiplications"), f"{chain.multiplications:,}", f"{MOST_CHAIN:,}"
    for seats, ms in figures.table_ready_ms.items():
        what = _("{seats} seats: from the last seat taken to hands dealt").format(seats=seats)
        yield what, _ms(ms), _about(ABOUT_READY_MS, seats)
    for seats, ms in figures.draw_ms.items():
        what = _("{seats} seats: from the choice to draw to the new hand at every seat").format(seats=seats)
        yield what, _ms(ms), _about(ABOUT_DRAW_MS, seats)
    blocked = figures.loop_blocked_ms
    yield _("longest that an event loop was held up"), _ms(blocked), _ms(MOST_LOOP_BLOCKED_MS)
    yield from _keys(figures.key_to_screen)
    peak = _("unknown") if figures.peak_mib is None else _mib(figures.peak_mib)
    yield _("most memory of a peer without a screen, in ten rounds"), peak, _mib(MOST_PEER_MIB)
    yield _("audit of a game of {slots} slots").format(slots=f"{audit.slots:,}"), _ms(audit.game_ms), ""
    yield _("   slots a second"), f"{audit.slots_per_s:,.0f}", ""
    long = figures.long_audit
    what = _("audit of a game of ten seats and {slots} slots").format(slots=f"{long.slots:,}")
    yield what, _ms(long.game_ms), f"~ {_ms(ABOUT_LONG_AUDIT_MS)}"
    most = MOST_AUDITED_SHUFFLE * slower_ms
    yield _("   for each shuffle of its first pile"), _ms(long.shuffle_ms), _ms(most)


def _keys(times: KeyTimes | None) -> Iterator[tuple[str, str, str]]:
    if times is not None:
        yield _("from a key to the screen, in a game of ten"), _ms(times.median_ms), ""
        yield _("   of twenty keys, all but the slowest within"), _ms(times.p95_ms), _ms(MOST_KEY_MS)


def _us(value: float) -> str:
    return _("{number} µs").format(number=f"{value:.1f}")


def _ms(value: float) -> str:
    return _("{number} ms").format(number=f"{value:,.1f}" if value < 100 else f"{value:,.0f}")


def _mib(value: float) -> str:
    return _("{number} MiB").format(number=f"{value:.0f}")


def _bytes(count: int) -> str:
    return _("{number} B").format(number=f"{count:,}")


def _about(bounds: dict[int, int], seats: int) -> str:
    return f"~ {_ms(bounds[seats])}" if seats in bounds else ""
