"""One node at one table: session, record, connections and players, until the table ends.

The session decides what is said, and `node_logic` what is done with it; this file only carries it
out: what others have said to whoever lacks it, bytes to disk, then peer messages to the others, then news
to whoever watches. All changes to the session happen in this one thread, between two awaits, so nobody
ever sees a table half changed.
"""

import contextlib
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import trio

from p2p_heroes.node.acts import Acts
from p2p_heroes.node.chat_file import Talk
from p2p_heroes.node.connector import Connector, Visitor
from p2p_heroes.node.mesh import FIRST_RETRY_SECONDS, Mesh
from p2p_heroes.node.news import (
    News,
    Refusals,
    Reprieve,
    ReprieveOver,
    Spoke,
    TableSummary,
    Unanswered,
    is_check,
)
from p2p_heroes.node.node_logic import BEAT_SECONDS, NodeLogic
from p2p_heroes.node.peer import Peer, PeerGone
from p2p_heroes.node.player import Question, SeatPlayer
from p2p_heroes.node.seat_addresses import Place
from p2p_heroes.node.store import Store
from p2p_heroes.node.table import GameRules, Position, WhyNot
from protocol.canonical import Value
from protocol.events import Claimed, Finished
from protocol.frozen import Frozen
from protocol.genesis import Genesis
from protocol.peer_messages import Addresses, Chat, PeerMessage, Refuse
from protocol.play import Ground
from protocol.rules import AskChance
from protocol.session import Session, Waiting

LOSS_SECONDS = 0.2
"""How soon all are told again that a connection has ended: several often end together."""

WATCHER_SECONDS = 10
"""How long somebody who is out of the game stays after its end, so that the others learn of it."""


class NeverBegan(Exception):
    """Not everybody sat down, so there is no game."""


class LeftAlone(Exception):
    """Our seat is out of the game, or the other one has ended it for itself; and nobody is there any more."""


class _OpenQuestion(Frozen):
    """What a player was asked last: on which ground, and how to make it stop thinking."""

    ground: Ground
    scope: trio.CancelScope


class Node:
    """One player's program at one table."""

    def __init__(
        self,
        session: Session[Position],
        rules: GameRules,
        store: Store,
        connector: Connector,
        players: Mapping[int, SeatPlayer],
        *,
        port: int,
        addresses: Mapping[int, tuple[str, int]],
        news: trio.MemorySendChannel[News],
        talk: Talk | None = None,
        remember: Callable[[Mapping[int, Place]], None] = lambda places: None,
        seeds: Mapping[int, bytes] = MappingProxyType({}),
        clock: Callable[[], float] = trio.current_time,
        draw: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self.session = session
        self.rules = rules
        self.store = store
        self.players = players
        self._keepers = {seat: rules.keeper(seat, seeds.get(seat, b"")) for seat in session.keys}
        self.mesh = Mesh(
            connector, session.genesis, session.keys, port=port, addresses=addresses, tell=self._tell
        )
        self._clock = clock
        self._draw = draw
        # By the wall's clock, so that it is higher after every start.
        self.logic = NodeLogic(session, clock(), time.time_ns() // 10**6)
        self.tells_checks = True
        """Whether whoever watches wants to know of every message; a bot's owner, say, has no use for that."""
        self._news = news
        self._talk = talk
        self._remember = remember
        self._begun = trio.Event()
        self._bell = trio.Event()
        self._looks: object = None
        self._asked: dict[int, _OpenQuestion] = {}
        self._refused: dict[str, int] = {}

    @property
    def table(self) -> bytes:
        return self.session.genesis.table

    async def run(self) -> Finished | Claimed:
        """Play until the table has ended and everybody who is here knows it.

        Raises NeverBegan or LeftAlone.
        """
        async with trio.open_nursery() as nursery:
            self._start(nursery)
            if await self._until_begun():
                await self._until_over()
            await self.mesh.farewell()
            nursery.cancel_scope.cancel()
        outcome = self.session.play.outcome
        if outcome is not None:
            return outcome
        if self.session.play.step > 0:
            raise LeftAlone("nobody is there any more")
        raise NeverBegan("not everybody sat down")

    def _start(self, nursery: trio.Nursery) -> None:
        for seat in self.mesh.others:
            nursery.start_soon(self.mesh.stay_linked, seat, self._greeting, self._hear)
        nursery.start_soon(self.mesh.call_anybody, self._greeting, self._hear)
        for seat, player in self.players.items():
            nursery.start_soon(self._play, seat, player)
        nursery.start_soon(self._beat)
        nursery.start_soon(self._tell_losses)
        self.do(self.logic.begin(self._clock()))

    async def visit(self, visitor: Visitor) -> None:
        """A seat has connected to us."""
        await self.mesh.hold(visitor.peer, self._greeting, self._hear)

    def forfeit(self, seats: list[int]) -> None:
        """Ask to go on without these seats. Raises NotDue if the table does not wait for them.

        It is signed when the table's patience with them is over, unless they go on or are spared before.
        """
        self.do(self.logic.forfeit(seats, self._clock()))

    def spare(self, seats: list[int]) -> None:
        """Sign nothing against these seats in this step after all."""
        self.logic.spare(seats)

    def may_spare(self, seat: int) -> bool:
        """Whether we asked to go on without a seat, and can still take it back."""
        return self.logic.may_spare(seat)

    def ends_without(self, seat: int) -> bool:
        """Whether the table would end without this seat and those that we named before."""
        return self.logic.ends_without(seat)

    def waits(self) -> dict[int, int]:
        """The other seats that the table waits for, each for how many seconds."""
        return self.logic.waits(self._clock())

    def awaited(self) -> tuple[Waiting, ...]:
        """Who owes the table something."""
        return self.logic.awaited()

    def unanswered(self) -> Unanswered | None:
        """Who has not answered whether to go on without somebody, if we asked for that."""
        return self.logic.unanswered(self._clock())

    def named(self) -> set[int]:
        """Whom we have asked to go on without in this step."""
        return self.logic.named()

    def asked_by(self, seat: int) -> tuple[int, ...]:
        """Who asks to go on without a seat."""
        return self.logic.asked_by(seat)

    def suggest(self, place: Place) -> None:
        """Somebody of the table may be there."""
        self.mesh.suggest_anybody(place)

    def hears(self, seat: int) -> bool:
        """Whether there is a way to a seat, directly or through others."""
        return seat in self.mesh.peers or seat in self.logic.contact.through()

    def resign(self) -> None:
        """Give up our seats, for good. Raises NotDue where there is nothing to give up."""
        for seat in self.session.keys:
            self.do(self.logic.resign(seat, self._clock()))

    # What a screen goes by; it reads no further than this.

    @property
    def genesis(self) -> Genesis:
        return self.session.genesis

    @property
    def own(self) -> int:
        """Our seat; of several the first."""
        return min(self.session.keys)

    @property
    def path(self) -> Path:
        """Where our record is."""
        return self.store.path

    @property
    def unlinked(self) -> list[int]:
        """The seats that are not connected to us now."""
        return [seat for seat in self.mesh.others if seat not in self.mesh.peers]

    @property
    def step(self) -> int:
        return self.session.play.step

    @property
    def outcome(self) -> Finished | Claimed | None:
        return self.session.play.outcome

    @property
    def is_asked(self) -> bool:
        """Whether a decision of ours is due."""
        return bool(self.session.duties())

    @property
    def present(self) -> list[int]:
        """The seats that count in this step; none where no step runs."""
        exchange = self.session.play.exchange
        return sorted(exchange.present) if exchange is not None else []

    def is_playing(self, seat: int) -> bool:
        """Whether a seat is in the game: it has not resigned, was not caught and not voted out."""
        return self.session.is_playing(seat)

    def view(self) -> object:
        """The game as our seat sees it; while a sealed step runs, as it was before."""
        return self.seen(self.session.play.state)

    def seen(self, position: Position) -> object:
        """A position of the game as our seat sees it, at any time."""
        return self._keepers[self.own].view(position.state)

    def refusal(self, decision: object) -> WhyNot:
        """Why the rules refuse a decision of ours now."""
        return self._keepers[self.own].refusal(self.session.play.state.state, decision)

    def summary(self) -> TableSummary:
        play = self.session.play
        return TableSummary(
            self.table,
            self.genesis.game,
            tuple(seat.name for seat in self.genesis.seats),
            play.step,
            play.ground.state,
            self.rules.places(play.state),
            tuple((seat, proof.fault) for seat, proof in sorted(self.session.proofs.items())),
            self.view(),
        )

    @property
    def is_watching(self) -> bool:
        """Whether no seat of ours is in the game any more: it resigned, was caught or was voted out."""
        exchange = self.session.play.exchange
        return exchange is not None and not any(map(self.session.is_playing, self.session.keys))

    @property
    def is_finding_back(self) -> bool:
        """Whether we have come back to a table and do not know yet what happened at it meanwhile."""
        return self.session.quiet

    @property
    def has_left(self) -> bool:
        """Whether we have said farewell to the others."""
        return self.mesh.has_parted

    def say(self, text: str) -> None:
        """Something for the people at the table who are connected; `is_chat` says what can be said."""
        self.mesh.post([Chat(text)])
        self._tell(Spoke(self.own, text))

    def hush(self) -> None:
        """There will be no more news."""
        self._news.close()

    # Outwards.

    def do(self, acts: Acts, peer: Peer | None = None) -> None:
        """Pass on, write, then send, then tell. The peer is the one who spoke, if somebody did."""
        for seat, peer_message in acts.forwarded:
            if (reader := self.mesh.peers.get(seat)) is not None:
                reader.post([peer_message])
        if acts.records or acts.sync:
            self.store.append(acts.records, sync=acts.sync)
        if (acts.peer_messages or acts.replies) and not acts.sync:
            self.store.flush()
        if acts.peer_messages:
            self.mesh.post(acts.peer_messages)
        if acts.replies and peer is not None:
            peer.post(acts.replies)
        for item in acts.news:
            if self.tells_checks or not is_check(item):
                self._tell(item)
        if acts.changed:
            self._ring()

    def _greeting(self) -> list[PeerMessage]:
        """To whoever connects; it says what we hold, so that is written first."""
        self.store.flush()
        return self.logic.greeting()

    def _ring(self) -> None:
        """Wake whoever waits for a change of the table; most messages bring none that anybody waits for."""
        play = self.session.play
        duties = self.session.duties()
        looks = (play.ground, play.outcome, duties)
        if looks != self._looks:
            self._looks = looks
            for seat, asked in self._asked.items():
                if not self._is_due(seat, asked):
                    asked.scope.cancel()
            if play.step > 0:
                self._begun.set()
            if duties or play.outcome is not None:
                self._bell.set()
                self._bell = trio.Event()

    def _tell(self, news: News) -> None:
        if self._talk is not None and isinstance(news, Spoke):
            self._talk.add(self.session.play.step, news)
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # nobody watches
            self._news.send_nowait(news)

    # Our own seats.

    async def _play(self, seat: int, player: SeatPlayer) -> None:
        while True:
            if seat in self.session.duties():
                await self._choose(seat, player)
            else:
                await self._bell.wait()

    async def _choose(self, seat: int, player: SeatPlayer) -> None:
        play = self.session.play
        assert play.exchange is not None
        if isinstance(play.exchange.need, AskChance):
            self.decide(seat, self._draw())
            return
        keeper, state = self._keepers[seat], play.state.state
        duty = keeper.duty(state)
        if duty is not None:
            self.decide(seat, duty())
            return
        decision = await self._ask(player, keeper.question(state), seat)
        if decision is not None:
            self.decide(seat, keeper.value(state, decision))

    def decide(self, seat: int, value: Value) -> None:
        """Decide for a seat of ours. Raises NotDue or BadDecision."""
        self.do(self.logic.choose(seat, value, self._draw(), self._clock()))

    async def _ask(self, player: SeatPlayer, question: Question, seat: int) -> object | None:
        """The player's decision, or None if the table went on without it."""
        decision: object | None = None
        with trio.CancelScope() as scope:
            asked = self._asked[seat] = _OpenQuestion(self.session.play.ground, scope)
            decision = await player.decide(*question)
        del self._asked[seat]
        return decision if self._is_due(seat, asked) else None

    def _is_due(self, seat: int, asked: _OpenQuestion) -> bool:
        return self.session.play.ground == asked.ground and seat in self.session.duties()

    # Inwards.

    def _hear(self, seat: int, peer: Peer, peer_message: PeerMessage) -> None:
        match peer_message:
            case Refuse(reason):
                raise PeerGone(reason)
            case Addresses(known):
                self.mesh.learn(seat, peer, known)
        self.do(self.logic.hear(seat, peer, peer_message, self._clock()), peer)

    # Time.

    async def _beat(self) -> None:
        while True:
            await trio.sleep(BEAT_SECONDS)
            await self.mesh.drop_silent()
            if self.mesh.tell_places():
                self._remember(self.mesh.places.best())
            patient = any(player.is_patient for player in self.players.values())
            self.do(self.logic.beat(self._clock(), self.mesh.peers, patient=patient))
            self._tell_refusals()

    async def _tell_losses(self) -> None:
        """Who has lost a connection waits for no beat until others pass on what it lacks."""
        while True:
            await self.mesh.until_lost()
            self.do(self.logic.unlink(self.mesh.peers))
            await trio.sleep(LOSS_SECONDS)

    def note_told(self, refused: Mapping[str, int]) -> None:
        """So many of a kind were told in the lobby, and need not be told again."""
        self._refused = dict(refused)

    def _tell_refusals(self) -> None:
        for name, count in sorted(self.mesh.connector.refused.items()):
            if self._refused.get(name) != count:
                self._tell(Refusals(name, count))
        self._refused = dict(self.mesh.connector.refused)

    # The end.

    async def _until_begun(self) -> bool:
        """Whether everybody has sat down before the table's patience was over."""
        while self.session.play.step == 0 and not self.logic.is_in_vain(self._clock()):
            with trio.move_on_after(BEAT_SECONDS):
                await self._begun.wait()
        return self.session.play.step > 0

    async def _until_over(self) -> None:
        """Play to the end and wait until the others know it; a claim may be taken back meanwhile."""
        while True:
            while self.session.play.outcome is None:
                if (self.is_watching or self.session.claimants()) and self.logic.is_deserted(self._clock()):
                    return
                with trio.move_on_after(BEAT_SECONDS):
                    await self._bell.wait()
            await self._linger()
            if self.session.play.outcome is not None:
                return

    async def _linger(self) -> None:
        """Stay until all who are in the game hold what we hold, or have been away for too long."""
        if isinstance(self.session.play.outcome, Claimed):
            await self._wait_for_the_others()
        pause = FIRST_RETRY_SECONDS
        patience = self.session.genesis.patience
        # Nobody waits for what a watcher holds; it only passes on.
        with trio.move_on_after(min(patience, WATCHER_SECONDS) if self.is_watching else patience):
            while self.session.play.outcome is not None and not self.logic.is_known_to_all():
                self.do(Acts(peer_messages=(self.logic.have(),)))
                await trio.sleep(pause)
                pause = min(2 * pause, BEAT_SECONDS)
        self.do(Acts(peer_messages=(self.logic.have(),)))

    async def _wait_for_the_others(self) -> None:
        """A claim waits for those who were missing: once more for the patience, and while they are there."""
        until = self._clock() + self.session.genesis.patience
        while isinstance(self.session.play.outcome, Claimed) and (missed := self.logic.missed()):
            now = self._clock()
            if now >= until and self.logic.is_deserted(now):
                break
            if self.is_watching and self.logic.is_closed(now):
                break
            if not self.is_watching:
                self._tell(Reprieve(tuple(missed), max(0, round(until - now))))
            await trio.sleep(BEAT_SECONDS)
        self._tell(ReprieveOver(isinstance(self.session.play.outcome, Claimed)))
