"""The limits of the specification (protocol.md §12) are those of the program."""

import re
from pathlib import Path

import pytest

from protocol import (
    canonical,
    chain,
    chance,
    envelope,
    faults,
    framing,
    genesis,
    invite,
    link,
    messages,
    peer_messages,
    proof_file,
    session,
    transcript,
)
from protocol.cards import points

SPECIFICATION = Path(__file__).resolve().parent.parent.parent / "docs" / "protocol.md"
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
NUMBER = re.compile(r"2([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(\d+)( MiB)?")

LIMITS = {
    "canonical value": (canonical.MAX_BYTES, canonical.MAX_DEPTH, canonical.MAX_ITEMS),
    "frame, peer message": (framing.MAX_FRAME,),
    "seats": (genesis.MAX_SEATS,),
    "name, option name, game": (genesis.MAX_NAME, genesis.MAX_CHOICE),
    "options": (genesis.MAX_OPTIONS, genesis.MAX_SETTING),
    "patience": (genesis.MAX_PATIENCE,),
    "payload of an envelope": (envelope.MAX_PAYLOAD,),
    "number, step, seat, tag": (messages.MAX_NUMBER,),
    "value of a `Decide` or `Reveal`": (messages.MAX_DECISION,),
    "value of a `Decide` that is a byte string": (messages.MAX_DUTY,),
    "votes of a seat in a step": (chain.MAX_VOTES, chain.MAX_KEEPS),
    "spares": (session.MAX_SPARES,),
    "bound of a drawn number": (chance.MAX_BOUND,),
    "canonical state": (faults.MAX_STATE,),
    "proof": (faults.MAX_PROOF, faults.MAX_EVIDENCE),
    "record of a transcript": (transcript.MAX_RECORD,),
    "proof file": (proof_file.MAX_PROOF_FILE,),
    "stranger's bytes; peer's burst; refill": (link.STRANGER_BYTES, link.BURST_BYTES, link.BYTES_PER_SECOND),
    "text of a `Chat`; lines of a seat (MAY)": (peer_messages.MAX_CHAT,),
    "cards in a family, in a mix": (points.MAX_CARDS,),
    "invite code": (invite.CODE_CHARACTERS, invite.CODE_BYTES),
}
"""By the name of the row; those that are missing here are limits of a node, or no constants."""


def rows() -> dict[str, set[int]]:
    """The numbers of each row."""
    table = SPECIFICATION.read_text().split("## 12 Limits")[1].split("## 13")[0]
    cells = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return {row[0].strip("| "): set(map(_value, NUMBER.finditer(row[1]))) for row in cells}


def _value(found: re.Match[str]) -> int:
    power, plain, mebi = found.groups()
    return 2 ** int(power.translate(RAISED)) if power else int(plain) * (2**20 if mebi else 1)


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_that_of_the_specification(name: str) -> None:
    written = rows()[name]
    if name == "proof file":
        assert written >= {7, 2**21, 2**17}
        written.add(7 * 2**21 + 2**17)
    assert written.issuperset(LIMITS[name])
