"""The signed, chained log of a game and the file it is kept in (specs/transcript.md)."""
