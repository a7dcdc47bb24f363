"""The page in a real browser: on a telephone, on a desk, by keys, in the dark, and on paper."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.report.chromium import Browser, chromium

pytestmark = pytest.mark.system

PHONE, DESK = 360, 1280
PLAYER = "document.querySelector('.round[open] .player')"
# Follows a link inside the page, and waits for what the page's script does then.
CLICKED = """new Promise((done) => {
  addEventListener("hashchange", () => setTimeout(() => done(location.hash)), {once: true});
  %s.click();
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_sticks_out_at_the_side(browser: Browser, opened_page: Path, width: int) -> None:
    browser.open(opened_page, width)
    browser.value("for (const each of document.querySelectorAll('details')) each.open = true")
    assert browser.value("document.documentElement.scrollWidth") <= width


def test_the_arrow_keys_step_through_a_round(browser: Browser, opened_page: Path) -> None:
    browser.open(opened_page, DESK)
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
    browser.value(f"{PLAYER}.querySelector('[data-go=back]').focus()")
    browser.press("ArrowLeft", 37)
    assert browser.value(f"{PLAYER}.querySelector('input').value") == str(int(last) - 2)
    assert browser.value(f"{PLAYER}.querySelectorAll('.stage .seat').length") == 4
    assert browser.value(f"{PLAYER}.querySelectorAll('.stage .hand .card').length") > 0


def test_a_step_leads_to_its_proof(browser: Browser, opened_page: Path) -> None:
    browser.open(opened_page, DESK)
    slot = browser.value(CLICKED % "document.querySelector('.round[open] .steps a')")
    assert browser.value(f"document.querySelector('tr{slot}.sought').getClientRects().length") > 0
    duty = browser.value(CLICKED % "document.querySelector('tr.sought a')")
    assert browser.value(f"document.querySelector('{duty}:target').getClientRects().length") > 0


def test_without_the_script_the_game_and_its_proofs_can_be_read(browser: Browser, opened_page: Path) -> None:
    browser.open(opened_page, PHONE, scripts=False)
    assert browser.value("document.querySelector('.player').checkVisibility()") is False
    assert browser.value("document.querySelector('.round[open] .steps').innerText.length") > 500
    browser.value("document.querySelector('.pieces').open = true")
    assert "Shuffle" in browser.value("document.querySelector('.pieces[open] pre').innerText")


def test_it_is_dark_where_the_reader_wants_it_dark(browser: Browser, opened_page: Path) -> None:
    colours = []
    for dark in (False, True):
        browser.open(opened_page, DESK, dark=dark)
        colours.append(browser.value("getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(253, 252, 249)", "rgb(25, 26, 28)"]


def test_paper_is_never_dark(browser: Browser, opened_page: Path) -> None:
    """Pale letters, which are for a dark page, could not be read there."""
    browser.open(opened_page, DESK)
    colour = "getComputedStyle(document.querySelector('.verdict')).color"
    light = browser.value(colour)
    scheme = {"name": "prefers-color-scheme", "value": "dark"}
    browser.ask("Emulation.setEmulatedMedia", media="print", features=[scheme])
    assert browser.value(colour) == light
    browser.ask("Emulation.setEmulatedMedia", media="screen", features=[scheme])
    assert browser.value(colour) != light


def test_a_screen_reader_finds_its_way(browser: Browser, opened_page: Path) -> None:
    """Headings, names for everything that can be pressed, a table cell's heads, and what changes is said."""
    browser.open(opened_page, DESK)
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


def test_on_paper_stands_every_step(browser: Browser, opened_page: Path) -> None:
    browser.open(opened_page, DESK)
    printed = base64.b64decode(browser.ask("Page.printToPDF")["data"])
    assert printed.startswith(b"%PDF")
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert browser.value("document.querySelectorAll('.round:not([open])').length") == 0
