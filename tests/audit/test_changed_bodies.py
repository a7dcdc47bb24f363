"""Whatever a seat signs in place of an honest body, the audit of the file with it comes to an answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from protocol import audit
from protocol.reports import Verdict
from protocol.transcript.file import opening_frames, slot_frame
from protocol.wire.house import DuelCommit, DuelOpen, Lot, PoolMask
from protocol.wire.messages import Body
from protocol.wire.moves import Discard, NameTarget, Pass
from tests.adversary import house
from tests.adversary.cheating import (
    Scene,
    guilty_game,
    innocent_game,
    published_game,
    quick_game,
    raced_game,
    scenes,
)
from tests.adversary.test_mutations import FREE, KINDS, variants
from tests.audit.colluding import Remembering, audited
from tests.table.rigged import Arranged

EVERY = 11  # of the changes that tests/adversary tries


@pytest.fixture(scope="module", autouse=True)
def remembering() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "verify_claims", Remembering())
        yield


def games() -> tuple[Arranged, ...]:
    """Games that are in their files from the first slot to the last, as nobody has changed them."""
    classic = (quick_game(), guilty_game(), innocent_game(), raced_game(), published_game())
    return (*classic, *(make() for make in house.WHOLE))


def scene_with(kind: type[Body]) -> tuple[Arranged, Scene]:
    return next(
        (game, scene)
        for game in games()
        for scene in scenes(game)
        if type(scene.body) is kind and (kind.__name__ != "Race" or scene.body.signal)  # type: ignore[attr-defined]
    )


def file_with(game: Arranged, scene: Scene, data: bytes) -> bytes:
    """The game up to this slot, and the slot with something else from this seat."""
    slot = scene.moment.state.slot
    said = scene.with_body(data)
    changed = slot_frame([said[seat] for seat in sorted(said)])
    return opening_frames(game.proposal_data) + b"".join(map(slot_frame, game.log[:slot])) + changed


# Made only at tables that a test has put into a state of its own.
NO_FILE = {Pass, Lot, PoolMask, DuelCommit, DuelOpen, NameTarget, Discard}


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in NO_FILE], ids=lambda kind: kind.__name__)
def test_a_changed_body_is_found_where_it_is(kind: type[Body]) -> None:
    game, scene = scene_with(kind)
    slot = scene.moment.state.slot
    for field, data in list(variants(scene.body))[::EVERY]:
        report = audited(file_with(game, scene, data))
        if report.verdict is Verdict.UNFINISHED:
            assert (kind, field) in FREE
            continue
        assert report.verdict is Verdict.FAULT
        (finding,) = report.findings
        assert (finding.slot, finding.seat, finding.proven) == (slot, scene.seat, True)
        assert report.clean_to == slot
