"""What one seat keeps of a game: the secret of the round, or with open replay that of the beginning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from p2puno.seat.records import ROUND_BYTES, Records, discard_files, game_name
from p2puno.store.paths import Home
from p2puno.store.seal import Seal
from p2puno.store.vault import Vault
from protocol.table.frame import open_table
from protocol.table.secrets import SeatSecrets
from tests.table.simulation import CLASSIC, proposal_for

SECRET = b"s" * 32


@pytest.mark.parametrize("option", ["off", "on"])
def test_the_first_secret_stays_only_where_it_is_to_be_published(tmp_path: Path, option: str) -> None:
    data, keys = proposal_for(2, CLASSIC.with_options({"open_replay": option}))
    home = Home.locate(tmp_path)
    secrets = SeatSecrets.begin(keys[0], 0, open_table(data), SECRET)
    records = Records.begin(home, data, secrets)
    (file,) = home.journals.glob("*.vault")
    for number in (1, 2):
        secrets = secrets.for_round(number)
        records.forget_round(secrets)
    kept = Vault.open(file).secret
    assert kept[ROUND_BYTES:] == (SECRET if option == "on" else secrets.secret)
    assert (SECRET in file.read_bytes()) == (option == "on")
    records.finish()
    assert not file.exists()


def test_what_is_left_of_an_earlier_time_goes_whatever_is_in_it(tmp_path: Path) -> None:
    """A sealed vault, and one that is damaged: nothing of it has to be read."""
    data, keys = proposal_for(2, CLASSIC)
    home = replace(Home.locate(tmp_path), seal=Seal(b"k" * 32))
    secrets = SeatSecrets.begin(keys[0], 0, open_table(data), SECRET)
    Records.begin(home, data, secrets).close()
    (vault,) = home.journals.glob("*.vault")
    vault.write_bytes(vault.read_bytes()[:5000])
    discard_files(home, game_name(data))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
