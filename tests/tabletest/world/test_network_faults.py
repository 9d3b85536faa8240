"""Every mishap is named and explained; packets fare as badly as in TigerBeetle's simulator."""

from random import Random

from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.world.network_faults import CALM, RANGES, SENTENCES, Mishap, draw_network_faults
from protocol.frozen import replace

PACKETS = frozenset(RANGES)


def test_every_kind_has_a_name_and_a_sentence() -> None:
    assert SENTENCES.keys() == set(Mishap)
    required = {"drop", "duplicate", "replay", "change a bit", "reorder", "delay", "crash", "restart"}
    assert required <= {kind.value for kind in Mishap}


def test_what_a_network_does_is_no_attack() -> None:
    assert not ATTACKS.keys() & {kind.value for kind in Mishap}


def test_the_ranges() -> None:
    assert (RANGES[Mishap.DROP], RANGES[Mishap.REPLAY], RANGES[Mishap.CHANGE]) == (300, 500, 50)
    drawn = [draw_network_faults(Random(seed), PACKETS) for seed in range(300)]
    for kind, highest in RANGES.items():
        rates = [getattr(faults, kind.name.lower()) for faults in drawn]
        assert max(rates) <= highest
        assert max(rates) > highest * 9 // 10
        assert 90 < sum(map(bool, rates)) < 240


def test_what_is_not_allowed_does_not_happen() -> None:
    drawn = [draw_network_faults(Random(seed), frozenset({Mishap.DROP})) for seed in range(50)]
    assert any(faults.drop for faults in drawn)
    assert not any(faults.replay or faults.change or faults.delay for faults in drawn)
    calm = [draw_network_faults(Random(seed), frozenset()) for seed in range(5)]
    assert all(replace(faults, slowness=CALM.slowness) == CALM for faults in calm)
