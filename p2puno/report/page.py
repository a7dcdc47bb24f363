"""One page that shows a game and what an audit says of it: self-contained, to be opened from the disk.

The templates escape everything that a transcript says; the page loads nothing and its script touches nothing
but itself (a content security policy says so too).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from jinja2 import DictLoader, Environment, StrictUndefined

from p2puno.errors import UsageError
from p2puno.language.catalogue import RIGHT_TO_LEFT, spoken
from p2puno.language.speech import listed
from p2puno.language.texts import _
from p2puno.past.film import Film
from p2puno.report import texts
from p2puno.report.graph import graph_of
from p2puno.report.signed import Piece, signed_pieces
from p2puno.report.story import Round, rounds_of, score_table, signs
from p2puno.report.tables import tables
from p2puno.store.files import disk_errors
from p2puno.store.fingerprint import fingerprint
from p2puno.ui.model import shown_names
from p2puno.ui.verdict import AMOUNTS, finding_line, four_line, same_game
from protocol.obligations import COUNTED, OBLIGATIONS
from protocol.rules.words import chapters

PARTS = ("page.html.j2", "graph.html.j2", "style.css", "step.js")


def write_report(film: Film, transcript: Path, out: Path) -> None:
    """Write the page of an audited transcript."""
    page = page_of(film, transcript)
    with disk_errors(out, "written"):
        out.write_text(page, encoding="utf-8")


def page_of(film: Film, transcript: Path) -> str:
    """The whole page in the language that is spoken."""
    last = film.view(len(film.moments) - 1)
    names = shown_names(last.names)
    rounds = rounds_of(film)
    scores = score_table(rounds, len(names))
    script = _part("step.js")
    return (
        _templates()
        .get_template("page.html.j2")
        .render(
            t=_Texts(),
            lang=spoken(),
            direction="rtl" if spoken() in RIGHT_TO_LEFT else "ltr",
            title=texts.TITLE.format(table=film.moments[0].state.proposal.name or texts.NAMELESS),
            report=film.report,
            open_replay=film.open_replay,
            verdict=texts.VERDICTS[film.report.verdict],
            findings=[
                {"words": finding_line(each), "duty": each.obligation} for each in film.report.findings
            ],
            signs=signs(film),
            same_game=same_game(film.report.head) if film.report.head else "",
            fours=[
                {"words": four_line(each, names).strip(), "slot": each.slot} for each in film.report.fours
            ],
            winners=listed([names[seat] for seat in film.report.winners]),
            seats=[
                {"name": name, "bot": bot, "words": str(fingerprint(key)), "points": points}
                for name, bot, key, points in zip(names, last.bots, last.keys, last.rules.scores, strict=True)
            ],
            names=names,
            rounds=rounds,
            scores=scores,
            graph=graph_of(names, scores),
            duties=_duties(film),
            pieces=_by_round(rounds, names, signed_pieces(transcript, film.report.clean_to)),
            chapters=chapters(last.rules.ruleset, _),
            file_hash=_hash_of(transcript),
            version=version("p2puno"),
            tables=tables(rounds),
            style=_part("style.css"),
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


class _Texts:
    """The texts of `p2puno.report.texts` by their names, said in the language that is spoken."""

    def __getattr__(self, name: str) -> object:
        return getattr(texts, name)


@cache
def _part(name: str) -> str:
    return files("p2puno.report").joinpath(name).read_text(encoding="utf-8")


@cache
def _templates() -> Environment:
    sources = {name: _part(name) for name in PARTS if name.endswith(".j2")}
    return Environment(
        loader=DictLoader(sources),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _duties(film: Film) -> list[dict[str, object]]:
    """Every obligation with how much of it was checked."""
    counts = film.report.counts
    broken = {finding.obligation for finding in film.report.findings}
    return [
        {
            "number": number,
            "words": _(duty),
            "amounts": listed([AMOUNTS[name].of(getattr(counts, name)) for name in COUNTED[number]]),
            "broken": number in broken,
        }
        for number, duty in OBLIGATIONS.items()
    ]


def _by_round(
    rounds: Sequence[Round], names: Sequence[str], pieces: Iterable[Piece]
) -> Sequence[Sequence[Mapping[str, object]]]:
    """The signed statements of each round; `first`: the first one of its slot, to which steps are linked."""
    ends = [each.slots[1] for each in rounds]
    grouped: list[list[Mapping[str, object]]] = [[] for _each in rounds]
    latest = -1
    for piece in pieces:
        at = next((at for at, end in enumerate(ends) if piece.slot <= end), len(rounds) - 1)
        grouped[at].append({**asdict(piece), "name": names[piece.seat], "first": piece.slot != latest})
        latest = piece.slot
    return grouped


def _hash_of(path: Path) -> str:
    try:
        with path.open("rb") as source:
            return hashlib.file_digest(source, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(texts.NO_REPORT.format(reason=error.strerror or error)) from error
