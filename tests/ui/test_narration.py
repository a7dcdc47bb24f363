"""Every happening has its sentences, for the person it is about and for the others."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from p2puno.ui.events import EVENTS
from p2puno.ui.narration import TOLD, Narrator
from protocol.rules import happenings as rules
from protocol.rules.cards import Colour
from protocol.rules.needs import DrawReason
from protocol.table import happenings as table
from protocol.table.happenings import Happening
from tests.ui.house_tellings import HOUSE_TELLINGS
from tests.ui.views import ids, make_view

RED_7, WILD, BLUE_SKIP, RED_5 = ids(["red 7", "wild", "blue skip", "red 5"])

# What happened, and what Ann at seat 0 reads; Bob sits at seat 1, Cid at seat 2.
TELLINGS: list[tuple[Happening, list[str]]] = [
    (
        table.TableOpened(("Ann", "Bob", "Cid")),
        ["The table is open. Seats, clockwise: Ann (you), Bob (bot), Cid (bot)."],
    ),
    (table.SeatShuffled(1, 2, 3), ["Shuffling: 2 of 3 (Bob)."]),
    (table.HandShown(1, (WILD, RED_5)), ["Bob's hand is shown to everyone: red 5 and wild."]),
    (table.HandShown(0, (WILD,)), ["Your hand is shown to everyone: wild."]),
    (rules.DeckShuffled(108), ["The 108 cards are shuffled."]),
    (rules.Reshuffled(60), ["The pile is used up: the discards are shuffled, 60 cards to draw from."]),
    (
        rules.DealerCut((0, 1, 2), (RED_5, RED_7, WILD), 1, ()),
        ["The cut for the dealer: Ann red 5, Bob red 7 and Cid wild.", "Bob cut the highest card and deals."],
    ),
    (
        rules.DealerCut((0, 1), (RED_5, RED_5), None, (0, 1)),
        ["The cut for the dealer: Ann red 5 and Bob red 5.", "Ann and Bob tie and cut again."],
    ),
    (rules.RoundStarted(2, 0), ["Round 2: you deal."]),
    (rules.RoundStarted(2, 1), ["Round 2: Bob deals."]),
    (rules.FirstCardTurned(RED_7), ["The first card is red 7."]),
    (
        rules.FirstCardReturned(WILD),
        ["A wild draw four cannot be the first card: it goes back, and everything is shuffled again."],
    ),
    (rules.HandsDealt(7), ["Everybody is dealt 7 cards."]),
    (rules.CardPlayed(1, RED_7, 3, drawn=False), ["Bob plays red 7, 3 cards left."]),
    (rules.CardPlayed(0, RED_7, 1, drawn=False), ["You play red 7, 1 card left."]),
    (rules.CardPlayed(1, RED_7, 0, drawn=True), ["Bob plays red 7, the last card."]),
    (rules.ColourChanged(1, Colour.GREEN), ["Bob names green."]),
    (rules.ColourChanged(0, Colour.GREEN), ["You name green."]),
    (rules.DirectionTurned(-1), ["Play turns round: counter-clockwise now."]),
    (rules.SeatSkipped(0), ["You miss this turn."]),
    (rules.SeatSkipped(2), ["Cid misses this turn."]),
    (rules.CardsDrawn(1, 1, DrawReason.CHOICE), ["Bob draws 1 card."]),
    (rules.CardsDrawn(0, 2, DrawReason.DRAW_TWO), ["You draw 2 cards."]),
    (rules.CardsDrawn(1, 4, DrawReason.DRAW_FOUR), ["Bob draws 4 cards."]),
    (rules.CardsDrawn(1, 4, DrawReason.GUILTY), ["Bob draws 4 cards for the illegal wild draw four."]),
    (rules.CardsDrawn(0, 6, DrawReason.FALSE_CHALLENGE), ["You draw 6 cards for the failed challenge."]),
    (rules.CardsDrawn(1, 2, DrawReason.UNO), ["Bob draws 2 cards for the forgotten UNO."]),
    (
        rules.CardsMissing(1, 2, DrawReason.DRAW_TWO),
        ["There is nothing left to draw: Bob is spared 2 cards."],
    ),
    (rules.CardKept(1), ["Bob keeps the card."]),
    (rules.SeatPassed(0), ["You pass: there is nothing left to draw."]),
    (rules.UnoCalled(1), ["Bob says UNO!"]),
    (rules.FalseCall(1), ["Bob says UNO, but that does not leave one card: it means nothing."]),
    (rules.CaughtOut(1, 2, 2), ["Bob catches Cid, who did not say UNO: Cid draws 2 cards."]),
    (rules.CaughtOut(0, 2, 2), ["You catch Cid, who did not say UNO: Cid draws 2 cards."]),
    (rules.CaughtOut(1, 0, 2), ["Bob catches you: you did not say UNO and draw 2 cards."]),
    (rules.FalseCatch(1, 2), ["Bob tries to catch Cid, who had said UNO, and cannot catch next time."]),
    (rules.FourAccepted(1), ["Bob does not challenge."]),
    (
        rules.ChallengeMade(1, 0, Colour.RED),
        ["Bob challenges your wild draw four: did you hold a red card?"],
    ),
    (
        rules.ChallengeWon(0, 1),
        ["Your challenge holds, and that is proved: Bob did hold one and draws four; you play."],
    ),
    (
        rules.ChallengeLost(1, 2),
        ["The challenge fails, and that is proved: Cid held none; Bob draws six."],
    ),
    (
        rules.RoundEnded(
            2, (0,), False, ((), (WILD, RED_7), (BLUE_SKIP,)), (0, 57, 20), (77, 0, 0), (177, 30, 0)
        ),
        [
            "Round 2 is over: you have no cards left.",
            "  Bob: red 7 + wild 50 = 57",
            "  Cid: blue skip 20 = 20",
            "You score 77: Bob 57 + Cid 20.",
            "Score after round 2: Ann 177, Bob 30, Cid 0.",
        ],
    ),
    (
        rules.RoundEnded(
            1, (1, 2), True, ((RED_7,), (RED_5,), (RED_5,)), (7, 5, 5), (0, 7, 7), (0, 7, 7)
        ),
        [
            "Round 1 is over: nobody can play or draw, and the lowest hand wins: Bob and Cid.",
            "  Ann: red 7 = 7",
            "  Bob: red 5 = 5",
            "  Cid: red 5 = 5",
            "Bob scores 7: Ann 7.",
            "Cid scores 7: Ann 7.",
            "Score after round 1: Ann 0, Bob 7, Cid 7.",
        ],
    ),
    (
        rules.GameEnded((1,), (0, 500, 20)),
        ["The game is over: Bob wins with 500 points.", "  Bob: 500", "  Cid: 20", "  Ann: 0"],
    ),
    (
        rules.GameEnded((1,), (0, 20, 50), forfeit=True),
        [
            "The game is over, because nobody else is left: it goes to Bob.",
            "  Cid: 50",
            "  Bob: 20",
            "  Ann: 0",
        ],
    ),
    (
        rules.SeatsLeft((0, 1)),
        ["You are no longer in the game.", "Bob is no longer in the game."],
    ),
    (rules.RoundVoid(2), ["Round 2 is void: nobody scores, and it is dealt again."]),
    (rules.RoundVoid(0), ["That does not count: the dealer is chosen anew."]),
    (
        rules.SeatsJoined((0, 2), (1, 40)),
        [
            "You sit down with 1 point and play from the next round on.",
            "Cid sits down with 40 points and plays from the next round on.",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("happening", "sentences"), TELLINGS + HOUSE_TELLINGS)
def test_a_happening_is_told(happening: Happening, sentences: list[str]) -> None:
    assert list(Narrator().tell(make_view(), happening)) == sentences


def test_no_happening_is_left_without_a_sentence_or_an_event() -> None:
    everything = set(get_args(Happening))
    assert set(TOLD) == everything
    assert set(EVENTS) == everything
    assert {type(happening) for happening, _ in TELLINGS + HOUSE_TELLINGS} == everything


@pytest.mark.parametrize("reason", list(DrawReason))
def test_every_reason_to_draw_has_its_words(reason: DrawReason) -> None:
    for seat in (0, 1):
        (sentence,) = Narrator().tell(make_view(), rules.CardsDrawn(seat, 2, reason))
        assert "2 cards" in sentence
    assert Narrator().tell(make_view(), rules.CardsMissing(0, 2, reason))


def _round(number: int, points: tuple[int, int, int], scores: tuple[int, int, int]) -> rules.RoundEnded:
    winner = points.index(max(points))
    return rules.RoundEnded(number, (winner,), False, ((), (), ()), (0, 0, 0), points, scores)


def test_the_result_is_the_sum_of_the_rounds() -> None:
    narrator, view = Narrator(), make_view()
    narrator.tell(view, _round(1, (77, 0, 0), (77, 0, 0)))
    narrator.tell(view, _round(2, (0, 120, 0), (77, 120, 0)))
    narrator.tell(view, _round(3, (50, 0, 0), (127, 120, 0)))
    assert narrator.tell(view, rules.GameEnded((0,), (127, 120, 0))) == (
        "The game is over: you win with 127 points!",
        "  Ann: 77 + 0 + 50 = 127",
        "  Bob: 0 + 120 + 0 = 120",
        "  Cid: 0 + 0 + 0 = 0",
    )


def test_the_sums_can_be_asked_for_as_soon_as_a_round_is_over() -> None:
    narrator, view = Narrator(), make_view()
    assert narrator.sums(view) == ()
    for number, points, scores in ((1, (77, 0, 0), (77, 0, 0)), (2, (0, 120, 0), (77, 120, 0))):
        narrator.tell(view, _round(number, points, scores))
    later = replace(view, rules=replace(view.rules, scores=(77, 120, 0)))
    assert narrator.sums(later) == ("  Ann: 77 + 0 = 77", "  Bob: 0 + 120 = 120", "  Cid: 0 + 0 = 0")


def test_who_sat_down_later_begins_with_the_points_he_was_given() -> None:
    narrator, view = Narrator(), make_view()
    first = rules.RoundEnded(1, (0,), False, ((), ()), (0, 0), (30, 0), (30, 0))
    narrator.tell(make_view(names=("Ann", "Bob")), first)
    narrator.tell(view, rules.SeatsJoined((2,), (7,)))
    narrator.tell(view, _round(2, (0, 0, 50), (30, 0, 57)))
    assert narrator.tell(view, rules.GameEnded((2,), (30, 0, 57)))[1:] == (
        "  Cid: 7 + 50 = 57",
        "  Ann: 30 + 0 = 30",
        "  Bob: 0 + 0 = 0",
    )


def test_equal_winners_share_the_first_place() -> None:
    narrator, view = Narrator(), make_view()
    narrator.tell(view, _round(1, (30, 30, 0), (30, 30, 0)))
    told = narrator.tell(view, rules.GameEnded((0, 1), (30, 30, 0)))
    assert told[0] == "The game is over: Ann and Bob share the first place with 30 points."


def test_two_players_of_one_name_are_told_apart() -> None:
    view = make_view(names=("Bob", "Bob", "Cid"))
    assert Narrator().tell(view, rules.SeatSkipped(1)) == ("Bob (2) misses this turn.",)


def test_a_name_cannot_smuggle_in_anything() -> None:
    view = replace(make_view(), names=("Ann", "Bob\x1b[2J{0}", "Cid"))
    assert Narrator().tell(view, rules.SeatSkipped(1)) == ("Bob[2J{0} misses this turn.",)


# --- where less is more, or where cards do not count what stands on them ----------------------------------


def test_who_has_the_fewest_points_stands_first_where_they_win() -> None:
    narrator, view = Narrator(), make_view()
    narrator.tell(view, _round(1, (120, 0, 40), (120, 0, 40)))
    told = narrator.tell(view, rules.GameEnded((1,), (120, 0, 40)))
    assert told == ("The game is over: Bob wins with 0 points.", "  Bob: 0", "  Cid: 40", "  Ann: 120")


def test_all_win_but_who_has_the_target() -> None:
    told = Narrator().tell(make_view(), rules.GameEnded((1, 2), (210, 0, 40)))
    assert told[0] == "The game is over and lost by Ann; Bob and Cid win."


def test_cards_that_count_otherwise_are_listed_without_a_sum() -> None:
    hands = ((), (BLUE_SKIP, RED_5), ())
    end = rules.RoundEnded(1, (0,), False, hands, (0, 5, 0), (1, 0, 0), (1, 0, 0))
    told = Narrator().tell(make_view(), end)
    assert "  Bob: red 5 and blue skip; that counts 5" in told
    assert "You score 1." in told
