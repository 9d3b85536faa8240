"""Plain values as text, for the headers of vectors (tests/vectors/README.md).

In: a plain value. Out: one line of ASCII: `nil`, `true`, `-1`, `"text"` with the
escapes of JSON, `h'00ff'` for bytes, `[...]` and `{"key": ...}`.
"""

import json

from protocol.canonical import Value


def notation(value: Value) -> str:
    """The value on one line."""
    match value:
        case bytes(data):
            return f"h'{data.hex()}'"
        case tuple(items):
            return f"[{', '.join(map(notation, items))}]"
        case dict(entries):
            return f"{{{', '.join(f'{json.dumps(key)}: {notation(entries[key])}' for key in entries)}}}"
        case None:
            return "nil"
        case _:
            return json.dumps(value)
