"""Which tables are announced here, and whether they answer."""

from __future__ import annotations

import trio

from p2puno.doctor.findings import Finding, Hidden, State, hidden_address
from p2puno.language.texts import _
from p2puno.net.dialling import ask
from p2puno.net.discovery import Appeared, DiscoveryError, sightings
from p2puno.net.handshake import LinkError, VersionError
from p2puno.net.record import TableRecord
from protocol.sentences import sentence

LISTEN_SECONDS = 3.0
_MOST = 16


async def try_neighbours() -> list[Finding]:
    """Listen for a moment, then ask each table that is announced."""
    try:
        announced = await _listen()
    except* DiscoveryError as group:
        error = group.exceptions[0]
    else:
        return await _ask_all(announced)
    told = sentence("Tables cannot be searched for here: {reason}.", reason=str(error))
    advice = sentence("Type the address of whoever has opened the table; the screen there shows it.")
    return [Finding("tables", State.BAD, told, advice)]


async def _listen() -> dict[bytes, TableRecord]:
    records: dict[bytes, TableRecord] = {}
    with trio.move_on_after(LISTEN_SECONDS):
        async with sightings() as heard:
            async for sighting in heard:
                if isinstance(sighting, Appeared) and len(records) < _MOST:
                    records[sighting.record.token] = sighting.record
    return records


async def _ask_all(records: dict[bytes, TableRecord]) -> list[Finding]:
    if not records:
        told = sentence("No table is announced on this network just now.")
        advice = sentence(
            "If one is open, its machine may be in another network: guest networks, mesh extenders and VPNs "
            "keep machines apart. Its screen shows an address, which can be typed."
        )
        return [Finding("tables", State.NOTE, told, advice)]
    findings: list[Finding] = []

    async def try_one(token: bytes, record: TableRecord) -> None:
        findings.append(await _ask(token, record))

    async with trio.open_nursery() as nursery:
        for token, record in records.items():
            nursery.start_soon(try_one, token, record)
    return findings


async def _ask(token: bytes, record: TableRecord) -> Finding:
    name = Hidden(record.name, _("[a table]"))
    try:
        address, _info = await ask(record.addresses, token=token)
    except VersionError as error:
        told = sentence("{table} does not fit: {reason}.", table=name, reason=str(error))
        return Finding("tables", State.NOTE, told, sentence("Both sides need the same version of p2puno."))
    except LinkError as error:
        told = sentence(
            "{table} is announced, but does not answer: {reason}.",
            table=name,
            reason=Hidden(str(error), _("[reason]")),
        )
        advice = sentence(
            "Either its program was ended without a goodbye, or something stands between: the firewall of "
            "that machine, or an access point that keeps its clients apart."
        )
        return Finding("tables", State.NOTE, told, advice)
    told = sentence("{table} answers at {address}.", table=name, address=hidden_address(address.host))
    return Finding("tables", State.GOOD, told)
