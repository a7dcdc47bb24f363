"""Makes specs/vectors/crypto.json: `python -m tests.crypto.vectors > specs/vectors/crypto.json`.

Values of the primitives, then cases of proofs. A valid case is made by the prover from fixed inputs; every
other one names the case it was made from, the one thing that was changed, and the fields that differ. A test
makes them all again and compares, and a second verifier judges them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

from protocol.crypto.group import ORDER, G, multiply_secret
from tests.crypto import proving
from tests.crypto.cases import (
    KEY,
    Case,
    card,
    equality_case,
    hexes,
    innocence_case,
    sharing_case,
    shuffle_case,
)
from tests.crypto.primitives import primitives


def changed(case: Case, change: str, **fields: object) -> Case:
    """The same case but for these fields, and so no longer valid."""
    name = f"{case['name']}, {change}"
    return {"name": name, "valid": False, "made_from": case["name"], "change": change, "with": fields}


def complete(cases: Sequence[Case]) -> list[Case]:
    """All cases with all their fields, the changed ones filled up from where they were made from."""
    by_name = {case["name"]: case for case in cases}
    return [
        {**by_name[case["made_from"]], **case["with"], **case} if "made_from" in case else case
        for case in cases
    ]


def elsewhere(case: Case) -> Iterator[Case]:
    for field, value in case["place"].items():
        if field == "purpose" and case["kind"] == "innocence":
            continue  # it is always the same
        if isinstance(value, int):
            other: object = value + 1
        else:
            other = "other" if field == "purpose" else "ff" + value[2:]
        yield changed(case, f"another {field}", place={**case["place"], field: other})


def spliced(proof: str, at: int, new: bytes) -> str:
    data = bytes.fromhex(proof)
    return (data[:at] + new + data[at + len(new) :]).hex()


def with_element(case: Case, at: int, what: str) -> Case:
    return changed(case, f"another {what}", proof=spliced(case["proof"], at, card(90).to_bytes()))


def with_scalar(case: Case, at: int, what: str) -> Case:
    scalar = int.from_bytes(bytes.fromhex(case["proof"])[at : at + 32], "big")
    new = ((scalar + 1) % ORDER).to_bytes(32, "big")
    return changed(case, f"another {what}", proof=spliced(case["proof"], at, new))


def without_form(case: Case, scalar_at: int, element_at: int) -> Iterator[Case]:
    proof = case["proof"]
    yield changed(case, "a scalar not reduced", proof=spliced(proof, scalar_at, ORDER.to_bytes(32, "big")))
    yield changed(case, "an element not on the curve", proof=spliced(proof, element_at, b"\x02" + bytes(32)))
    yield changed(case, "an element with prefix 4", proof=spliced(proof, element_at, b"\x04"))
    yield changed(case, "a byte too many", proof=proof + "00")
    yield changed(case, "a byte too few", proof=proof[:-2])


def other_statements(case: Case) -> Iterator[Case]:
    foreign = hexes([card(90)])[0]
    yield changed(case, "another base", base=foreign)
    yield changed(case, "another image", image=foreign)
    yield changed(case, "a foreign element in A", A=[foreign, *case["A"][1:]])
    yield changed(case, "a foreign element in B", B=[foreign, *case["B"][1:]])
    if len(case["B"]) > 1:
        yield changed(case, "B in another order", B=[*case["B"][1:], case["B"][0]])
        yield changed(case, "an element of B twice", B=[case["B"][1], *case["B"][1:]])


def equality_cases(n: int) -> Iterator[Case]:
    case = equality_case(n)
    yield case
    yield from elsewhere(case)
    yield from other_statements(case)
    yield with_element(case, 0, "T_P")
    yield with_element(case, 33, "T_A")
    yield with_scalar(case, 66, "s")
    yield from without_form(case, 66, 33)


def shuffle_cases(n: int) -> Iterator[Case]:
    case = shuffle_case(n)
    yield case
    yield from elsewhere(case)
    yield from other_statements(case)
    for at, name in enumerate(("C_a", "C_b", "C_m", "C_delta", "C_Delta", "C_w", "T_1", "T_2")):
        yield with_element(case, 33 * at, name)
    names = [f"d {i + 1}" for i in range(n)] + [f"p {i + 2}" for i in range(n - 2)]
    names += [f"b {i + 1}" for i in range(n)] + ["r_d", "s", "r_b", "k"]
    for at, name in enumerate(names):
        yield with_scalar(case, 8 * 33 + 32 * at, name)
    yield from without_form(case, 8 * 33, 33)


def innocence_cases() -> Iterator[Case]:
    case = innocence_case()
    yield case
    yield from elsewhere(case)
    yield changed(case, "another base", base=hexes([card(90)])[0])
    yield changed(case, "another order of the hand", hand=case["hand"][::-1])
    yield changed(
        case, "a card outside the set", hand=[hexes([multiply_secret(KEY, card(9))])[0], case["hand"][1]]
    )
    yield changed(case, "another set", S=[*case["S"][:2], hexes([card(9)])[0]])
    yield changed(case, "a card left out of the set", S=case["S"][:2])
    yield with_element(case, 0, "one-shot key")
    yield with_element(case, 33, "moved element")
    yield with_element(case, 33 * 3, "listed element")
    swapped = bytes.fromhex(case["proof"])
    moved = swapped[66:99] + swapped[33:66]
    yield changed(case, "moved elements swapped", proof=spliced(case["proof"], 33, moved))


def sharing_cases(holders: int) -> Iterator[Case]:
    case = sharing_case(holders)
    yield case
    foreign, images, shares = hexes([card(90)])[0], case["U"], case["shares"]
    yield changed(case, "another key", K=foreign)
    yield changed(case, "another image", U=[foreign, *images[1:]])
    yield changed(case, "images in another order", U=[*images[1:], images[0]])
    yield changed(case, "an image twice", U=[images[1], *images[1:]])
    yield changed(case, "an image left out", U=images[1:], shares=shares[1:])
    yield changed(case, "the whole for one", U=hexes([G]), shares=[f"{pow(KEY, -1, ORDER):064x}"])
    yield changed(case, "another share", shares=[f"{int(shares[0], 16) + 1:064x}", *shares[1:]])
    yield changed(case, "a share of zero", shares=["00" * 32, *shares[1:]])
    yield changed(case, "a share not reduced", shares=[f"{ORDER:064x}", *shares[1:]])


def build() -> Case:
    cases = [shuffle_case(1), *equality_cases(1), *equality_cases(3), shuffle_case(2)]
    cases += [*shuffle_cases(3), *innocence_cases(), sharing_case(2), *sharing_cases(3)]
    return {"spec": "specs/crypto.md", "primitives": primitives(), "batch": batch(cases), "cases": cases}


def batch(cases: Sequence[Case]) -> Case:
    """A claim of each kind in one batch; weights of the first eight relations."""
    names = ("shuffle of 3", "equality of 3", "sharing among 3")
    by_name = {case["name"]: case for case in cases}
    digests = [by_name[name]["steps"]["digest"] for name in names]
    seed, weights = proving.weights(digests)
    return {"claims": names, "digests": digests, "seed": seed, "weights": weights}


def text() -> str:
    return json.dumps(build(), indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
