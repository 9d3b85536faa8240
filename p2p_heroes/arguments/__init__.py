"""A command line -> what was typed, by name -> the name of a command and its Settings.

What nobody typed is not in there at all, so that every default has one home, `Settings`. The command must
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
    """What was typed as one value."""
    from p2p_heroes.settings import Settings

    known = {name: typed[name] for name in Settings.__struct_fields__ if name in typed}
    known["options"] = {name: typed[name] for name in ("rounds", "first") if name in typed}
    if "bots" in typed:
        known["seats"] = typed["bots"] + 1
    for name in ("interfaces", "words", "files", "measures"):
        if name in typed:
            known[name] = tuple(typed[name])
    return Settings(**known)
