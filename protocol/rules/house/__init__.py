"""The house rules: one module each, with its source; `rulebook.HOUSE` says in which order they are put in."""
