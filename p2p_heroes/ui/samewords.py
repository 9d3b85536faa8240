"""Whether everybody reads the same table words: asked of a person once, before the first decision.

The same for every screen: in comes what was typed. Whoever plays with people alone finds out by it that
somebody sits between them; nothing that two programs say to each other can show that.
"""

import trio

ANSWERS = "Type yes or no."


class DifferentWords(Exception):
    """The person says that not everybody reads the same."""


class SameWords:
    """The question at one table, until it is answered."""

    def __init__(self, words: str) -> None:
        self.question = f"Ask aloud: does everybody read the words {words}? {ANSWERS}"
        self.is_asked = False
        self._agreed = trio.Event()

    async def agreed(self) -> None:
        """Ask, and wait for a yes."""
        self.is_asked = True
        try:
            await self._agreed.wait()
        finally:
            self.is_asked = False

    def answer(self, typed: str) -> bool:
        """Whether a line is an answer to it; Enter alone is none. Raises DifferentWords."""
        word = typed.strip().casefold()
        if not self.is_asked or word not in ("yes", "y", "no", "n"):
            return False
        if word.startswith("n"):
            raise DifferentWords
        self._agreed.set()
        return True
