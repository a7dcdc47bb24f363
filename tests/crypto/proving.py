"""The proofs made a second time, from specs/crypto.md alone, with everything that is computed on the way.

Nothing here uses `protocol`: integers, hashlib and hmac. What comes out stands in specs/vectors/crypto.json
beside the proofs of the library, which have to be the same bytes; so whoever writes a third implementation
finds the first step at which his differs. Secrets are published there: they were made for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from tests.crypto.curve import GENERATOR, Point, Q, encode, multiply, weighted_sum
from tests.crypto.oracle import frame, generator
from tests.crypto.tracing import Json, Seed, Stream, Terms, Traced, number, plain, relation, values

Statement = tuple[Point, Point, list[Point], list[Point]]
"""Base, image, A and B."""


@dataclass(frozen=True)
class Made:
    """A proof, and all that was computed for it: `steps` as they stand in the vectors."""

    proof: bytes
    steps: Json


def prove_equality(record: Traced, statement: Statement, k: int, seed: Seed) -> Made:
    record.state(*statement)
    return _equality(record, statement, k, seed)


def _equality(record: Traced, statement: Statement, k: int, seed: Seed) -> Made:
    base, image, A, B = statement
    w = record.stream(seed, k.to_bytes(32, "big")).scalar()
    t = record.ask("t")
    powers = [pow(t, j, Q) for j in range(len(A))]
    A_star, B_star = (weighted_sum(list(zip(powers, points, strict=True))) for points in (A, B))
    T_P, T_A = multiply(w, base), multiply(w, A_star)
    record.say("T_P", encode(T_P))
    record.say("T_A", encode(T_A))
    e = record.ask("e")
    s = (w + e * k) % Q
    pairs = [(power * s, a) for power, a in zip(powers, A, strict=True)]
    pairs += [(-power * e, b) for power, b in zip(powers, B, strict=True)]
    steps = {
        "nonces": values(w=w),
        "values": values(powers_of_t=powers, A_star=A_star, B_star=B_star, T_P=T_P, T_A=T_A, s=s),
        "relations": [relation([(s, base), (-e, image), (-1, T_P)]), relation([*pairs, (-1, T_A)])],
    }
    proof = encode(T_P) + encode(T_A) + s.to_bytes(32, "big")
    return Made(proof, _traced(steps, record, proof))


def _traced(steps: Json, record: Traced, proof: bytes | None) -> Json:
    return {"transcript": record.items, "digest": record.digest(proof), **steps}


def _com(scalars: Sequence[int], blinding: int) -> Terms:
    return [(blinding, generator(0)), *((value, generator(i)) for i, value in enumerate(scalars, start=1))]


def _drawn(stream: Stream, n: int) -> Json:
    """The nonces of a shuffle, in their order."""
    r_a, r_b, m = stream.scalar(), stream.scalar(), stream.scalars(n)
    delta = stream.scalars(n - 2)
    r_m, s_1, s_x, w = stream.scalar(), stream.scalar(), stream.scalar(), stream.scalars(n)
    r_w, w_k = stream.scalar(), stream.scalar()
    return {
        "r_a": r_a, "r_b": r_b, "m": m, "delta_2_to_N-1": delta, "r_m": r_m, "s_1": s_1, "s_x": s_x,
        "w": w, "r_w": r_w, "w_k": w_k,
    }  # fmt: skip


def prove_shuffle(record: Traced, base: Point, k: int, A: list[Point], pi: list[int], seed: Seed) -> Made:
    """`pi` counts from 1."""
    n, image, B = len(A), multiply(k, base), [multiply(k, A[i - 1]) for i in pi]
    record.state(base, image, A, B)
    if n == 1:
        return prove_equality(record, (base, image, A, B), k, seed)
    witness = k.to_bytes(32, "big") + b"".join((i - 1).to_bytes(4, "big") for i in pi)
    nonce = _drawn(record.stream(seed, witness), n)
    r_a, r_b, m, w, w_k = (nonce[name] for name in ("r_a", "r_b", "m", "w", "w_k"))
    C_a = weighted_sum(_com(pi, r_a))
    record.say("C_a", encode(C_a))
    x = record.ask("x")
    b = [pow(x, i, Q) for i in pi]
    C_b = weighted_sum(_com(b, r_b))
    record.say("C_b", encode(C_b))
    y, z = record.ask("y"), record.ask("z")
    d = [(y * a_i + b_i - z) % Q for a_i, b_i in zip(pi, b, strict=True)]
    p = [d[0]]
    for each in d[1:]:
        p.append(p[-1] * each % Q)
    delta = [m[0], *nonce["delta_2_to_N-1"], 0]
    small = [-delta[i] * m[i + 1] % Q for i in range(n - 1)]
    large = [(delta[i + 1] - d[i + 1] * delta[i] - p[i] * m[i + 1]) % Q for i in range(n - 1)]
    committed = [
        weighted_sum(_com(m, nonce["r_m"])),
        weighted_sum(_com(small, nonce["s_1"])),
        weighted_sum(_com(large, nonce["s_x"])),
        weighted_sum(_com(w, nonce["r_w"])),
        weighted_sum([*zip(w, B, strict=True), *((-w_k * pow(x, i + 1, Q), A[i]) for i in range(n))]),
        multiply(w_k, base),
    ]
    record.say_elements("C_m C_delta C_Delta C_w T_1 T_2", committed)
    e = record.ask("e")
    answer = {
        "d": [(e * d_i + m_i) % Q for d_i, m_i in zip(d, m, strict=True)],
        "p_2_to_N-1": [(e * p_i + delta_i) % Q for p_i, delta_i in zip(p[1:-1], delta[1:-1], strict=True)],
        "b": [(e * b_i + w_i) % Q for b_i, w_i in zip(b, w, strict=True)],
        "r_d": (e * (y * r_a + r_b) + nonce["r_m"]) % Q,
        "s": (e * nonce["s_x"] + nonce["s_1"]) % Q,
        "r_b": (e * r_b + nonce["r_w"]) % Q,
        "k": (e * k + w_k) % Q,
    }
    proof = b"".join(map(encode, (C_a, C_b, *committed)))
    proof += b"".join(
        v.to_bytes(32, "big")
        for each in answer.values()
        for v in (each if isinstance(each, list) else [each])
    )
    checked, relations = _checked((base, image, A, B), (C_a, C_b, *committed), answer, (x, y, z, e))
    steps = {
        "nonces": values(**nonce),
        "values": values(a=pi, b=b, d=d, p=p, delta=delta, in_C_delta=small, in_C_Delta=large),
        "committed": dict(zip(NAMES, map(plain, (C_a, C_b, *committed)), strict=True)),
        "answers": values(**answer),
        "checked": checked,
        "relations": relations,
    }
    return Made(proof, _traced(steps, record, proof))


NAMES = ("C_a", "C_b", "C_m", "C_delta", "C_Delta", "C_w", "T_1", "T_2")


def _checked(
    statement: Statement,
    committed: tuple[Point, ...],
    answer: Json,
    challenges: tuple[int, int, int, int],
) -> tuple[Json, list[list[list[str]]]]:
    """What the verifier computes, and the five relations with their scalars."""
    base, image, A, B = statement
    C_a, C_b, C_m, C_delta, C_Delta, C_w, T_1, T_2 = committed
    (x, y, z, e), n, d = challenges, len(A), answer["d"]
    powers = [pow(x, i, Q) for i in range(1, n + 1)]
    product = 1
    for i, power in enumerate(powers, start=1):
        product = product * (y * i + power - z) % Q
    p = [d[0], *answer["p_2_to_N-1"], e * product % Q]
    links = [(e * p[i + 1] - p[i] * d[i + 1]) % Q for i in range(n - 1)]
    from_z = [(e * z, generator(i)) for i in range(1, n + 1)]
    relations = [
        [*_com(d, answer["r_d"]), (-e * y, C_a), (-e, C_b), *from_z, (-1, C_m)],
        [*_com(links, answer["s"]), (-e, C_Delta), (-1, C_delta)],
        [*_com(answer["b"], answer["r_b"]), (-e, C_b), (-1, C_w)],
        [*zip(answer["b"], B, strict=True), *((-answer["k"] * powers[i], A[i]) for i in range(n)), (-1, T_1)],
        [(answer["k"], base), (-e, image), (-1, T_2)],
    ]
    checked = values(powers_of_x=powers, product=product, p=p, links=links)
    return checked, [relation(list(terms)) for terms in relations]


def prove_innocence(
    place: Mapping[str, Any], h: int, hand: list[Point], allowed: list[Point], seed: Seed
) -> Made:
    base = multiply(h, GENERATOR)
    record = Traced(place, "innocence")
    record.say("H", encode(base))
    record.say_elements("hand", hand)
    record.say_elements("S", allowed)
    stream = record.stream(seed, h.to_bytes(32, "big"))
    one_shot = stream.scalar()
    sigma = stream.permutation(len(allowed))
    step = one_shot * pow(h, -1, Q) % Q
    image, moved = multiply(one_shot, GENERATOR), [multiply(step, each) for each in hand]
    listed = [multiply(one_shot, allowed[i - 1]) for i in sigma]
    equality = prove_equality(Traced(place, "equality"), (base, image, hand, moved), step, seed)
    shuffle = prove_shuffle(Traced(place, "shuffle"), GENERATOR, one_shot, allowed, sigma, seed)
    steps = {
        "transcript": record.items,
        "nonces": values(h_new=one_shot) | {"sigma": sigma},
        "values": values(step=step, H_new=image, moved=moved, listed=listed),
        "equality": equality.steps,
        "shuffle": shuffle.steps,
    }
    return Made(b"".join(map(encode, (image, *moved, *listed))) + equality.proof + shuffle.proof, steps)


def share(place: Mapping[str, Any], k: int, parts: list[int]) -> Made:
    """There is no proof beside the images."""
    key = multiply(k, GENERATOR)
    shares = [*parts, (pow(k, -1, Q) - sum(parts)) % Q]
    images = [multiply(each, key) for each in shares]
    record = Traced(place, "sharing")
    record.say("K", encode(key))
    record.say_elements("U", images)
    steps = {
        "values": values(inverse_of_k=pow(k, -1, Q)),
        "relations": [relation([*((1, each) for each in images), (-1, GENERATOR)])],
    }
    return Made(b"".join(map(encode, images)), _traced(steps, record, None))


def weights(digests: Sequence[str]) -> tuple[str, list[str]]:
    """Of a batch: the seed, and the weights of the first eight relations."""
    prefix = hashlib.sha256(b"p2puno/batch/1").digest()
    seed = hashlib.sha256(prefix + prefix + frame(*map(bytes.fromhex, digests))).digest()
    drawn = (hashlib.sha512(seed + i.to_bytes(8, "big")).digest() for i in count(1))
    rest = [int.from_bytes(each, "big") % (Q - 1) + 1 for each in islice(drawn, 7)]
    return seed.hex(), [number(each) for each in (1, *rest)]
