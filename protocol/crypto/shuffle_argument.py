"""The one-row shuffle argument for an exponentiation mix, N >= 2 (specs/crypto.md, "Shuffle").

After Groth (2003, 2010) and Bayer and Groth (2012). Claim: there are k and a permutation pi of 1..N with
P' = k*P and B_i = k*A_pi(i). Names are those of the specification; a tilde is left out: the proof's `d` is
d-tilde. Both sides work on a record that has absorbed the whole statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from protocol.crypto.claims import Relation
from protocol.crypto.commitment import commit, generators
from protocol.crypto.derivation import KeyStream
from protocol.crypto.fiat_shamir import ProofTranscript
from protocol.crypto.group import (
    ELEMENT_BYTES,
    ORDER,
    SCALAR_BYTES,
    Element,
    multiply_secret,
    scalar_from_bytes,
    scalar_to_bytes,
    secret_sum,
)
from protocol.errors import WireError
from protocol.sentences import sentence

_ELEMENTS: Final = 8


def _times(left: int, right: int) -> int:
    return left * right % ORDER


def _powers(x: int, n: int) -> list[int]:
    """x^1 ... x^n."""
    return list(accumulate([x] * n, _times))


@dataclass(frozen=True, slots=True)
class RowProof:
    """Eight commitments and 3N + 2 responses: 8*33 + (3N + 2)*32 bytes.

    `p` are p-tilde 2 to N-1; the first is d-tilde 1, and the last follows from the statement of the product.
    """

    C_a: Element
    C_b: Element
    C_m: Element
    C_delta: Element
    C_Delta: Element
    C_w: Element
    T_1: Element
    T_2: Element
    d: tuple[int, ...]
    p: tuple[int, ...]
    b: tuple[int, ...]
    r_d: int
    s: int
    r_b: int
    k: int

    @staticmethod
    def size(n: int) -> int:
        """The number of bytes for N = n >= 2."""
        return _ELEMENTS * ELEMENT_BYTES + (3 * n + 2) * SCALAR_BYTES

    @property
    def committed(self) -> tuple[Element, ...]:
        """The messages of the third move."""
        return (self.C_m, self.C_delta, self.C_Delta, self.C_w, self.T_1, self.T_2)

    def to_bytes(self) -> bytes:
        elements = (self.C_a, self.C_b, *self.committed)
        scalars = (*self.d, *self.p, *self.b, self.r_d, self.s, self.r_b, self.k)
        return b"".join([*(e.to_bytes() for e in elements), *(scalar_to_bytes(v) for v in scalars)])

    @classmethod
    def from_bytes(cls, data: bytes, n: int) -> RowProof:
        """Decode strictly for N = n >= 2; raises `WireError`."""
        if len(data) != cls.size(n):
            raise WireError(
                sentence(
                    "a shuffle proof for {elements} elements has {due} bytes, not {count}",
                    elements=n,
                    due=cls.size(n),
                    count=len(data),
                )
            )
        middle = _ELEMENTS * ELEMENT_BYTES
        C_a, C_b, C_m, C_delta, C_Delta, C_w, T_1, T_2 = (
            Element.from_bytes(data[at : at + ELEMENT_BYTES]) for at in range(0, middle, ELEMENT_BYTES)
        )
        v = tuple(
            scalar_from_bytes(data[at : at + SCALAR_BYTES]) for at in range(middle, len(data), SCALAR_BYTES)
        )
        d, p, b, (r_d, s, r_b, k) = v[:n], v[n : 2 * n - 2], v[2 * n - 2 : 3 * n - 2], v[3 * n - 2 :]
        return cls(C_a, C_b, C_m, C_delta, C_Delta, C_w, T_1, T_2, d, p, b, r_d, s, r_b, k)


def _challenge_x(record: ProofTranscript, C_a: Element) -> int:
    record.append_element("C_a", C_a)
    return record.challenge("x")


def _challenges_y_z(record: ProofTranscript, C_b: Element) -> tuple[int, int]:
    record.append_element("C_b", C_b)
    return record.challenge("y"), record.challenge("z")


def _challenge_e(record: ProofTranscript, committed: Sequence[Element]) -> int:
    record.append_elements("C_m C_delta C_Delta C_w T_1 T_2", committed)
    return record.challenge("e")


def argue_shuffle(
    record: ProofTranscript,
    base: Element,
    outputs: Sequence[Element],
    key: int,
    permutation: Sequence[int],
    nonces: KeyStream,
) -> RowProof:
    """The prover's moves. 7N + 5 multiplications; `permutation` counts from 0."""
    n = len(outputs)
    draw = nonces.scalar

    a = [index + 1 for index in permutation]
    r_a = draw()
    C_a = commit(a, r_a)
    x = _challenge_x(record, C_a)

    powers = _powers(x, n)
    b = [powers[index] for index in permutation]
    r_b = draw()
    C_b = commit(b, r_b)
    y, z = _challenges_y_z(record, C_b)

    # the product: every p_i = d_1 * ... * d_i, linked by p_(i+1) = p_i * d_(i+1)
    d = [(y * a_i + b_i - z) % ORDER for a_i, b_i in zip(a, b, strict=True)]
    r_d = y * r_a + r_b
    p = list(accumulate(d, _times))
    m = [draw() for _ in range(n)]
    delta = [m[0], *(draw() for _ in range(n - 2)), 0]
    r_m, s_1, s_x = draw(), draw(), draw()
    C_m = commit(m, r_m)
    C_delta = commit([-delta[i] * m[i + 1] % ORDER for i in range(n - 1)], s_1)
    C_Delta = commit(
        [(delta[i + 1] - d[i + 1] * delta[i] - p[i] * m[i + 1]) % ORDER for i in range(n - 1)], s_x
    )

    # the exponent: T_1 = sum of w_i*B_i - w_k*A*, where A* = k^-1 * sum of b_i*B_i
    w = [draw() for _ in range(n)]
    r_w, w_k = draw(), draw()
    C_w = commit(w, r_w)
    per_b = w_k * pow(key, -1, ORDER) % ORDER
    T_1 = secret_sum(((w_i - per_b * b_i) % ORDER, B_i) for w_i, b_i, B_i in zip(w, b, outputs, strict=True))
    T_2 = multiply_secret(w_k, base)
    e = _challenge_e(record, (C_m, C_delta, C_Delta, C_w, T_1, T_2))

    return RowProof(
        C_a, C_b, C_m, C_delta, C_Delta, C_w, T_1, T_2,
        d=_responses(e, d, m),
        p=_responses(e, p, delta)[1:-1],
        b=_responses(e, b, w),
        r_d=(e * r_d + r_m) % ORDER,
        s=(e * s_x + s_1) % ORDER,
        r_b=(e * r_b + r_w) % ORDER,
        k=(e * key + w_k) % ORDER,
    )  # fmt: skip


def _responses(e: int, values: Sequence[int], nonces: Sequence[int]) -> tuple[int, ...]:
    return tuple([(e * value + nonce) % ORDER for value, nonce in zip(values, nonces, strict=True)])


def shuffle_relations(
    record: ProofTranscript,
    base: Element,
    image: Element,
    inputs: Sequence[Element],
    outputs: Sequence[Element],
    proof: RowProof,
) -> list[Relation]:
    """The five equations of the specification, in its order; the lengths have been checked."""
    n = len(inputs)
    x = _challenge_x(record, proof.C_a)
    y, z = _challenges_y_z(record, proof.C_b)
    e = _challenge_e(record, proof.committed)
    powers = _powers(x, n)
    product = e
    for i, power in enumerate(powers, start=1):
        product = product * (y * i + power - z) % ORDER
    p = [proof.d[0], *proof.p, product]
    Q_0, *Q = generators(n)

    # com(d; r_d) = e*C_d + C_m with C_d = y*C_a + C_b - z*(Q_1 + ... + Q_N)
    entries: Relation = [
        (proof.r_d, Q_0),
        *((d_i + e * z, Q_i) for d_i, Q_i in zip(proof.d, Q, strict=True)),
        (-e * y, proof.C_a),
        (-e, proof.C_b),
        (-1, proof.C_m),
    ]
    # com((e*p_(i+1) - p_i*d_(i+1)); s) = e*C_Delta + C_delta
    steps = zip(pairwise(p), proof.d[1:], Q[:-1], strict=True)
    links: Relation = [
        (proof.s, Q_0),
        *((e * p_next - p_i * d_next, Q_i) for (p_i, p_next), d_next, Q_i in steps),
        (-e, proof.C_Delta),
        (-1, proof.C_delta),
    ]
    # com(b; r_b) = e*C_b + C_w
    opening: Relation = [
        (proof.r_b, Q_0),
        *zip(proof.b, Q, strict=True),
        (-e, proof.C_b),
        (-1, proof.C_w),
    ]
    # sum of b_i*B_i - k*A* = T_1 with A* = sum of x^i*A_i
    exponent: Relation = [
        *zip(proof.b, outputs, strict=True),
        *((-proof.k * power, A_i) for power, A_i in zip(powers, inputs, strict=True)),
        (-1, proof.T_1),
    ]
    # k*P - e*P' = T_2
    mask: Relation = [(proof.k, base), (-e, image), (-1, proof.T_2)]
    return [entries, links, opening, exponent, mask]
