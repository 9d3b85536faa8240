"""What a person asked for is one value, fixed once it is read."""

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.settings import Settings


def test_settings_are_fixed() -> None:
    with pytest.raises(AttributeError):
        Settings().name = "Ada"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Settings().options["rounds"] = 3  # type: ignore[index]


def test_what_nobody_asked_for_can_be_played() -> None:
    settings = Settings()
    assert settings.game in GAMES
    assert settings.seats in GAMES[settings.game].seats
    assert settings.options == {}


def test_every_setting_can_be_left_out() -> None:
    assert Settings() == Settings(**{name: getattr(Settings(), name) for name in Settings.__struct_fields__})
