"""Peers on a network: links, discovery and lobby, in trio (specs/discovery-and-links.md, specs/limits.md)."""
