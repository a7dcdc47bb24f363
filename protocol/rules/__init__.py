"""UNO and its house rules as a state machine that sees no hidden card: `engine.apply` (specs/rules.md)."""
