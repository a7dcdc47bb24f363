"""The page of an audit: everything of the game is in it, nothing from elsewhere, and nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from p2puno.language import catalogue
from p2puno.past.film import load
from p2puno.report import texts
from p2puno.report.graph import APART, HEIGHT, graph_of
from p2puno.report.page import page_of
from p2puno.report.story import rounds_of, score_table
from protocol.obligations import OBLIGATIONS
from tests.report.pages import page, transcript_of
from tests.transparent import transparent_group

VOID = {"meta", "input", "line", "polyline"}


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return transcript_of(4, tmp_path_factory.mktemp("closed"))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return transcript_of(3, tmp_path_factory.mktemp("opened"), open_replay="on")


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


def test_nothing_is_loaded_from_anywhere(closed: Path) -> None:
    text = page(closed)
    assert "://" not in text
    elements = Elements(text)
    assert not any("src" in attributes for _, attributes in elements.found)
    links = [attributes["href"] for attributes in elements.all("a")]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)


def test_every_link_has_its_target_and_no_name_stands_twice(closed: Path) -> None:
    elements = Elements(page(closed))
    names = [attributes["id"] for _, attributes in elements.found if attributes.get("id")]
    assert len(names) == len(set(names))
    assert {str(attributes["href"])[1:] for attributes in elements.all("a")} <= set(names)


def test_every_step_is_told_and_linked_to_its_proof(closed: Path) -> None:
    with transparent_group():
        film = load(closed)
        rounds = rounds_of(film)
        text = page_of(film, closed)
    assert [each.number for each in rounds] == [0, 1, 2]
    for step in (step for each in rounds for step in each.steps):
        assert f'href="#slot-{step.slot}"' in text
        assert f'id="slot-{step.slot}"' in text
    assert all(f'id="duty-{number}"' in text for number in OBLIGATIONS)
    assert len(score_table(rounds)) == 2
    assert film.report.head.hex() in text


def test_every_signed_statement_is_listed(closed: Path) -> None:
    with transparent_group():
        signatures = load(closed).report.counts.signatures
    assert len(re.findall(r'<code dir="ltr">[0-9a-f]{64}</code></td>', page(closed))) == signatures


def test_hands_stay_closed_without_open_replay(closed: Path, opened: Path) -> None:
    assert 'class="hand"' not in page(closed)
    assert str(texts.CLOSED) in page(closed)
    assert 'class="hand"' in page(opened)
    assert str(texts.OPENED) in page(opened)


def test_what_does_not_hold_is_marked_where_it_happened(closed: Path, tmp_path: Path) -> None:
    data = bytearray(closed.read_bytes())
    data[-80] ^= 1
    broken = tmp_path / "broken.p2puno"
    broken.write_bytes(data)
    text = page(broken)
    assert str(texts.FAULT_HERE) in text
    assert 'class="broken"' in text
    assert "verdict fault" in text


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ru", "ltr"), ("fa", "rtl")])
def test_it_speaks_the_language_of_who_asks(closed: Path, language: str, direction: str) -> None:
    catalogue.speak(language)
    elements = Elements(page(closed))
    assert elements.all("html") == [{"lang": language, "dir": direction}]
    spoken = page(closed).replace("{at}", "").replace("{all}", "")
    body = re.sub(r"<(style|script)>.*?</\1>", "", spoken, flags=re.DOTALL)
    assert "{" not in body


def test_a_name_is_text_and_nothing_else(closed: Path) -> None:
    with transparent_group():
        film = load(closed)
        hostile = "<script>alert(1)</script>"
        for moment in film.moments:
            object.__setattr__(moment.state.proposal.seats[0], "name", hostile)
        text = page_of(film, closed)
    assert hostile not in text
    assert "&lt;script&gt;" in text


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
    graph = graph_of(["Ann", "Bob"], [[10], [10, 30]])
    assert graph is not None
    assert [len(line.points.split()) for line in graph.lines] == [3, 3]


def test_without_a_scored_round_there_is_no_graph() -> None:
    assert graph_of(["Ann", "Bob"], []) is None
