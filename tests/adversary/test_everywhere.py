"""Every general kind of lie, in every phase that some games pass through."""

from __future__ import annotations

from tests.adversary.everywhere import KINDS, Everywhere, any_table, lie
from tests.transparent import transparent_group


def test_who_lies_is_convicted_before_somebody_who_was_not_there() -> None:
    Everywhere.tried.clear()
    with transparent_group():
        for number, seats in enumerate((2, 3, 5)):
            lie(any_table(f"test/{number}", seats), f"test/{number}")
    tried = Everywhere.tried
    phases = {phase for _, phase, _, _ in tried}
    assert {"Genesis", "Acknowledging end", "Peeling", "Racing", "Shuffling", "OpeningHands"} <= phases
    for seats, phase, kind, end in tried:
        assert kind in KINDS
        match kind:
            case "another's name":
                assert end == "refused"
            case "another past":
                assert end == "waits"
            case "nonsense":
                assert end == "convicted", (seats, phase)
    convicted = sum(count for key, count in tried.items() if key[3] == "convicted")
    assert convicted > 200
