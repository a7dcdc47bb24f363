"""Bots against each other without cryptography, to measure their strength (specs/bots.md)."""
