"""What `p2puno bench` measures, on this machine and on the spot (specs/performance.md)."""
