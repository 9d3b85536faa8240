"""What a person did or met that cannot be, and how the program tells scripts about it."""

FINE, FAILED, USAGE, FAULT, NO_RESULT = range(5)
"""Exit codes: all well, a check failed, wrong usage or unreadable input, a proven fault, no result."""


class UserError(Exception):
    """A sentence for the person, and the exit code that goes with it; `menu`: the sentence in a menu."""

    def __init__(self, text: str, code: int = USAGE, menu: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.menu = menu or text
