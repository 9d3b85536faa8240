"""Text from outside is shown as it is, but for what would not only be read."""

from p2p_heroes.ui.safe_text import plainly


def test_words_with_a_strangers_part_cannot_move_the_cursor() -> None:
    assert plainly("no such sign as Zoë's") == "no such sign as Zoë's"
    assert plainly("no such sign as \x9b2J") == "no such sign as \\u009b2J"
    assert plainly("a\x1b[2J\nb\u202ec") == "a\\u001b[2J\\nb\\u202ec"
