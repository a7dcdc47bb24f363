"""The replicated table: from signed contributions to the next state, with somebody to blame (specs/table.md).

`table` has the three functions that everybody calls, and the list of phases. `make_...` and `apply_...` of a
phase stand in the module of its subject.
"""
