"""Line mode while no table is found: likely reasons, and an address that may be typed."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio

from p2puno.commands.output import show, typed_by_a_person
from p2puno.errors import UsageError
from p2puno.language.speech import OR, as_sentence, listed
from p2puno.language.texts import Text
from p2puno.net.addresses import Address, own_addresses, parse_target
from p2puno.net.limits import DEFAULT_PORT
from p2puno.net.multicast import PORT as MDNS_PORT

# After so many seconds without a table, likely reasons are given.
PATIENCE_SECONDS = 6.0

NO_TABLE_YET = Text(
    "No table has answered so far. Perhaps nobody has opened one. If somebody has: guest networks and VPNs "
    "keep machines apart, and a firewall may stand between them (TCP port {port}, UDP port {mdns})."
)
OWN_ADDRESS = Text("This machine is {own}; `p2puno doctor` looks closer.")
TYPE_IT = Text("You can type the address that the screen of whoever opened the table shows, or quit.")


@dataclass(slots=True)
class NoTable:
    """Says what may be wrong, and takes an address."""

    typed: list[Address] = field(default_factory=list[Address])

    async def say_why(self) -> None:
        """After a while."""
        await trio.sleep(PATIENCE_SECONDS)
        show(NO_TABLE_YET.format(port=DEFAULT_PORT, mdns=MDNS_PORT))
        show(OWN_ADDRESS.format(own=listed(own_addresses(), OR)))
        if typed_by_a_person():
            show(str(TYPE_IT))

    def answers(self, line: str) -> bool:
        """Whether the line is an address; then it is the only one that is `typed`."""
        try:
            address = parse_target(line)
        except UsageError as error:
            show(as_sentence(str(error)))
            return False
        self.typed = [] if address is None else [address]
        return address is not None
