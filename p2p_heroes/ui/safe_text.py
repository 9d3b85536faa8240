"""Text from outside, such as the name of a file or a word of a script: it is read, and moves no cursor."""

from protocol.genesis import is_speakable


def plainly(text: str) -> str:
    """Words that a stranger may have a part in: what moves a cursor or hides is written out."""
    return "".join(letter if is_speakable(letter) else _written_out(letter) for letter in text)


def _written_out(letter: str) -> str:
    from json import dumps

    return dumps(letter)[1:-1]
