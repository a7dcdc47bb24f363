"""One seat of one table, whoever plays it: from lobby to end of game, in trio (specs/table.md, 12)."""
