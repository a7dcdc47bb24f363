"""The rules of one's own: every option can be changed, and what does not go together is said at once."""

from __future__ import annotations

from p2puno.store.paths import Home
from p2puno.store.preferences import load_preferences
from p2puno.ui.screen.lobby import LobbyPage
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.rule_draft import choosable
from p2puno.ui.screen.rule_editor import RuleEditor
from p2puno.ui.screen.samples import as_text
from p2puno.ui.screen.stage import Stage
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import RuleSet

CLASSIC = RuleSet.preset("classic")


class Chooser:
    """Somebody who changes the rules in the lobby."""

    def __init__(self, remembered: Remembered | None = None) -> None:
        self.stage = Stage(remembered)
        self.lobby = LobbyPage(self.stage, CLASSIC)
        self.stage.show(self.lobby)
        while self.lobby._at != "house":
            self.press("up")
        self.press("enter")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.stage.page.press(key)

    def go_to(self, option: str) -> None:
        page = self.stage.page
        assert isinstance(page, RuleEditor)
        while page.option is None or page.option.name != option:
            page.press("down")

    def screen(self) -> str:
        return as_text(self.stage.page.draw(80, 40))


def test_every_option_that_has_a_choice_has_a_row() -> None:
    names = [option.name for option in choosable()]
    assert set(names) <= {option.name for option in CATALOGUE}
    assert {"jump_in", "target", "without", "spin", "teams"} <= set(names)


def test_a_preset_is_chosen_as_a_whole() -> None:
    chooser = Chooser()
    assert "preset" in chooser.screen()
    chooser.press("left")
    assert "The rules you play by: party; 2 to 10 players" in chooser.screen()
    chooser.press("q")
    assert "Rules to play by: party" in chooser.screen()


def test_an_option_says_what_it_is_about_and_what_its_value_means() -> None:
    chooser = Chooser()
    chooser.go_to("jump_in")
    assert "Whether exactly the same card may be laid out of turn." in chooser.screen()
    assert "Nothing is added to the rules by this." in chooser.screen()
    chooser.press("right")
    assert "Nothing is added" not in chooser.screen()
    chooser.press("q")
    assert "Rules to play by: classic with jump_in=on" in chooser.screen()


def test_what_does_not_go_together_is_said_at_once_and_not_taken() -> None:
    chooser = Chooser()
    chooser.go_to("double_play")
    chooser.press("right")
    assert "`double_play=jump` is a jump-in on your own card" in chooser.screen()
    chooser.press("q")
    assert isinstance(chooser.stage.page, RuleEditor)
    chooser.go_to("jump_in")
    chooser.press("right", "q")
    assert "jump_in=on, double_play=jump" in chooser.screen()


def test_a_number_is_typed_and_checked() -> None:
    chooser = Chooser()
    chooser.go_to("target")
    chooser.press("enter", *["backspace"] * 3, *"99999", "enter")
    assert "`target` must be a whole number from 1 to 10000" in chooser.screen()
    chooser.press("backspace", "backspace", "enter", "q")
    assert "Rules to play by: classic with target=999" in chooser.screen()


def test_a_list_is_typed() -> None:
    chooser = Chooser()
    chooser.go_to("without")
    chooser.press("enter", *"wild-draw-four,skip", "enter", "q")
    assert "without=skip,wild-draw-four" in chooser.screen()


def test_a_score_brings_its_usual_target_unless_another_was_chosen() -> None:
    chooser = Chooser()
    chooser.go_to("score")
    chooser.press("right", "right", "q")
    assert "score=loser-at-target, target=200" in chooser.screen()


def test_what_was_changed_can_be_left_as_it_was() -> None:
    chooser = Chooser()
    chooser.press("left", "c-c")
    assert "Rules to play by: classic\n" in chooser.screen()


def test_teams_bring_their_number_of_bots() -> None:
    chooser = Chooser()
    chooser.go_to("teams")
    chooser.press("right", "q")
    chooser.press(*["down"] * 4, "left", "left")
    assert "Practise against 3 bots" in chooser.screen()


def test_the_rules_are_remembered(tmp_path: object) -> None:
    home = Home.locate(str(tmp_path))
    chooser = Chooser(Remembered(None, home))
    chooser.go_to("stack")
    chooser.press("right", "q")
    items = load_preferences(home).rules
    assert items is not None
    assert RuleSet.from_items(items)["stack"] == "draw-two"


def test_chapters_are_a_key_apart() -> None:
    chooser = Chooser()
    page = chooser.stage.page
    assert isinstance(page, RuleEditor)
    seen = []
    for _ in range(8):
        chooser.press("pagedown")
        seen.append(None if page.option is None else page.option.section)
    assert seen[0] is not None
    assert len(set(seen[:6])) == 6
    chooser.press("pageup")
