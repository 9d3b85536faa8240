"""What happened, told by the type of the event: a sentence with its fields in braces, or a function for more.

    TavernRaised: "{seat:name} raises a tavern between {regions:places}.",

Behind the colon stands how a field is said. The kit knows `name` and `names` for seats, `points`, `titled`,
`plural`, and `count NOUN`; a game adds words of its own. `{event:...}` says something of all fields.
"""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from types import MappingProxyType
from typing import Any, TypeAlias

from p2p_heroes.games.game import Event
from p2p_heroes.ui.kit.words import counted, joined, plural, points, titled

Names = Sequence[str]
Sentence: TypeAlias = str | Callable[[Any, Names], list[str]]
"""Several lines are told by a line break, or by a function, which takes events of just this type."""
Said = Mapping[str, Callable[[Any], str]]
"""How a field is said, by the word for it."""

WORDS: Said = {"points": points, "titled": titled, "plural": plural}


class Teller:
    """Tells the events of a game. What it has no sentence for cannot happen."""

    def __init__(self, sentences: Mapping[type[Event], Sentence], words: Said = MappingProxyType({})) -> None:
        self._sentences, self._words = sentences, {**WORDS, **words}

    def tell(self, event: Event, names: Names) -> list[str]:
        """One event, as one or more lines."""
        sentence = self._sentences[type(event)]
        if not isinstance(sentence, str):
            return sentence(event, names)
        fields = _Fields(event, names, self._words)
        return [fields.format(line) for line in sentence.split("\n")]


class _Fields(Formatter):
    """The fields of one event, said."""

    def __init__(self, event: Event, names: Names, words: Said) -> None:
        self._event = event
        self._words: Said = {
            "name": lambda seat: names[seat],
            "names": lambda seats: joined([names[seat] for seat in seats]),
            **words,
        }

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return self._event if key == "event" else getattr(self._event, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        how, _, noun = format_spec.partition(" ")
        if not how:
            return str(value)
        return counted(value, noun) if noun else self._words[how](value)
