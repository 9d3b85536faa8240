"""A serverless table for players who do not trust each other: any game, bytes in, verified facts out.

`session.Session` is what a program holds; `rules.Rules` is what it brings. The order of reading is the order
in which bytes travel: framing, canonical, envelope, messages, chain, log, exchange, play, session.

Nothing is imported here, so whoever needs one module does not wait for all of them.
"""
