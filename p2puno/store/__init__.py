"""What a player keeps on the disk, safe against a crash at any byte (specs/files.md)."""
