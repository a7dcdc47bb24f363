"""The page in a real browser: on a telephone, on a desk, by keys, in the dark, and on paper."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.report.chromium import Browser, chromium
from tests.report.pages import page, transcript_of

pytestmark = pytest.mark.system

PHONE, DESK = 360, 1280
PLAYER = "document.querySelector('.round[open] .player')"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    path = folder / "report.html"
    path.write_text(page(transcript_of(4, folder, open_replay="on")), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_sticks_out_at_the_side(browser: Browser, report: Path, width: int) -> None:
    browser.open(report, width)
    browser.value("for (const each of document.querySelectorAll('details')) each.open = true")
    assert browser.value("document.documentElement.scrollWidth") <= width


def test_the_arrow_keys_step_through_a_round(browser: Browser, report: Path) -> None:
    browser.open(report, DESK)
    assert browser.value(f"{PLAYER}.hidden") is False
    last = browser.value(f"{PLAYER}.querySelector('input').max")
    assert browser.value(f"{PLAYER}.querySelector('.place').textContent") == f"Step 1 of {last}"
    first = browser.value(f"{PLAYER}.querySelector('.now').textContent")
    browser.value(f"{PLAYER}.querySelector('input').focus()")
    browser.press("ArrowRight", 39)
    assert browser.value(f"{PLAYER}.querySelector('.place').textContent") == f"Step 2 of {last}"
    assert browser.value(f"{PLAYER}.querySelector('.now').textContent") not in ("", first)
    browser.press("End", 35)
    assert browser.value(f"{PLAYER}.querySelector('.place').textContent") == f"Step {last} of {last}"
    browser.value(f"{PLAYER}.querySelector('[data-go=back]').click()")
    assert browser.value(f"{PLAYER}.querySelector('input').value") == str(int(last) - 1)
    assert browser.value(f"{PLAYER}.querySelectorAll('.stage .seat').length") == 4
    assert browser.value(f"{PLAYER}.querySelectorAll('.stage .hand .card').length") > 0


def test_a_step_leads_to_its_proof(browser: Browser, report: Path) -> None:
    browser.open(report, DESK)
    browser.value("document.querySelector('.round[open] .steps a').click()")
    shown = "(e => e !== null && e.getClientRects().length > 0)(document.querySelector('tr:target'))"
    browser.value("new Promise(done => requestAnimationFrame(() => done()))")
    assert browser.value(shown) is True


def test_it_is_dark_where_the_reader_wants_it_dark(browser: Browser, report: Path) -> None:
    colours = []
    for dark in (False, True):
        browser.open(report, DESK, dark=dark)
        colours.append(browser.value("getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(253, 252, 249)", "rgb(25, 26, 28)"]


def test_a_screen_reader_finds_its_way(browser: Browser, report: Path) -> None:
    """Headings, names for everything that can be pressed, a table cell's heads, and what changes is said."""
    browser.open(report, DESK)
    buttons = "[...document.querySelectorAll('button, input')]"
    assert browser.value(f"{buttons}.filter(e => !(e.ariaLabel || e.textContent.trim())).length") == 0
    levels = "[...document.querySelectorAll('h1, h2, h3')].map(e => Number(e.tagName[1]))"
    found = browser.value(levels)
    assert found[0] == 1
    assert found.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(found))
    assert browser.value("document.querySelectorAll('table').length") > 2
    assert browser.value("document.querySelectorAll('table:not(:has(th[scope=col]))').length") == 0
    assert browser.value(f"{PLAYER}.querySelector('.now').ariaLive") == "polite"


def test_on_paper_stands_every_step(browser: Browser, report: Path) -> None:
    browser.open(report, DESK)
    printed = base64.b64decode(browser.ask("Page.printToPDF")["data"])
    assert printed.startswith(b"%PDF")
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert browser.value("document.querySelectorAll('.round:not([open])').length") == 0
