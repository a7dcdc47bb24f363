"""What the doctor finds: a sentence, what to do about it, and what of it is nobody else's business."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address

from p2puno.language.speech import commas
from p2puno.net.interfaces import Ip
from protocol.sentences import Sentence


class State(Enum):
    """How it is; the value is what data for programs says."""

    GOOD = "good"
    NOTE = "note"  # worth knowing, if something does not work
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A part of a sentence that tells who or where somebody is; a report shows `instead`, in brackets."""

    whole: str
    instead: str

    def __str__(self) -> str:
        return self.whole


@dataclass(frozen=True, slots=True)
class Finding:
    """`topic` is a word for programs; the sentences may have `Hidden` parts."""

    topic: str
    state: State
    told: Sentence
    advice: Sentence | None = None

    def redacted(self) -> Finding:
        """The same without what is hidden."""
        advice = None if self.advice is None else without_hidden(self.advice)
        return Finding(self.topic, self.state, without_hidden(self.told), advice)


def without_hidden(sentence: Sentence) -> Sentence:
    """The sentence with what stands instead of its hidden parts."""
    parts: Mapping[str, object] = {name: _shown(part) for name, part in sentence.parts.items()}
    return Sentence(sentence.template, parts)


def _shown(part: object) -> object:
    match part:
        case Hidden(_, instead):
            return instead
        case Sentence():
            return without_hidden(part)
        case _:
            return part


def hidden_address(address: Ip | str) -> Hidden:
    """An address of which a report says only of what kind it is."""
    text = str(address)
    ip = ip_address(text.partition("%")[0])
    if ip.version == 4 and (ip.is_private or ip.is_link_local):
        first, second, *_rest = str(ip).split(".")
        return Hidden(text, f"[{first}.{second}.x.x]")
    if ip.is_link_local:
        return Hidden(text, "[fe80::x]")
    return Hidden(text, "[private IPv6]" if ip.is_private else f"[public IPv{ip.version}]")


def hidden_list(parts: Iterable[Hidden]) -> Hidden:
    """Several hidden parts as one."""
    listed = list(parts)
    return Hidden(commas([part.whole for part in listed]), commas([part.instead for part in listed]))


def worst(findings: Iterable[Finding]) -> State:
    """Whether anything of it is wrong."""
    order = list(State)
    return max((finding.state for finding in findings), key=order.index, default=State.GOOD)
