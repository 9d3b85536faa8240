"""What a ruleset refuses, by name.

    GameError                 abstract; its text is the reason
    ├── BadSetup              no game can start from this setup
    ├── MalformedDecision     not readable as a decision of this game at all
    ├── MalformedState        not readable as a state of this game at all
    └── IllegalChoice         readable, but against the rules here and now

A mistake of our own program is none of these: it is an AssertionError.
"""

from p2p_heroes.games.kit.refusals import Reason


class GameError(ValueError):
    """The root; never raised itself."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadSetup(GameError):
    """No game can start from this setup."""


class MalformedDecision(GameError):
    """A plain value or a text is not a decision of this game, whatever the state."""


class MalformedState(GameError):
    """A plain value is not a state of this game."""


class IllegalChoice(GameError):
    """The decision is one of this game's, but the rules refuse it from this seat now."""

    def __init__(self, refusal: Reason) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
