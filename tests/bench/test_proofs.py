"""The costs that are counted, not timed, are within their bounds."""

from __future__ import annotations

from p2puno.bench import words
from p2puno.bench.proofs import measure_chain, measure_proofs


def test_multiplications_and_size_of_a_shuffle_of_the_whole_deck() -> None:
    group, shuffle = measure_proofs(runs=1)
    assert 0 < shuffle.prove_multiplications <= words.MOST_PROVE
    assert 0 < shuffle.verify_multiplications <= words.MOST_VERIFY
    assert 0 < shuffle.proof_bytes <= words.MOST_PROOF_BYTES
    assert min(group.secret_us, group.public_us, shuffle.prove_ms, shuffle.verify_ms) > 0


def test_multiplications_of_a_chain_of_ten() -> None:
    chain = measure_chain(runs=1)
    assert 0 < chain.multiplications <= words.MOST_CHAIN
    assert chain.verify_ms > 0
