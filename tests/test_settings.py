"""What a person asked for is one small value for each command, fixed once it is read."""

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.settings import SETTINGS, HostSettings, RulesSettings, Settings, TournamentSettings


def test_settings_are_fixed() -> None:
    with pytest.raises(AttributeError):
        HostSettings().name = "Ada"  # type: ignore[misc]
    with pytest.raises(TypeError):
        HostSettings().options["rounds"] = 3  # type: ignore[index]


def test_what_nobody_asked_for_can_be_played() -> None:
    settings = HostSettings()
    assert settings.seats in GAMES[settings.game].seats
    assert settings.options == {}
    assert {TournamentSettings().game, RulesSettings().game} <= GAMES.keys()


@pytest.mark.parametrize("kind", SETTINGS.values())
def test_every_setting_can_be_left_out(kind: type[Settings]) -> None:
    assert kind() == kind(**{name: getattr(kind(), name) for name in kind.__struct_fields__})
