"""Whether everybody reads the same table words: asked before the first decision, until somebody says yes.

The same for every screen: in comes what was typed. Whoever plays with people alone finds out by it that
somebody sits between them; nothing that two programs say to each other can show that.
"""

import trio

from p2p_heroes.node import compared_words
from p2p_heroes.node.node import Node

ANSWERS = "Type yes or no."


NOT_THE_SAME = "We do not all read the same table words. Compare them again, aloud, before you go on."
"""What the others read, as long as there is a connection to them."""


class DifferentWords(Exception):
    """The person says that not everybody reads the same."""


class SameWords:
    """The question at one table, until it is answered."""

    def __init__(self, words: str) -> None:
        self.question = f"Ask aloud: does everybody read the words {words}? {ANSWERS}"
        self.is_asked = False
        self.node: Node | None = None
        """At which table, once one sits there: an answer is remembered beside its record."""
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
            if self.node is not None:
                self.node.say(NOT_THE_SAME)
            raise DifferentWords
        if self.node is not None:
            compared_words.agreed(self.node.path)
        self._agreed.set()
        return True
