"""The page of an audit: everything of the game is in it, nothing from elsewhere, and nothing hidden."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from p2puno.language import catalogue
from p2puno.language.speech import listed
from p2puno.report import texts
from p2puno.report.graph import APART, HEIGHT, graph_of
from p2puno.report.signed import signed_pieces
from p2puno.report.story import score_table, signs
from p2puno.store.fingerprint import head_fingerprint
from protocol.obligations import OBLIGATIONS
from tests.report.pages import Shown, game, shown

GAMES = Path(__file__).parents[2] / "specs" / "vectors" / "games.json"
VOID = {"meta", "input", "line", "polyline"}


@pytest.fixture
def speaking() -> Iterator[None]:
    yield
    catalogue.speak("en")


class Elements(HTMLParser):
    """Every element with its attributes; fails if they are not nested properly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag == name]


def tables_of(text: str) -> Any:
    """What the page tells its script."""
    found = re.search(r'<script type="application/json" id="tables">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_nothing_is_loaded_from_anywhere(closed: Shown) -> None:
    assert "://" not in closed.text
    elements = Elements(closed.text)
    assert not any("src" in attributes for _, attributes in elements.found)
    links = [attributes["href"] for attributes in elements.all("a")]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)


def test_every_link_has_its_target_and_no_name_stands_twice(closed: Shown) -> None:
    elements = Elements(closed.text)
    names = [attributes["id"] for _, attributes in elements.found if attributes.get("id")]
    assert len(names) == len(set(names))
    assert {str(attributes["href"])[1:] for attributes in elements.all("a")} <= set(names)


def test_every_claim_leads_to_what_carries_it(departures: Shown) -> None:
    result = departures.text[: departures.text.index('<section id="rounds"')]
    for sign in signs(departures.film):
        assert f'<a href="#slot-{sign.slot}">{sign.words}</a>' in result
    report = departures.film.report
    winners = listed([report.names[seat] for seat in report.winners])
    assert f'<a href="#duty-12">{texts.WON.format(names=winners)}</a>' in result
    fours = report.fours
    assert fours
    assert all(f'<li><a href="#slot-{four.slot}">' in departures.text for four in fours)


def test_every_step_is_told_and_linked_to_its_proof(closed: Shown) -> None:
    rounds = closed.rounds
    assert [each.number for each in rounds] == [0, 1, 2]
    for step in (step for each in rounds for step in each.steps):
        assert f'href="#slot-{step.slot}"' in closed.text
        assert f'id="slot-{step.slot}"' in closed.text
    assert all(f'id="duty-{number}"' in closed.text for number in OBLIGATIONS)
    assert len(score_table(rounds, 4)) == 2
    assert closed.film.report.head.hex() in closed.text
    assert str(head_fingerprint(closed.film.report.head)) in closed.text


def test_every_signed_statement_is_listed(closed: Shown) -> None:
    signatures = closed.film.report.counts.signatures
    assert len(re.findall(r"\t[0-9]+\t[0-9a-f]{64}$", closed.text, re.MULTILINE)) == signatures


def test_the_tables_can_be_drawn_from_what_the_script_is_told(opened: Shown) -> None:
    """It is told the changes alone; together they are the table after every step."""
    told = tables_of(opened.text)
    words = [words for words, _suit in told["cards"]]
    hands = 0
    for each, steps in zip(opened.rounds, told["rounds"], strict=True):
        seats: dict[int, list[Any]] = {}
        for step, (top, _colour, pile, clockwise, turn, changed) in zip(each.steps, steps, strict=True):
            seats.update({seat: state for seat, *state in changed})
            shown = step.shown
            assert (shown.top.words if shown.top else None) == (words[top] if top >= 0 else None)
            assert (shown.pile, int(shown.clockwise)) == (pile, clockwise)
            assert [seat.in_turn for seat in shown.seats] == [seat == turn for seat in range(4)]
            for seat, (name, cards, points, gone, hand) in seats.items():
                expected = shown.seats[seat]
                assert (name, cards, points) == (expected.name, expected.cards, expected.points)
                assert bool(gone) == expected.gone
                assert [words[card] for card in hand] == [card.words for card in expected.hand]
                hands += bool(hand)
    assert hands


def test_hands_stay_closed_without_open_replay(closed: Shown, opened: Shown) -> None:
    def hands(text: str) -> list[Any]:
        return [seat[-1] for steps in tables_of(text)["rounds"] for step in steps for seat in step[-1]]

    assert not any(hands(closed.text))
    assert str(texts.CLOSED) in closed.text
    assert any(hands(opened.text))
    assert str(texts.OPENED) in opened.text


def test_before_the_end_of_an_open_replay_nothing_is_said_against_it(opened: Shown, tmp_path: Path) -> None:
    """Secrets are published in the last slots but one."""
    broken = tmp_path / "broken.p2puno"
    broken.write_bytes(opened.path.read_bytes()[: opened.path.stat().st_size // 2])
    text = shown(broken).text
    assert str(texts.OPENED) in text
    assert str(texts.CLOSED) not in text


def test_an_open_hand_has_all_cards_that_are_counted(opened: Shown) -> None:
    """Also the one that was just drawn. Cards on their way to another seat are nobody's."""
    seats = [seat for each in opened.rounds for step in each.steps for seat in step.shown.seats]
    assert any(seat.hand for seat in seats)
    assert all(len(seat.hand) in (0, seat.cards) for seat in seats)


def test_a_page_is_not_larger_than_what_it_tells_of(opened: Shown) -> None:
    """Tables of every step drawn beforehand made pages several times as large as their transcripts."""
    assert len(opened.text.encode()) < opened.path.stat().st_size


def test_what_does_not_hold_is_marked_where_it_happened(closed: Shown, tmp_path: Path) -> None:
    data = bytearray(closed.path.read_bytes())
    data[-80] ^= 1
    broken = tmp_path / "broken.p2puno"
    broken.write_bytes(data)
    text = shown(broken).text
    assert str(texts.FAULT_HERE) in text
    assert 'class="broken"' in text
    assert "verdict fault" in text


def _cut(data: bytes) -> bytes:
    return data[:-7]


def _with_junk(data: bytes) -> bytes:
    return data + b"\xff" * 100


def _twice(data: bytes) -> bytes:
    return data + data


@pytest.mark.parametrize("damage", [_cut, _with_junk, _twice])
def test_what_is_no_record_ends_the_page_and_is_marked(
    closed: Shown, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    """The page tells of what holds before it."""
    broken = tmp_path / "broken.p2puno"
    broken.write_bytes(damage(closed.path.read_bytes()))
    made = shown(broken)
    assert "verdict fault" in made.text
    assert f'id="slot-{made.film.report.clean_to - 1}"' in made.text


def test_statements_are_listed_under_the_obligation_that_they_carry(tmp_path: Path) -> None:
    """Of a game with shared keys, votes and open replay."""
    (game,) = [each for each in json.loads(GAMES.read_bytes())["games"] if each["name"] == "left"]
    path = tmp_path / "left.p2puno"
    path.write_bytes(b64decode(game["transcript"]))
    duties = {piece.kind: piece.duty for piece in signed_pieces(path, len(game["slots"]))}
    shared = {"SharedShuffle": 6, "Shares": 7, "Receipt": 7, "Unmask": 7}
    assert {"Play": 8, "Publish": 13, "Vote": 14, **shared}.items() <= duties.items()


def test_who_left_and_who_cheated_is_marked_where_it_happened(departures: Shown) -> None:
    convicted, left = signs(departures.film)
    assert (convicted.kind, left.kind) == ("convicted", "departure")
    steps = re.findall(r"<li>.*?</li>", departures.text, re.DOTALL)
    for sign in (convicted, left):
        (step,) = [step for step in steps if f'<p class="{sign.kind}">{sign.words}</p>' in step]
        assert f'href="#slot-{sign.slot}"' in step
        assert f'<span class="{sign.kind}">{sign.words}</span>\n</summary>' in departures.text


def test_a_void_round_keeps_its_row_in_the_scores(departures: Shown) -> None:
    rounds = departures.rounds
    played = [each for each in rounds if each.number]
    assert [bool(each.points) for each in played] == [False, False, True, True]
    table = score_table(rounds, 4)
    assert table[:2] == ((0,) * 4,) * 2
    assert table[2:] == tuple(each.points for each in played[2:])
    assert [dict(each.gains) for each in played[:2]] == [{}, {}]
    gained = [sum(points for _name, points in each.gains) for each in played[2:]]
    assert gained == [sum(table[2]), sum(table[3]) - sum(table[2])]


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ru", "ltr"), ("fa", "rtl")])
def test_it_speaks_the_language_of_who_asks(closed: Shown, language: str, direction: str) -> None:
    catalogue.speak(language)
    text = closed.page()
    assert Elements(text).all("html") == [{"lang": language, "dir": direction}]
    spoken = text.replace("{at}", "").replace("{all}", "")
    body = re.sub(r"<(style|script)\b.*?</\1>", "", spoken, flags=re.DOTALL)
    assert "{" not in body


def test_a_name_is_text_and_nothing_else(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    named = game(2, tmp_path, rounds="1")
    for moment in named.film.moments:
        object.__setattr__(moment.state.proposal.seats[0], "name", hostile)
    text = named.page()
    assert hostile not in text
    assert "&lt;script&gt;" in text
    assert any(hostile in seat for step in tables_of(text)["rounds"][0] for seat in step[-1])


# --- the score graph ---------------------------------------------------------------------------------------


def test_labels_of_equal_scores_stand_apart_and_inside() -> None:
    graph = graph_of([f"Seat {seat}" for seat in range(10)], [[0] * 10])
    assert graph is not None
    places = sorted(line.label_at for line in graph.lines)
    assert all(later - earlier >= APART for earlier, later in pairwise(places))
    assert places[-1] <= HEIGHT


def test_lines_of_ten_seats_differ_in_more_than_colour() -> None:
    graph = graph_of([f"Seat {seat}" for seat in range(10)], [[0] * 10])
    assert graph is not None
    assert len({line.dash for line in graph.lines}) == 10


def test_who_came_later_begins_at_nothing() -> None:
    graph = graph_of(["Ann", "Bob"], [[10, 0], [10, 30]])
    assert graph is not None
    assert [len(line.points.split()) for line in graph.lines] == [3, 3]


def test_without_a_scored_round_there_is_no_graph() -> None:
    assert graph_of(["Ann", "Bob"], []) is None
