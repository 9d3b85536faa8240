"""Misreadings of §4: opening and taking a message."""

from ..auditor import Auditor
from ..envelopes import Fault, Malformed, Message, check_body
from ..values import Refused, decode


class EquivocationBeforeAhead(Auditor):
    """§4.3: a second message with one number is a fault however far ahead its step is."""

    def check_ahead(self, message: Message) -> None:
        if message.number >= len(self.chains[message.seat]):
            super().check_ahead(message)


class MalformedBehindAhead(Auditor):
    """§4.3: what is too far ahead is refused before it is asked whether it is a message."""

    def open(self, wire: bytes) -> Message:
        try:
            return super().open(wire)
        except Malformed:
            if self.fields(wire)[5] > self.step + 1:
                raise Refused("Ahead") from None
            raise


class TwoStepsAhead(Auditor):
    """§4.3: messages of the step after the next are taken, too."""

    def check_ahead(self, message: Message) -> None:
        if message.step > self.step + 2:
            raise Refused("Ahead")


class NothingAhead(Auditor):
    """§4.3: only messages of the present step are taken."""

    def check_ahead(self, message: Message) -> None:
        if message.step > self.step:
            raise Refused("Ahead")


class NothingAfterTheEnd(Auditor):
    """§4.3: once the table is finished no new message is taken."""

    def check_ahead(self, message: Message) -> None:
        if self.is_finished():
            raise Refused("Ahead")
        super().check_ahead(message)


class HeldBytesAreJudgedAgain(Auditor):
    """§4.3: a wire form that is held goes through all checks like any other."""

    def is_held(self, wire: bytes) -> bool:
        return False


class AnotherSignatureIsAnotherMessage(Auditor):
    """§4.3: two wire forms with one payload and two signatures are an `Equivocation`."""

    def is_same(self, held: Message, message: Message) -> bool:
        return held.wire == message.wire


class GapOfTheGuiltyRefused(Auditor):
    """§4.3, check 4: a gap is refused, whoever made it."""

    def check_gap(self, message: Message) -> None:
        raise Refused("Gap")


class GapIsNeverRefused(Auditor):
    """§4.3, check 4: a gap changes nothing, whoever made it."""

    def check_gap(self, message: Message) -> None:
        pass


class GuiltyAreNotTaken(Auditor):
    """§4.3: of a seat that is guilty nothing more is appended."""

    def judge(self, message: Message) -> Fault | None:
        self.check_ahead(message)
        return None if message.seat in self.guilty() else super().judge(message)


class RestOfTheGuiltyRefused(Auditor):
    """§4.3: of a seat that is guilty nothing more is taken."""

    def judge(self, message: Message) -> Fault | None:
        if message.seat in self.guilty():
            raise Refused("Gap")
        return super().judge(message)


class FaultyMessageStaysInTheChain(Auditor):
    """§4.3: a message that does not follow on its chain is appended all the same, with its fault."""

    def faulty(self, name: str, message: Message) -> Fault:
        if message.number == len(self.chains[message.seat]):
            self.chains[message.seat].append(message)
        return super().faulty(name, message)


class FoldRestsAfterAFault(Auditor):
    """§4.3: after a message that is a fault the fold does not go on."""

    def after_taking(self, fault: Fault | None) -> None:
        if fault:
            self.note_shown(fault)
        else:
            self.go_on()


class MalformedNeedsNoSignature(Auditor):
    """§4.1: whether it is a message is asked before the signature."""

    def check_signature(self, seat: int, payload: bytes, signature: bytes) -> None:
        *_, tag, body = decode(payload)
        try:
            check_body(tag, body)
        except Refused:
            return
        super().check_signature(seat, payload, signature)


class MalformedIsRefused(Auditor):
    """§4.1, check 9: what is signed and no message is refused, and nobody's fault."""

    def open(self, wire: bytes) -> Message:
        try:
            return super().open(wire)
        except Malformed:
            raise Refused("BadField") from None
