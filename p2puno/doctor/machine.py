"""This machine beside its networks: versions, clock, disk, what it runs in, what may stand before it."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from p2puno import __file__ as program_file
from p2puno.doctor.findings import Finding, Hidden, State
from p2puno.language.texts import _
from p2puno.net.limits import DEFAULT_PORT, LINK_VERSION, PORTS_TRIED
from p2puno.net.multicast import PORT as MDNS_PORT
from p2puno.store.paths import Home
from protocol.sentences import sentence
from protocol.transcript.contribution import VERSION

LIBRARIES = ("trio", "zeroconf", "cryptography", "btclib-secp256k1", "msgpack", "prompt-toolkit")
# A game with its journal and transcript takes some MB.
LEAST_FREE_MB = 50
LAST_YEAR = 2100
UFW_SETTINGS = Path("/etc/ufw/ufw.conf")
FIREWALLD = Path("/run/firewalld")
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
KERNEL = Path("/proc/version")


def look_at_machine(home: Home, now: datetime) -> list[Finding]:
    """`now` is what the system's clock says."""
    return [versions(), *surroundings(), *firewalls(), clock(now), *disk(home)]


def versions() -> Finding:
    """What else has to fit, where something does not work."""
    told = sentence(
        "p2puno {version} (link protocol {link}, table protocol {table}), Python {python}, {system}; "
        "{libraries}.",
        version=version("p2puno"),
        link=LINK_VERSION,
        table=VERSION,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()}",
        libraries=", ".join(f"{name} {version(name)}" for name in LIBRARIES),
    )
    return Finding("versions", State.GOOD, told)


def surroundings() -> Iterator[Finding]:
    """Where this machine is none of its own."""
    if KERNEL.is_file() and "microsoft" in KERNEL.read_text(encoding="utf-8", errors="replace").lower():
        yield Finding(
            "system",
            State.NOTE,
            sentence("This is Linux inside Windows (WSL), which has a network of its own by default."),
            sentence("Set networkingMode=mirrored in .wslconfig, or start p2puno in Windows itself."),
        )
    elif any(mark.exists() for mark in CONTAINER_MARKS):
        yield Finding(
            "system",
            State.NOTE,
            sentence("This is a container, which has a network of its own by default."),
            sentence("Give it the network of its host (`--network host`), or start p2puno outside."),
        )


def firewalls() -> Iterator[Finding]:
    """Those that can be seen to be switched on; what they let in is known to the administrator alone."""
    last = DEFAULT_PORT + PORTS_TRIED - 1
    for name, command, there in (
        ("ufw", f"sudo ufw allow {DEFAULT_PORT}:{last}/tcp; sudo ufw allow {MDNS_PORT}/udp", _ufw_is_on()),
        (
            "firewalld",
            f"sudo firewall-cmd --add-port={DEFAULT_PORT}-{last}/tcp --add-service=mdns",
            FIREWALLD.exists(),
        ),
        ("Windows", "", sys.platform == "win32"),
        ("macOS", "", sys.platform == "darwin"),
    ):
        if there and command:
            told = sentence("A firewall is switched on here: {name}.", name=name)
            advice = sentence(
                "If others see this machine's table but cannot sit down, let it through: {command}",
                command=command,
            )
            yield Finding("firewall", State.NOTE, told, advice)
        elif there:
            told = sentence(
                "Whether the firewall of {name} lets p2puno through cannot be seen from here.", name=name
            )
            advice = sentence(
                "When it asks whether p2puno or Python may be reached, say yes for private networks."
            )
            yield Finding("firewall", State.NOTE, told, advice)


def _ufw_is_on() -> bool:
    try:
        return "ENABLED=yes" in UFW_SETTINGS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def clock(now: datetime) -> Finding:
    """No game needs a right clock, but its date is written down."""
    day = now.date().isoformat()
    made = datetime.fromtimestamp(Path(str(program_file)).stat().st_mtime, UTC)
    if made <= now and now.year < LAST_YEAR:
        return Finding("clock", State.GOOD, sentence("The clock says {day}.", day=day))
    told = sentence("The clock says {day}, which cannot be right.", day=day)
    advice = sentence("Set it: games are listed by their dates. Everything else works with any clock.")
    return Finding("clock", State.NOTE, told, advice)


# --- the disk -----------------------------------------------------------------------------------------


def disk(home: Home) -> Iterator[Finding]:
    """Whether this player's files can be written, and read by nobody else."""
    path = Hidden(str(home.data), _("[folder]"))
    try:
        free = _try_to_write(home.data)
    except OSError as error:
        told = sentence("{path} cannot be written: {reason}.", path=path, reason=error.strerror or str(error))
        advice = sentence("Get access to it, free some space, or choose another folder with `--home`.")
        yield Finding("home", State.BAD, told, advice)
        return
    if free < LEAST_FREE_MB:
        told = sentence("{path} can be written, but there are only {free} MB left.", path=path, free=free)
        yield Finding(
            "home", State.NOTE, told, sentence("Free some space: games are written down as they go on.")
        )
    else:
        yield Finding("home", State.GOOD, sentence("{path} can be written.", path=path))
    yield from _privacy(home)


def _try_to_write(folder: Path) -> int:
    """Write and remove a file there, or in what there is of its path; the free megabytes. Raises OSError."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    with tempfile.TemporaryFile(dir=there) as file:
        file.write(b"p2puno")
        file.flush()
    return shutil.disk_usage(there).free >> 20


def _privacy(home: Home) -> Iterator[Finding]:
    if sys.platform == "win32" or not home.data.exists():
        return
    secrets = [home.data, home.identity, home.journals, *home.journals.glob("*")]
    open_to_others = [each for each in secrets if each.exists() and each.stat().st_mode & 0o077]
    if not open_to_others:
        yield Finding(
            "privacy", State.GOOD, sentence("Nobody else on this machine can read this player's files.")
        )
        return
    first = open_to_others[0]
    told = sentence("Others on this machine may read {path}.", path=Hidden(str(first), _("[file]")))
    advice = sentence(
        "Take that right away: {command}",
        command=Hidden(f"chmod -R go= {home.data}", _("[command]")),
    )
    yield Finding("privacy", State.BAD, told, advice)
