"""Networks of all kinds: a table is found or reached on them, and its game comes to an end."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.lan.games import PROGRAM, game_on

pytestmark = pytest.mark.system

PORT = 28866


@pytest.mark.parametrize("family", [6, 0], ids=["IPv6 only", "link-local IPv6 only"])
def test_without_ipv4(family: int, tmp_path: Path) -> None:
    """Without any but link-local addresses the guests know the host's only, and it passes on for them."""
    with game_on(tmp_path, 3, family) as game:
        game.open()
        game.join(1)
        game.join(2)
        game.ends_well()


def test_a_link_local_address_is_typed_with_its_zone(tmp_path: Path) -> None:
    with game_on(tmp_path, 2, family=0) as game:
        game.open()
        game.join(1, f"[{game.network.link_local(0)}%eth0]:28866")
        game.ends_well()


def test_two_networks_at_once(tmp_path: Path) -> None:
    """Each guest is in one; the opener gets its second cable when the table is open and both search."""
    with game_on(tmp_path, 2) as game:
        network = game.network
        network.add_host(2, network=1)
        game.open()
        game.join(2)
        game.join(1)
        game.until(lambda: "Player 1 sits down" in game.seat(0).output.read_text())
        network.plug_in(0, network=1)
        game.ends_well()
        assert f"{network.address(0, network=1)}:{PORT}" in game.seat(0).output.read_text()


def test_where_nothing_takes_multicast_an_address_leads_to_the_table(tmp_path: Path) -> None:
    with game_on(tmp_path, 2) as game:
        network = game.network
        network.deafen(0, 1)
        game.open()
        game.until(lambda: "Your table is open" in game.seat(0).output.read_text())
        search = network.command(1, *PROGRAM, "tables", "--wait", "2", "--home", str(tmp_path / "home"))
        assert subprocess.run(search, capture_output=True, check=False).returncode == 1
        game.join(1, network.address(0))
        game.ends_well()


def test_a_star_in_which_only_the_opener_can_be_reached(tmp_path: Path) -> None:
    """As behind an access point that keeps its clients apart."""
    with game_on(tmp_path, 4) as game:
        game.network.isolate(1, 2, 3)
        game.open()
        for number in (1, 2, 3):
            game.join(number, game.network.address(0))
        game.until_slot(1)
        assert game.network.reaches(1, 0, PORT)
        assert not game.network.reaches(1, 2, PORT)
        game.ends_well()
