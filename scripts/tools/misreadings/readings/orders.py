"""Misreadings of the order in which checks are made: the first that fails gives the name."""

from dataclasses import replace

from ..auditor import Auditor
from ..envelopes import DECIDE, RESIGN, REVEAL, Message
from ..roshambo import State, refuses
from ..slices import Seen


class PreviousBeforeStepAtTheBeginning(Auditor):
    """§7.1 A: of the first message the predecessor is asked before the step."""

    def fault_at_the_beginning(self, message: Message) -> str:
        broken = message.number == 0 and message.previous != self.table
        return "BrokenChain" if broken else super().fault_at_the_beginning(message)


class PastBeforePreviousAtTheBeginning(Auditor):
    """§7.1 A: of the first message the past is asked before the predecessor."""

    def fault_at_the_beginning(self, message: Message) -> str:
        fault = super().fault_at_the_beginning(message)
        return "WrongPast" if fault == "BrokenChain" and message.past != self.table else fault


class KindBeforeTheChain(Auditor):
    """§7.1 C: what belongs to the kind is asked before A and B."""

    def follow(self, seen: Seen, message: Message) -> tuple[str, Seen]:
        fault, then = super().follow(seen, message)
        if seen.last and seen.last.step == message.step:
            fault = (fault and self.fault_of_the_kind(seen, message)) or fault
        return fault, then


class KindBeforeTheBeginning(Auditor):
    """§7.1 A: what the first message of a chain is comes before where it stands."""

    def fault_at_the_beginning(self, message: Message) -> str:
        fault = super().fault_at_the_beginning(message)
        return (fault and self.fault_of_the_kind(self.begun(message), message)) or fault


class ResignedBeforePrevious(Auditor):
    """§7.1 B 1: whether its author has resigned is asked before the predecessor."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        return "Disorder" if last.tag == RESIGN else super().fault_of_the_chain(seen, last, message)


class StepBeforeResigned(Auditor):
    """§7.1 B 1: whether its author has resigned is asked only where the step fits."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        fault = super().fault_of_the_chain(seen, last, message)
        far = message.step not in (last.step, last.step + 1)
        return "WrongStep" if far and fault == "Disorder" else fault


class PastBeforeResigned(Auditor):
    """§7.1 B 1: whether its author has resigned is asked after past and state."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        fault = super().fault_of_the_chain(seen, last, message)
        if last.tag == RESIGN and fault == "Disorder" and message.step == last.step:
            return "WrongPast" if message.past != last.past else fault
        return fault


class StepBeforePrevious(Auditor):
    """§7.1 B: the step is asked before the predecessor."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        far = message.step not in (last.step, last.step + 1)
        return "WrongStep" if far else super().fault_of_the_chain(seen, last, message)


class PastBeforePrevious(Auditor):
    """§7.1 B: within a step the past is asked before the predecessor."""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        other = message.step == last.step and message.past != last.past
        return "WrongPast" if other else super().fault_of_the_chain(seen, last, message)


class PastBeforeWhatWasLeftUndone(Auditor):
    """§7.1 B 3: the past of the next step is asked before what was left undone."""

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        done = super().fault_of_leaving(replace(seen, revealed=True), last, message)
        return "WrongPast" if done == "WrongPast" else super().fault_of_leaving(seen, last, message)


class LengthBeforeASecondLock(Auditor):
    """§7.1 C: how many entries a lock has is asked before whether it is the first."""

    def fault_of_lock(self, seen: Seen, message: Message) -> str:
        short = len(message.entries) != len(self.genesis.seats)
        return "FalseLock" if short else super().fault_of_lock(seen, message)


class OwnEntryBeforeASecondLock(Auditor):
    """§7.1 C: a lock's own entry is asked before whether it is the first."""

    def fault_of_lock(self, seen: Seen, message: Message) -> str:
        return super().fault_of_lock(replace(seen, lock=None), message) or super().fault_of_lock(
            seen, message
        )


class OpeningBeforeASecondReveal(Auditor):
    """§7.1 C: whether a reveal opens its commitment is asked before whether it is the first."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_reveal(replace(seen, revealed=False), message)
        return fault or super().fault_of_reveal(seen, message)


class OpeningBeforeTheLock(Auditor):
    """§7.1 C: whether a reveal opens its commitment is asked before whether its author has locked."""

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_reveal(replace(seen, whole=False), message)
        return fault if fault == "FalseOpening" else super().fault_of_reveal(seen, message)


class ProposedBeforeWhoIsNamed(Auditor):
    """§7.1 C: whether a list that is signed was proposed is asked before whom it names."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        unsaid = message.signs and not self.may_sign(seen, message)
        return "Disorder" if unsaid else super().fault_of_vote(seen, message)


class NumberOfVotesBeforeWhoIsNamed(Auditor):
    """§7.1 C: how many votes were seen is asked before whom the next one names."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        return "Repeated" if len(seen.votes) >= self.most_votes else super().fault_of_vote(seen, message)


class NumberOfVotesBeforeProposed(Auditor):
    """§7.1 C: how many votes were seen is asked before whether what is signed was proposed."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_vote(seen, message)
        many = len(seen.votes) >= self.most_votes
        return "Repeated" if many and fault == "Disorder" else fault


class KeptBeforeProposed(Auditor):
    """§7.1 C: whether a pair was kept is asked before whether what is signed was proposed."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_vote(seen, message)
        return "Contradiction" if fault == "Disorder" and self.contradicts_keeps(seen, message) else fault


class SignedBeforeProposed(Auditor):
    """§7.1 C: whether a list holds what was signed is asked before whether it was proposed."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_vote(seen, message)
        return "Contradiction" if fault == "Disorder" and not self.grows(seen, message) else fault


class KeptBeforeTheNumberOfVotes(Auditor):
    """§7.1 C: whether a pair was kept is asked before how many votes were seen."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_vote(seen, message)
        many = len(seen.votes) >= self.most_votes
        return "Contradiction" if many and fault and self.contradicts_keeps(seen, message) else fault


class SignedBeforeTheNumberOfVotes(Auditor):
    """§7.1 C: whether a list holds what was signed is asked before how many votes were seen."""

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        fault = super().fault_of_vote(seen, message)
        many = len(seen.votes) >= self.most_votes
        return "Contradiction" if many and fault and not self.grows(seen, message) else fault


class NumberOfKeepsBeforeWhoIsNamed(Auditor):
    """§7.1 C: how many keeps were seen is asked before whom the next one names."""

    def fault_of_keep(self, seen: Seen, message: Message) -> str:
        return "Repeated" if len(seen.keeps) >= self.most_keeps else super().fault_of_keep(seen, message)


class FollowsBeforeAhead(Auditor):
    """§4.3: whether a message follows on its chain is asked before how far ahead it is."""

    def check_ahead(self, message: Message) -> None:
        follows = message.number == len(self.chains[message.seat])
        if not follows or not self.follow(self.seen[message.seat], message)[0]:
            super().check_ahead(message)


class GapBeforeAhead(Auditor):
    """§4.3: a gap is asked before how far ahead a message is."""

    def check_ahead(self, message: Message) -> None:
        if message.number > len(self.chains[message.seat]):
            self.check_gap(message)
        super().check_ahead(message)


class GapOfTheGuiltyBeforeAhead(Auditor):
    """§4.3: what comes behind a gap in a guilty seat's chain changes nothing, however far ahead it is."""

    def check_ahead(self, message: Message) -> None:
        behind = message.number > len(self.chains[message.seat]) and message.seat in self.guilty()
        if not behind:
            super().check_ahead(message)


class RulesBeforeTheGround(Auditor):
    """§5.5, 1: whether the rules allow a message is asked before past and state."""

    def hear(self, message: Message) -> tuple[bool, str]:
        fault = self.unlawful(self.state, message) if self.step else ""
        return (False, fault) if fault else super().hear(message)


class RulesBeforeTheState(Auditor):
    """§5.5, 1: whether the rules allow a message is asked before the state, behind the past."""

    def hear(self, message: Message) -> tuple[bool, str]:
        fault = self.unlawful(self.state, message) if self.step and message.past == self.past else ""
        return (False, fault) if fault else super().hear(message)


class LawBeforeTurn(Auditor):
    """§7.2: whether a value is lawful is asked before whose turn it is."""

    def unlawful(self, state: State, message: Message) -> str:
        fault = super().unlawful(state, message)
        forbidden = message.tag == DECIDE and refuses(state, message.seat, message.value)
        return "IllegalDecision" if fault == "OutOfTurn" and forbidden else fault


class LawBeforeTurnOfReveals(Auditor):
    """§7.2: whether a revealed value is lawful is asked before whether a reveal is asked for."""

    def unlawful(self, state: State, message: Message) -> str:
        fault = super().unlawful(state, message)
        forbidden = message.tag == REVEAL and refuses(state, message.seat, message.value)
        return "IllegalDecision" if fault == "OutOfTurn" and forbidden else fault
