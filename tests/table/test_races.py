"""What an ordered race does: catches and moves take effect, or come too late, on the real protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from protocol.errors import LocalError, RemoteError, WireError
from protocol.rules.cards import Colour
from protocol.rules.happenings import (
    CardsDrawn,
    CardsMissing,
    CaughtOut,
    FalseCatch,
    SeatPassed,
)
from protocol.rules.needs import DrawReason, MoveKind, NeedMove
from protocol.table.choices import (
    AcceptFour,
    CastVote,
    CatchSeat,
    ChallengeFour,
    Choice,
    DrawCard,
    KeepCard,
    PassTurn,
    PlayCard,
)
from protocol.table.committing import choice_as_committed, commitment_to
from protocol.table.phases import Choosing, Ordering, Racing
from protocol.table.signals import make_signal, read_signal
from protocol.table.state import TableState
from protocol.table.table import contribute
from protocol.wire.codec import decode
from protocol.wire.messages import Revealed
from protocol.wire.races import RaceOrder
from tests.table.omniscience import check_cards
from tests.table.rigged import Arranged, arrange, card, cards

BLUES = ["blue 1", "blue 2", "blue 3", "blue 4", "blue 5"]


def kinds(happenings: Sequence[object]) -> list[str]:
    return [type(each).__name__ for each in happenings]


def kind_of_phase(table: Arranged) -> str:
    return type(table.state.phase).__name__


def one_left(seats: int, *, uno: bool, last_two: tuple[str, str] = ("red 4", "red 5")) -> Arranged:
    """Seat 0 has just gone down to one card, and seat 1 is in turn (with two seats: seat 0 after a Skip)."""
    mine = cards("red 1", "red 2", "red 3", *last_two)
    rest = [
        ["red 6", "red 7", "red 8", "red 9", "green 0"],
        ["red 6", "red 7", "red 8", "red 9", "blue 0"],
        ["red draw two", "red skip", "red reverse", "yellow 1", "yellow 2"],
    ]
    hands = [mine]
    used: list[str] = ["red 1", "red 2", "red 3", *last_two]
    for labels in rest[: seats - 1]:
        hands.append([card(label, used.count(label)) for label in labels])
        used += labels
    table = arrange(hands, card("red 0"), cards(*BLUES, "green 1", "green 2", "green 3"))
    for laid in mine[:4]:
        while table.state.rules.need.seat != 0:  # type: ignore[union-attr]
            table.turn(DrawCard())
            table.turn(KeepCard())
        table.turn(PlayCard(laid, uno=uno and laid == mine[3]))
    assert isinstance(table.state.phase, Racing)
    return table


@pytest.fixture(scope="module")
def forgotten() -> Arranged:
    return one_left(4, uno=False)


@pytest.fixture(scope="module")
def called() -> Arranged:
    return one_left(4, uno=True)


@pytest.fixture(scope="module")
def alone() -> Arranged:
    """Two seats: seat 0 has laid a Skip, has one card, forgot UNO, and is in turn again."""
    return one_left(2, uno=False, last_two=("red skip", "red 5"))


def copy(table: Arranged) -> Arranged:
    other = table.copy()
    assert isinstance(other, Arranged)
    return other


def test_a_catch_alone_costs_two_cards_and_the_turn_goes_on(forgotten: Arranged) -> None:
    table = copy(forgotten)
    happened = table.race((2, CatchSeat(0)))
    assert happened == [CaughtOut(2, 0, 2), CardsDrawn(0, 2, DrawReason.UNO)]
    assert table.state.phase == Choosing(1)
    assert len(table.hand(0)) == 3
    check_cards(table.state, table.secrets)


def test_a_move_alone_closes_the_window(forgotten: Arranged) -> None:
    table = copy(forgotten)
    assert kinds(table.race((1, PlayCard(card("red 6"))))) == ["CardPlayed"]
    assert table.state.rules.window is None
    assert table.state.rules.turn == 2


def test_catch_before_move_then_the_move_as_it_was_committed(forgotten: Arranged) -> None:
    table = copy(forgotten)
    happened = table.race((2, CatchSeat(0)), (1, PlayCard(card("red 6"))))
    assert kinds(happened) == ["CaughtOut", "CardsDrawn", "CardPlayed"]
    assert table.state.rules.turn == 2
    assert len(table.hand(0)) == 3
    check_cards(table.state, table.secrets)


def test_move_before_catch_drops_the_catch(forgotten: Arranged) -> None:
    table = copy(forgotten)
    happened = table.race((1, PlayCard(card("red 6"))), (2, CatchSeat(0)), seen={2: (1,)})
    assert kinds(happened) == ["CardPlayed"]
    assert len(table.hand(0)) == 1


def test_the_witness_decides_which_came_first(forgotten: Arranged) -> None:
    """Seats: 0 the target, 1 moves, 2 catches; seat 3 alone is neutral."""
    for arrival, caught in (((1, 2), False), ((2, 1), True), ((1,), False), ((2,), True)):
        table = copy(forgotten)
        happened = table.race((1, PlayCard(card("red 6"))), (2, CatchSeat(0)), arrivals={3: arrival})
        assert ("CaughtOut" in kinds(happened)) is caught


def test_two_catches_of_one_target_count_once(forgotten: Arranged) -> None:
    table = copy(forgotten)
    happened = table.race((2, CatchSeat(0)), (3, CatchSeat(0)))
    assert kinds(happened) == ["CaughtOut", "CardsDrawn"]
    assert len(table.hand(0)) == 3


def test_a_false_catch_costs_nothing_and_blocks_the_next_one(called: Arranged) -> None:
    table = copy(called)
    assert table.race((2, CatchSeat(0))) == [FalseCatch(2, 0)]
    assert isinstance(table.state.phase, Racing)
    assert table.view(2).catchable is None
    assert table.view(3).catchable == 0
    happened = table.race((1, PlayCard(card("red 6"))), (3, CatchSeat(0)), arrivals={2: (3, 1)})
    assert kinds(happened) == ["FalseCatch", "CardPlayed"]
    assert table.state.rules.barred == frozenset({2, 3})


def test_a_mover_who_is_caught_himself_chooses_again(alone: Arranged) -> None:
    table = copy(alone)
    assert kind_of_phase(table) == "Racing"
    happened = table.race((1, CatchSeat(0)), (0, PlayCard(card("red 5"))))
    assert kinds(happened) == ["CaughtOut", "CardsDrawn"]
    assert kind_of_phase(table) == "Choosing"
    assert len(table.hand(0)) == 3
    assert kinds(table.turn(PlayCard(card("red 5")))) == ["CardPlayed"]
    check_cards(table.state, table.secrets)


def test_a_mover_who_was_falsely_accused_plays_what_he_committed_to() -> None:
    table = one_left(2, uno=True, last_two=("red skip", "red 5"))
    happened = table.race((1, CatchSeat(0)), (0, PlayCard(card("red 5"))))
    assert kinds(happened)[:2] == ["FalseCatch", "CardPlayed"]
    assert "RoundEnded" in kinds(happened)


def test_the_choice_of_a_dropped_move_stays_hidden(alone: Arranged) -> None:
    """What opens the orders must not open the commitment to the move: it would show the last card."""
    table = copy(alone)
    race_slot = table.state.slot
    table.race((1, CatchSeat(0)), (0, PlayCard(card("red 5"))))
    moments = table.moments[race_slot:]
    assert isinstance(moments[1].state.phase, Ordering)
    opened = decode(moments[1].said[0].statement.body, RaceOrder)
    committed = next(s for s in moments[1].state.phase.signals if s.seat == 0).body
    every: list[Choice] = [DrawCard(), PassTurn(), AcceptFour(), ChallengeFour()]
    every += [
        PlayCard(number, colour, uno)
        for number in range(108)
        for colour in (None, *Colour)
        for uno in (False, True)
    ]
    for choice in every:
        found = commitment_to(moments[1].state, race_slot, 0, choice_as_committed(choice), opened.salt)
        assert found != committed.commitment  # type: ignore[union-attr]
    assert not any(isinstance(decode_body(m.said.get(0)), Revealed) for m in moments)


def test_the_order_of_arrival_is_found_again_by_whoever_has_forgotten_it(alone: Arranged) -> None:
    """A program that was started again knows what it committed to, not what it had seen."""
    table = copy(alone)
    race_slot = table.state.slot
    table.race((1, CatchSeat(0)), (0, PlayCard(card("red 5"))), arrivals={0: (0, 1), 1: (1,)})
    opening = table.moments[race_slot + 1]
    for seat, opened in opening.said.items():
        assert contribute(opening.state, opening.secrets[seat], None, bytes(32)).data == opened.data


def decode_body(contribution: object) -> object:
    try:
        return decode(contribution.statement.body, Revealed)  # type: ignore[attr-defined]
    except (WireError, AttributeError):
        return None


def shortened(table: Arranged, left: int) -> Arranged:
    """The same table with `left` cards in the pile and nothing to reshuffle (the other cards are lost)."""
    state = table.state
    epoch = state.the_epoch()
    need = state.rules.need
    assert isinstance(need, NeedMove)
    if left == 0:
        need = replace(need, allowed=need.allowed - {MoveKind.DRAW} | {MoveKind.PASS})
    rules = replace(state.rules, need=need, pile=left, discards=state.rules.discards[-1:])
    table.states = [replace(state, rules=rules, epoch=replace(epoch, pile=epoch.pile[:left]))] * state.seats
    return table


def test_a_penalty_that_takes_the_last_cards_gives_the_mover_a_new_choice(forgotten: Arranged) -> None:
    """He committed to a draw; the catch before it emptied the pile. He is no cheater: he may pass."""
    table = shortened(copy(forgotten), 2)
    happened = table.race((2, CatchSeat(0)), (1, DrawCard()))
    assert kinds(happened) == ["CaughtOut", "CardsDrawn"]
    assert table.state.phase == Choosing(1)
    assert table.view(1).allowed == {MoveKind.PLAY, MoveKind.PASS}
    assert table.turn(PassTurn()) == [SeatPassed(1)]


def test_a_penalty_larger_than_the_pile_takes_what_there_is(forgotten: Arranged) -> None:
    table = shortened(copy(forgotten), 1)
    happened = table.race((2, CatchSeat(0)))
    assert happened == [
        CaughtOut(2, 0, 2),
        CardsDrawn(0, 1, DrawReason.UNO),
        CardsMissing(0, 1, DrawReason.UNO),
    ]
    assert len(table.hand(0)) == 2


def test_a_move_stands_if_the_penalty_found_no_card(alone: Arranged) -> None:
    """The hand of the player in turn has not changed, so he is held to his choice."""
    table = shortened(copy(alone), 0)
    happened = table.race((1, CatchSeat(0)), (0, PlayCard(card("red 5"))))
    assert kinds(happened)[:3] == ["CaughtOut", "CardsMissing", "CardPlayed"]


def test_the_window_stays_open_for_the_answer_to_a_four() -> None:
    """Seat 0 goes down to one card with a +4 and forgets UNO; seat 2 catches, seat 1 challenges."""
    mine = cards("red 1", "red 2", "red 3", "wild draw four", "red 5")
    theirs = [cards("green 1", "green 2", "green 3", "green 4", "green 5"), cards(*BLUES)]
    table = arrange([mine, *theirs], card("red 0"), cards("yellow 1", "yellow 2", "yellow 3", "yellow 4"))
    for laid in mine[:3]:
        while table.state.rules.need.seat != 0:  # type: ignore[union-attr]
            table.turn(DrawCard())
            table.turn(KeepCard())
        table.turn(PlayCard(laid))
    while table.state.rules.need.seat != 0:  # type: ignore[union-attr]
        table.turn(DrawCard())
        table.turn(KeepCard())
    table.turn(PlayCard(mine[3], Colour.GREEN))
    assert table.state.phase == Racing(1)
    assert table.view(1).allowed == {MoveKind.ACCEPT, MoveKind.CHALLENGE}
    happened = table.race((2, CatchSeat(0)), (1, ChallengeFour()))
    # The hand that is judged is the one card left when the +4 was laid, not the three held now.
    assert kinds(happened) == [
        *("CaughtOut", "CardsDrawn", "ChallengeMade", "ChallengeWon", "CardsDrawn"),
    ]
    assert len(table.hand(0)) == 1 + 2 + 4
    assert table.state.rules.turn == 1
    check_cards(table.state, table.secrets)


# --- signals that nobody may give --------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "target"), [(2, 1), (2, 3), (2, 9), (0, 0), (2, 2)])
def test_a_catch_that_is_not_possible_convicts_its_sender(
    forgotten: Arranged, seat: int, target: int
) -> None:
    """What is impossible when it is signed is no lost race: else one seat could race for ever."""
    table = copy(forgotten)
    table.act([(1, DrawCard()), (seat, CatchSeat(target))])
    with pytest.raises(RemoteError) as refused:
        table.step()
    assert (refused.value.seat, refused.value.obligation) == (seat, "signal")
    assert table.state == forgotten.state


def test_a_seat_that_has_caught_in_vain_cannot_catch_again(called: Arranged) -> None:
    table = copy(called)
    table.race((2, CatchSeat(0)))
    before = table.state
    table.act([(1, DrawCard()), (2, CatchSeat(0))])
    with pytest.raises(RemoteError) as refused:
        table.step()
    assert (refused.value.seat, refused.value.obligation) == (2, "signal")
    assert table.state == before


def test_signals_are_made_only_where_there_is_a_race(forgotten: Arranged) -> None:
    state, secrets = forgotten.state, forgotten.secrets
    with pytest.raises(LocalError, match="not your turn"):
        make_signal(state, secrets[3], DrawCard(), ())
    with pytest.raises(LocalError, match="while others may act"):
        make_signal(state, secrets[1], CastVote(guilty=True), ())
    signal = make_signal(state, secrets[2], CatchSeat(0), ())
    later = copy(forgotten)
    later.turn(PlayCard(card("red 6")))
    for elsewhere in (later.state, replace(later.state, slot=state.slot, head=state.head)):
        with pytest.raises(WireError):
            read_signal(elsewhere, signal.data)
    with pytest.raises(LocalError, match="act out of turn"):
        make_signal(later.state, secrets[2], CatchSeat(0), ())


def test_all_seats_are_waited_for_in_a_race(forgotten: Arranged) -> None:
    table = copy(forgotten)
    table.act([(1, DrawCard())])
    state: TableState = table.state
    said = table.contributions()
    assert sorted(said) == list(range(state.seats))
