"""What implementations of UNO get wrong (rules.md, 8), played on the real protocol with arranged decks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.rules.cards import Colour
from protocol.rules.happenings import (
    CardKept,
    CardPlayed,
    CardsDrawn,
    CardsMissing,
    CaughtOut,
    ChallengeLost,
    ChallengeMade,
    ChallengeWon,
    ColourChanged,
    DirectionTurned,
    FalseCatch,
    FirstCardReturned,
    FirstCardTurned,
    FourAccepted,
    Reshuffled,
    RoundEnded,
    SeatPassed,
    SeatSkipped,
    UnoCalled,
)
from protocol.rules.needs import DrawReason, MoveKind, NeedMove
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.happenings import Happening
from protocol.table.phases import Answering, Choosing, Racing, Viewing
from protocol.table.table import finished
from protocol.wire.codec import decode
from protocol.wire.messages import Guilty, Innocent
from protocol.wire.moves import Play
from tests.table.omniscience import check_cards, pile
from tests.table.rigged import Arranged, arrange, card, cards, cut_order, full_order, with_stacks
from tests.table.simulation import CLASSIC

GREENS = ["green 1", "green 2", "green 3", "green 4", "green 5"]
BLUES = ["blue 1", "blue 2", "blue 3", "blue 4", "blue 5"]
YELLOWS = ["yellow 1", "yellow 2", "yellow 3", "yellow 4", "yellow 5"]


def burn(table: Arranged, left: int) -> None:
    """All but `left` cards of the pile go onto the discards, under the top card: the pile runs out.

    What was laid before stays beneath them, so it comes first in the next pile.
    """
    state = table.state
    order, epoch = pile(state, table.secrets), state.the_epoch()
    *others, top = state.rules.discards
    rules = replace(state.rules, pile=left, discards=(*others, *order[left:], top))
    table.states = [replace(state, rules=rules, epoch=replace(epoch, pile=epoch.pile[:left]))] * state.seats
    check_cards(table.state, table.secrets)


def of(happenings: list[Happening], *kinds: type) -> list[Happening]:
    return [each for each in happenings if isinstance(each, kinds)]


# --- turns and directions -----------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["red skip", "red reverse", "red draw two"])
def test_two_players_play_again_after_skip_reverse_and_draw_two(label: str) -> None:
    table = arrange([cards(label, *GREENS[:4]), cards(*BLUES)], card("red 0"))
    happened = table.turn(PlayCard(card(label)))
    assert of(happened, SeatSkipped) == [SeatSkipped(1)]
    assert of(happened, DirectionTurned) == []
    assert table.state.rules.turn == 0


def test_two_players_reverse_turned_up_lets_the_dealer_play() -> None:
    table = arrange([cards(*GREENS), cards(*BLUES)], card("red reverse"))
    assert table.state.rules.dealer == 1
    assert table.state.rules.turn == 1


def test_the_direction_turns_before_the_next_seat_is_chosen() -> None:
    hands = [
        cards("red reverse", *GREENS[:4]),
        cards(*BLUES),
        cards("red 1", "red 2", "red reverse", "red 3", "red 4"),
    ]
    hands[2][2] = card("red reverse", 1)
    table = arrange(hands, card("red 0"))
    assert table.turn(PlayCard(card("red reverse")))[-1] == DirectionTurned(-1)
    assert table.state.rules.turn == 2
    table.turn(PlayCard(card("red reverse", 1)))
    assert table.state.rules.turn == 0


def test_a_draw_two_turned_up_hits_the_first_player() -> None:
    table = arrange([cards(*GREENS), cards(*BLUES), cards(*YELLOWS)], card("red draw two"))
    assert len(table.hand(0)) == 7
    assert table.state.rules.turn == 1
    check_cards(table.state, table.secrets)


def test_a_four_turned_up_goes_back_under_new_masks() -> None:
    """Nobody is dealt from a pile of which a card has been seen."""
    stacks = [cut_order(2, 1), full_order([card("wild draw four")]), full_order([card("red 0")])]
    table = with_stacks(2, CLASSIC, stacks)
    turned = of(table.happened, FirstCardTurned, FirstCardReturned)
    assert turned == [
        FirstCardTurned(card("wild draw four")),
        FirstCardReturned(card("wild draw four")),
        FirstCardTurned(card("red 0")),
    ]
    assert table.state.checked.shuffles == 6  # the cut's epoch and two of the round, by two seats each
    check_cards(table.state, table.secrets)


def test_cutting_for_the_dealer_until_there_is_no_tie() -> None:
    """All tie, then two tie, then one is higher; action cards count nothing."""
    cut = cards("red 7", "blue 7", "green 7", "red skip", "red 4", "blue 4", "blue draw two", "yellow 1")
    table = with_stacks(3, CLASSIC, [full_order(cut), full_order([card("red 0")])])
    # Seats 0-2 cut sevens; then a skip and two fours; then seats 1 and 2 cut an action card and a 1.
    assert table.state.rules.dealer == 2
    assert table.state.rules.turn == 0


# --- colours ------------------------------------------------------------------------------------------


def test_a_wild_turned_up_is_named_by_the_first_player_who_then_plays() -> None:
    table = arrange([cards(*GREENS), cards(*BLUES)], card("wild"))
    assert table.view(0).allowed == {MoveKind.NAME_COLOUR}
    table.turn(NameFirstColour(Colour.GREEN))
    assert table.view(0).allowed == {MoveKind.PLAY, MoveKind.DRAW}
    assert set(table.view(0).legal) == set(cards(*GREENS))


def test_after_two_wilds_the_colour_in_play_counts() -> None:
    hands = [
        [card("wild"), *cards("red 1", "green 1", "blue 1", "yellow 1")],
        [card("wild", 1), *cards("red 2", "green 2", "blue 2", "yellow 2")],
    ]
    table = arrange(hands, card("red 0"))
    table.turn(PlayCard(card("wild"), Colour.BLUE))
    table.turn(PlayCard(card("wild", 1), Colour.GREEN))
    assert table.state.rules.colour is Colour.GREEN
    assert table.view(0).legal == (card("green 1"),)


def test_card_colour_and_uno_are_one_action() -> None:
    """No slot between the card and its colour: nobody can leave in between."""
    hands = [cards("red 1", "red skip", "red reverse", "wild", "blue 9"), cards(*GREENS)]
    table = arrange(hands, card("red 0"))
    table.turn(PlayCard(card("red 1")))
    table.turn(DrawCard())
    table.turn(KeepCard())
    table.turn(PlayCard(card("red skip")))
    table.turn(PlayCard(card("red reverse")))
    before = table.state.slot
    happened = table.turn(PlayCard(card("wild"), Colour.BLUE, uno=True))
    assert table.state.slot == before + 1
    assert happened == [
        CardPlayed(0, card("wild"), 1, drawn=False),
        ColourChanged(0, Colour.BLUE),
        UnoCalled(0),
    ]
    said = decode(table.moments[-1].said[0].statement.body, Play)
    assert (said.cards[0].card, said.colour, said.uno) == (card("wild"), int(Colour.BLUE), True)


def test_the_named_colour_does_not_survive_a_reshuffle() -> None:
    """A wild comes back without the green it was named: it must be named anew, and is no green card."""
    hands = [[card("wild", 1), *cards("green 9", "blue 9", "red 9", "yellow 9")], cards(*GREENS)]
    table = arrange(hands, card("wild"))
    table.turn(NameFirstColour(Colour.GREEN))
    table.turn(PlayCard(card("wild", 1), Colour.GREEN))
    burn(table, 0)
    happened = table.turn(DrawCard())
    assert of(happened, Reshuffled) == [Reshuffled(108 - 9 - 1)]
    assert table.state.rules.discards == (card("wild", 1),)  # the top card stays, and keeps its colour
    assert table.view(1).rules.colour is Colour.GREEN
    view = table.view(1)
    assert view.drawn == card("wild")
    assert not view.permits(PlayDrawnCard(card("wild")))
    assert view.permits(PlayDrawnCard(card("wild"), Colour.RED))
    table.turn(PlayDrawnCard(card("wild"), Colour.RED))
    assert table.state.rules.colour is Colour.RED
    check_cards(table.state, table.secrets)


# --- Wild Draw Four -----------------------------------------------------------------------------------


def four_on_red(*rest: str) -> Arranged:
    """Seat 0 has laid a +4 on a red 0, naming green, and holds these cards; seat 1 answers."""
    hands = [
        [card("wild draw four"), *cards(*rest)],
        cards("blue 6", "blue 7", "blue 8", "blue 9", "yellow 0"),
    ]
    table = arrange(hands, card("red 0"))
    table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    return table


def answer_of(table: Arranged) -> object:
    moment = next(m for m in table.moments if isinstance(m.state.phase, Answering))
    return decode(moment.said[0].statement.body, Guilty, Innocent)


@pytest.mark.parametrize(
    ("rest", "guilty"),
    [
        (["red 1", "green 1", "blue 1", "yellow 1"], True),
        (["green 1", "green 2", "blue 1", "red skip"], True),  # an action card of the colour
        (["green 1", "green 2", "green 3", "green 4"], False),  # the colour that was named does not matter
        (["blue 0", "green 0", "yellow 1", "yellow 2"], False),  # nor do equal numbers
        (["wild", "wild draw four", "blue 1", "yellow 1"], False),  # nor other wilds
    ],
)
def test_a_four_is_judged_by_the_colour_before_it(rest: list[str], guilty: bool) -> None:
    if "wild draw four" in rest:
        hands = [cards("wild draw four", *rest), cards(*BLUES)]
        hands[1][0] = card("blue 9")
        table = arrange(hands, card("red 0"))
        table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    else:
        table = four_on_red(*rest)
    happened = table.turn(ChallengeFour())
    assert isinstance(answer_of(table), Guilty if guilty else Innocent)
    assert happened[0] == ChallengeMade(1, 0, Colour.RED)
    if guilty:
        assert happened[1:] == [ChallengeWon(1, 0), CardsDrawn(0, 4, DrawReason.GUILTY)]
        assert table.state.rules.turn == 1  # the challenger draws nothing and plays
        assert len(table.hand(1)) == 5
        assert len(table.hand(0)) == 8
    else:
        assert happened[1:] == [
            ChallengeLost(1, 0),
            CardsDrawn(1, 6, DrawReason.FALSE_CHALLENGE),
            SeatSkipped(1),
        ]
        assert table.state.rules.turn == 0
        assert len(table.hand(1)) == 11
    assert table.state.rules.colour is Colour.GREEN  # the +4 and its colour stand
    check_cards(table.state, table.secrets)


def test_a_drawn_four_is_judged_by_the_whole_hand() -> None:
    """Not by the drawn card alone: it is the only one that may be played, but not the only one held."""
    hands = [cards("red 1", "green 1", "green 2", "green 3", "green 4"), cards(*BLUES)]
    table = arrange(hands, card("red 0"), [card("wild draw four")])
    table.turn(DrawCard())
    table.turn(PlayDrawnCard(card("wild draw four"), Colour.GREEN))
    happened = table.turn(ChallengeFour())
    assert of(happened, ChallengeWon) == [ChallengeWon(1, 0)]


def test_a_believed_four_costs_four_cards_and_the_turn() -> None:
    table = four_on_red("red 1", "red 2", "red 3", "red 4")
    happened = table.turn(AcceptFour())
    assert happened == [FourAccepted(1), CardsDrawn(1, 4, DrawReason.DRAW_FOUR), SeatSkipped(1)]
    assert table.state.rules.turn == 0


def test_only_the_challenger_is_shown_the_hand() -> None:
    table = four_on_red("red 1", "green 1", "blue 1", "yellow 1")
    held = set(table.hand(0))
    table.choosers[1] = lambda _view: ChallengeFour()
    table.until(lambda state: isinstance(state.phase, Viewing))
    assert table.view(1).shown is not None
    assert set(table.view(1).shown or ()) == held
    assert table.view(0).shown is None
    table.settle()
    assert table.view(1).shown is None


def test_the_answer_to_a_four_is_all_that_may_be_done() -> None:
    table = four_on_red("red 1", "green 1", "blue 1", "yellow 1")
    assert table.view(1).allowed == {MoveKind.ACCEPT, MoveKind.CHALLENGE}
    assert table.view(1).legal == ()
    assert not table.view(1).permits(DrawCard())


# --- drawing ------------------------------------------------------------------------------------------


def test_one_draw_and_then_only_the_drawn_card() -> None:
    table = arrange([cards("red 1", *GREENS[:4]), cards(*BLUES)], card("red 0"), [card("red 9")])
    table.turn(DrawCard())
    view = table.view(0)
    assert view.allowed == {MoveKind.KEEP, MoveKind.PLAY_DRAWN}
    assert view.legal == (card("red 9"),)
    assert not view.permits(PlayCard(card("red 1")))
    assert not view.permits(DrawCard())
    assert table.turn(KeepCard()) == [CardKept(0)]
    assert table.state.rules.turn == 1


def test_a_penalty_is_reshuffled_in_the_middle() -> None:
    """One card is left and four are due: one, then the discards without the top card, then three."""
    table = four_on_red("green 6", "green 7", "green 8", "green 9")
    burn(table, 1)
    discards = table.state.rules.discards
    happened = table.turn(AcceptFour())
    assert happened == [
        FourAccepted(1),
        CardsDrawn(1, 1, DrawReason.DRAW_FOUR),
        Reshuffled(len(discards) - 1),
        CardsDrawn(1, 3, DrawReason.DRAW_FOUR),
        SeatSkipped(1),
    ]
    assert table.state.rules.discards == discards[-1:]
    assert len(table.hand(1)) == 9
    check_cards(table.state, table.secrets)


def test_a_penalty_larger_than_both_piles() -> None:
    """Two cards are left in the world and six are due: he draws two, and the game goes on."""
    table = four_on_red("green 6", "green 7", "green 8", "green 9")
    _lose_all_but(table, 1, 2)
    happened = table.turn(ChallengeFour())
    assert happened[1:] == [
        ChallengeLost(1, 0),
        CardsDrawn(1, 1, DrawReason.FALSE_CHALLENGE),
        Reshuffled(1),
        CardsDrawn(1, 1, DrawReason.FALSE_CHALLENGE),
        CardsMissing(1, 4, DrawReason.FALSE_CHALLENGE),
        SeatSkipped(1),
    ]
    assert len(table.hand(1)) == 7
    assert table.view(0).allowed == {MoveKind.PLAY, MoveKind.PASS}


def _lose_all_but(table: Arranged, in_pile: int, discards: int) -> None:
    """The other cards vanish from the game (they could as well be in the hands of eight more players)."""
    state = table.state
    epoch = state.the_epoch()
    need = state.rules.need
    if in_pile == 0 and discards == 1 and isinstance(need, NeedMove) and MoveKind.DRAW in need.allowed:
        need = replace(need, allowed=need.allowed - {MoveKind.DRAW} | {MoveKind.PASS})
    rules = replace(state.rules, need=need, pile=in_pile, discards=state.rules.discards[-discards:])
    table.states = [
        replace(state, rules=rules, epoch=replace(epoch, pile=epoch.pile[:in_pile]))
    ] * state.seats


def test_a_reshuffle_of_one_card() -> None:
    """There is nothing to permute, but masks and proofs are new."""
    table = arrange([cards(*GREENS), cards(*BLUES)], card("green 0"))
    table.turn(PlayCard(card("green 1")))
    _lose_all_but(table, 0, 2)
    happened = table.turn(DrawCard())
    assert happened == [Reshuffled(1), CardsDrawn(1, 1, DrawReason.CHOICE)]
    assert table.view(1).drawn == card("green 0")
    table.turn(PlayDrawnCard(card("green 0")))
    assert table.state.rules.turn == 0


def test_when_nothing_is_left_to_draw_a_circle_of_passes_ends_the_round() -> None:
    """The lowest hand wins; who plays starts the circle anew."""
    hands = [cards("red 1", *GREENS[:4]), cards(*BLUES)]
    table = arrange(hands, card("red 0"), options={"score": "one-round"})
    _lose_all_but(table, 0, 1)
    assert table.view(0).allowed == {MoveKind.PLAY, MoveKind.PASS}
    table.turn(PassTurn())
    table.turn(PlayCard(card("blue 1"))) if table.view(1).legal else table.turn(PassTurn())
    assert finished(table.state)
    (ended,) = of(table.happened, RoundEnded)
    assert isinstance(ended, RoundEnded)
    assert ended.blocked
    assert ended.values == (11, 15)
    assert ended.winners == (0,)
    assert of(table.happened, SeatPassed) == [SeatPassed(0), SeatPassed(1)]


# --- the last card ------------------------------------------------------------------------------------


def nearly_out(last: str, *, options: dict[str, str] | None = None) -> Arranged:
    """Seat 0 of two plays Skips until its last card is left, with UNO, and is in turn."""
    hand = cards("red skip", "red skip", "red reverse", "red reverse", last)
    hands = [hand, cards("green 6", "green 7", "blue 6", "blue 7", "yellow 6")]
    table = arrange(
        hands, card("red 0"), cards("yellow 9", "blue 9"), options={"score": "one-round", **(options or {})}
    )
    for laid in hand[:4]:
        table.turn(PlayCard(laid, uno=laid == hand[3]))
    assert table.state.phase == Racing(0)
    return table


def test_a_last_draw_two_still_gives_cards_and_they_count() -> None:
    table = nearly_out("red draw two")
    happened = table.turn(PlayCard(card("red draw two")))
    assert of(happened, CardsDrawn) == [CardsDrawn(1, 2, DrawReason.DRAW_TWO)]
    (ended,) = of(happened, RoundEnded)
    assert isinstance(ended, RoundEnded)
    assert ended.hands[0] == ()
    assert sorted(ended.hands[1]) == sorted(
        cards("green 6", "green 7", "blue 6", "blue 7", "yellow 6", "yellow 9", "blue 9")
    )
    assert ended.points == (6 + 7 + 6 + 7 + 6 + 9 + 9, 0)
    assert finished(table.state)


def test_a_last_four_is_answered_before_the_round_ends() -> None:
    for answer, count in ((AcceptFour(), 4), (ChallengeFour(), 6)):
        table = nearly_out("wild draw four")
        happened = table.turn(PlayCard(card("wild draw four"), Colour.BLUE))
        assert of(happened, RoundEnded) == []
        assert table.view(1).allowed == {MoveKind.ACCEPT, MoveKind.CHALLENGE}
        happened = table.turn(answer)
        drawn = [each.count for each in happened if isinstance(each, CardsDrawn)]
        assert drawn == [count]
        (ended,) = of(happened, RoundEnded)
        assert isinstance(ended, RoundEnded)
        assert len(ended.hands[1]) == 5 + count
        assert ended.winners == (0,)


def test_a_last_four_is_always_legal() -> None:
    """An empty hand holds no card that could forbid it: innocent without a proof, nothing to show."""
    table = nearly_out("wild draw four")
    table.turn(PlayCard(card("wild draw four"), Colour.BLUE))
    table.turn(ChallengeFour())
    assert answer_of(table) == Innocent(b"", b"")
    assert not any(isinstance(moment.state.phase, Viewing) for moment in table.moments)


def test_a_last_draw_two_reshuffles_in_the_middle() -> None:
    table = nearly_out("red draw two")
    burn(table, 1)
    happened = table.turn(PlayCard(card("red draw two")))
    assert [type(each) for each in of(happened, CardsDrawn, Reshuffled)] == [
        CardsDrawn,
        Reshuffled,
        CardsDrawn,
    ]
    assert finished(table.state)


# --- UNO ----------------------------------------------------------------------------------------------


def test_uno_said_with_the_card_counts_and_lapses_when_the_hand_grows() -> None:
    """Called at one card; a +2 makes it three; going down to one again without a call can be caught."""
    hands = [
        cards("red 1", "red 2", "red 3", "red 4", "red 5"),
        cards("red draw two", "green 1", "green 2", "green 3", "green 4"),
    ]
    table = arrange(hands, card("red 0"), cards(*BLUES, "yellow 1", "yellow 2", "red 6", "red 7"))
    for laid in hands[0][:3]:
        table.turn(PlayCard(laid))
        _draws_and_keeps(table)
    assert UnoCalled(0) in table.turn(PlayCard(card("red 4"), uno=True))
    assert table.race((1, CatchSeat(0))) == [FalseCatch(1, 0)]
    table.turn(PlayCard(card("red draw two")))
    assert len(table.hand(0)) == 3
    _draws_and_keeps(table)
    table.turn(PlayCard(card("red 5")))
    _draws_and_keeps(table)
    table.turn(PlayCard(card("blue 5")))
    assert isinstance(table.state.phase, Choosing)  # seat 1 is barred for its false catch
    assert table.view(1).catchable is None


def _draws_and_keeps(table: Arranged) -> None:
    table.turn(DrawCard())
    table.turn(KeepCard())


def test_uno_is_forgotten_again_after_the_hand_grew() -> None:
    hands = [
        cards("red 1", "red 2", "red 3", "red 4", "red 5"),
        cards("red draw two", "green 1", "green 2", "green 3", "green 4"),
        cards("yellow 3", "yellow 4", "yellow 6", "yellow 7", "yellow 8"),
    ]
    blues = ["blue 1", "blue 2", "blue 3", "blue 6", "blue 7", "blue 8", "blue 9", "blue 9", "blue 0"]
    table = arrange(hands, card("red 0"), cards(*blues, "yellow 1", "yellow 2", "red 8", "red 9"))
    for laid in hands[0][:3]:
        table.turn(PlayCard(laid))
        _draws_and_keeps(table)
        _draws_and_keeps(table)
    table.turn(PlayCard(card("red 4"), uno=True))
    table.turn(PlayCard(card("red draw two")))  # hits seat 2
    assert len(table.hand(2)) == 5 + 3 + 2
    assert table.state.rules.turn == 0
    _draws_and_keeps(table)
    assert len(table.hand(0)) == 2
    _draws_and_keeps(table)
    _draws_and_keeps(table)
    table.turn(PlayCard(card("red 5")))
    assert isinstance(table.state.phase, Racing)
    assert table.race((2, CatchSeat(0)))[0] == CaughtOut(2, 0, 2)
