"""What panes share."""

from p2p_heroes.ui.kit.scene import Scene


def test_another_tab_is_shown_from_its_beginning() -> None:
    scene: Scene[str] = Scene(tab="map", scrolled=3, pointed=2)
    scene.press("before anybody listens")
    scene.turn_to("board")
    assert (scene.tab, scene.scrolled, scene.pointed) == ("board", 0, None)
