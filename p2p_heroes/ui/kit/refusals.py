"""Why a choice is refused, in words: for each code a sentence with places for its facts.

`{needs: or }` puts the word between the entries of a list, `{powers:, |none}` has one for an empty list
besides, `{price.typed}` writes amounts as they are typed: wood 2 iron 1; `{name!s}` is what was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p2p_heroes.games.kit.forms import Record, to_text
from p2p_heroes.games.kit.refusals import Reason

SENTENCES: Mapping[str, str] = {
    "not-asked": "nothing is asked of seat {seat} now",
    "not-now": "the table settles something else first: {stage}",
    "not-offered": "it is not offered",
    "unreadable": "{why}",
    "another-card": "that card is another one",
    "unasked-opening": "a card is opened that nobody asked for",
    "WrongLength": "what is said of the cards has not the bytes that were asked for",
    "BadElement": "what is said of the cards is no card",
    "BadScalar": "what is said of the cards has a number that is too large",
    "FalseKey": "nobody shows that they know the secret of this key",
    "FalseMix": "these are not the same cards as before the shuffle",
    "FalseShare": "this is not what the seat's key takes off these cards",
    "FalseSeal": "it is not the same card that was passed on",
    "FalsePower": "not one number was used for all these cards",
}
"""What every game may refuse; of masked cards by the name that the specification has."""


class _Fact:
    def __init__(self, fact: object, name: Callable[[object], str], *, is_typed: bool = False) -> None:
        self._fact = fact
        self._name = name
        self._is_typed = is_typed

    def __str__(self) -> str:
        return str(self._fact)

    @property
    def typed(self) -> _Fact:
        return _Fact(self._fact, self._name, is_typed=True)

    def __format__(self, spec: str) -> str:
        between, _, empty = spec.partition("|")
        if not isinstance(self._fact, tuple):
            return self._told(self._fact)
        return (between or ", ").join(map(self._told, self._fact)) or empty

    def _told(self, fact: object) -> str:
        match fact:
            case (str(thing), int(count)):
                name = self._name(thing)
                return f"{name} {count}" if self._is_typed else f"{count} {name}"
            case tuple():
                return (" " if self._is_typed else ", ").join(map(self._told, fact))
            case Record():
                return " ".join(map(self._name, to_text(fact).split(" ")))
        return self._name(fact)


def in_words(refusal: Reason, sentences: Mapping[str, str], name: Callable[[object], str] = str) -> str:
    """`name`: what people call an id, a region or whatever else a game's facts are."""
    facts = {key: _Fact(fact, name) for key, fact in refusal.facts}
    return (sentences.get(refusal.code) or SENTENCES[refusal.code]).format_map(facts)
