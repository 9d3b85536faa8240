"""The question for the same words: who answers it, and with what."""

import pytest
import trio
import trio.testing

from p2p_heroes.ui.samewords import DifferentWords, SameWords

WORDS = "fresco shawl scratch neptune"


async def test_only_a_clear_word_answers_and_only_while_it_is_asked(nursery: trio.Nursery) -> None:
    same = SameWords(WORDS)
    assert f"the words {WORDS}?" in same.question
    assert not same.answer("yes")
    assert not same.answer("no")
    nursery.start_soon(same.agreed)
    await trio.testing.wait_all_tasks_blocked()
    for typed in ("", "  ", "yes, all", "rock", "1"):
        assert not same.answer(typed)
    with pytest.raises(DifferentWords):
        same.answer("No")
    assert same.is_asked
    assert same.answer(" Y ")
    await trio.testing.wait_all_tasks_blocked()
    assert not same.is_asked


@pytest.mark.parametrize("word", ["yes", "y", "YES"])
async def test_yes_is_enough(word: str, nursery: trio.Nursery) -> None:
    same = SameWords(WORDS)
    nursery.start_soon(same.agreed)
    await trio.testing.wait_all_tasks_blocked()
    assert same.answer(word)


async def test_a_question_that_was_taken_back_can_be_asked_again(nursery: trio.Nursery) -> None:
    """The table went on by itself before there was an answer."""
    same = SameWords(WORDS)
    with trio.move_on_after(0):
        await same.agreed()
    assert not same.is_asked
    nursery.start_soon(same.agreed)
    await trio.testing.wait_all_tasks_blocked()
    assert same.answer("yes")
