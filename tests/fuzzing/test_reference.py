"""The second reader reads what the vectors say, by itself."""

from pathlib import Path

import pytest

from protocol.canonical import MAX_BYTES, encode
from scripts.tools.fuzzing.reference import NoValue, read
from scripts.tools.vectors.vector import ACCEPT
from scripts.tools.vectors.vector import read as read_vector

VECTORS = sorted((Path(__file__).resolve().parent.parent / "vectors" / "canonical").glob("*.txt"))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_vectors(path: Path) -> None:
    vector = read_vector(path.read_text(encoding="utf-8"))
    data, limit = vector.one("data"), int(vector.fields.get("limit", MAX_BYTES))
    if vector.expect == ACCEPT:
        assert encode(read(data, limit)) == data
    else:
        with pytest.raises(NoValue):
            read(data, limit)


def test_there_are_vectors() -> None:
    assert len(VECTORS) > 40
