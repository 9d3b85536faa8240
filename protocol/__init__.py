"""A serverless table for players who do not trust each other: any game, bytes in, verified facts out.

`Session` is what a program holds. The order of reading is the order in which bytes
travel: framing, canonical, envelope, messages, chain, log, exchange, play, session.
"""

from .canonical import Value, decode, encode
from .errors import BadGenesis, Fault, ProtocolError, Refusal
from .genesis import Genesis, Seat
from .identity import Key
from .rules import Answers, Chance, Need, Open, Over, Rules, Secret
from .session import Session

__all__ = [
    "Answers",
    "BadGenesis",
    "Chance",
    "Fault",
    "Genesis",
    "Key",
    "Need",
    "Open",
    "Over",
    "ProtocolError",
    "Refusal",
    "Rules",
    "Seat",
    "Secret",
    "Session",
    "Value",
    "decode",
    "encode",
]
