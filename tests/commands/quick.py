"""The program, but with bots that hardly stop to think: a whole round beside a person takes some seconds."""

from __future__ import annotations

from p2puno.cli import main
from p2puno.seat import playing

if __name__ == "__main__":
    playing.THINKING_SECONDS = 0.2
    main()
