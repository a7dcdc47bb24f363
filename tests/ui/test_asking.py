"""What all interfaces decide alike: the question, UNO, new cards, who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from p2puno.ui.asking import (
    Question,
    leaves_one,
    must_keep,
    new_cards,
    newly_shown,
    question_in,
    waited_for,
)
from protocol.rules.needs import MoveKind, NeedNextRound
from protocol.table.view import TableView, View
from tests.ui.views import DRAWN, FOUR, NAMING, TURN, ids, make_view


@pytest.mark.parametrize(
    ("allowed", "question"),
    [
        (NAMING, Question.COLOUR),
        (FOUR, Question.FOUR),
        (DRAWN, Question.DRAWN),
        (TURN, Question.TURN),
        ((MoveKind.PLAY, MoveKind.PASS), Question.TURN),
        ((), None),
    ],
)
def test_what_is_asked(allowed: Sequence[MoveKind], question: Question | None) -> None:
    assert question_in(frozenset(allowed)) is question


@pytest.mark.parametrize(
    ("view", "uno"),
    [
        (make_view(("red 5", "blue 3"), asked=TURN), True),
        (make_view(("red 5", "blue 3", "blue 4"), asked=TURN), False),
        (make_view(("blue 5", "blue 3"), asked=TURN), False),
        (make_view(("red 5", "blue 3")), False),
        (make_view(("blue 3",), asked=DRAWN, drawn="red 9"), True),
        (make_view(("blue 3",), asked=DRAWN, drawn="blue 9"), False),
        (make_view(("blue 3", "blue 4"), asked=DRAWN, drawn="red 9"), False),
    ],
)
def test_uno_is_said_with_the_next_to_last_card(view: View, uno: bool) -> None:
    assert leaves_one(view) is uno


def test_a_drawn_card_that_does_not_fit_must_be_kept() -> None:
    assert must_keep(make_view(("red 5",), asked=DRAWN, drawn="blue 9"))
    assert not must_keep(make_view(("red 5",), asked=DRAWN, drawn="red 9"))
    assert not must_keep(make_view(("red 5",), asked=TURN))


def test_new_cards_are_those_that_came_unseen_in_the_same_round() -> None:
    before = make_view(("red 5",))
    more = make_view(("red 5", "wild", "blue 2"))
    assert new_cards(before, more) == list(ids(["blue 2", "wild"]))
    assert new_cards(None, more) == []
    assert new_cards(make_view(()), more) == [], "a new hand is no addition to one"
    assert new_cards(make_view(("red 5",), asked=DRAWN, drawn="blue 2"), make_view(("red 5", "blue 2"))) == []
    assert new_cards(before, replace(more, rules=replace(more.rules, round=2))) == []


def test_a_hand_shown_to_this_seat_is_new_once() -> None:
    shown = replace(make_view(("red 5",)), shown=ids(["blue 2"]))
    assert newly_shown(None, shown) == newly_shown(make_view(("red 5",)), shown) == ids(["blue 2"])
    assert newly_shown(shown, shown) == ()
    assert newly_shown(shown, make_view(("red 5",))) == ()


@pytest.mark.parametrize(
    ("view", "missing", "waited"),
    [
        (make_view(("red 5",)), [0, 1, 2], (1,)),
        (make_view(("red 5",)), [2], (2,)),
        (make_view(("red 5",), asked=TURN), [0], ()),
        (make_view(("red 5",), asked=TURN), [2], (2,)),
        (replace(make_view(), rules=replace(make_view().rules, need=NeedNextRound())), [1, 2], (1, 2)),
        (replace(make_view(), rules=replace(make_view().rules, need=NeedNextRound())), [0, 2], ()),
    ],
)
def test_who_is_waited_for(view: View, missing: list[int], waited: tuple[int, ...]) -> None:
    assert waited_for(view, missing) == waited


def test_without_a_seat_everybody_is_somebody_else() -> None:
    view = make_view(("red 5",), asked=TURN)
    public = TableView(
        None,
        view.slot,
        view.names,
        view.bots,
        view.keys,
        view.rules,
        (),
        None,
        frozenset(),
        (),
        None,
        None,
        view.checked,
    )
    assert waited_for(public, [0]) == (0,)
    assert new_cards(None, public) == []
    assert not leaves_one(public)
