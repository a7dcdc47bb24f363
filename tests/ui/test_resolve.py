"""From a line to an action, for hands made by hand; and what is answered where there is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2puno.ui.finding import UnfitError, find_seat
from p2puno.ui.grammar import parse
from p2puno.ui.lines import Play, Say, SendAway
from p2puno.ui.model import hand_model
from p2puno.ui.resolve import action_for
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind
from protocol.rules.state import LaidFour
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
from protocol.table.view import Action, View
from tests.ui.views import DRAWN, FOUR, NAMING, TURN, ids, make_view

HAND = ("wild", "red 5", "blue 3", "yellow 7", "red skip")
WILD, RED_5, BLUE_3, YELLOW_7, RED_SKIP = ids(HAND)
# sorted: 1 red 5, 2 red skip, 3 yellow 7, 4 blue 3, 5 wild; on top lies another red 7


def _action(line: str, view: View) -> Action:
    meaning = parse(line)
    assert meaning is not None
    assert not isinstance(meaning, Say | SendAway)
    return action_for(meaning, view, [card.card for card in hand_model(view)])


def _answer(line: str, view: View) -> str:
    with pytest.raises(UnfitError) as raised:
        _action(line, view)
    return str(raised.value)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("play 1", PlayCard(RED_5)),
        ("play 2", PlayCard(RED_SKIP)),
        ("play red 5", PlayCard(RED_5)),
        ("uno play 3", PlayCard(YELLOW_7, uno=True)),
        ("play wild green", PlayCard(WILD, Colour.GREEN)),
        ("u 5 blue", PlayCard(WILD, Colour.BLUE, uno=True)),
        ("draw", DrawCard()),
    ],
)
def test_on_its_turn_a_seat_plays_or_draws(line: str, action: Action) -> None:
    assert _action(line, make_view(HAND, asked=TURN)) == action


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "play 4",
            (
                "No: blue 3 does not fit: play a red card, another 7 or a wild. "
                "You can: play 1, 2, 3 or 5; draw."
            ),
        ),
        ("play 6", "There is no card number 6 in your hand. You can: play 1, 2, 3 or 5; draw."),
        ("play 0", "There is no card number 0 in your hand. You can: play 1, 2, 3 or 5; draw."),
        ("play green 1", "You have no green 1. You can: play 1, 2, 3 or 5; draw."),
        ("play wild", "Name the colour with it, for example `play wild green`."),
        ("play red 5 ", None),
        ("play 1 green", "Only a wild takes a colour: `play red 5`."),
        ("play", "Which card? For example `play 2` or `play red 5`."),
        ("uno", "Say UNO together with the card: `uno play 2`."),
        ("keep", "That is not possible now. You can: play 1, 2, 3 or 5; draw."),
        ("accept", "That is not possible now. You can: play 1, 2, 3 or 5; draw."),
        ("colour red", "That is not possible now. You can: play 1, 2, 3 or 5; draw."),
        ("pass", "That is not possible now. You can: play 1, 2, 3 or 5; draw."),
        ("catch Bob", "Bob cannot be caught now. You can: play 1, 2, 3 or 5; draw."),
        ("catch", "Nobody can be caught now. You can: play 1, 2, 3 or 5; draw."),
        ("catch Ann", "You cannot catch yourself."),
        ("catch Dan", "Nobody here is called Dan; there are Ann, Bob and Cid."),
    ],
)
def test_what_cannot_be_done_is_answered_with_what_can(line: str, answer: str | None) -> None:
    view = make_view(HAND, asked=TURN)
    if answer is None:
        assert _action(line, view) == PlayCard(RED_5)
    else:
        assert _answer(line, view) == answer


def test_the_card_just_drawn_is_played_or_kept() -> None:
    view = make_view(("blue 3", "blue 4"), asked=DRAWN, drawn="red 9")
    (drawn,) = ids(["red 9"])
    for line in ("play", "play 3", "play red 9"):
        assert _action(line, view) == PlayDrawnCard(drawn)
    assert _action("keep", view) == _action("pass", view) == KeepCard()
    assert _answer("play 1", view).startswith("You have drawn: only that card may be played now.")
    assert _answer("draw", view) == "That is not possible now. You can: play 3 or keep."


def test_a_drawn_wild_needs_its_colour() -> None:
    view = make_view(("blue 3",), asked=DRAWN, drawn="wild")
    (wild,) = ids(["wild"])
    assert _action("play green", view) == PlayDrawnCard(wild, Colour.GREEN)
    assert _action("uno play 2 green", view) == PlayDrawnCard(wild, Colour.GREEN, uno=True)
    assert _answer("play", view).startswith("Name the colour with it")


def test_a_drawn_card_that_does_not_fit_can_only_be_kept() -> None:
    view = make_view(("blue 3",), asked=DRAWN, drawn="blue 9")
    assert (
        _answer("play", view)
        == "No: blue 9 does not fit: play a red card, another 7 or a wild. You can: keep."
    )


def test_a_wild_draw_four_is_accepted_or_challenged() -> None:
    view = make_view(HAND, asked=FOUR, top="wild draw four", colour=Colour.BLUE, four=LaidFour(1, Colour.RED))
    assert _action("accept", view) == _action("draw", view) == AcceptFour()
    assert _action("challenge", view) == ChallengeFour()
    assert _answer("play 1", view) == "That is not possible now. You can: accept or challenge."


def test_the_first_colour_is_named() -> None:
    view = make_view(HAND, asked=NAMING, top="wild")
    assert _action("colour blue", view) == NameFirstColour(Colour.BLUE)
    assert _answer("draw", view) == "That is not possible now. You can: colour red, yellow, green or blue."


def test_passing_when_there_is_nothing_to_draw() -> None:
    view = make_view(("blue 3",), asked=(MoveKind.PLAY, MoveKind.PASS))
    assert _action("pass", view) == PassTurn()
    assert _answer("draw", view) == "That is not possible now. You can: pass."


def test_catching_out_of_turn() -> None:
    view = make_view(HAND, catchable=2)
    for line in ("catch Cid", "catch c", "catch CID", "catch"):
        assert _action(line, view) == CatchSeat(2)
    assert _answer("catch Bob", view) == "Bob cannot be caught now. You can: catch Cid."
    assert _answer("play 1", view) == "It is not your turn. You can: catch Cid."
    assert _answer("play 1", make_view(HAND)) == "It is not your turn. The table waits for Bob."


def test_a_position_means_the_hand_as_it_was_shown() -> None:
    (shown,) = ids(["red 9"])
    view = make_view(("red 5",), asked=TURN)
    meaning = Play(1, None, uno=False)
    with pytest.raises(UnfitError, match="has left your hand"):
        action_for(meaning, view, (shown,))


def test_names_are_found_by_their_beginning_if_only_one_begins_so() -> None:
    names = ("Ann", "Anton", "Ann (2)", "Боб")
    assert find_seat("ann", names) == 0
    assert find_seat("ann (", names) == 2
    assert find_seat("ant", names) == 1
    assert find_seat("бОб", names) == 3
    with pytest.raises(UnfitError):
        find_seat("a", names)


_PLAYS = ["play 1", "play 2", "play 9", "play wild red", "uno play 1", "play", "play red", "play red 5"]
_OTHERS = ["draw", "keep", "pass", "accept", "challenge", "colour red", "catch", "catch Bob", "play +4 blue"]
_LINES = st.sampled_from(_PLAYS + _OTHERS)
_VIEWS = st.sampled_from(
    [
        make_view(HAND),
        make_view(HAND, catchable=1),
        make_view(HAND, asked=TURN, catchable=1),
        make_view(HAND, asked=DRAWN, drawn="red 9"),
        make_view(HAND, asked=DRAWN, drawn="blue 9"),
        make_view(HAND, asked=FOUR, top="wild draw four", colour=Colour.RED, four=LaidFour(1, Colour.RED)),
        make_view(HAND, asked=NAMING, top="wild"),
        make_view((), asked=(MoveKind.PLAY, MoveKind.PASS)),
    ]
)


@given(_LINES, _VIEWS)
def test_every_action_is_permitted_and_every_refusal_says_something(line: str, view: View) -> None:
    try:
        action = _action(line, view)
    except UnfitError as error:
        action, answer = None, str(error)
    else:
        answer = ""
    assert answer.endswith(".") if action is None else view.permits(action)


@pytest.mark.parametrize("word", ["jump", "slap", "vote", "discard", "accuse"])
def test_rules_that_are_not_played_are_named(word: str) -> None:
    rest = {"vote": " yes", "discard": " none", "accuse": " Bob"}.get(word, "")
    assert _answer(f"{word}{rest}", make_view(HAND, asked=TURN)) == (
        f"`{word}` belongs to rules that are not played at this table."
    )
