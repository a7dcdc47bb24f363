"""Games that were interrupted: from the files back to the table, or one sentence that says why not."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2puno.errors import UsageError
from p2puno.net.addresses import Address
from p2puno.net.mesh import Mesh
from p2puno.seat import council, driver, resuming
from p2puno.seat.ending import Outcome, TableStoppedError
from p2puno.seat.interrupted import interrupted_games
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.records import CIRCUMSTANCES, SLOT
from p2puno.seat.recovery import recover
from p2puno.seat.resuming import Return, resume_table
from p2puno.seat.session import host_table, join_table, play_again
from p2puno.store.identity import load_or_create, load_public, renew
from p2puno.store.journal import Journal
from p2puno.store.lock import locked
from p2puno.store.own_records import OWN, SEALED
from p2puno.store.passphrase import set_passphrase
from p2puno.store.paths import Home
from protocol.rules.happenings import SeatsLeft
from protocol.rules.ruleset import RuleSet
from tests.seat.peers import Recorder
from tests.seat.session_kit import Lobby, is_clean, seat_plan
from tests.transparent import transparent_group

SAID = b"what nobody has heard yet"
TWO_ROUNDS = RuleSet.preset("classic").with_options({"rounds": 2, "hand_size": "5"})
ONE_ROUND = TWO_ROUNDS.with_options({"rounds": 1})
LONG = TWO_ROUNDS.with_options({"rounds": 20})


@pytest.fixture(autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


def plans(folder: Path) -> tuple[SeatPlan, SeatPlan]:
    """Two people, one of whom brings a bot."""
    recorded = (Recorder(), Recorder())
    ann, bob = seat_plan(folder, "Ann", "Ada"), seat_plan(folder, "Bob")
    usual = ("127.0.0.1", None)
    return (
        replace(ann, observers=(recorded[0],), listen=usual),
        replace(bob, observers=(recorded[1],), listen=usual),
    )


def leaves(error: BaseException) -> list[BaseException]:
    """The single errors in groups of groups."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for each in error.exceptions for leaf in leaves(each)]
    return [error]


def recorder(plan: SeatPlan) -> Recorder:
    (only,) = plan.observers
    assert isinstance(only, Recorder)
    return only


async def interrupt(folder: Path, slot: int, *, bots: bool = True, rules: RuleSet = TWO_ROUNDS) -> str:
    """A game whose whole table goes down when Bob has come to this slot: what its files are called."""
    ann, bob = (replace(plan, listen=("127.0.0.1", 0)) for plan in plans(folder))
    if not bots:
        ann = replace(ann, bots=())
    assert isinstance(ann.lobby, Lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, ann, TablePlan("here", rules, 3 if bots else 2, announce=False))
        await ann.lobby.opened.wait()
        nursery.start_soon(join_table, bob, ann.lobby.addresses)
        await recorder(bob).until_slot(slot)
        nursery.cancel_scope.cancel()
    (path,) = ann.home.journals.glob("*.journal")
    return path.stem


def same_files(folder: Path, seats: int) -> None:
    files = [*folder.glob("*/games/*.p2puno"), *folder.glob("*/bots/*/games/*.p2puno")]
    assert len(files) == seats
    assert len({path.read_bytes() for path in files}) == 1
    assert not list(folder.glob("**/journals/*")), "nothing is left that could be continued"


async def test_a_whole_table_comes_back(tmp_path: Path) -> None:
    name = await interrupt(tmp_path, 60)
    ann, bob = plans(tmp_path)
    (game,) = await trio.to_thread.run_sync(interrupted_games, ann.home)
    assert (game.name, game.fault, game.over, game.bot) == (name, None, False, "greedy")
    outcomes: list[Outcome | None] = []

    async def back(plan: SeatPlan) -> None:
        outcomes.append(await resume_table(plan, Return(name)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(back, bob)
        nursery.start_soon(back, ann)
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in outcomes)
    same_files(tmp_path, 3)
    assert recorder(ann).notices[0].startswith("You are back at here")


async def test_a_table_that_came_back_is_played_again_with_its_bots(tmp_path: Path) -> None:
    name = await interrupt(tmp_path, 20, rules=ONE_ROUND)
    first, second = dict[str, Outcome](), dict[str, Outcome]()

    async def back(plan: SeatPlan) -> None:
        outcome = await resume_table(plan, Return(name))
        assert outcome is not None
        first[str(plan.name)] = outcome

    async def again(plan: SeatPlan) -> None:
        """As the command does: with a plan that knows nothing of the game that was resumed."""
        wish = first[str(plan.name)].again
        assert wish is not None
        outcome = await play_again(replace(plan, bots=(), listen=(None, None)), wish)
        assert outcome is not None
        second[str(plan.name)] = outcome

    async with trio.open_nursery() as nursery:
        for plan in plans(tmp_path):
            nursery.start_soon(back, plan)
    openers = {name: outcome.again.opener for name, outcome in first.items() if outcome.again}
    assert openers == {"Ann": True, "Bob": False}
    async with trio.open_nursery() as nursery:
        for plan in plans(tmp_path):
            nursery.start_soon(again, plan)
    assert {outcome.view.names for outcome in second.values()} == {("Ann", "Ada", "Bob")}
    assert all(is_clean(outcome.transcript) for outcome in second.values())


async def test_only_one_address_is_still_true(tmp_path: Path) -> None:
    """Everybody else has moved; a person says where one of the others is."""
    name = await interrupt(tmp_path, 20)
    ann, bob = plans(tmp_path)
    outcomes: list[Outcome | None] = []
    listening = await trio.open_tcp_listeners(0, host="127.0.0.1")
    free = listening[0].socket.getsockname()[1]
    await listening[0].aclose()
    moved = replace(ann, listen=("127.0.0.1", free))

    async def back(plan: SeatPlan, return_: Return) -> None:
        outcomes.append(await resume_table(plan, return_))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(back, moved, Return(name))
        elsewhere = replace(bob, listen=("127.0.0.1", 0))
        nursery.start_soon(back, elsewhere, Return(name, (Address("127.0.0.1", free),)))
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in outcomes)


async def test_who_leaves_on_purpose_has_nothing_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "FAREWELL_SECONDS", 0.1)  # nobody comes back whom the bot could tell
    name = await interrupt(tmp_path, 20)
    ann, _ = plans(tmp_path)
    ann.controls.leaving.set()
    outcome = await resume_table(ann, Return(name))
    assert outcome is not None
    assert outcome.left
    assert await trio.to_thread.run_sync(interrupted_games, ann.home) == []


# --- what has happened meanwhile --------------------------------------------------------------------------


async def test_who_was_voted_out_meanwhile_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(council, "BOTS_VOTE_SECONDS", 0.3)
    monkeypatch.setattr(council, "_LOOK_SECONDS", 0.1)
    ann, bob = (replace(plan, listen=("127.0.0.1", 0)) for plan in plans(tmp_path))
    cid, lobby, seen = seat_plan(tmp_path, "Cid"), ann.lobby, recorder(ann)
    assert isinstance(lobby, Lobby)
    until_bob_stops = trio.CancelScope()

    async def play_for_a_while() -> None:
        with until_bob_stops:
            await join_table(bob, lobby.addresses)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, ann, TablePlan("here", LONG, 4, announce=False))
        await lobby.opened.wait()
        nursery.start_soon(join_table, cid, lobby.addresses)
        nursery.start_soon(play_for_a_while)
        await recorder(bob).until_slot(20)
        until_bob_stops.cancel()
        while not any(isinstance(told, SeatsLeft) for told in seen.happenings):
            await seen.until_slot(seen.views[-1].slot + 1)
        (journal,) = bob.home.journals.glob("*.journal")
        with pytest.raises(ExceptionGroup) as caught:
            await resume_table(bob, Return(journal.stem))
        nursery.cancel_scope.cancel()
    (error,) = leaves(caught.value)
    assert isinstance(error, TableStoppedError)
    assert str(error).startswith("The others have waited long enough, and have voted this seat off the table")
    assert await trio.to_thread.run_sync(interrupted_games, bob.home) == []


async def test_who_finds_nobody_is_told_what_that_may_mean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others may have voted this seat out, or just be late."""
    monkeypatch.setattr(resuming, "UNREACHED_SECONDS", 0.1)
    name = await interrupt(tmp_path, 20)
    _, bob = plans(tmp_path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(resume_table, bob, Return(name))
        await recorder(bob).until_told("None of the others can be reached so far.")
        nursery.cancel_scope.cancel()
    assert recorder(bob).notices[0].startswith("You are back at here")


async def test_a_game_that_is_over_is_served_to_the_others_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody's program was ended when Bob had the end, and the others perhaps not yet."""
    ann, bob = (replace(plan, bots=(), listen=("127.0.0.1", 0)) for plan in plans(tmp_path))
    assert isinstance(ann.lobby, Lobby)
    with monkeypatch.context() as ending:
        async with trio.open_nursery() as nursery:

            async def ended(mesh: Mesh, *_: object, **__: object) -> None:
                identity = load_public(bob.home)
                if identity is not None and mesh.identity == identity.key:
                    nursery.cancel_scope.cancel()
                await trio.sleep_forever()

            ending.setattr(driver, "farewell", ended)
            nursery.start_soon(host_table, ann, TablePlan("here", ONE_ROUND, 2, announce=False))
            await ann.lobby.opened.wait()
            nursery.start_soon(join_table, bob, ann.lobby.addresses)
    (path,) = bob.home.journals.glob("*.journal")
    (game,) = await trio.to_thread.run_sync(interrupted_games, bob.home)
    assert (game.over, game.fault) == (True, None)
    outcomes: list[Outcome | None] = []

    async def back(plan: SeatPlan) -> None:
        outcomes.append(await resume_table(plan, Return(path.stem)))

    ann, bob = plans(tmp_path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(back, bob)
        nursery.start_soon(back, ann)
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in outcomes)
    assert recorder(bob).notices[0].startswith("The game at here is over")
    same_files(tmp_path, 2)


# --- files ------------------------------------------------------------------------------------------------


def spoil(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(bytes(data))


def damaged(home: Home, name: str) -> None:
    spoil(home.journals / f"{name}.journal", 400)


def older(home: Home, name: str) -> None:
    path = home.journals / f"{name}.journal"
    path.write_bytes(path.read_bytes().replace(b"p2puno journal 1", b"p2puno journal 0", 1))


def no_vault(home: Home, name: str) -> None:
    (home.journals / f"{name}.vault").unlink()


def another_key(home: Home, _name: str) -> None:
    with locked(home):
        renew(home)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (damaged, "is damaged at byte"),
        (older, "was written by another version of p2puno"),
        (no_vault, "There is no vault"),
        (another_key, "was begun with another key"),
    ],
)
async def test_what_cannot_be_continued_is_named_with_the_reason(
    tmp_path: Path, harm: Callable[[Home, str], None], words: str
) -> None:
    name = await interrupt(tmp_path, 20)
    ann, _ = plans(tmp_path)
    harm(ann.home, name)
    (game,) = await trio.to_thread.run_sync(interrupted_games, ann.home)
    assert words in (game.fault or "")
    with locked(ann.home):
        key = load_or_create(ann.home).key
    with pytest.raises(UsageError, match=words):
        recover(ann.home, name, key)


async def test_a_torn_record_and_a_transcript_that_does_not_fit_are_mended(tmp_path: Path) -> None:
    name = await interrupt(tmp_path, 40)
    ann, _ = plans(tmp_path)
    journal, transcript = ann.home.journals / f"{name}.journal", ann.home.games / f"{name}.p2puno"
    journal.write_bytes(journal.read_bytes() + bytes(5))
    transcript.write_bytes(transcript.read_bytes()[:2000] + b"something else")
    with locked(ann.home):
        key = load_or_create(ann.home).key
    resumed = recover(ann.home, name, key)
    resumed.records.close()
    kept = transcript.read_bytes()
    assert kept.endswith(resumed.past.frames[-1])
    assert len(resumed.past.frames) == resumed.past.state.slot
    assert not journal.read_bytes().endswith(bytes(5))


async def test_what_a_seat_has_said_is_sealed_in_its_journal_with_the_passphrase(tmp_path: Path) -> None:
    """What stands open in it beside is what the whole table has, and who sits where."""
    name = await interrupt(tmp_path, 40, bots=False)
    ann, bob = plans(tmp_path)
    with locked(ann.home):
        sealed = set_passphrase(ann.home, "correct horse")
        key = load_or_create(sealed).key
    path, heard = ann.home.journals / f"{name}.journal", (bob.home.games / f"{name}.p2puno").read_bytes()
    slots = [record.payload for record in Journal.read(path).records if record.kind == SLOT]
    assert len(slots) >= 39
    assert all(slot in heard for slot in slots[:39])
    kinds = {record.kind for record in Journal.read(path).records}
    assert not kinds & OWN
    assert kinds - {each + SEALED for each in OWN} == {SLOT, CIRCUMSTANCES}
    (game,) = await trio.to_thread.run_sync(interrupted_games, ann.home)
    assert game.fault is None, "what is listed needs no passphrase"
    with pytest.raises(UsageError, match="journal is sealed with a passphrase, which was not given"):
        recover(ann.home, name, key)
    resumed = recover(sealed, name, key)
    resumed.records.keep_vote(SAID)
    resumed.records.close()
    assert resumed.past.state.slot == len(slots)
    assert SAID not in path.read_bytes(), "what is added is sealed as well"


# --- twice ------------------------------------------------------------------------------------------------


async def test_of_two_copies_of_a_player_the_older_one_stops(tmp_path: Path) -> None:
    name = await interrupt(tmp_path, 20, bots=False)
    ann, bob = plans(tmp_path)
    shutil.copytree(bob.home.data, tmp_path / "copy")
    twin = replace(bob, home=Home.locate(tmp_path / "copy"), observers=(Recorder(),), listen=("127.0.0.1", 0))
    stopped: list[BaseException] = []
    outcomes: list[Outcome | None] = []

    async def older_one() -> None:
        try:
            await resume_table(bob, Return(name))
        except* TableStoppedError as group:
            stopped.extend(group.exceptions)

    async def play(plan: SeatPlan) -> None:
        outcomes.append(await resume_table(plan, Return(name)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, ann)
        nursery.start_soon(older_one)
        await recorder(bob).until_slot(25)
        # The copy's counter stands where the first one's stood, so it has to have been started more often.
        number = int((twin.home.data / "incarnation").read_text()) + 5
        (twin.home.data / "incarnation").write_text(f"{number}\n")
        nursery.start_soon(play, twin)
    assert len(outcomes) == 2
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in outcomes)
    assert len(stopped) == 1
