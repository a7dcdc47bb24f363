"""The errors of the protocol: each says whose fault it is, in the sentence a person reads.

`LocalError` is our own caller's mistake. `RemoteError` blames a seat, with the obligation it failed, so that
anyone who holds the game's log can check the blame. `WireError`, `ProofError` and `RulesError` are raised
deep inside, where no seat is known; the table turns them into a `RemoteError`.
"""

from __future__ import annotations

from protocol.sentences import Sentence


class ProtocolError(Exception):
    """Base of everything `protocol` raises on purpose; `str()` is one sentence for a person, in English.

    sentence: the same in parts, for other languages; a plain text is one without parts.
    """

    def __init__(self, sentence: Sentence | str) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence("{text}", {"text": sentence})


class LocalError(ProtocolError):
    """Our own caller asked for something that makes no sense; nobody else is to blame."""


class WireError(ProtocolError):
    """Bytes from outside do not follow the wire format."""


class ProofError(ProtocolError):
    """A statement is false or its proof does not hold; `index` is the culprit's place in a batch."""

    def __init__(self, sentence: Sentence | str, index: int = 0) -> None:
        super().__init__(sentence)
        self.index = index


class RulesError(ProtocolError):
    """The rules of the game do not allow this."""


class RemoteError(ProtocolError):
    """A seat broke an obligation in a slot; the signed contribution is the evidence."""

    def __init__(self, seat: int, slot: int, obligation: str, sentence: Sentence | str) -> None:
        super().__init__(sentence)
        self.seat = seat
        self.slot = slot
        self.obligation = obligation

    def __str__(self) -> str:
        return f"slot {self.slot}, seat {self.seat}: {self.sentence}"
