"""Open replay: when the game is over every seat publishes its secret, and it is the true one."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from protocol.audit import audit_transcript
from protocol.bluffs import Bluffs
from protocol.errors import LocalError, RemoteError
from protocol.reports import Report, Verdict
from protocol.rules.cards import Colour
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import AcceptFour, ChallengeFour, PlayCard
from protocol.table.hand import own_hand
from protocol.table.phases import Acknowledging, After, Finished, Publishing
from protocol.table.publishing import opened_hand, published_keys
from protocol.table.secrets import SeatSecrets
from protocol.table.table import apply
from protocol.wire.messages import Publish
from tests.adversary.cheating import forge
from tests.table.covering import Setting
from tests.table.departures import depart
from tests.table.games import Game, play
from tests.table.rigged import arrange, card, cards
from tests.table.simulation import CLASSIC, Moment, Simulation
from tests.transparent import transparent_group

OPEN = CLASSIC.with_options({"open_replay": "on", "hand_size": "5", "rounds": "2", "score": "lazy"})
# Hands that change owners, go into a pool, are shown, and joined by open cards: every kind of key is made.
LIVELY = {"seven_zero": "on", "five_exchange": "on", "guilty": "takes-back", "deck": "modern-112"}


@pytest.fixture(scope="module", autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


def audited(table: Simulation) -> Report:
    return audit_transcript(io.BytesIO(table.transcript))


@cache
def over(rules: RuleSet = OPEN, seats: int = 3, seed: str = "open") -> Game:
    return play(Setting(rules, seats), seed)


def publication(table: Simulation) -> Moment:
    (moment,) = (each for each in table.moments if isinstance(each.state.phase, Publishing))
    return moment


def test_the_end_is_acknowledged_before_and_after() -> None:
    table = over()
    phases = [moment.state.phase for moment in table.moments[-3:]]
    assert phases == [Acknowledging(After.END), Publishing(), Acknowledging(After.PUBLICATION)]
    assert isinstance(table.state.phase, Finished)


@pytest.mark.parametrize("seed", ["a", "b"])
def test_what_was_published_opens_every_hand_of_the_game(seed: str) -> None:
    table = over(OPEN.with_options(LIVELY), 4, seed)
    opened = 0
    for moment in table.moments:
        if not moment.state.hands:
            continue
        for seat in range(4):
            keys = published_keys(table.state, seat, moment.state.rules.round)
            assert keys is not None
            hand = own_hand(moment.state, keys)
            assert hand == own_hand(moment.state, moment.secrets[seat])
            opened += len(hand)
    assert opened > 500
    purposes = {made.origin.purpose for made in publication(table).state.made}
    assert purposes >= {"epoch", "hand", "moving"}


def test_without_it_nothing_is_kept_and_nothing_published() -> None:
    table = over(OPEN.with_options({"open_replay": "off"}))
    assert all(not moment.state.made for moment in table.moments)
    assert all(secrets.beginning is None for secrets in table.secrets)
    assert published_keys(table.state, 0, 1) is None
    assert not audited(table).opened


# --- another secret than the true one ---------------------------------------------------------------------


def later_secret(moment: Moment, seat: int) -> bytes:
    return moment.secrets[seat].secret


def secret_of_another(moment: Moment, seat: int) -> bytes:
    beginning = moment.secrets[seat - 1].beginning
    assert beginning is not None
    return beginning


def no_secret(_moment: Moment, _seat: int) -> bytes:
    return bytes(32)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("lie", [later_secret, secret_of_another, no_secret])
def test_another_secret_convicts(seat: int, lie: Callable[[Moment, int], bytes]) -> None:
    table = over().copy()
    moment = publication(table)
    said = moment.said | {seat: forge(moment, seat, Publish(lie(moment, seat)))}
    with pytest.raises(RemoteError, match="another secret") as refused:
        apply(moment.state, said)
    assert (refused.value.seat, refused.value.obligation) == (seat, "publish")
    at = moment.state.slot
    table.moments[at:] = [Moment(moment.state, moment.secrets, said)]
    report = audited(table)
    (finding,) = report.findings
    assert report.verdict is Verdict.FAULT
    assert (finding.obligation, finding.slot, finding.seat, finding.proven) == (13, at, seat, True)


def test_a_seat_that_ratcheted_and_forgot_cannot_publish() -> None:
    table = over().copy()
    moment = publication(table)
    own = moment.secrets[1]
    table.moments, table.states = [], [moment.state] * 3
    table.secrets[1] = SeatSecrets(own.identity, 1, own.table, own.round, own.secret)
    with pytest.raises(LocalError, match="has been erased"):
        table.contribution(1)


# --- bluffs -------------------------------------------------------------------------------------------------


def bluffs_of(
    table: Simulation, published: tuple[bytes | None, ...]
) -> list[tuple[int, int | None, bool | None]]:
    """Seat, challenger and bluff of every Wild Draw Four, once these secrets are public."""
    looker = Bluffs()
    states = [*(moment.state for moment in table.moments), table.state]
    for before, after in pairwise(states):
        looker.see(before, after)
    state = replace(table.state, published=published)
    return [(four.seat, four.challenger, four.bluff) for four in looker.settled(state)]


def test_a_bluff_that_nobody_challenged_comes_to_light() -> None:
    """Seat 0 bluffs twice, and is challenged the second time; seat 1 then lays one as it may."""
    mine = cards("red 1", "green 5", "wild draw four", "wild draw four", "blue 5")
    theirs = [card("wild draw four", 2), *cards("blue 6", "blue 7", "blue 8", "blue 9")]
    table = arrange([mine, theirs], card("red 0"), options={"open_replay": "on"})
    table.turn(PlayCard(mine[2], Colour.RED))
    table.turn(AcceptFour())
    table.turn(PlayCard(mine[3], Colour.YELLOW))
    table.turn(ChallengeFour())
    table.turn(PlayCard(theirs[0], Colour.RED))
    table.turn(AcceptFour())
    first, second = (secrets.beginning for secrets in table.secrets)
    told = bluffs_of(table, (first, second))
    assert told[:2] == [(0, None, True), (0, 1, True)]
    assert told[2][:2] == (1, None)
    assert bluffs_of(table, (None, None)) == [(0, None, None), (0, 1, True), (1, None, None)]
    assert bluffs_of(table, (None, second)) == [(0, None, None), (0, 1, True), told[2]]


def test_every_one_is_judged_as_who_sees_all_hands_judges_it() -> None:
    """By players who lay what they like, against the hands that the simulation knows."""
    told: list[bool] = []
    for seed in "abc":
        table = over(seed=seed)
        report = audited(table)
        assert report.opened == (0, 1, 2)
        for four in report.fours:
            moment = table.moments[four.slot]
            rules = moment.state.rules
            hand = own_hand(moment.state, moment.secrets[four.seat])
            laid = set(table.moments[four.slot + 1].state.rules.discards)
            bluff = any(rules.deck[each].colour is rules.colour for each in hand if each not in laid)
            assert four.bluff is bluff
            told.append(bluff)
    assert any(told)
    assert not all(told)


# --- who leaves ---------------------------------------------------------------------------------------------


def test_who_has_left_publishes_nothing_and_stays_closed() -> None:
    table = Simulation.new(3, OPEN, 4, twin=True)
    table.until(lambda state: state.rules.round == 2 and state.hands != () and all(state.hands))
    hands = table.state
    depart(table, [1])
    assert {made.seat for made in table.state.made} == {0, 2}
    table.run()
    assert [secret is None for secret in table.state.published] == [False, True, False]
    assert published_keys(table.state, 1, 2) is None
    for seat in (0, 2):
        keys, hand = published_keys(table.state, seat, 2), hands.hands[seat]
        assert keys is not None
        assert hand is not None
        assert opened_hand(hands, keys, hand)


def test_a_hand_from_another_secret_stays_closed() -> None:
    """As of a seat that has left, lost its secret, and come back with a new one."""
    table = Simulation.new(2, OPEN, 4, twin=True)
    table.until(lambda state: state.hands != () and all(state.hands))
    hand = table.state.hand(1)
    table.states = [replace(table.state, published=(None, bytes(32)))] * 2
    other = published_keys(table.state, 1, table.state.rules.round)
    assert other is not None
    assert opened_hand(table.state, other, hand) is None
