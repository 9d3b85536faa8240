"""A command line -> what was typed, by name -> the name of a command and its settings.

What nobody typed is not in there at all, so that every default has one home, `settings`. The command must
come at once: nothing is imported here that it does not need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2p_heroes.arguments.parser import parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from p2p_heroes.settings import Settings

    Typed = Mapping[str, Any]


def parse(words: Sequence[str]) -> Typed:
    """What was typed; who asks for help gets it, and the program ends."""
    return vars(parser(words).parse_args(words))


def settings_from(typed: Typed) -> Settings:
    """What was typed as the value of its command."""
    from p2p_heroes.settings import SETTINGS

    command = typed["command"]
    kind = SETTINGS[("join" if "table" in typed else "host") if command == "bot" else command]
    known = {name: value for name, value in typed.items() if name in kind.__struct_fields__}
    lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
    return kind(**known | lists | ({"options": dict(known["options"])} if "options" in known else {}))
