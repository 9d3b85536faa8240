"""Decks that all seats mask and shuffle, and what proves each step (protocol.md §14).

Pure functions over bytes: a statement and a secret in, a proof out; a statement and a value that somebody
said in, what it comes to or a refusal out. Which seat must say what, and when, is not known here.

The order of reading: group, challenges, points, card, keys, equality, share, mix, seal, power.
"""
