"""Sentences for people: what an error means and what to do about it, by the error's name."""

SENTENCES = {
    "BadGenesis": "That table does not fit what the lobby showed, or is one that this program cannot play. "
    "Nothing was signed.",
    "BadHello": "The other side could not show that the connection is really its own: somebody may be "
    "sitting in the middle. Or it is your own program: two that have one key cannot meet, and "
    "P2P_HEROES_HOME=FOLDER gives one of them its own.",
    "BadSignature": "A message was not signed by the seat that it claims to come from. It was ignored.",
    "BrokenTranscript": "The file is damaged, or is no transcript.",
    "NameTaken": "Somebody at the table already has that name. Choose another with --name.",
    "NotOnRoster": "This key has no seat at that table. Resume with the same key that you sat down with.",
    "TableFull": "Every seat at that table is taken.",
    "TableStarted": "That table is not open any more: the game has begun without you.",
    "UnknownVersion": "The other side runs another version of the protocol. Both need the same one.",
    "WrongCode": "The table did not take that invite code. Ask your host for it, and use --code. After "
    "twenty wrong ones a table takes none any more, not even the right one.",
    "WrongTable": "That address belongs to another table.",
    "Flood": "The other side sent more than any honest player does.",
}

MENU_SENTENCES = {
    "NameTaken": "Somebody at the table already has that name. Write another one on the first page.",
    "WrongCode": "The table did not take that invite code. Ask your host for it, and write it here. After "
    "twenty wrong ones a table takes none any more, not even the right one.",
}
"""Instead of sentences that name options: in a menu there is nowhere to type one."""

FILE_SENTENCES = {
    "BadGenesis": "The file is of a game that this program does not have, or of a table that cannot exist.",
}
"""Instead of sentences about a table that somebody is about to sit down at."""

FAULTS = {
    "BrokenChain": "signed a message that does not follow its own last one",
    "Contradiction": "cast votes that cannot both be meant",
    "Disorder": "signed its messages in an order that the protocol does not allow",
    "Equivocation": "told different players different things",
    "FalseLock": "locked something other than its own choice",
    "FalseOpening": "revealed something other than it had committed to",
    "IllegalDecision": "made a choice that the rules do not allow",
    "Malformed": "signed something that is no message",
    "OutOfTurn": "chose when it was not asked",
    "Repeated": "said twice what may be said once",
    "WrongPast": "built on a past that contradicts its own lock",
    "WrongState": "claimed a state that the rules do not reach",
    "WrongStep": "jumped to another step",
}


DUES = {
    "choosing": "thinks",
    "locking": "checks what all sent",
    "revealing": "opens the seal",
    "voting": "votes",
}
"""What a seat that is waited for does, by the stage."""


def sentence(name: str) -> str:
    """What an error means for the person at the terminal."""
    return SENTENCES.get(name, f"The other side broke the protocol ({name}).")


def file_sentence(name: str) -> str:
    """The same about a file that the person has named."""
    return FILE_SENTENCES.get(name) or sentence(name)


TURNED_AWAY = {
    "NameTaken": "Somebody wanted to join under a name that is taken, or that not everybody can read.",
    "NotOnRoster": "Somebody who has no seat came to the table, and was turned away.",
    "TableFull": "Somebody wanted to join when every seat was taken.",
    "TableStarted": "Somebody wanted to join when the lobby was closed.",
    "UnknownVersion": "Somebody came with another version of the program. Both need the same one.",
    "WrongCode": "Somebody wanted to join without the right invite code.",
    "WrongTable": "Somebody was looking for another table.",
}
"""What befalls honest people with this very program."""

REFUSED = {
    "BadHello": "somebody could not show that the connection was its own",
    "BadSignature": "a message was not signed by the seat that it named",
    "Flood": "somebody sent more than any honest program does, or did not say in time who it is",
}


def refusal_sentence(name: str) -> str:
    """What we turned away, for the person who sits inside."""
    if name in TURNED_AWAY:
        return TURNED_AWAY[name]
    what = REFUSED.get(name, "somebody sent what no honest program sends")
    return f"Refused: {what} ({name}). The game is not disturbed."


def fault_sentence(name: str, fault: str) -> str:
    """What was proven against whom."""
    return f"{name} {FAULTS[fault]} ({fault}). The proof is in the transcript."
