"""What an audit checks, numbered as in specs/audit.md: in words, by the names of faults, and counted."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.sentences import mark

OBLIGATIONS: Mapping[int, str] = {
    1: mark("the file is a sequence of complete records in their only encoding"),
    2: mark("the table is one that seats could agree to: version, rules, distinct identities"),
    3: mark("every contribution is signed by its seat, for its place at this table"),
    4: mark("every contribution continues the one story before it"),
    5: mark("every slot holds what the table waited for, from the seats it waited for"),
    6: mark("every shuffle is a permutation of what was there, under a fresh key"),
    7: mark("every mask was shared as agreed, and taken off where and for whom the log says"),
    8: mark("every card that was laid or opened is the card that was dealt or drawn"),
    9: mark("every challenge was answered by a proof of guilt or of innocence, and every duty was proved"),
    10: mark("every race was ordered as its witnesses saw it"),
    11: mark("every move follows the rules, and so do points and results"),
    12: mark("every seat has signed the end of the game"),
    13: mark("every secret that was published is the one that its seat's keys follow from"),
    14: mark(
        "every seat that left was voted out by all who stayed, by more than half of them or for a reason"
    ),
}
# What a `RemoteError` names, as a number.
OBLIGATION_OF = {
    "head": 4,
    "body": 5,
    "roster": 5,
    "shuffle": 6,
    "refresh": 6,
    "take": 6,
    "pool": 6,
    "fresh key": 6,
    "unmask": 7,
    "hand-over": 7,
    "lot": 7,
    "share": 7,
    "receipt": 7,
    "strip": 7,
    "play": 8,
    "play-drawn": 8,
    "join": 8,
    "move-hand": 8,
    "open": 8,
    "discard": 8,
    "give": 8,
    "duel": 8,
    "answer": 9,
    "guilty": 9,
    "innocent": 9,
    "show": 9,
    "complaint": 9,
    "duty": 9,
    "fit": 9,
    "signal": 10,
    "order": 10,
    "move": 11,
    "publish": 13,
}
# What is counted for each: fields of `reports.Counts`.
COUNTED: Mapping[int, tuple[str, ...]] = {
    1: ("records", "bytes"),
    2: ("seats",),
    3: ("signatures",),
    4: ("links",),
    5: ("slots",),
    6: ("shuffles", "keys"),
    7: ("unmaskings",),
    8: ("openings",),
    9: ("challenges", "duties"),
    10: ("races", "signals"),
    11: ("steps", "rounds", "scores"),
    12: ("ends",),
    13: ("secrets",),
    14: ("removals", "votes", "grounds"),
}
