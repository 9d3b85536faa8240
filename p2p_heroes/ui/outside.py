"""Text from outside, such as the name of a file or a word of a script: it is read, and moves no cursor."""

import json

from protocol.genesis import is_speakable


def plainly(text: str) -> str:
    """Words that a stranger may have a part in: what moves a cursor or hides is written out."""
    return "".join(letter if is_speakable(letter) else json.dumps(letter)[1:-1] for letter in text)
