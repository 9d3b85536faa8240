"""What a terminal reports of itself, read with care: not all that looks like a report is one.

Colours that are pasted and reports that are cut on a bad line begin as those of a mouse do, and
prompt_toolkit takes them for whole ones.
"""

import re

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings, typical_mouse_events
from prompt_toolkit.keys import Keys

REPORT = re.compile(r"\x1b\[<?[0-9]{1,5};[0-9]{1,5};[0-9]{1,5}[Mm]")
"""A button, a column and a row, as terminals of today report them."""

OLD_REPORT = "\x1b[M"
"""What the reports of older ones begin with: three characters follow, the first of them for the button."""


def is_report(data: str) -> bool:
    """Whether it is a whole report of a mouse."""
    if data.startswith(OLD_REPORT):
        return ord(data[len(OLD_REPORT)]) in typical_mouse_events
    return REPORT.fullmatch(data) is not None


def take_only_reports(keys: KeyBindings) -> None:
    """Let the mouse be heard, and nothing that only looks like it."""
    [mouse] = load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,))

    @keys.add(Keys.Vt100MouseEvent)
    def _(event: KeyPressEvent) -> object:
        return mouse.handler(event) if is_report(event.data) else NotImplemented

    @keys.add(Keys.CPRResponse)
    def _(event: KeyPressEvent) -> object:
        # A full screen never asks where the cursor is; what answers all the same would shift its rows.
        return NotImplemented
