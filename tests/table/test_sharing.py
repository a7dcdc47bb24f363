"""Shared keys: a round outlives who vanishes, and still nobody learns a card that is not his.

The adversary is fewer than all other operators together: they pool every key they ever held, every share of
the victim's keys, every sum of those, and everything that anybody published, and try all of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from protocol.audit import Verdict, audit_transcript
from protocol.crypto.group import ORDER, Element, multiply_public
from protocol.rules.happenings import RoundVoid
from protocol.table.making import quotient
from protocol.table.phases import Choosing, Receiving, Sharing, Shuffling, Stripping
from protocol.table.sharing import holders, own_share
from protocol.table.state import card_point
from protocol.table.table import expected
from protocol.wire.codec import decode
from protocol.wire.messages import Unmask
from tests.table.departures import depart
from tests.table.lively import Lively, RecordingSecrets, lively
from tests.table.omniscience import check_cards
from tests.table.simulation import CLASSIC, Simulation
from tests.table.test_hidden_information import CARDS, secret_elements
from tests.transparent import transparent_group

SHARED = {"key_sharing": "on", "hand_size": "5"}
VICTIM = 1


def voted_out(game: Lively) -> Lively:
    """The same game; the victim is put off the table, and the others take its mask off the pile."""
    later = game.copy()
    depart(later, {VICTIM})
    later.until(lambda state: isinstance(state.phase, Choosing))
    return later


@pytest.fixture(scope="module")
def game() -> Lively:
    """Four operators who share their keys, in the middle of the first round."""
    table = lively(4, seed=3, options=SHARED)
    table.until(lambda state: state.rules.round == 1 and isinstance(state.phase, Choosing))
    table.run(40)
    table.until(lambda state: isinstance(state.phase, Choosing))
    return table


def shares_of_victim(game: Lively, seats: Iterable[int]) -> set[int]:
    """The shares of the victim's keys that these seats hold."""
    found: set[int] = set()
    for moment in game.moments:
        phase = moment.state.phase
        shared = dict(phase.shared).get(VICTIM) if isinstance(phase, Receiving) else None
        if shared is not None:
            found |= {own_share(moment.state, moment.secrets[seat], VICTIM, shared) for seat in seats}
    return found


def pooled(game: Lively, seats: tuple[int, ...]) -> set[int]:
    """Scalars with which these seats can try to take masks off."""
    keys = {key for seat in seats for key in _held(game, seat)}
    shares = shares_of_victim(game, seats)
    sums = {sum(some) % ORDER for count in (1, 2, 3) for some in combinations(sorted(shares), count)}
    products = {one * quotient(1, other) % ORDER for one in sums for other in keys}
    return {quotient(1, key) for key in keys} | sums | products


def _held(game: Lively, seat: int) -> set[int]:
    secrets = game.secrets[seat]
    assert isinstance(secrets, RecordingSecrets)
    return secrets.held


def opened(elements: Iterable[Element], scalars: set[int]) -> set[bytes]:
    tried = {multiply_public(scalar, element).to_bytes() for element in elements for scalar in scalars}
    return tried & CARDS


def dealt(game: Lively) -> list[Element]:
    """The victim's hand as it was dealt: under the key that is shared."""
    return [
        element
        for moment in game.moments
        if moment.state.hands and (held := moment.state.hands[VICTIM]) and held.origin.purpose == "epoch"
        for element in held.elements
    ]


def test_all_shares_open_what_was_dealt_and_fewer_do_not(game: Lively) -> None:
    hand = list(dict.fromkeys(dealt(game)))
    assert len(hand) == 5
    assert len(opened(hand, pooled(game, (0, 2, 3)))) == 5  # the stated limit: all other operators together
    for seats in ((0, 2), (0, 3), (2, 3)):
        assert not opened(hand, pooled(game, seats))


@pytest.mark.parametrize("colluders", [(0, 2), (2, 3)])
def test_fewer_than_all_other_operators_open_no_hand_element(
    game: Lively, colluders: tuple[int, ...]
) -> None:
    elements = secret_elements(game, VICTIM)
    assert len(elements) > 10
    assert not opened(list(elements)[:40], pooled(game, colluders))


def test_voting_somebody_out_opens_none_of_his_cards(game: Lively) -> None:
    """What the honest holder publishes while the mask comes off helps nobody with the hand."""
    later = voted_out(game)
    strips = [moment for moment in later.moments if isinstance(moment.state.phase, Stripping)]
    assert len(strips) == 1
    published = {
        Element.from_bytes(each)
        for said in strips[0].said.values()
        for each in decode(said.statement.body, Unmask).elements
    } | set(later.state.the_epoch().pile)
    elements = secret_elements(later, VICTIM)
    assert not published & elements
    scalars = pooled(later, (0, 2))
    assert not opened(list(elements)[:40], scalars)
    last = game.state.hand(VICTIM)
    secret = game.secrets[VICTIM].scalar(last.origin)
    its_cards = {multiply_public(quotient(1, secret), element) for element in last.elements}
    assert {each.to_bytes() for each in its_cards} <= CARDS
    reach = {multiply_public(scalar, element) for element in sorted_by(published)[:40] for scalar in scalars}
    assert not reach & (its_cards | set(last.elements))


def sorted_by(elements: set[Element]) -> list[Element]:
    return sorted(elements, key=lambda element: element.to_bytes())


def test_the_pile_that_was_stripped_is_the_same_cards(game: Lively) -> None:
    later = voted_out(game)
    assert [mask.seat for mask in later.state.the_epoch().masks] == [0, 2, 3]
    check_cards(later.state, later.secrets)
    assert not any(isinstance(each, RoundVoid) for each in later.happened)
    hidden = set(later.state.the_epoch().pile)
    assert not hidden & {card_point(number) for number in range(108)}


# --- when keys are shared ------------------------------------------------------------------------------


def phases(table: Simulation, kind: type[object]) -> int:
    return sum(isinstance(moment.state.phase, kind) for moment in table.moments)


@pytest.mark.parametrize(("seats", "shared"), [(2, False), (3, True), (4, True)])
def test_piles_are_shared_among_three_operators_or_more(seats: int, shared: bool) -> None:
    """Not the cut's. A whole round ends, and its transcript is clean."""
    rules = CLASSIC.with_options({"key_sharing": "on", "score": "one-round"})
    with transparent_group():
        table = Simulation.new(seats, rules, seed=5, twin=True)
        table.run()
        assert audit_transcript(io.BytesIO(table.transcript)).verdict is Verdict.CLEAN
        piles = sum(
            isinstance(moment.state.phase, Shuffling) and not moment.state.phase.masks
            for moment in table.moments
        )
        assert (phases(table, Sharing), phases(table, Receiving)) == ((piles - 1,) * 2 if shared else (0, 0))


def test_a_machine_that_plays_several_seats_holds_one_share() -> None:
    """Seats 2 and 3 are bots of seat 1; seat 4 plays for itself: three operators."""
    table = Simulation.new(5, CLASSIC.with_options({"key_sharing": "on"}))
    entries = table.state.proposal.seats
    operated = tuple(
        replace(entry, operator=entries[1].key) if seat in (2, 3) else entry
        for seat, entry in enumerate(entries)
    )
    state = replace(table.state, proposal=replace(table.state.proposal, seats=operated))
    assert [holders(state, seat) for seat in range(5)] == [(1, 4), (0, 4), (0, 4), (0, 4), (0, 1)]


def test_every_share_slot_waits_for_all_and_a_strip_for_the_holders() -> None:
    with transparent_group():
        table = Simulation.new(4, CLASSIC.with_options({"key_sharing": "on"}), twin=True)
        assert expected(table.until(lambda state: isinstance(state.phase, Sharing))).seats == (0, 1, 2, 3)
        table.step()
        assert expected(table.state).seats == (0, 1, 2, 3)
        table.until(lambda state: isinstance(state.phase, Choosing))
        depart(table, {0})
        table.step()
        assert isinstance(table.state.phase, Stripping)
        assert expected(table.state).seats == (1, 2, 3)
        table.step()
        assert isinstance(table.state.phase, Sharing)  # anew, among those who are left
        assert expected(table.state).seats == (1, 2, 3)
