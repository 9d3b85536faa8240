"""What is wrong for a person has a sentence and a code, and perhaps another sentence in a menu."""

from p2p_heroes.user_error import FAILED, FAULT, FINE, NO_RESULT, USAGE, UserError


def test_scripts_know_the_exit_codes() -> None:
    assert (FINE, FAILED, USAGE, FAULT, NO_RESULT) == (0, 1, 2, 3, 4)


def test_unless_something_else_is_said_it_is_wrong_usage_and_reads_the_same_in_a_menu() -> None:
    error = UserError("no such table")
    assert (str(error), error.code, error.menu) == ("no such table", 2, "no such table")
    other = UserError("You left; resume", NO_RESULT, menu="You left.")
    assert (str(other), other.code, other.menu) == ("You left; resume", 4, "You left.")
