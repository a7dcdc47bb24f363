"""Who sits down between two rounds: newcomers, and such as had left; and what nobody is let in with."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from p2puno.seat import bots
from protocol.audit import audit_transcript
from protocol.crypto.signing import IdentityKey
from protocol.errors import RemoteError
from protocol.reports import Verdict
from protocol.rules.happenings import SeatsJoined
from protocol.rules.ruleset import RuleSet
from protocol.table.ballots import Ballots
from protocol.table.choices import Seating
from protocol.table.frame import between_rounds
from protocol.table.phases import Acknowledging, After
from protocol.table.requests import REQUEST_CONTEXT, sign_request
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import apply, expected
from protocol.transcript.contribution import sign_contribution
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Roster, SeatEntry, Statement
from protocol.wire.roster import SeatRequest, SignedRequest
from tests.table.arrivals import play
from tests.table.departures import depart
from tests.table.removals import Voted
from tests.table.simulation import CLASSIC, Simulation
from tests.transparent import transparent_group
from tests.verifier.second import on_the_transparent_group, verify

SHORT = CLASSIC.with_options({"rounds": "2", "hand_size": "5"})
KEYS = [IdentityKey(bytes([200 + number]) * 32) for number in range(12)]


@pytest.fixture(autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


def entry(key: IdentityKey, name: str = "New", operator: IdentityKey | None = None) -> SeatEntry:
    """A person, or with an `operator` a bot."""
    played_by = key if operator is None else operator
    return SeatEntry(name, key.public, played_by.public, bot=operator is not None, nonce=bytes(32))


def after_a_round(seats: int = 2, rules: RuleSet = SHORT, seed: int = 0) -> Simulation:
    table = Simulation.new(seats, rules, seed, twin=True)
    table.until(between_rounds)
    return table


def requests(state: TableState, *keys: IdentityKey) -> tuple[bytes, ...]:
    return tuple(
        sign_request(key, state, entry(key, f"New {number}")).data for number, key in enumerate(keys)
    )


def fill(table: Simulation, asked: Sequence[bytes], *, but: Sequence[int] = ()) -> TableState:
    """The roster slot, in which all pass on these requests `but` some seats."""
    said = {
        seat: table.contribution(seat, Seating(() if seat in but else tuple(asked)))
        for seat in expected(table.state).seats
    }
    table.apply(said)
    return table.state


def give_secrets(table: Simulation, *keys: IdentityKey) -> None:
    """Newcomers get a state and secrets of their own."""
    for key in keys:
        seat = len(table.secrets)
        assert table.state.proposal.seats[seat].key == key.public
        table.secrets.append(SeatSecrets.begin(key, seat, table.state, bytes([seat]) * 32))
        table.states.append(table.state)
        table.choosers.append(bots.greedy)


# --- newcomers --------------------------------------------------------------------------------------------


def test_a_newcomer_plays_from_the_next_round_on_and_the_audit_agrees() -> None:
    table = after_a_round()
    name, scores = table.state.table, table.state.rules.scores
    state = fill(table, requests(table.state, KEYS[0]))
    give_secrets(table, KEYS[0])
    assert state.phase == Acknowledging(After.ROSTER)
    assert expected(state).seats == (0, 1, 2)
    assert state.happenings == (SeatsJoined((2,), (min(scores),)),)
    assert (state.table, state.sat_down(2), state.sat_down(0)) == (name, state.slot, 0)
    table.step()
    assert table.state.rules.round == 2
    end = table.run()
    assert len(end.rules.scores) == 3
    report = audit_transcript(io.BytesIO(table.transcript))
    assert (report.verdict, report.findings) == (Verdict.CLEAN, ())
    assert report.names == ("Seat 0", "Seat 1", "New 0")
    assert report.counts.seats == 3


def test_those_who_were_there_put_off_newcomers_who_say_nothing() -> None:
    """Two of four are no majority; but those two have signed nothing since they sat down."""
    table = Voted.new(2, SHORT, twin=True)
    table.until(between_rounds)
    assert isinstance(table, Voted)
    fill(table, requests(table.state, KEYS[0], KEYS[1]))
    assert table.state.unheard == {2, 3}
    give_secrets(table, *sorted(KEYS[:2], key=lambda key: key.public))
    table.remove({2, 3})
    assert (table.state.present, table.state.unheard) == ((0, 1), frozenset())
    fill(table, [])
    assert between_rounds(table.state), "the roster is opened again"
    assert len(table.run().rules.scores) == 4
    assert audit_transcript(io.BytesIO(table.transcript)).verdict is Verdict.CLEAN
    with on_the_transparent_group():
        result = verify.verify_source(io.BytesIO(table.transcript))
    assert result.code == 0, result.sentence


def test_whoever_has_acknowledged_is_put_off_by_a_majority_alone() -> None:
    table = after_a_round()
    fill(table, requests(table.state, KEYS[0], KEYS[1]))
    give_secrets(table, *sorted(KEYS[:2], key=lambda key: key.public))
    table.step()
    assert table.state.unheard == frozenset()
    assert Ballots(table.state, 0, lambda _slot: {}).due(frozenset({2, 3})) is None


def test_no_more_newcomers_than_operators_sit_down_at_once() -> None:
    table = after_a_round()
    asked = requests(table.state, *KEYS[:3])
    state = fill(table, asked)
    assert [entry.key for entry in state.proposal.seats[2:]] == sorted(key.public for key in KEYS[:3])[:2]


def test_the_newcomer_signs_what_has_happened_before_cards_are_dealt() -> None:
    """Without his signature nothing goes on; with it the head covers the roster."""
    table = after_a_round()
    state = fill(table, requests(table.state, KEYS[0]))
    give_secrets(table, KEYS[0])
    said = table.contributions()
    assert said[2].statement.head == state.head
    del said[2]
    with pytest.raises(Exception, match="needs the contributions of seats"):
        apply(state, said)


def test_who_is_not_in_every_list_stays_outside() -> None:
    table = after_a_round(3)
    state = fill(table, requests(table.state, KEYS[0]), but=(1,))
    assert (state.rules.round, state.seats) == (2, 3)


def test_two_requests_of_one_key_are_two_and_none_is_in_every_list() -> None:
    table = after_a_round()
    ann, ned = (sign_request(KEYS[0], table.state, entry(KEYS[0], name)).data for name in ("Ann", "Ned"))
    said = {seat: table.contribution(seat, Seating((data,))) for seat, data in enumerate((ann, ned))}
    table.apply(said)
    assert table.state.seats == 2


def test_as_many_sit_down_as_the_rules_have_room_for_and_all_honest_seats_agree_who() -> None:
    rules = RuleSet.preset("kids").with_options({"score": "winner-takes", "rounds": "2"})
    table = after_a_round(2, rules)
    state = fill(table, requests(table.state, *KEYS[:4]))
    admitted = sorted(key.public for key in KEYS[:4])[:2]
    assert [entry.key for entry in state.proposal.seats[2:]] == admitted


def test_seat_numbers_end_with_ten() -> None:
    table = after_a_round(9)
    state = fill(table, requests(table.state, KEYS[0], KEYS[1]))
    assert state.seats == 10
    assert min(KEYS[0].public, KEYS[1].public) == state.proposal.seats[9].key


def test_partners_are_joined_by_nobody() -> None:
    table = after_a_round(4, SHORT.with_options({"teams": "2v2"}))
    depart(table, [3])
    assert fill(table, requests(table.state, KEYS[0])).seats == 4


def test_a_bot_sits_down_after_whoever_plays_it_and_not_alone() -> None:
    table = after_a_round()
    bot = sign_request(KEYS[1], table.state, entry(KEYS[1], "Bot", KEYS[0])).data
    alone = table.copy()
    assert fill(alone, [bot]).seats == 2
    state = fill(table, [bot, *requests(table.state, KEYS[0])])
    assert [each.name for each in state.proposal.seats[2:]] == ["New 0", "Bot"]


def test_before_the_first_round_nobody_passes_a_request_on() -> None:
    table = Simulation.new(2, SHORT, twin=True)
    table.until(lambda state: expected(state).name == "roster")
    state = fill(table, requests(table.state, KEYS[0]))
    assert state.seats == 2


def test_what_does_not_hold_any_more_is_not_passed_on() -> None:
    """A request of an earlier round, or one that nobody can read, costs an honest seat nothing."""
    table = after_a_round(2, SHORT.with_options({"rounds": "3"}))
    old = requests(table.state, KEYS[0])
    fill(table, [])
    table.step()
    table.until(between_rounds)
    state = fill(table, [*old, b"", b"x" * 100])
    assert (state.seats, state.rules.round) == (2, 3)


# --- who comes back ---------------------------------------------------------------------------------------


def departed(*, convicted: bool = False) -> Simulation:
    table = after_a_round(3, SHORT.with_options({"rounds": "3"}))
    depart(table, [1], convicted=convicted)
    table.until(between_rounds)
    return table


def back(table: Simulation, **changes: object) -> bytes:
    changed = replace(table.state.proposal.seats[1], **changes)  # type: ignore[arg-type]
    return sign_request(table.secrets[1].identity, table.state, changed).data


def test_who_has_left_sits_down_again_on_his_seat_with_his_points() -> None:
    table = departed()
    scores = table.state.rules.scores
    state = fill(table, [back(table, nonce=b"n" * 32)])
    assert (state.seats, state.present) == (3, (0, 1, 2))
    assert state.happenings == (SeatsJoined((1,), (scores[1],)),)
    assert state.sat_down(1) == state.slot
    assert table.run().rules.gone == frozenset()


def test_who_comes_back_is_let_in_before_newcomers() -> None:
    rules = RuleSet.preset("kids").with_options({"score": "winner-takes", "rounds": "3"})
    table = after_a_round(4, rules)
    depart(table, [1])
    table.until(between_rounds)
    state = fill(table, [*requests(table.state, *KEYS[:3]), back(table)])
    assert (state.seats, state.present) == (4, (0, 1, 2, 3))


# --- what nobody is let in with ---------------------------------------------------------------------------


def blamed(table: Simulation, *asked: bytes, seat: int = 0) -> RemoteError:
    """What is said when this seat passes these requests on."""
    state = table.state
    said = {each: table.contribution(each, Seating(())) for each in expected(state).seats}
    statement = replace(said[seat].statement, body=encode(Roster(asked)))
    said[seat] = sign_contribution(table.secrets[seat].identity, statement)
    with pytest.raises(RemoteError) as error:
        apply(state, said)
    assert (error.value.seat, error.value.obligation) == (seat, "roster")
    return error.value


def altered(data: bytes, key: IdentityKey | None = None, **changes: object) -> bytes:
    """The request with other fields, signed anew by `key`, or with the old signature."""
    signed = decode(data, SignedRequest)
    request = encode(replace(decode(signed.request, SeatRequest), **changes))  # type: ignore[arg-type]
    signature = signed.signature if key is None else key.sign(REQUEST_CONTEXT, request)
    return encode(SignedRequest(request, signature))


def test_forged_requests() -> None:
    table = after_a_round()
    (good,) = requests(table.state, KEYS[0])
    other = altered(good, entry=entry(KEYS[1]))
    assert "signature" in str(blamed(table, other))
    assert "signature" in str(blamed(table, altered(good, KEYS[1])))


def test_requests_for_another_table_or_another_round() -> None:
    table = after_a_round()
    (good,) = requests(table.state, KEYS[0])
    for changes in ({"table": bytes(32)}, {"round": 0}, {"round": 2}):
        assert "another table or another round" in str(blamed(table, altered(good, KEYS[0], **changes)))


def test_a_contribution_is_no_request() -> None:
    """Signatures are separated by context: what was signed as a statement does not seat anybody."""
    table = after_a_round()
    statement = table.moments[-1].said[0].statement
    inner = encode(Statement(**{name: getattr(statement, name) for name in statement.__slots__}))
    blamed(table, encode(SignedRequest(inner[:512], KEYS[0].sign("p2puno/v1/contribution", inner[:512]))))


def test_a_key_that_sits_already() -> None:
    table = after_a_round()
    key = table.secrets[1].identity
    seated = sign_request(key, table.state, entry(key, "Twice")).data
    assert "sits at the table already" in str(blamed(table, seated))


def test_who_was_convicted_does_not_come_back() -> None:
    table = departed(convicted=True)
    table.states = [replace(state, convicted=frozenset({1})) for state in table.states]
    assert "put off the table for cheating" in str(blamed(table, back(table)))


@pytest.mark.parametrize("changes", [{"name": "Eve"}, {"bot": False}])
def test_nobody_comes_back_as_somebody_else(changes: dict[str, object]) -> None:
    table = departed()
    assert "comes back as somebody else" in str(blamed(table, back(table, **changes)))


def test_a_person_whom_another_plays() -> None:
    table = after_a_round()
    played = replace(entry(KEYS[0]), operator=KEYS[1].public)
    assert "does not play it" in str(blamed(table, sign_request(KEYS[0], table.state, played).data))


def test_keys_of_small_order() -> None:
    table = after_a_round()
    weak = replace(entry(KEYS[0]), key=bytes([1]) + bytes(31))
    assert "small order" in str(blamed(table, sign_request(KEYS[0], table.state, weak).data))


def test_lists_have_one_order_and_nobody_twice() -> None:
    table = after_a_round()
    both = sorted(requests(table.state, KEYS[0], KEYS[1]), key=_key_of)
    assert "another order" in str(blamed(table, *both[::-1]))
    assert "another order" in str(blamed(table, both[0], both[0]))


def _key_of(data: bytes) -> bytes:
    return decode(decode(data, SignedRequest).request, SeatRequest).entry.key


def test_requests_before_the_first_round() -> None:
    table = Simulation.new(2, SHORT, twin=True)
    table.until(lambda state: expected(state).name == "roster")
    assert "before the first round" in str(blamed(table, *requests(table.state, KEYS[0])))


# --- in games ---------------------------------------------------------------------------------------------


def test_games_go_on_with_those_who_come_and_go() -> None:
    """More by `python -m tests.table.arrivals`."""
    assert sum(play(f"arrivals/sample/{number}", chance=0.004).came for number in range(5)) > 5
