"""The program, but with seats that play for themselves and vote sooner: a test waits for that twice."""

from __future__ import annotations

from p2puno.cli import main
from p2puno.seat import council

# Much longer than a link bears silence: a test looks in between whether anybody goes on too soon.
VOTE_SECONDS = 20.0

if __name__ == "__main__":
    council.BOTS_VOTE_SECONDS = VOTE_SECONDS
    main()
