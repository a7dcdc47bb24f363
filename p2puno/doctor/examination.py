"""All that the doctor looks at, in a few seconds, and what a friend may see of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import trio

from p2puno.doctor.findings import Finding, State
from p2puno.doctor.machine import look_at_machine
from p2puno.doctor.neighbours import try_neighbours
from p2puno.doctor.probes import try_multicast, try_ports
from p2puno.doctor.surroundings import look_at, source_address
from p2puno.language.speech import said
from p2puno.language.texts import Text, _
from p2puno.net.interfaces import own_interfaces
from p2puno.store.paths import Home

MARKS = {State.GOOD: Text("Fine:"), State.NOTE: Text("Note:"), State.BAD: Text("WRONG:")}


async def examine(home: Home) -> list[Finding]:
    """Look at everything; nothing of this machine is changed."""
    own = own_interfaces()
    found: dict[str, list[Finding]] = {}

    async def multicast() -> None:
        found["multicast"] = await try_multicast(own)

    async def ports() -> None:
        found["ports"] = await try_ports(own)

    async def neighbours() -> None:
        found["neighbours"] = await try_neighbours()

    async with trio.open_nursery() as nursery:
        for probe in (multicast, ports, neighbours):
            nursery.start_soon(probe)
        machine = await trio.to_thread.run_sync(look_at_machine, home, datetime.now(UTC))
        networks = await trio.to_thread.run_sync(look_at, own, source_address())
    return [*networks, *found["multicast"], *found["ports"], *found["neighbours"], *machine]


def lines(findings: Sequence[Finding]) -> Iterator[str]:
    """For the person: what is wrong comes first, and what to do stands below it."""
    for state in reversed(State):
        for finding in findings:
            if finding.state is state:
                yield f"{MARKS[state]} {said(finding.told)}"
                if finding.advice is not None:
                    yield f"    {said(finding.advice)}"


def report(findings: Sequence[Finding]) -> Iterator[str]:
    """The same for somebody else."""
    yield _("What stands in square brackets is left out or shortened: addresses, folders, names.")
    yield from lines([finding.redacted() for finding in findings])
