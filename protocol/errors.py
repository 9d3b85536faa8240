"""Everything that can be wrong, by name.

The name of the class is the verdict: vectors, proofs and the specification
(protocol.md §11) all use it, and no test compares the text of a message.

    ProtocolError                       abstract
    ├── LocalFault                      our own program asked for what the table does not allow
    │   ├── NotDue                      this seat owes nothing like it now
    │   └── BadDecision                 the rules refuse the value, so it is never signed
    ├── Refusal                         bytes from outside are refused; nobody on the roster is proven guilty
    │   ├── FrameTooLong  FrameEmpty  FrameCut
    │   ├── NotCanonical                another encoding of a value, or no value at all
    │   ├── UnknownVersion  UnknownMessage  BadField
    │   ├── BadKey  BadSignature
    │   ├── WrongTable  UnknownSeat  BadGenesis
    │   ├── Gap                         a message before its predecessor
    │   ├── Ahead                       a message of a step that we cannot judge yet
    │   ├── BadProof                    an accusation that its evidence does not bear out
    │   ├── BadHello  NotOnRoster  WrongCode  Unexpected  Flood
    │   ├── TableFull  TableStarted  NameTaken
    │   ├── BrokenTranscript            a file that is not a transcript, or was damaged inside
    │   ├── WrongLength  BadElement  BadScalar
    │   └── FalseKey  FalseShare  FalseMix  FalseSeal  FalsePower
    └── Fault                           a signed message shows that its author broke the protocol
        ├── Malformed                   signed, but not a message of this protocol
        ├── Equivocation                two different messages with one number
        ├── BrokenChain                 does not name its predecessor
        ├── WrongStep                   goes back, or leaves a step out
        ├── Repeated                    says twice in a step what is said once
        ├── Disorder                    reveals before locking, locks before choosing, ...
        ├── Contradiction               votes that cannot both be meant
        ├── FalseLock                   locks something other than its own choice
        ├── FalseOpening                reveals what was not committed to
        ├── OutOfTurn                   a choice that the step does not ask of this seat
        ├── IllegalDecision             a choice that the rules refuse
        ├── WrongPast                   builds on another past than its own lock
        └── WrongState                  claims a state that the rules do not reach
"""


class ProtocolError(Exception):
    """The root; never raised itself."""

    @property
    def name(self) -> str:
        """The verdict as vectors and proofs write it."""
        return type(self).__name__


class LocalFault(ProtocolError):
    """Our own program asked for something that the table does not allow."""


class NotDue(LocalFault):
    """The seat owes nothing like this now."""


class BadDecision(LocalFault):
    """The rules refuse the value; the reason is the text."""


class Refusal(ProtocolError):
    """Bytes from outside were refused. Nothing in them can be held against a seat."""


class FrameTooLong(Refusal):
    """A frame announces more bytes than any message may have."""


class FrameEmpty(Refusal):
    """A frame announces no bytes."""


class FrameCut(Refusal):
    """The stream ended inside a frame."""


class NotCanonical(Refusal):
    """The bytes are not the one encoding of a plain value."""


class UnknownVersion(Refusal):
    """The bytes speak another version of the protocol."""


class UnknownMessage(Refusal):
    """No message has this tag."""


class BadField(Refusal):
    """A field is missing, surplus, of another type, or out of its bounds."""


class BadKey(Refusal):
    """Not a public key that every library accepts."""


class BadSignature(Refusal):
    """The signature is not the key's, or not in the one strict form."""


class WrongTable(Refusal):
    """The message belongs to another table."""


class UnknownSeat(Refusal):
    """The table has no such seat."""


class BadGenesis(Refusal):
    """The proposed table cannot exist."""


class Gap(Refusal):
    """A message came before its predecessor."""


class Ahead(Refusal):
    """A message of a step that we cannot judge yet; it may come again later."""


class BadProof(Refusal):
    """The evidence does not show the fault that it is said to show."""


class BadHello(Refusal):
    """The hello is not signed for this very connection."""


class NotOnRoster(Refusal):
    """The key has no seat here."""


class WrongCode(Refusal):
    """The other side does not know the invite code."""


class Unexpected(Refusal):
    """A message that does not belong at this point of the conversation."""


class Flood(Refusal):
    """More bytes or messages than an honest peer ever sends."""


class TableFull(Refusal):
    """Every seat is taken."""


class TableStarted(Refusal):
    """The game has begun without you."""


class NameTaken(Refusal):
    """Somebody sits here under that name, or it cannot be read as one."""


class BrokenTranscript(Refusal):
    """The file is not a transcript, or is damaged before its last record."""


class WrongLength(Refusal):
    """Something said of cards has not the bytes that the cards ask for."""


class BadElement(Refusal):
    """Not an element of the cards' group in its one form."""


class BadScalar(Refusal):
    """Not a number below the order of the cards' group."""


class FalseKey(Refusal):
    """Nobody shows that they know the secret of a key for cards."""


class FalseShare(Refusal):
    """Not what a key takes off a card."""


class FalseMix(Refusal):
    """Not the same cards in another order."""


class FalseSeal(Refusal):
    """Not the same card under another cover."""


class FalsePower(Refusal):
    """Not one number that raised all cards."""


class Fault(ProtocolError):
    """A signed message shows that its author broke the protocol.

    Carries what a third person needs to see it: the wire forms of the messages,
    and the bytes of the state where the rules must be asked.
    """

    def __init__(
        self, detail: str, *, seat: int, number: int, evidence: tuple[bytes, ...] = (), state: bytes = b""
    ) -> None:
        super().__init__(detail)
        self.seat = seat
        self.number = number
        self.evidence = evidence
        self.state = state


class Malformed(Fault):
    """Signed bytes that are no message of this protocol."""


class Equivocation(Fault):
    """Two different messages carry the same number."""


class BrokenChain(Fault):
    """A message does not name the author's message before it."""


class WrongStep(Fault):
    """A message goes back to an earlier step, or leaves a step out."""


class Repeated(Fault):
    """A message says again what may be said once in a step."""


class Disorder(Fault):
    """A message skips its own author's commit or lock, or begins a chain that has begun."""


class Contradiction(Fault):
    """A vote that cannot be meant together with the author's earlier one."""


class FalseLock(Fault):
    """A lock names something other than its author's own choice."""


class FalseOpening(Fault):
    """A reveal does not open the author's commitment."""


class OutOfTurn(Fault):
    """A choice that the step does not ask of this seat."""


class IllegalDecision(Fault):
    """A choice that the rules refuse in the state that its author signed."""


class WrongPast(Fault):
    """A message builds on another past than its author's own lock."""


class WrongState(Fault):
    """A message claims a state that the rules do not reach."""


FAULTS: dict[str, type[Fault]] = {
    kind.__name__: kind
    for kind in (
        Malformed,
        Equivocation,
        BrokenChain,
        WrongStep,
        Repeated,
        Disorder,
        Contradiction,
        FalseLock,
        FalseOpening,
        OutOfTurn,
        IllegalDecision,
        WrongPast,
        WrongState,
    )
}
"""Every provable fault by the name that a proof carries."""
