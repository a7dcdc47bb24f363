"""Programs killed at every step with the disk come back, and never contradict what they had said."""

from __future__ import annotations

from random import Random

import pytest

from p2puno.seat.driver import Driver
from protocol.table.secrets import SeatSecrets
from tests.simulation.cheats import CheatingMesh
from tests.simulation.crashes import Fate
from tests.simulation.network import Weather
from tests.simulation.plans import BRIEF, SHORT, plan, run
from tests.simulation.world import Plan, Result
from tests.transparent import transparent_group

ROUGH = Weather(delay=(0.001, 0.05), reorder=0.2, duplicate=0.1, notice_seconds=2.0)
MANY = 500
# With three seats: their shuffles are slots 3 to 5.
LAST_OF_THE_CUT = 8


def fate(seed: str, *lives: int, power: bool = False, rollback: int | None = None) -> Fate:
    return Fate(Random(seed), list(lives), power=power, rollback=rollback)


def played(seed: str, seats: int, weather: Weather, *fates: tuple[int, Fate]) -> Result:
    with transparent_group():
        return run(Plan(seed, seats, SHORT, weather, 0.0, fates))


@pytest.mark.parametrize(
    ("steps", "lives", "power"),
    [(1, MANY, False), (2, 40, False), (3, 40, False), (5, MANY, True), (6, 40, True), (7, 40, True)],
)
def test_one_seat_is_killed_again_and_again(steps: int, lives: int, *, power: bool) -> None:
    """Each life lasts so many steps that over a game it ends before and after each kind of them.

    An append is two steps; where power fails before the flush, nothing of a shorter life would be left.
    """
    mine = fate(f"{steps}", *[steps] * lives, power=power)
    result = played(f"killed/{steps}/{power}", 3, ROUGH, (1, mine))
    assert result.ends == ("over",) * 3
    assert mine.life >= 20


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_table_goes_down_and_comes_back(seed: int) -> None:
    random = Random(seed)
    fates = [
        (s, fate(f"{seed}/{s}", *random.choices(range(1, 120), k=6), power=seed % 2 == 0)) for s in range(3)
    ]
    assert played(f"all/{seed}", 3, ROUGH, *fates).ends == ("over",) * 3


@pytest.mark.parametrize("seed", [0, 1, 9, 10, 11])
def test_an_old_backup_is_put_back(seed: int) -> None:
    """Journal and vault are older than what the seat has said; the others hold that, and tell it."""
    random = Random(seed)
    killed = random.randrange(30, 150)
    mine = fate(f"{seed}", killed, rollback=random.randrange(killed))
    assert played(f"backup/{seed}", 3, Weather(), (2, mine)).ends == ("over",) * 3
    assert mine.life == 1
    assert mine.rollback is None


def test_what_nobody_had_heard_may_be_otherwise_after_an_old_backup() -> None:
    """Seat 1 alone has completed a slot, and comes back from before that."""
    with transparent_group():
        assert run(plan("2/307")).ends == ("over", "over")


def test_who_comes_back_from_an_old_backup_after_the_game_may_find_nobody() -> None:
    with transparent_group():
        assert run(plan("2/652")).ends == ("over", "waits", "over")


def test_a_run_with_crashes_replays_exactly() -> None:
    first, second = (
        played("again", 3, ROUGH, (0, fate("a", 30, 50, 70, power=True)), (2, fate("b", 40, 40)))
        for _ in range(2)
    )
    assert first == second


def test_an_old_backup_is_put_back_while_a_liar_is_put_off() -> None:
    """The seat hears of its own vote before it has come back to the slot for which it was given."""
    mine = Fate(Random("sample/59"), [86], rollback=58)
    chosen = Plan("sample/59", 3, SHORT, Weather((0.001, 0.05)), 0.0, ((1, mine),), "two stories", 2)
    with transparent_group():
        result = run(chosen)
    assert (result.ends[:2], result.convicted) == (("over", "over"), (2,))


@pytest.mark.parametrize("steps", [37, 39, 41, 43, 45, 46, 48, 56])
def test_a_removal_goes_back_to_before_the_first_round(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody lies in the last slot of the cut for the dealer, and is found out when the round has begun:
    whoever is killed then needs the secret from before that round again."""
    meet = CheatingMesh.meet

    def meet_to_lie_at_the_cut(mesh: CheatingMesh, driver: Driver, secrets: SeatSecrets) -> None:
        meet(mesh, driver, secrets)
        mesh.slot = LAST_OF_THE_CUT

    monkeypatch.setattr(CheatingMesh, "meet", meet_to_lie_at_the_cut)
    fates = ((1, fate("cut/1", steps)), (2, fate("cut/2", steps + 1)))
    with transparent_group():
        result = run(Plan("cut", 3, BRIEF, Weather((0.02, 0.4)), 0.0, fates, "two stories", 0))
    assert (result.ends[1:], result.convicted) == (("over", "over"), (0,))
