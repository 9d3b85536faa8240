"""Decisions and states of one game <-> plain values and text, all by their forms.

What is read back must be exactly what would be written; anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Generic, TypeVar

from p2p_heroes.games.errors import MalformedDecision, MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.forms import Record, by_tag, from_row, from_words, to_row, to_text
from p2p_heroes.games.kit.kinds import Kind, Unreadable

S = TypeVar("S")
D = TypeVar("D", bound=Record)


class Codec(Generic[S, D]):
    """`names`: ids of things, of which those of several words are also understood without their hyphens.

    `keywords`: all that the forms of the decisions may have, which no thing is named like.
    """

    def __init__(
        self,
        state: Kind[S],
        decisions: Iterable[type[D]],
        *,
        names: Iterable[str] = (),
        keywords: Collection[str] = (),
    ) -> None:
        self._state = state
        self._decisions = by_tag(decisions)
        said = {keyword for kind in self._decisions.values() for keyword in kind.form.keywords}
        assert said <= set(keywords), "a keyword might be a name"
        self._spaced = _spaced(names)

    def encode_decision(self, decision: D) -> Plain:
        return to_row(decision)

    def decode_decision(self, plain: Plain) -> D:
        if not isinstance(plain, tuple) or not plain or not isinstance(plain[0], str):
            raise MalformedDecision("a decision is a list that begins with a word")
        try:
            return from_row(self._decision(plain[0]), plain[1:])
        except Unreadable as error:
            raise MalformedDecision(str(error)) from error

    def notate(self, decision: D) -> str:
        return to_text(decision)

    def parse(self, text: str) -> D:
        words = self._spaced.sub(lambda name: name[0].replace(" ", "-"), " ".join(text.split())).split()
        if not words:
            raise MalformedDecision("say what to do")
        try:
            return from_words(self._decision(words[0].lower()), words[1:])
        except Unreadable as error:
            raise MalformedDecision(str(error)) from error

    def _decision(self, tag: str) -> type[D]:
        kind = self._decisions.get(tag)
        if kind is None:
            raise MalformedDecision("no choice begins with that word")
        return kind

    def encode_state(self, state: S) -> Plain:
        return self._state.plain(state)

    def decode_state(self, plain: Plain) -> S:
        try:
            return self._state.value(plain)
        except Unreadable as error:
            raise MalformedState(str(error)) from error


def _spaced(names: Iterable[str]) -> re.Pattern[str]:
    """Finds names of several words that were typed with spaces, the longest first."""
    ids = sorted({name for name in names if "-" in name}, key=lambda name: (-len(name), name))
    spaced = [re.escape(name.replace("-", " ")) for name in ids]
    # Where no name has several words, nothing is found.
    return re.compile(rf"\b({'|'.join(spaced)})\b" if spaced else "(?!)", re.IGNORECASE)
