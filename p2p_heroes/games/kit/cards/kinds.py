"""The sorts of parts that decisions about cards are made of."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.kinds import COUNT, Unreadable, Words

MARK = "#"


class Opened:
    """A card that is shown: its handle, and the face that it claims. Typed as `name#handle`.

    names: what its face may be called, each name once; faces: the number of each.
    """

    absent = (0, 0)
    is_plain = False

    def __init__(self, what: str, names: Sequence[str], faces: range) -> None:
        assert len(set(names)) == len(names) == len(faces)
        self._what = what
        self._names = dict(zip(faces, names, strict=True))
        self._faces = {name: face for face, name in self._names.items()}

    def plain(self, value: tuple[int, int]) -> Plain:
        return value

    def value(self, plain: Plain) -> tuple[int, int]:
        if isinstance(plain, tuple) and len(plain) == 2:
            handle, face = map(COUNT.value, plain)
            if face in self._names:
                return handle, face
        raise Unreadable(f"not a {self._what} that is shown")

    def words(self, value: tuple[int, int]) -> str:
        handle, face = value
        return f"{self._names[face]}{MARK}{handle}"

    def read(self, words: Words) -> tuple[int, int]:
        word = words.take(f"a {self._what}")
        name, _, number = word.partition(MARK)
        if name.lower() not in self._faces:
            raise Unreadable(f"there is no {self._what} {name}")
        return COUNT.read(Words([number] if number else [], frozenset())), self._faces[name.lower()]
