"""Mental poker: a group, proofs of shuffles and equal logarithms, sealing, signatures (specs/crypto.md)."""
