"""The file format of a vector: header lines, then named blocks of hex (tests/vectors/README.md).

In: a verdict, header fields, blocks of bytes. Out: the text of one file, and back.
The comment is the docstring of the function that makes the vector, so it is put
in when the file is written.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

Block = tuple[str, bytes]
Field = str | int | bytes

ACCEPT = "accept"
WIDTH = 64


@dataclass(frozen=True, slots=True)
class Vector:
    """One scenario and its verdict: `accept`, or the name of the refusal or fault."""

    expect: str
    fields: Mapping[str, str]
    blocks: tuple[Block, ...]

    def all(self, name: str) -> list[bytes]:
        """The contents of every block with this name, in order."""
        return [data for label, data in self.blocks if label == name]

    def one(self, name: str) -> bytes:
        """The content of the only block with this name."""
        [data] = self.all(name)
        return data

    def number(self, key: str) -> int:
        return int(self.fields[key])

    def numbers(self, key: str) -> tuple[int, ...]:
        """The numbers that a field gives, with blanks between them."""
        return tuple(map(int, self.fields[key].split()))

    def digits(self, key: str) -> bytes:
        """The bytes that a field gives in hex."""
        return bytes.fromhex(self.fields[key])


def vector(expect: str, *blocks: Block, **fields: Field) -> Vector:
    """A vector; an underscore in a field's name is a hyphen in the file."""
    written = {name.replace("_", "-"): _written(value) for name, value in fields.items()}
    return Vector(expect, MappingProxyType(written), blocks)


def write(made: Vector, comment: str) -> str:
    """The text of the file."""
    head = {"expect": made.expect, "comment": comment, **made.fields}
    lines = [f"{key}: {value}".rstrip() for key, value in head.items()]
    for name, data in made.blocks:
        lines += ["", f"[{name}]", *_wrapped(data.hex())]
    return "\n".join(lines) + "\n"


def read(text: str) -> Vector:
    """The vector that a file holds."""
    head, *blocks = text.removesuffix("\n").split("\n\n")
    fields = dict(_read_field(line) for line in head.split("\n"))
    expect = fields.pop("expect")
    return Vector(expect, MappingProxyType(fields), tuple(map(_read_block, blocks)))


def _written(value: Field) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def _wrapped(digits: str) -> Iterator[str]:
    return (digits[start : start + WIDTH] for start in range(0, len(digits), WIDTH))


def _read_field(line: str) -> tuple[str, str]:
    key, _, value = line.partition(":")
    return key, value.strip()


def _read_block(text: str) -> Block:
    name, *lines = text.split("\n")
    return name.removeprefix("[").removesuffix("]"), bytes.fromhex("".join(lines))
