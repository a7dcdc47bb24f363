"""The figures in words, beside the bounds that this project has set itself (specs/performance.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator

from p2puno.bench.figures import Figures
from p2puno.bench.proofs import CARDS, CHAIN

# Multiplications and bytes.
MOST_PROVE = 900
MOST_VERIFY = 345
MOST_CHAIN = 1450
MOST_PROOF_BYTES = 11_000
# A proof's time, as a multiple of its multiplications times the slower measured one.
OVERHEAD = 1.25
# On two cores; ms and MiB.
ABOUT_READY_MS = {4: 1000, 10: 3000}
ABOUT_DRAW_MS = {4: 30}
MOST_LOOP_BLOCKED_MS = 50
MOST_PEER_MIB = 90

_WIDTH = 66


def lines(figures: Figures) -> Iterator[str]:
    yield "Measured just now; times are medians of several runs. At the tables every seat is a process"
    yield f"of its own, so all of them share the {os.cpu_count() or 1} cores of this machine."
    yield ""
    yield f"{'':{_WIDTH}}{'measured':>12}{'bound':>12}"
    for what, measured, bound in _rows(figures):
        yield f"{what:{_WIDTH}}{measured:>12}{bound:>12}"


def _rows(figures: Figures) -> Iterator[tuple[str, str, str]]:
    group, shuffle, chain, audit = figures.group, figures.shuffle, figures.chain, figures.audit
    slower_ms = max(group.secret_us, group.public_us) / 1000
    yield "one multiplication with a secret scalar", f"{group.secret_us:.1f} µs", ""
    yield "one multiplication with a public scalar", f"{group.public_us:.1f} µs", ""
    most = OVERHEAD * slower_ms * shuffle.prove_multiplications
    yield f"shuffle {CARDS} cards and prove it", _ms(shuffle.prove_ms), _ms(most)
    yield "   multiplications", f"{shuffle.prove_multiplications:,}", f"{MOST_PROVE:,}"
    yield "   size of the proof", f"{shuffle.proof_bytes:,} B", f"{MOST_PROOF_BYTES:,} B"
    most = OVERHEAD * slower_ms * shuffle.verify_multiplications
    yield "verify such a shuffle", _ms(shuffle.verify_ms), _ms(most)
    yield "   multiplications", f"{shuffle.verify_multiplications:,}", f"{MOST_VERIFY:,}"
    yield f"verify {CHAIN} shuffles, one upon the other, in one sum", _ms(chain.verify_ms), ""
    yield "   multiplications", f"{chain.multiplications:,}", f"{MOST_CHAIN:,}"
    for seats, ms in figures.table_ready_ms.items():
        yield (
            f"{seats} seats: from the last seat taken to hands dealt",
            _ms(ms),
            _about(ABOUT_READY_MS, seats),
        )
    for seats, ms in figures.draw_ms.items():
        what = f"{seats} seats: from the choice to draw to the new hand at every seat"
        yield what, _ms(ms), _about(ABOUT_DRAW_MS, seats)
    yield "longest that an event loop was held up", _ms(figures.loop_blocked_ms), _ms(MOST_LOOP_BLOCKED_MS)
    peak = "unknown" if figures.peak_mib is None else f"{figures.peak_mib:.0f} MiB"
    yield "most memory of a peer without a screen, in ten rounds", peak, f"{MOST_PEER_MIB} MiB"
    yield f"audit of a game of {audit.slots:,} slots", _ms(audit.game_ms), ""
    yield "   slots a second", f"{audit.slots_per_s:,.0f}", ""


def _ms(value: float) -> str:
    return f"{value:,.1f} ms" if value < 100 else f"{value:,.0f} ms"


def _about(bounds: dict[int, int], seats: int) -> str:
    return f"~ {_ms(bounds[seats])}" if seats in bounds else ""
