"""The doctor on the machine that runs the tests: nothing it reports tells whose machine that is."""

from __future__ import annotations

import getpass
import re
import socket
from pathlib import Path

from p2puno.doctor.examination import examine, lines, report
from p2puno.net.interfaces import own_interfaces
from p2puno.store.identity import load_or_create
from p2puno.store.paths import Home


async def test_a_report_does_not_say_whose_machine_it_is(tmp_path: Path) -> None:
    home = Home.locate(tmp_path / "home")
    identity = load_or_create(home, "Esmeralda")
    findings = await examine(home)
    told, reported = "\n".join(lines(findings)), "\n".join(report(findings))
    assert str(tmp_path) in told
    addresses = [str(own.ip) for own in own_interfaces() if not own.ip.is_loopback]
    secrets = [str(tmp_path), "Esmeralda", identity.key.public.hex(), socket.gethostname(), *addresses]
    words = set(re.split(r"[^\w.:%/-]+", reported))
    assert not words & {getpass.getuser(), *secrets}
    assert all(secret not in reported for secret in (str(tmp_path), "Esmeralda", *addresses))
    assert len(reported.splitlines()) == len(told.splitlines()) + 1
