"""Seats that leave at every need, and rounds that are void."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from protocol.rules import events as ev
from protocol.rules import needs
from protocol.rules.cards import CardId, Colour
from protocol.rules.engine import IllegalMove, apply
from protocol.rules.happenings import DealerDrawn, RoundVoid
from protocol.rules.needs import MoveKind, NeedMove, NeedNextRound, NeedShuffle
from protocol.rules.ruleset import RuleSet
from tests.rules.dealer import CLASSIC, Dealer
from tests.rules.random_games import Game, any_game
from tests.rules.scenarios import leaving
from tests.rules.story import Box, Story, stories, tell

NAMES_A_COLOUR = frozenset({MoveKind.NAME_COLOUR})


@stories(*leaving.ALL)
def test_story(story: Story) -> None:
    tell(story)


# --- before the first deal --------------------------------------------------------------------------------


def at_the_start(ruleset: RuleSet, seats: int, *first: str) -> Dealer:
    """A new game in which these cards lie on top of every shuffled deck."""

    def on_top(cards: Sequence[CardId]) -> list[CardId]:
        chosen = Box(ruleset).cards(", ".join(first))
        return [*chosen, *(card for card in cards if card not in chosen)]

    return Dealer.new_game(ruleset, seats, on_top)


def test_the_cut_begins_anew_without_who_leaves() -> None:
    dealer = at_the_start(CLASSIC, 3)
    dealer.happen(dealer.answer())
    assert dealer.state.need == needs.NeedCut((0, 1, 2))
    dealer.happen(ev.SeatsGone((1,)))
    assert isinstance(dealer.state.need, NeedShuffle)
    dealer.happen(dealer.answer())
    assert dealer.state.need == needs.NeedCut((0, 2))


def test_before_the_first_shuffle_the_need_stays() -> None:
    dealer = at_the_start(CLASSIC, 3)
    need = dealer.state.need
    dealer.happen(ev.SeatsGone((0,)))
    assert dealer.state.need == need
    dealer.happen(dealer.answer())
    assert dealer.state.need == needs.NeedCut((1, 2))


def test_the_lot_falls_on_one_who_is_there() -> None:
    dealer = at_the_start(CLASSIC.with_options({"dealer": "lot"}), 3)
    dealer.happen(dealer.answer())
    assert dealer.state.need == needs.NeedLot(3)
    dealer.happen(ev.SeatsGone((0,)))
    dealer.happen(dealer.answer())
    assert dealer.state.need == needs.NeedLot(2)
    assert DealerDrawn(2) in dealer.happen(ev.LotDrawn(1))
    assert dealer.state.dealer == 2


def test_a_cut_that_is_void_is_repeated() -> None:
    dealer = at_the_start(CLASSIC, 2)
    dealer.happen(dealer.answer())
    assert dealer.happen(ev.RoundVoided()) == [RoundVoid(0)]
    assert dealer.state.need == NeedNextRound()
    dealer.happen(ev.NextRound())
    assert isinstance(dealer.state.need, NeedShuffle)
    dealer.serve()
    assert (dealer.state.round, dealer.state.void) == (1, 0)


# --- the first card ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first_card", "naming"), [("takes-effect", 1), ("dealer-lays", 0)])
def test_the_colour_of_the_first_card_is_named_by_the_next_if_who_should_leaves(
    first_card: str, naming: int
) -> None:
    """Seat 0 deals, and a Wild lies on top."""
    dealer = at_the_start(CLASSIC.with_options({"first_card": first_card, "dealer": "lot"}), 3, "wild")
    dealer.serve()
    assert dealer.state.need == NeedMove(naming, NAMES_A_COLOUR)
    dealer.happen(ev.SeatsGone((naming,)))
    after = naming + 1
    assert dealer.state.need == NeedMove(after, NAMES_A_COLOUR)
    dealer.happen(ev.ColourNamed(after, Colour.BLUE))
    assert isinstance(dealer.state.need, NeedMove)
    assert (dealer.state.need.seat, dealer.state.colour) == (after, Colour.BLUE)


# --- in games ---------------------------------------------------------------------------------------------

# Each batch is a few seconds of one core; thousands by `tests.rules.random_games --comings 4`.
BATCHES, GAMES = 6, 25


@pytest.mark.parametrize("batch", range(BATCHES))
def test_games_end_lose_no_card_and_offer_what_they_accept(batch: int) -> None:
    for number in range(GAMES):
        game = any_game(f"comings {batch}, game {number}", comings=4)
        game.play(thorough=150)
        game.again()


class Watching(Game):
    """Somebody whom the need does not name leaves, at every moment, beside the game that is played."""

    def see(self, dealer: Dealer) -> None:
        need, state = dealer.state.need, dealer.state
        bystanders = sorted(set(state.present) - named_by(dealer))
        if len(state.present) < 3 or isinstance(need, needs.Over) or not bystanders or state.round == 0:
            return
        after, _ = apply(state, ev.SeatsGone((bystanders[0],)))
        if len(after.playing) > 1:
            assert after.need == need
        for event in (
            ev.DrawChosen(bystanders[0]),
            ev.Accepted(bystanders[0]),
            ev.BrokeSilence(bystanders[0]),
        ):
            with pytest.raises(IllegalMove):
                apply(after, event)


def named_by(dealer: Dealer) -> set[int]:
    match dealer.state.need:
        case NeedMove(seat) | needs.NeedCards(seat) | needs.NeedFit(seat) | needs.NeedReturn(seat):
            return {seat}
        case needs.NeedShow(seat):
            return {seat}
        case needs.NeedVerdict(first, second) | needs.NeedVote(first, second):
            return {first, second}
        case needs.NeedExchange(first, second):
            return {first, second}
        case needs.NeedHands(moves):
            return {seat for move in moves for seat in move}
        case needs.NeedDeal(counts) | needs.NeedPool(counts):
            return {seat for seat, count in enumerate(counts) if count}
        case (
            needs.NeedDuel(seats) | needs.NeedFirst(seats) | needs.NeedLast(seats) | needs.NeedOpening(seats)
        ):
            return set(seats)
        case needs.NeedWheel():
            return {dealer.state.turn}
        case _:
            return set()


def test_a_need_stays_as_it_is_if_it_does_not_concern_who_leaves() -> None:
    met: set[type[needs.Need]] = set()
    for number in range(40):
        like = any_game(f"bystanders {number}")
        game = Watching(like.ruleset, like.seats, like.seed)
        game.play(thorough=0)
        met |= set(game.needs)
    assert met >= {
        NeedMove,
        needs.NeedCards,
        needs.NeedVerdict,
        needs.NeedHands,
        needs.NeedWheel,
        needs.NeedLast,
    }
