"""What is fuzzed: each target by its name, what must hold for it, and where its inputs come from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from scripts.tools.fuzzing import card_states, decoding, envelopes, script_texts, transcripts


@dataclass(frozen=True, slots=True)
class Target:
    """One way in from outside."""

    name: str
    check: Callable[[bytes], None]
    """Returns for every input whatsoever; anything that it raises is a finding."""
    mutate: Callable[[bytes, Random], bytes]
    seeds: Callable[[], Iterator[bytes]]
    longest: int
    """Bytes of an input: longer ones cost time and find nothing more."""


TARGETS = {
    target.name: target
    for target in (
        Target("decoder", decoding.check, decoding.mutate, decoding.seeds, 4096),
        Target("envelope", envelopes.check, envelopes.mutate, envelopes.seeds, 4096),
        Target("transcript", transcripts.check, transcripts.mutate, transcripts.seeds, 16384),
        Target("card-state", card_states.check, card_states.mutate, card_states.seeds, 8192),
        Target("script", script_texts.check, script_texts.mutate, script_texts.seeds, 6144),
    )
}
