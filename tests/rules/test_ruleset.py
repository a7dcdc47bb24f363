"""Rule sets: the catalogue, canonical form, presets, and what is refused with which sentence."""

from __future__ import annotations

import pytest

from protocol.rules.combinations import REFUSED
from protocol.rules.options import CATALOGUE, OPTIONS, Option
from protocol.rules.ruleset import PRESETS, RuleSet, RuleSetError, canonical_value, preset_name
from tests.rules.dealer import CLASSIC


def refusal(settings) -> str:
    with pytest.raises(RuleSetError) as refused:
        CLASSIC.with_options(settings)
    return str(refused.value)


def test_the_catalogue_is_consistent() -> None:
    assert len(OPTIONS) == len(CATALOGUE) == 54
    for option in CATALOGUE:
        assert canonical_value(option.name, option.default) == option.default
        for value in option.values:
            assert canonical_value(option.name, value) == value
        assert set(option.built or ()) <= {option.default, *option.values}
        assert option.source


def test_classic_is_all_defaults() -> None:
    assert CLASSIC.items() == ()
    assert all(CLASSIC[option.name] == option.default for option in CATALOGUE)


def test_values_are_read_as_words_numbers_and_switches() -> None:
    ruleset = CLASSIC.with_options({"target": 200, "challenge": False, "hand_size": "5"})
    assert (ruleset["target"], ruleset.number("target")) == ("200", 200)
    assert (ruleset["challenge"], ruleset.on("challenge")) == ("off", False)
    assert ruleset.number("hand_size") == 5
    with pytest.raises(KeyError):
        ruleset["trget"]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"target": 200},
        {"score": "one-round", "hand_size": 5},
        {"rounds": 3, "uno_penalty": 4, "challenge": False, "challenge_shows": "nobody"},
    ],
)
def test_a_rule_set_comes_back_from_its_items(settings) -> None:
    ruleset = CLASSIC.with_options(settings)
    again = RuleSet.from_items(ruleset.items())
    assert again == ruleset
    assert hash(again) == hash(ruleset)
    assert all(isinstance(text, str) for item in ruleset.items() for text in item)


def test_the_way_there_does_not_matter() -> None:
    there = CLASSIC.with_options({"target": 200, "hand_size": 5})
    back_and_forth = CLASSIC.with_options({"hand_size": 5, "rounds": 2}).with_options(
        {"rounds": 0, "target": "0200"}
    )
    assert there == back_and_forth
    assert there.with_options({"target": 500, "hand_size": 7}) == CLASSIC


@pytest.mark.parametrize(
    "items",
    [
        [("key_sharing", "off"), ("hand_size", "5")],
        [("hand_size", "5"), ("hand_size", "6"), ("key_sharing", "off")],
        [("hand_size", "7"), ("key_sharing", "off")],
        [("target", "0200"), ("key_sharing", "off")],
        [("target", " 200"), ("key_sharing", "off")],
    ],
    ids=["order", "twice", "a default", "leading zero", "blank"],
)
def test_items_that_are_not_canonical_are_refused(items) -> None:
    with pytest.raises(RuleSetError, match="not in canonical form"):
        RuleSet.from_items(items)


def test_a_rules_file_names_a_preset_and_changes_it() -> None:
    assert RuleSet.from_mapping({}) == CLASSIC
    assert RuleSet.from_mapping({"preset": "classic", "target": 101}) == CLASSIC.with_options({"target": 101})
    with pytest.raises(RuleSetError) as refused:
        RuleSet.from_mapping({"preset": "house"})
    assert str(refused.value) == "There is no preset `house`; there are: classic, modern, kids, party."


def test_presets_are_recognised() -> None:
    assert preset_name(CLASSIC) == "classic"
    assert preset_name(CLASSIC.with_options({"target": 200})) == "custom"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_a_rule_set_under_its_name(name: str) -> None:
    assert all(canonical_value(option, value) == value for option, value in PRESETS[name].items())
    assert preset_name(RuleSet.preset(name)) == name


@pytest.mark.parametrize(("name", "seats"), [("classic", 10), ("modern", 10), ("kids", 4), ("party", 10)])
def test_presets_seat_as_many_as_their_deck_is_made_for(name: str, seats: int) -> None:
    ruleset = RuleSet.preset(name)
    ruleset.check_seats(seats)
    with pytest.raises(RuleSetError, match=f"for 2 to {seats} players, not for {seats + 1}"):
        ruleset.check_seats(seats + 1)


def test_two_teams_are_four_players() -> None:
    teams = CLASSIC.with_options({"teams": "2v2"})
    teams.check_seats(4)
    for seats in (2, 3, 5):
        with pytest.raises(RuleSetError, match=f"for 4 players, not for {seats}"):
            teams.check_seats(seats)


TARGET = "`target` must be a whole number from 1 to 10000, not "


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"trget": 5}, "There is no option `trget`. Did you mean `target`?"),
        ({"xyzzy": 5}, "There is no option `xyzzy`. `p2puno rules` lists them all."),
        ({"challenge": "maybe"}, "`challenge` cannot be `maybe`; it can be: on, off."),
        ({"hand_size": 8}, "`hand_size` cannot be `8`; it can be: 7, 6, 5."),
        ({"target": 0}, f"{TARGET}`0`."),
        ({"target": "five"}, f"{TARGET}`five`."),
        ({"target": -5}, f"{TARGET}`-5`."),
        ({"target": "٥٠٠"}, f"{TARGET}`٥٠٠`."),
        ({"target": True}, f"{TARGET}`on`."),
        ({"target": "9" * 5000}, f"{TARGET}`{'9' * 5000}`."),
        ({"target": 16**5000 - 1}, f"{TARGET}`0x{'f' * 5000}`."),
        ({"rounds": 1001}, "`rounds` must be a whole number from 0 to 1000, not `1001`."),
    ],
)
def test_unknown_options_and_values_are_refused_with_a_sentence(settings, sentence: str) -> None:
    assert refusal(settings) == sentence


def test_a_list_may_only_hold_what_it_can_list() -> None:
    known = "skip, reverse, draw-two, wild, wild-draw-four"
    assert refusal({"without": ["skip", "ace"]}) == f"`without` cannot list `ace`; it can list: {known}."


def not_built(settings) -> str:
    with pytest.raises(RuleSetError) as refused:
        CLASSIC.with_options(settings).check_built()
    return str(refused.value)


def test_what_no_table_plays_yet_is_refused_by_name_and_in_one_place() -> None:
    """While options are left that tables cannot play; `classic` always can be."""
    CLASSIC.check_built()
    for option in CATALOGUE:
        for value in option.values:
            if not option.is_built(value) and not _contradicts(option, value):
                assert not_built({option.name: value}).startswith(
                    f"The option `{option.name}={value}` is not built yet; "
                )


def _contradicts(option: Option, value: str) -> bool:
    """`option=value` alone, with defaults otherwise, is one of the refused combinations."""
    return any(
        all((value if name == option.name else CLASSIC[name]) in values for name, values in refused.together)
        for refused in REFUSED
    )


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"last_card_bonus": "h2o", "score": "own-points"}, "needs `deck=h2o-112`"),
        ({"last_card_bonus": "h2o", "deck": "h2o-112"}, "your own total"),
        ({"teams": "2v2", "to_the_last": "on"}, "ends a round when one partner goes out"),
        ({"teams": "2v2", "score": "own-points"}, "count them for single players"),
        ({"teams": "2v2", "score": "loser-at-target"}, "count them for single players"),
        ({"score": "lazy"}, "set `rounds`"),
        ({"spin": "each-turn", "teams": "2v2"}, "cannot be combined"),
        ({"spin": "marked-cards", "teams": "2v2"}, "cannot be combined"),
        ({"double_play": "jump"}, "needs `jump_in=on`"),
        ({"uno_catch": "automatic", "uno_call": "automatic"}, "nobody can forget UNO"),
        ({"seven_rounds": "on", "to_the_last": "on"}, "choose one"),
        ({"seven_rounds": "on", "score": "point-and-refill"}, "choose one"),
        ({"to_the_last": "on", "score": "point-and-refill"}, "choose one"),
        (
            {"deck": "kids-36", "without": "draw-two,wild", "teams": "2v2"},
            "The 28 cards that are left are too few",
        ),
    ],
)
def test_contradictions_are_refused_with_their_reason(settings, why: str) -> None:
    """rules.md 9."""
    assert why in refusal(settings)


@pytest.mark.parametrize(
    "settings",
    [
        {"last_card_bonus": "h2o", "deck": "h2o-112", "score": "own-points"},
        {"score": "lazy", "rounds": 5},
        {"double_play": "jump", "jump_in": "on"},
        {"uno_call": "automatic"},
        {"challenge": "off", "guilty": "void"},
        {"colour_circle": "on", "wild": "open"},
        {"score": "point-and-refill", "deck_empty": "reshuffle"},
        {"uno_rescue": "partner"},
    ],
)
def test_what_does_not_contradict_is_accepted(settings) -> None:
    CLASSIC.with_options(settings)


def test_the_usual_target_comes_with_the_score_unless_one_is_given() -> None:
    """S0, S1: 200 if who reaches it loses."""
    assert CLASSIC.with_options({"score": "loser-at-target"})["target"] == "200"
    assert CLASSIC.with_options({"score": "loser-at-target", "target": 500})["target"] == "500"
    assert CLASSIC.with_options({"score": "loser-at-target"}).with_options({"target": 500})["target"] == "500"
    assert RuleSet.from_items([("score", "loser-at-target"), ("key_sharing", "off")])["target"] == "500"


def test_options_without_effect_are_accepted() -> None:
    assert (
        CLASSIC.with_options({"challenge": "off", "challenge_shows": "nobody"})["challenge_shows"] == "nobody"
    )


@pytest.mark.parametrize("seats", range(2, 11))
def test_classic_seats_two_to_ten(seats: int) -> None:
    assert CLASSIC.max_seats == 10
    CLASSIC.check_seats(seats)
