"""Before there is a table: who sits, what is chosen, and the founding (protocol.md §9.3).

The host keeps the list and proposes the genesis; it can found nothing that a
guest has not agreed to. Each seat's nonce stays behind a pledge until the draft
is fixed for all, so nobody can steer the table id or the words that come from it.

    guest: Sit, Ready ->   <- Seats ...   <- Propose   Nonce ->   <- Found
"""

from types import MappingProxyType

from .errors import BadGenesis, NameTaken, NotDue, TableFull, TableStarted, Unexpected
from .frozen import Frozen, replace
from .genesis import Genesis, Seat, is_choice, is_seat_name
from .hashing import DIGEST_SIZE, digest
from .peer_messages import Found, LobbySeat, Nonce, Propose, Ready, Seats, Sit


def pledge(nonce: bytes) -> bytes:
    """What is shown of a nonce before it is."""
    return digest("pledge", nonce)


class Terms(Frozen):
    """What will be played."""

    game: str
    rules_version: int
    options: MappingProxyType[str, int]
    patience: int
    wanted: int
    half: bool = False


class Sitter(Frozen):
    """One who sits in the lobby, as the host knows it."""

    key: bytes
    name: str
    choice: str = ""
    pledge: bytes | None = None
    nonce: bytes | None = None

    def place(self) -> LobbySeat:
        return LobbySeat(self.key, self.name, self.choice, self.pledge is not None)


class HostLobby:
    """The host's list. The host itself sits in it like everybody else."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.sitters: dict[bytes, Sitter] = {}
        self._draft: Genesis | None = None
        self._founded = False

    def sit(self, key: bytes, wish: Sit) -> None:
        """Give a seat, or take a sitter back to its own. Raises TableFull, TableStarted or NameTaken.

        Who sits already comes on a new connection, and what it pledged on the old one went with it: a
        founding that was under way is off.
        """
        if self._founded or (self._draft is not None and key not in self.sitters):
            raise TableStarted("the table is being founded")
        others = [sitter for sitter in self.sitters.values() if sitter.key != key]
        if len(others) >= self.terms.wanted:
            raise TableFull(f"all {self.terms.wanted} seats are taken")
        if not is_seat_name(wish.name) or any(sitter.name == wish.name for sitter in others):
            raise NameTaken("that name cannot be used here")
        self._call_off()
        self.sitters[key] = Sitter(key, wish.name)

    def lose(self, key: bytes) -> None:
        """A sitter's connection broke: it still sits, but is not ready; a founding under way is off.

        At a founded table nothing changes.
        """
        if key in self.sitters and not self._founded:
            self._call_off()
            self.sitters[key] = replace(self.sitters[key], pledge=None)

    def leave(self, key: bytes) -> None:
        """A seat becomes free; a founding that was under way is off. At a founded table nothing changes."""
        if key in self.sitters and not self._founded:
            del self.sitters[key]
            self._call_off()

    def ready(self, key: bytes, news: Ready) -> None:
        """A sitter chooses, and is ready or not; a founding that was under way is off. Raises Unexpected.

        Once the table is founded it comes too late and changes nothing.
        """
        if key not in self.sitters:
            raise Unexpected("ready without a seat")
        if not self._founded:
            self._call_off()
            pledged = news.pledge if news.ready else None
            self.sitters[key] = replace(self.sitters[key], choice=news.choice, pledge=pledged)

    def _call_off(self) -> None:
        """Begin the founding anew, with new pledges: nonces of the old ones may have been shown already."""
        if self._draft is not None:
            self._draft = None
            self.sitters = {k: replace(s, pledge=None, nonce=None) for k, s in self.sitters.items()}

    def notice(self) -> Seats:
        """What everybody in the lobby may know."""
        terms = self.terms
        places = tuple(sitter.place() for sitter in self.sitters.values())
        options = tuple(sorted(terms.options.items()))
        return Seats(
            terms.game, terms.rules_version, options, terms.patience, terms.wanted, places, terms.half
        )

    @property
    def is_complete(self) -> bool:
        """Whether every seat is taken by somebody who is ready."""
        sitters = self.sitters.values()
        return len(sitters) == self.terms.wanted and all(sitter.pledge is not None for sitter in sitters)

    def propose(self) -> Propose:
        """Fix everything but the nonces. Raises NotDue, or BadGenesis for a table that cannot be."""
        if not self.is_complete or self._draft is not None:
            raise NotDue("not everybody is ready")
        seats = [Seat(s.key, s.name, s.choice, s.pledge or b"") for s in self.sitters.values()]
        self._draft = Genesis.read(self._genesis(seats).encoded)
        return Propose(self._draft.encoded)

    def nonce(self, key: bytes, shown: Nonce) -> Found | None:
        """A sitter shows its nonce; the founding, once all have. Raises Unexpected if it is another one.

        One that comes after its founding was called off changes nothing: its sender could not know.
        """
        sitter = self.sitters.get(key)
        if sitter is None or self._founded:
            raise Unexpected("a nonce for nothing")
        if self._draft is None:
            return None
        if pledge(shown.nonce) != sitter.pledge:
            raise Unexpected("not the nonce that was pledged")
        self.sitters[key] = replace(sitter, nonce=shown.nonce)
        return self._found()

    def _found(self) -> Found | None:
        sitters = self.sitters.values()
        seats = [Seat(s.key, s.name, s.choice, s.nonce) for s in sitters if s.nonce is not None]
        self._founded = len(seats) == len(sitters)
        return Found(self._genesis(seats).encoded) if self._founded else None

    def _genesis(self, seats: list[Seat]) -> Genesis:
        terms = self.terms
        return Genesis(
            terms.game, terms.rules_version, terms.options, terms.patience, tuple(seats), terms.half
        )


class GuestLobby:
    """A guest's check on what the host founds."""

    def __init__(self, key: bytes, name: str) -> None:
        self.key = key
        self.name = name
        self.notice: Seats | None = None
        self._choice = ""
        self._nonce: bytes | None = None
        self._draft: Genesis | None = None

    def hear(self, notice: Seats) -> None:
        """The host's list. A founding that was under way is off."""
        self.notice = notice
        self._draft = None

    def ready(self, choice: str, nonce: bytes) -> Ready:
        """Say that we are ready, with a nonce that was never shown before."""
        assert is_choice(choice)
        self._choice, self._nonce = choice, nonce
        return Ready(choice, ready=True, pledge=pledge(nonce))

    def unready(self) -> Ready:
        """Take it back."""
        self._nonce = None
        return Ready(self._choice, ready=False, pledge=bytes(DIGEST_SIZE))

    def agree(self, proposal: Propose) -> Nonce:
        """Show our nonce if the draft is what we said and saw.

        Raises:
            Unexpected: it does not rest on our present pledge. It may have crossed with our own news,
                so it is ignored, and the host's next list answers.
            BadGenesis: it does, and is still not what the lobby showed.
        """
        if self._nonce is None or self.notice is None:
            raise Unexpected("a proposal that we are not ready for")
        draft = Genesis.read(proposal.draft)
        if all(seat.nonce != pledge(self._nonce) for seat in draft.seats):
            raise Unexpected("a proposal without our present pledge")
        ours = Seat(self.key, self.name, self._choice, pledge(self._nonce))
        if ours not in draft.seats or _terms(draft) != _noticed(self.notice):
            raise BadGenesis("the proposal is not what the lobby showed")
        self._draft = draft
        nonce, self._nonce = self._nonce, None
        return Nonce(nonce)

    def found(self, founding: Found) -> Genesis:
        """The genesis, if it is the draft with every pledge redeemed. Raises BadGenesis or Unexpected."""
        if self._draft is None:
            raise Unexpected("a founding without a proposal")
        genesis = Genesis.read(founding.genesis)
        redeemed = tuple(replace(seat, nonce=pledge(seat.nonce)) for seat in genesis.seats)
        if replace(genesis, seats=redeemed).encoded != self._draft.encoded:
            raise BadGenesis("the founding is not what was proposed")
        return genesis


def _terms(draft: Genesis) -> tuple[object, ...]:
    roster = tuple((seat.key, seat.name, seat.choice) for seat in draft.seats)
    options = tuple(sorted(draft.options.items()))
    return draft.game, draft.rules_version, options, draft.patience, draft.half, len(roster), roster


def _noticed(notice: Seats) -> tuple[object, ...]:
    roster = tuple((place.key, place.name, place.choice) for place in notice.places)
    terms = (notice.game, notice.rules_version, notice.options, notice.patience, notice.half)
    return *terms, notice.wanted, roster
