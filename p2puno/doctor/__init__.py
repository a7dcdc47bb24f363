"""`p2puno doctor`: looks at this machine and its networks, and says what may be wrong (specs/doctor.md)."""
