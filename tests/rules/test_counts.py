"""How many different ways a fixed position can go on: a change of any rule changes these numbers.

The idea is perft of the chess engines. Depth 1 and 2 are counted by hand in the comments; depth 3 and 4 were
counted with the naive game and a list of choices of its own as well.
"""

from __future__ import annotations

import pytest

from protocol.rules.needs import NeedMove
from tests.rules.choosing import choices
from tests.rules.dealer import Dealer
from tests.rules.story import Story, set_table

# 1: A plays red 1, with or without UNO, or draws (blue 1 does not fit): 3.
# 2: After red 1 each time B plays red 2 (2) or a wild in 4 colours (8), with or without UNO, or draws (1)
#    or catches (1): 12 + 12. After the draw A keeps (1) or plays the drawn red 0 (2): 3. Together 27.
TWO_PLAYERS = Story(
    rule="two players, two cards each",
    source="",
    hands="A: red 1, blue 1 | B: red 2, wild",
    top="red 5",
    pile="red 0",
    story="",
)

# 1: A plays a +4 in 4 colours or a red skip, each with or without UNO (8 + 2), or draws (1): 11.
# 2: After a +4 B accepts or challenges, or B or C catches: 8 x 4. After the skip C draws (1) or plays green
#    skip (2), or B or C catches (2): 2 x 5. After the draw A keeps (1) or plays red 0 (2): 3. Together 45.
THREE_PLAYERS = Story(
    rule="three players, two cards each",
    source="",
    hands="A: wild draw four, red skip | B: green 2, blue 3 | C: green skip, yellow 1",
    top="red 5",
    pile="red 0",
    story="",
)


@pytest.mark.parametrize(
    ("position", "counts"),
    [(TWO_PLAYERS, [3, 27, 109, 257]), (THREE_PLAYERS, [11, 45, 115, 343])],
    ids=str,
)
def test_ways_to_go_on(position: Story, counts: list[int]) -> None:
    dealer = set_table(position)
    assert [ways(dealer, depth) for depth in range(1, len(counts) + 1)] == counts


def ways(dealer: Dealer, depth: int) -> int:
    """How many sequences of `depth` choices there are; a round that is over counts as no way."""
    if not isinstance(dealer.state.need, NeedMove):
        return 0
    found = choices(dealer)
    if depth == 1:
        return len(found)
    return sum(ways(after(dealer, event), depth - 1) for event in found)


def after(dealer, event) -> Dealer:
    following = dealer.copy()
    following.happen(event)
    following.serve()
    return following
