"""Somebody leaves in every phase that a table can be in; every game goes on to its end and is audited."""

from __future__ import annotations

import io

import pytest

from protocol.audit import Verdict, audit_transcript
from protocol.rules.ruleset import RuleSet
from protocol.table.counting import place_of
from protocol.table.parcels import Purpose
from protocol.table.phases import Acknowledging, Choosing, Peeling, Receiving, Sharing, Stripping
from protocol.table.state import TableState
from protocol.table.table import PHASES, finished
from tests.table.covering import Setting
from tests.table.removals import VotedGame, seated
from tests.transparent import transparent_group

CLASSIC = RuleSet.preset("classic")
# Which rules lead to which phases, in a game of one round or a few.
ROADS: dict[str, tuple[dict[str, str], set[str]]] = {
    "plain": (
        {"open_replay": "on", "hand_size": "5"},
        {"RosterOpen", "Shuffling", "Peeling cut", "Peeling first-card", "Peeling deal", "Peeling draw"}
        | {"Choosing", "Racing", "Ordering", "Joining", "OpeningHands", "Publishing"}
        | {"Acknowledging opening", "Acknowledging end", "Acknowledging publication"},
    ),
    "challenges": (
        {"stack": "draw-four", "wd4_legal": "colour-or-wild", "target": "200", "score": "own-points"},
        {"Acknowledging challenge", "Answering", "Viewing"},
    ),
    "duties": ({"decline": "forced", "draw": "until-playable", "dealer": "lot"}, {"Fitting", "CastingLots"}),
    "hands": (
        {"seven_zero": "on", "five_exchange": "on", "hand_size": "5"},
        {"Acknowledging transfer", "Refreshing", "Giving", "Taking", "HandingOver"},
    ),
    "pools": ({"deck": "modern-112"}, {"Pooling", "Peeling pool"}),
    "wheel": (
        {"spin": "each-turn", "hand_size": "5"},
        {"Showing", "Duelling", "DuelOpening", "CastingLots"},
    ),
    "hints": ({"hint_penalty": "2", "target": "200", "score": "own-points"}, {"Voting"}),
}
SHARED = {"Sharing", "Receiving"}


def to_the_end(game: VotedGame) -> None:
    game.run()
    assert audit_transcript(io.BytesIO(game.transcript)).verdict is Verdict.CLEAN


def moment_name(state: TableState) -> str:
    match state.phase:
        case Peeling(purpose):
            return f"Peeling {purpose.value}"
        case Acknowledging(after):
            return f"Acknowledging {after.value}"
        case phase:
            return type(phase).__name__


@pytest.mark.parametrize("sharing", ["on", "off"])
@pytest.mark.parametrize("road", ROADS)
def test_games_outlive_a_departure_in_each_of_their_phases(road: str, sharing: str) -> None:
    options, reached = ROADS[road]
    rules = CLASSIC.with_options({"rounds": "1", "key_sharing": sharing} | options)
    due = reached | (SHARED if sharing == "on" else set())
    with transparent_group():
        for number in range(40):
            game = seated(Setting(rules, 6), f"everywhere/{road}/{sharing}/{number}")
            while due and not finished(game.state):
                name = moment_name(game.state)
                if name in due and len(game.state.present) > 2 and place_of(game.state) is not None:
                    due = due - {name}
                    game.go(game.rng.sample(game.state.present, 1))
                game.step()
            if not due:
                break
        to_the_end(game)
    assert not due


def test_the_roads_lead_everywhere() -> None:
    """To every phase but genesis and those that only a departure brings about."""
    reached = {name.split()[0] for _, due in ROADS.values() for name in due} | SHARED
    assert reached == {phase.__name__ for phase in PHASES} - {"Genesis", "Stripping"}
    assert {name.split()[1] for _, due in ROADS.values() for name in due if name.startswith("Peeling")} == {
        purpose.value for purpose in Purpose
    }


@pytest.mark.parametrize("more", [1, 2])
def test_the_next_ones_leave_while_masks_come_off_and_keys_are_shared_anew(more: int) -> None:
    """In each slot that follows a departure: then the round is void, or goes on, and the game ends."""
    rules = CLASSIC.with_options({"rounds": "1"})
    with transparent_group():
        game = seated(Setting(rules, 5), "again")
        game.until(lambda state: isinstance(state.phase, Choosing))
        game.go([3])
        seen: list[type[object]] = []
        while not isinstance(game.state.phase, Choosing):
            seen.append(type(game.state.phase))
            branch = game.branch(f"again/{len(seen)}")
            branch.go(branch.rng.sample(branch.state.present, more))
            to_the_end(branch)
            game.step()
        assert seen == [Acknowledging, Stripping, Sharing, Receiving]
        game.go([0])
        to_the_end(game)
