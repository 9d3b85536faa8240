"""Tables with masked cards, seen by somebody who knows every secret, and the same games dealt plainly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, cast

from p2p_heroes.games.game import AnyGame, Event, Setup, Step
from p2p_heroes.games.kit.cards.dealt import Dealt
from p2p_heroes.games.kit.cards.needs import (
    JOINT,
    CardNeed,
    Gather,
    Mix,
    is_card_need,
    is_met,
)
from p2p_heroes.games.kit.cards.plain import PlainDealer
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.trinkets import TRINKETS
from p2p_heroes.node.cards.dealer import MaskedDealer, PlayedDecision
from p2p_heroes.node.cards.masked import Masked
from p2p_heroes.node.table import GameRules, Position
from p2p_heroes.tabletest.entropy import noise, seed_of
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.canonical import Value
from protocol.cards.card import bare
from protocol.cards.group import SIZE, times
from protocol.cards.keys import CardKey
from protocol.errors import IllegalDecision
from protocol.events import Finished, Proved, Rebuilt, Settled
from protocol.faults import Proof, check
from tests.support.cheats import wait_out


def magpies_at(seats: int, *, seed: int = 0, rounds: int = 1, game: AnyGame = MAGPIES) -> SessionTable:
    """A table that has begun."""
    return SessionTable(seats, seed=seed, rounds=rounds, game=game).begin()


def dealer_of(mesh: SessionTable) -> MaskedDealer[Any, Any]:
    dealer = mesh.rules.game
    assert isinstance(dealer, MaskedDealer)
    return dealer


def state_of(mesh: SessionTable, seat: int) -> Masked[Any]:
    """Where the game stands for a seat."""
    state = mesh.sessions[seat].play.state.state
    assert isinstance(state, Masked)
    return state


def need_of(mesh: SessionTable, seat: int) -> object:
    """What the game asks for, whether of seats or of the dealer."""
    return dealer_of(mesh).rules.pending(state_of(mesh, seat).game)


def faces_of(dealer: MaskedDealer[Any, Any], state: Masked[Any]) -> dict[int, int]:
    """The face of every card, for whoever has all secrets."""
    numbers = dealer.family.numbers()
    keys = {seat: CardKey.from_seed(seed_of(dealer.table, seat)) for seat in state.present}
    faces = {}
    for card in state.cards:
        owners = keys if card.holder == JOINT else [card.holder]
        secrets = [CardKey.from_seed(seed_of(dealer.table, seat)).number for seat in owners]
        shares = [times(card.card[:SIZE], secret) for secret in secrets]
        # Of a joint card that a seat had a part in that has left nobody can read anything.
        faces[card.handle] = numbers.get(bare(card.card, shares), -1)
    return faces


def settled(mesh: SessionTable, seat: int) -> list[Settled]:
    """The steps that count, as a seat has seen them."""
    kept: list[Settled] = []
    for event in mesh.events[seat]:
        if isinstance(event, Rebuilt):
            kept.clear()
        elif isinstance(event, Settled):
            kept.append(event)
    return kept


class StepByStep(PlainDealer[Any, Any]):
    """Meets one need at a time, also those that need no luck."""

    def _until_asked(self, state: Dealt[Any], events: tuple[Event, ...]) -> Step[Dealt[Any]]:
        return Step(state, events)

    def meet(self, state: Dealt[Any], luck: tuple[int, ...]) -> Dealt[Any]:
        need = cast(CardNeed, self.rules.pending(state.game))
        return self._met(state, need, luck)[0]


class Oracle:
    """The game of a masked table, played by a dealer who knows every card and is given the same orders."""

    def __init__(self, mesh: SessionTable) -> None:
        self._masked = dealer_of(mesh)
        self._plain = StepByStep(self._masked.rules)
        self.state = self._plain.initial(_setup(mesh))

    def follow(self, before: Masked[Any], step: Settled) -> None:
        """One more step of the masked table has been settled."""
        after = cast("Masked[Any]", cast(Any, step.after).state)
        if self._masked.operation(before) is None:
            self.state = self._plain.apply(self.state, _decisions(self._masked, step.answers)).state
        while self.encoded(self.state.game) != self.encoded(after.game):
            gone = [seat for seat in after.gone if seat not in self.state.gone]
            if gone:
                self.state = self._plain.lose(self.state, gone[0]).state
            else:
                self.state = self._plain.meet(self.state, self._luck(after))
        mine = {card.handle: (card.holder, card.face) for card in self.state.cards}
        faces = faces_of(self._masked, after)
        holders = after.holders()
        unread = {handle for handle in faces if holders[handle] not in (JOINT, *after.present)}
        joint_is_lost = bool(after.untold)
        for handle, (holder, face) in mine.items():
            assert holders[handle] == holder
            lost = handle in unread or (holder == JOINT and joint_is_lost)
            assert lost or faces[handle] == face
        assert mine.keys() == faces.keys()

    def encoded(self, game: Any) -> Any:
        return self._masked.rules.encode_state(game)

    def _luck(self, after: Masked[Any]) -> tuple[int, ...]:
        """The numbers with which a plain dealer comes to the order that the seats have come to."""
        need = self._plain.rules.pending(self.state.game)
        assert is_card_need(need)
        faces = faces_of(self._masked, after)
        known = {card.handle: card.face for card in self.state.cards}
        following = self.state.following
        match need:
            case Mix(piles) if not is_met(need):
                luck: list[int] = []
                for pile in piles:
                    before = [*(known[handle] for handle in pile.handles), *pile.faces]
                    places = range(following, following + len(before))
                    luck += _drawn(before, [faces[handle] for handle in places])
                    following += len(before)
                return tuple(luck)
            case Gather(wanted):
                deck = [face for face in wanted if face not in known.values()]
                return tuple(_drawn(deck, [faces[following + place] for place in range(len(deck))]))
        return ()


def _drawn(before: list[int], after: list[int]) -> Iterable[int]:
    """What has to be drawn so that a pile comes to another order."""
    assert sorted(before) == sorted(after)
    order, luck = list(before), []
    for place in range(len(order) - 1, 0, -1):
        other = order.index(after[place], 0, place + 1)
        luck.append(other)
        order[place], order[other] = order[other], order[place]
    return luck


def _decisions(dealer: MaskedDealer[Any, Any], answers: Any) -> Any:
    if not isinstance(answers, Mapping):
        return answers
    said = {seat: dealer.decode_decision(value) for seat, value in answers.items()}
    return {seat: one.decision for seat, one in said.items() if isinstance(one, PlayedDecision)}


def _setup(mesh: SessionTable) -> Setup:
    return Setup(tuple(seat.choice for seat in mesh.genesis.seats), mesh.genesis.options)


def check_oracle(mesh: SessionTable, seat: int) -> Oracle:
    """Every state that a seat has come to is that of the plain dealer."""
    oracle = Oracle(mesh)
    before = dealer_of(mesh).initial(_setup(mesh))
    for step in settled(mesh, seat):
        oracle.follow(before, step)
        before = cast(Any, step.after).state
    return oracle


def until(mesh: SessionTable, is_there: Callable[[Masked[Any]], bool], *, seat: int = 0) -> SessionTable:
    """Play until a seat has come to such a state."""
    mesh.deliver_all()
    while not is_there(state_of(mesh, seat)):
        assert mesh.choose_somewhere(), "the game is over"
        mesh.deliver_all()
    return mesh


def asks(mesh: SessionTable, kind: type, stage: int = 0) -> Callable[[Masked[Any]], bool]:
    """Whether the dealer is asked for such a thing, and has come so far with it."""
    rules = dealer_of(mesh).rules
    return lambda state: (
        bool(state.keys) and isinstance(rules.pending(state.game), kind) and state.stage == stage
    )


def leave(mesh: SessionTable, leaver: int) -> SessionTable:
    """A seat falls silent; the others vote and go on to the end."""
    mesh.dead.add(leaver)
    return wait_out(mesh)


def check_whole(mesh: SessionTable, guilty: Collection[int] = ()) -> None:
    """All who stayed have come to one end, nobody else is blamed, and every trinket was there once always."""
    [first, *others] = mesh.alive()
    play = mesh.sessions[first].play
    assert isinstance(play.outcome, Finished)
    assert all(mesh.sessions[seat].play.ground == play.ground for seat in others)
    assert all(mesh.sessions[seat].proofs.keys() == set(guilty) for seat in mesh.alive())
    check_oracle(mesh, first)
    for step in settled(mesh, first):
        _check_trinkets(mesh, cast(Any, step.after).state)


def _check_trinkets(mesh: SessionTable, state: Masked[Any]) -> None:
    game = state.game
    # Between a leave and its gathering some are nowhere.
    if not game.tree or state.untold:
        return
    faces = faces_of(dealer_of(mesh), state)
    hidden = [*game.tree, *game.buried, *(card for claws in game.claws for card in claws)]
    lying = [*game.open, *(() if game.prize is None else (game.prize,))]
    assert sorted([*(faces[handle] for handle in hidden), *lying]) == list(TRINKETS)


class Unchecked(GameRules):
    """Rules by which a seat may say anything: its own program does not stop it."""

    def refusal(self, position: Position, seat: int, value: Value) -> str | None:
        return None


def lie(mesh: SessionTable, liar: int, value: Value) -> set[str]:
    """A seat says what its own rules would have refused; why the others convict it, each with a proof."""
    session = mesh.sessions[liar]
    session.rules = session.play.rules = Unchecked(mesh.rules.game)
    mesh.absorb(liar, session.choose(liar, value, noise("salt", liar)))
    return convictions(mesh, liar)


def convictions(mesh: SessionTable, liar: int) -> set[str]:
    """Why the others convict a seat; every proof holds for a stranger who was not there."""
    mesh.deliver_all()
    reasons = set()
    for seat in sorted(set(mesh.sessions) - {liar}):
        [proved] = [event for event in mesh.events[seat] if isinstance(event, Proved)]
        assert (proved.proof.seat, proved.proof.fault) == (liar, IllegalDecision.__name__)
        stranger = GameRules(MaskedDealer(dealer_of(mesh).rules, mesh.genesis.table))
        assert check(Proof.read(proved.proof.encode()), mesh.genesis, stranger) > 0
        reasons.add(proved.detail)
    return reasons - {"shown by another seat"}
