"""A real journal and its vault cut anywhere and with any byte changed: back to where they end, or a sentence.

What a prefix brings back is never something else than what was: the same log as far as it goes, the same
statements of this seat, the same secret.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from p2puno.errors import UsageError
from p2puno.seat.records import Records, game_name, journal_path, vault_path
from p2puno.seat.recovery import OwnVote, recover
from p2puno.store.journal import HEAD_BYTES, MAGIC, Journal, _parse
from p2puno.store.paths import Home
from p2puno.store.seal import Seal
from p2puno.store.vault import FILE_BYTES, PAGE, Vault
from protocol.rules.needs import NeedNextRound
from protocol.table.removal import Removal
from protocol.table.table import contribute
from protocol.table.view import view
from protocol.transcript.contribution import Contribution
from protocol.transcript.vote import sign_vote
from protocol.wire.removal import Vote
from tests.table.simulation import CLASSIC, Simulation
from tests.transparent import transparent_group

TWO_ROUNDS = CLASSIC.with_options({"rounds": 2, "hand_size": "5", "deck": "kids-36"})
SLOTS_OF_THE_SECOND_ROUND = 6
EVERY_BYTE = 1_500
ONE_SENTENCE = ("is not a journal", "another version", "is damaged", "is of a later round than")


@dataclass(frozen=True)
class Kept:
    """A seat's files in the middle of a second round, and the game that they are of."""

    game: Simulation
    name: str
    journal: bytes
    vault: bytes
    said: Contribution
    vote: bytes

    def put(self, folder: Path, journal: bytes, vault: bytes) -> Home:
        home = Home.locate(folder)
        home.journals.mkdir(parents=True, exist_ok=True)
        home.games.mkdir(exist_ok=True)
        journal_path(home, self.name).write_bytes(journal)
        vault_path(home, self.name).write_bytes(vault)
        return home


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with transparent_group():
        home = Home.locate(tmp_path_factory.mktemp("home"))
        game = Simulation.new(2, TWO_ROUNDS, seed=3)
        records = Records.begin(home, game.proposal_data, game.secrets[0])
        while game.state.rules.round < 2 or game.moments[-SLOTS_OF_THE_SECOND_ROUND].state.rules.round < 2:
            step(game, records)
        state, mine = game.state, game.secrets[0]
        vote = sign_vote(
            mine.identity, Vote(state.table, state.term, state.slot, state.head, 0, 1, (), (), (), ())
        )
        said = game.contribution(0)
        records.keep_own(said)
        records.keep_vote(vote.data)
        records.close()
        name = game_name(game.proposal_data)
        files = (journal_path(home, name).read_bytes(), vault_path(home, name).read_bytes())
        yield Kept(game, name, *files, said, vote.data)


def step(game: Simulation, records: Records) -> None:
    """One slot, kept as a driver keeps it."""
    said, secrets = game.contributions(), game.secrets[0]
    if 0 in said:
        records.keep_own(said[0])
    game.apply(said)
    records.keep_slot(tuple(said[seat] for seat in sorted(said)))
    if game.secrets[0].round > secrets.round:
        records.forget_round(game.secrets[0])


def ends_of_records(journal: bytes) -> list[int]:
    """Where each record ends, the header first."""
    ends = [len(MAGIC)]
    while ends[-1] < len(journal):
        length = int.from_bytes(journal[ends[-1] : ends[-1] + 4], "big")
        ends.append(ends[-1] + HEAD_BYTES + length)
    return ends[1:]


def probed(kept: Kept) -> Iterator[int]:
    """Every byte of the beginning, then those around every record, and some of each payload."""
    whole = len(kept.journal)
    near = {end + shift for end in ends_of_records(kept.journal) for shift in range(-1, HEAD_BYTES + 1)}
    yield from sorted({*range(EVERY_BYTE), *range(EVERY_BYTE, whole, 499), *near} & set(range(whole)))


def refusal(kept: Kept, home: Home) -> str | None:
    """Why the files cannot be continued; or they can, and give back nothing but what was."""
    try:
        resumed = recover(home, kept.name, kept.game.secrets[0].identity)
    except UsageError as error:
        return str(error)
    resumed.records.close()
    past, game = resumed.past, kept.game
    slots = past.state.slot
    moments = game.moments[:slots]
    for moment, entry in zip(moments, past.log, strict=True):
        assert not isinstance(entry, Removal)
        assert [each.data for each in entry] == [moment.said[seat].data for seat in sorted(moment.said)]
    here = game.moments[slots].state if slots < len(game.moments) else game.state
    assert past.state.head == here.head
    said = kept.said if slots == len(game.moments) else game.moments[slots].said.get(0)
    assert [each.data for each in past.said] in ([], [said.data] if said is not None else [])
    assert {heard.data for heard in past.heard if isinstance(heard, OwnVote)} <= {kept.vote}
    assert resumed.secrets.secret == game.secrets[0].for_round(resumed.secrets.round).secret
    return None


# --- the journal ------------------------------------------------------------------------------------------


def test_cut_at_any_byte_it_is_read_as_far_as_it_goes(kept: Kept, tmp_path: Path) -> None:
    whole = Journal.read(journal_path(kept.put(tmp_path, kept.journal, kept.vault), kept.name))
    path, ends = tmp_path / "cut.journal", ends_of_records(kept.journal)
    for length in probed(kept):
        complete = sum(end <= length for end in ends)
        if complete == 0:
            path.write_bytes(kept.journal[:length])
            with pytest.raises(UsageError, match="|".join(ONE_SENTENCE)):
                Journal.read(path)
            continue
        contents = _parse(path, kept.journal[:length]).contents
        assert contents.records == whole.records[: complete - 1]
        assert contents.torn == (length not in ends)


def test_any_changed_byte_is_noticed(kept: Kept, tmp_path: Path) -> None:
    path, ends = tmp_path / "changed.journal", ends_of_records(kept.journal)
    last_payload = ends[-2] + HEAD_BYTES
    for at in probed(kept):
        data = kept.journal[:at] + bytes([kept.journal[at] ^ 1]) + kept.journal[at + 1 :]
        if at < len(MAGIC):
            path.write_bytes(data)
            with pytest.raises(UsageError, match="|".join(ONE_SENTENCE)):
                Journal.read(path)
        elif at < last_payload:
            with pytest.raises(UsageError, match="|".join(ONE_SENTENCE)):
                _parse(path, data)
        else:  # as if it had never arrived
            assert _parse(path, data).contents.torn


def test_after_each_record_the_seat_comes_back_or_hears_why_not(kept: Kept, tmp_path: Path) -> None:
    """A journal with fewer records than the vault knows of was put back alone, and is refused."""
    answers = list[str | None]()
    for number, end in enumerate(ends_of_records(kept.journal)):
        home = kept.put(tmp_path / str(number), kept.journal[:end], kept.vault)
        answers.append(refusal(kept, home))
    refused = [answer for answer in answers if answer is not None]
    assert answers[-1] is None
    assert all(any(words in answer for words in ONE_SENTENCE) for answer in refused)
    earlier = sum(moment.state.rules.round < 2 for moment in kept.game.moments)
    assert len(refused) > earlier, "the secrets of rounds that are not over are gone"
    assert all(answer is None for answer in answers[len(refused) :])
    end_of_round = ends_of_records(kept.journal)[len(refused)]
    home = kept.put(tmp_path / "end of round", kept.journal[:end_of_round], kept.vault)
    resumed = recover(home, kept.name, kept.game.secrets[0].identity)
    resumed.records.close()
    assert (resumed.past.state.rules.round, resumed.secrets.round) == (1, 2)
    state = resumed.past.state
    assert isinstance(state.rules.need, NeedNextRound)
    assert view(state, resumed.secrets).hand == ()
    seats = kept.game.moments[state.slot].said
    assert contribute(state, resumed.secrets, None, bytes(32)).data == seats[0].data


# --- the vault --------------------------------------------------------------------------------------------


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of flushes are not what is tested."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("seal", [None, Seal(b"k" * 32)], ids=["open", "sealed"])
def test_a_vault_gives_its_secret_or_none_whatever_byte_is_changed_or_missing(
    kept: Kept, tmp_path: Path, seal: Seal | None
) -> None:
    path, secret = tmp_path / "game.vault", kept.game.secrets[0].secret
    Vault.create(path, b"the secret of a round that is settled", seal).replace(secret)
    whole = path.read_bytes()
    assert len(whole) == FILE_BYTES
    opened = 0
    for at in [*range(40), *range(PAGE - 2, FILE_BYTES, 97), *range(2 * PAGE, 2 * PAGE + 120)]:
        for data in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            path.write_bytes(data)
            with suppress(UsageError):
                assert Vault.open(path, seal).secret == secret
                opened += 1
    assert opened > 0


def test_a_journal_and_a_vault_of_which_one_is_damaged_are_refused_together(
    kept: Kept, tmp_path: Path
) -> None:
    broken = kept.vault[: 2 * PAGE + 12] + b"?" + kept.vault[2 * PAGE + 13 :]
    answer = refusal(kept, kept.put(tmp_path, kept.journal, broken))
    assert answer is None or "is damaged: it holds no secret" in answer
