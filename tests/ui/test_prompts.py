"""The questions: what a person sees when it is time to decide."""

from __future__ import annotations

from dataclasses import replace

from p2puno.ui.prompts import table_lines, turn_line
from p2puno.ui.questions import now_line, question
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind, NeedMove, NeedShuffle
from protocol.rules.state import LaidFour
from tests.ui.views import CLASSIC, DRAWN, FOUR, NAMING, TURN, make_view


def test_the_turn_shows_the_table_the_hand_and_what_can_be_done() -> None:
    assert question(make_view(("blue 3", "wild", "red 5"), asked=TURN)) == (
        "Your turn: red 7 on top, 60 cards in the pile, clockwise: you 3, Bob 5, Cid 5.",
        "Your hand: 1 red 5*, 2 blue 3, 3 wild*. (* fits)",
        "You can: play 1 or 3; draw.",
        "Name the colour with a wild, for example `play 3 green`.",
    )


def test_the_seats_are_listed_in_the_order_of_play() -> None:
    view = make_view(("red 5",), asked=TURN)
    turned = replace(view, rules=replace(view.rules, direction=-1))
    assert question(turned)[0] == (
        "Your turn: red 7 on top, 60 cards in the pile, counter-clockwise: you 1, Cid 5, Bob 5."
    )


def test_who_has_left_is_not_listed_but_his_points_are() -> None:
    view = make_view(("red 5",), asked=TURN)
    left = replace(view, rules=replace(view.rules, gone=frozenset({1}), scores=(3, 4, 5)))
    assert question(left)[0].endswith("clockwise: you 1, Cid 5.")
    assert "Score: Ann 3, Bob 4 (has left), Cid 5." in table_lines(left)


def test_a_wild_on_top_is_shown_with_its_colour() -> None:
    view = make_view(("green 1",), asked=TURN, top="wild", colour=Colour.GREEN)
    assert "wild (colour green) on top" in question(view)[0]
    assert "1 green 1*" in question(view)[1]


def test_with_two_cards_the_person_is_reminded_of_uno() -> None:
    assert question(make_view(("red 5", "blue 3"), asked=TURN))[-1] == (
        "Two cards left: say UNO with the card, `uno play N`."
    )
    assert "UNO" not in "".join(question(make_view(("red 5", "blue 3", "blue 4"), asked=TURN)))
    assert "UNO" not in "".join(question(make_view(("blue 5", "blue 3"), asked=TURN)))


def test_nothing_fits() -> None:
    assert question(make_view(("blue 3",), asked=TURN))[1:] == (
        "Your hand: 1 blue 3. (nothing fits)",
        "You can: draw.",
    )


def test_the_drawn_card_has_the_last_number() -> None:
    assert question(make_view(("yellow 3", "blue 1"), asked=DRAWN, drawn="red 2")) == (
        "Your hand: 1 yellow 3, 2 blue 1, 3 red 2*. (* fits)",
        "You drew red 2, number 3, and it fits. You can: play 3, keep.",
    )
    assert question(make_view(("yellow 3",), asked=DRAWN, drawn="wild"))[1:] == (
        "You drew wild, number 2, and it fits. You can: play 2 COLOUR, keep.",
        "That leaves one card: say UNO with it, `uno play 2`.",
    )


def test_a_drawn_card_that_does_not_fit_is_kept_without_a_question() -> None:
    assert question(make_view(("yellow 3",), asked=DRAWN, drawn="blue 2")) == (
        "You drew blue 2: it does not fit and is kept.",
    )


def test_the_challenge_is_explained() -> None:
    view = make_view(
        ("red 5",), asked=FOUR, top="wild draw four", colour=Colour.BLUE, four=LaidFour(1, Colour.RED)
    )
    assert question(view)[-1] == (
        "Bob played a wild draw four on red and named blue. You can: accept (draw four and miss the turn), "
        "or challenge (if Bob still held a red card, Bob draws four and you play; if not, you draw six and "
        "miss the turn)."
    )


def test_the_first_colour_is_asked_for_with_the_hand_in_sight() -> None:
    view = make_view(("red 5", "blue 3"), asked=NAMING, top="wild")
    assert question(view) == (
        "Your hand: 1 red 5, 2 blue 3.",
        "The first card is a wild. Name the colour: colour red, yellow, green or blue; then you play.",
    )


def test_catching_is_offered_without_saying_whether_it_is_right() -> None:
    assert question(make_view(("red 5",), catchable=2)) == (
        "If Cid did not say UNO in time, you can: catch Cid.",
    )
    assert question(make_view(("red 5", "red 6", "red 8"), asked=TURN, catchable=2))[-1] == (
        "You can: play 1, 2 or 3; draw; catch Cid."
    )


def test_nothing_to_decide_is_no_question() -> None:
    assert question(make_view(("red 5",))) == ()


def test_whose_turn_it_is() -> None:
    assert turn_line(make_view(("red 5",))) == "Bob's turn: red 7 on top."
    assert turn_line(make_view(("red 5",), asked=TURN)) is None
    view = make_view(("red 5",))
    answering = replace(view, rules=replace(view.rules, need=NeedMove(2, frozenset(FOUR))))
    assert turn_line(answering) == "Cid may challenge the wild draw four."
    deciding = replace(view, rules=replace(view.rules, need=NeedMove(2, frozenset(DRAWN))))
    assert turn_line(deciding) is None


def test_what_is_waited_for() -> None:
    assert now_line(make_view(("red 5",))) == "The table waits for Bob."
    view = make_view(("red 5",))
    assert now_line(replace(view, rules=replace(view.rules, need=NeedShuffle(())))) == (
        "The cards are being shuffled or dealt."
    )
    assert now_line(make_view(("red 5",), asked=(MoveKind.PLAY, MoveKind.PASS))) == "You can: play 1; pass."


def test_the_table_shows_everything_that_lies_open() -> None:
    assert table_lines(make_view(("red 5", "red 6"))) == (
        "Round 1, to 500 points.",
        "Red 7 on top, 60 cards in the pile, clockwise: Bob 5, Cid 5, you 2.",
        "Score: Ann 0, Bob 0, Cid 0.",
        "Bob's turn: red 7 on top.",
    )
    short = make_view(("red 5",), rules=CLASSIC.with_options({"rounds": 3}))
    assert table_lines(short)[0] == "Round 1, to the end of round 3."
    one = make_view(("red 5",), rules=CLASSIC.with_options({"score": "one-round"}))
    assert table_lines(one)[0] == "Round 1, to the end of this round."
