"""Games that are over: listed, counted and shown again from their transcripts (specs/past-games.md)."""
