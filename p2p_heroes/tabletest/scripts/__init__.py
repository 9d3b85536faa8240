"""Tables as plain text: what is played, what goes wrong, and what must come of it (docs/scripts.md)."""
