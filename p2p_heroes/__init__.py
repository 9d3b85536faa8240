"""Board games in the terminal, peer to peer: no server, and nobody can cheat."""

__version__ = "0.1.0"
