"""What people read: texts, the catalogues of other languages, and names of cards (specs/languages.md)."""
