"""One line of a script, word by word: what may come next, and at which column it does not.

Words are what stands between blanks; commas, colons and equals signs stand for themselves.
"""

import re
from difflib import get_close_matches

from p2p_heroes.tabletest.values import BadValue, read_value
from protocol.canonical import Value


class BadScript(Exception):
    """A line that cannot be read, or asks for what cannot be; the text says why."""

    def __init__(self, text: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {text}")
        self.line = line
        self.column = column


_WORD = re.compile(r"[^\s,:=]+|[,:=]")


class ScriptLine:
    """One line, word by word."""

    def __init__(self, text: str, number: int) -> None:
        self.text = text.partition("#")[0].rstrip()
        self.number = number
        self._words = list(_WORD.finditer(self.text))
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self._at == len(self._words)

    @property
    def column(self) -> int:
        """Where the next word begins."""
        return len(self.text) + 1 if self.is_over else self._words[self._at].start() + 1

    def peek(self) -> str:
        return "" if self.is_over else self._words[self._at].group()

    def take(self) -> str:
        """The next word."""
        self._at += 1
        return self._words[self._at - 1].group()

    def name(self, what: str) -> str:
        """The next word, which must not be a mark."""
        if self.is_over or self.peek() in ",:=":
            raise self.bad(f"{what} is missing")
        return self.take()

    def accept(self, *words: str) -> bool:
        """Take these words if they come next."""
        coming = [word.group() for word in self._words[self._at : self._at + len(words)]]
        if coming == list(words):
            self._at += len(words)
            return True
        return False

    def require(self, *words: str) -> None:
        for word in words:
            if not self.accept(word):
                raise self.bad(f"{word!r} is missing")

    def rest(self) -> str:
        """Everything up to the end of the line, as it is written."""
        start = self.column - 1
        self._at = len(self._words)
        return self.text[start:].strip()

    def value(self) -> Value:
        """A plain value, as scripts write it."""
        try:
            value, end = read_value(self.text, self.column - 1)
        except BadValue as bad:
            raise BadScript(str(bad), self.number, bad.at + 1) from bad
        self._pass(end)
        return value

    def _pass(self, column: int) -> None:
        """Go on behind so many characters."""
        while not self.is_over and self._words[self._at].start() < column:
            self._at += 1

    def end(self) -> None:
        if not self.is_over:
            raise self.bad("nothing more belongs here")

    def bad(self, text: str) -> BadScript:
        return BadScript(text, self.number, self.column)

    # What words mean.

    def number_in(self, least: int, most: int) -> int:
        word = self.peek()
        if not re.fullmatch(r"-?\d{1,9}", word) or not least <= int(word) <= most:
            raise self.bad(f"a number from {least} to {most}, not {word or 'nothing'}")
        return int(self.take())

    def decimal(self, unit: str, factor: int) -> int:
        """A number with up to three decimals and its unit, in thousandths of what `factor` makes of it."""
        match = re.fullmatch(r"([+-]?)(\d{1,6})(?:\.(\d{1,3}))?" + re.escape(unit), self.peek())
        if match is None:
            raise self.bad(f"a number with {unit} behind it, such as 2.5{unit}")
        self.take()
        sign, whole, part = match.groups()
        value = int(whole) * factor + int((part or "0").ljust(3, "0")) * factor // 1000
        return -value if sign == "-" else value

    def time(self, *, signed: bool = False) -> int:
        """A time in ms; only where it is a difference it may be negative."""
        if self.peek().startswith(("+", "-")) and not signed:
            raise self.bad("a time without a sign")
        return self.decimal("s", 1000)

    def one_of(self, known: "dict[str, object] | list[str]", what: str) -> str:
        """The longest of the known names, which may have several words, that comes next."""
        here = self.text[self.column - 1 :]
        for name in sorted(known, key=len, reverse=True):
            if here.startswith(name) and not here[len(name) : len(name) + 1].strip(" ,:"):
                self._pass(self.column - 1 + len(name))
                return name
        close = get_close_matches(re.split(r"[,:]", here)[0].strip(), list(known), 1)
        raise self.bad(f"no {what} {self.peek() or 'here'}" + "".join(f"; perhaps {name}" for name in close))
