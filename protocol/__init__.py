"""The game as all honest seats compute it: pure functions, without loop, network, files, clock or randomness.

audit         replays a transcript, and says what holds (specs/audit.md)
table         the replicated table: `expected`, `contribute`, `apply` (specs/table.md)
transcript    signed statements, heads, the file (specs/transcript.md)
crypto        group, proofs, sealing, signatures (specs/crypto.md)
rules         UNO as a state machine over a rule set (specs/rules.md)
wire          messages and their one encoding (specs/wire.md, specs/messages.md)
"""
