"""A sample of what `python -m tests.table.games` plays by the thousand, and how its tables are chosen."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from protocol.errors import LocalError
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import KeepCard
from tests.table.covering import Setting, complete, covering, factors, pairs, setting
from tests.table.games import Game, any_rules, play
from tests.table.omniscience import check_cards
from tests.transparent import transparent_group


@pytest.mark.parametrize("number", range(24))
def test_whole_games_conserve_cards_and_audit_clean(number: int) -> None:
    seed = f"sample/{number}"
    with transparent_group():
        play(any_rules(seed), seed)


def test_a_sample_of_the_covering_array_plays() -> None:
    with transparent_group():
        for number, row in enumerate(islice(covering(factors(), seed=1), 8)):
            table = setting(row)
            assert table is not None
            play(table, f"pairs/{number}")


def test_a_game_is_the_same_again() -> None:
    with transparent_group():
        first, second = (play(any_rules("again"), "again") for _ in range(2))
        other = play(any_rules("again"), "another")
    assert first.transcript == second.transcript != other.transcript


def test_a_card_that_is_in_two_places_is_noticed() -> None:
    with transparent_group():
        game = play(Setting(RuleSet.preset("classic").with_options({"rounds": "1"}), 2), "two places")
        moment = next(m for m in game.moments if m.state.hands and m.state.the_epoch().pile)
        hands = moment.state.hands
        doubled = moment.state.with_hand(0, hands[1])
        with pytest.raises((AssertionError, KeyError)):
            check_cards(doubled, moment.secrets)


def test_a_player_that_wants_what_is_not_possible_is_noticed() -> None:
    class Stubborn:
        def observe(self, view: object, happenings: object) -> None:
            """It listens to nobody."""

        def choose(self, view: object) -> KeepCard:
            return KeepCard()

    with transparent_group():
        game = play(Setting(RuleSet.preset("classic").with_options({"rounds": "1"}), 2), "stubborn")
        start = Game(
            game.proposal_data, list(game.secrets), [game.moments[0].state] * 2, game.rng, [], twin=True
        )
        start.players = [Stubborn(), Stubborn()]
        with pytest.raises((AssertionError, LocalError)):
            start.run()


SMALL = {
    "seats": ("2", "3", "4"),
    "hand_size": ("7", "6", "5"),
    "challenge": ("on", "off"),
    "challenge_shows": ("challenger", "nobody", "everyone"),
    "uno_penalty": ("2", "4"),
}


def test_a_covering_array_holds_every_pair() -> None:
    rows = list(covering(SMALL))
    held = {pair for row in rows for pair in combinations(((name, row[name]) for name in SMALL), 2)}
    assert held == set(pairs(SMALL))
    assert len(rows) <= 14  # nine are needed for the pairs of the two largest alone
    assert all(setting(row) is not None for row in rows)


def test_what_is_refused_together_is_completed_or_left_out() -> None:
    values = {"seats": ("2", "3"), "score": ("one-round", "lazy"), "hand_size": ("7", "5")}
    assert complete({"score": "no such way"}, values) is None
    row = complete({"hand_size": "5"}, values)
    assert row is not None
    assert row["hand_size"] == "5"
    assert setting(row) is not None


def test_the_catalogue_is_taken_as_it_is() -> None:
    found = factors()
    assert "rounds" not in found  # one round each
    assert {"hand_size", "challenge", "seats"} <= set(found)
    assert all(len(words) > 1 for words in found.values())
