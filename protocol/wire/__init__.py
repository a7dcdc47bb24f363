"""Messages as frozen dataclasses with limits in their types, and their only encoding (specs/wire.md)."""
