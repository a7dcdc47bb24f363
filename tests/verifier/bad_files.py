"""Every file that is made from one of the small games, by one change each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from protocol.wire.messages import Shuffle
from protocol.wire.sharing import SharedShuffle
from tests.verifier import absences, house_lies, lies
from tests.verifier.changes import Json, broken
from tests.verifier.damages import damaged
from tests.verifier.lies import Liar
from tests.verifier.small_games import Small

Changes = Callable[[Liar], Iterator[Json]]


def _openly(change: Liar) -> Iterator[Json]:
    return lies.told(change, Shuffle)


def _with_shares(change: Liar) -> Iterator[Json]:
    return lies.told(change, SharedShuffle)


OF: Mapping[str, tuple[Changes, ...]] = {
    "classic": (_openly, lies.about_twins, lies.about_hands, lies.about_challenges),
    "modern": (_openly, lies.about_twins),
    "kids": (damaged, _with_shares, lies.about_shares),
    "party": (_openly, lies.about_guilt, lies.about_transfers),
    "left": (absences.about_votes, absences.about_goodbyes, absences.about_stripping),
    "voted": (absences.about_votes, absences.about_majorities),
    "convicted": (absences.about_votes, absences.about_convictions),
    "wheel": (house_lies.about_wheels,),
    "pool": (house_lies.about_pools,),
    "newcomer": (absences.about_requests,),
}


def changed(name: str, game: Small) -> Iterator[Json]:
    """All files that are made from this game; `broken` is the obligation by its name in table.md."""
    change = Liar(name, game)
    for changes in OF[name]:
        for case in changes(change):
            yield {**case, "broken": broken(game, case)}
