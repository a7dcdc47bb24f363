"""`python -m p2puno` is the same as `p2puno`."""

from p2puno.cli import main

if __name__ == "__main__":
    main()
