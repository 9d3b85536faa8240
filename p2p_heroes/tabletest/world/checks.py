"""What must hold after every run, whatever happened: the promises of docs/threats.md, one function each.

Each takes a world that has come to its end and yields a sentence for every breach.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited
from p2p_heroes.node.replay import read_replay
from p2p_heroes.node.table import Position
from p2p_heroes.tabletest.attacks import ATTACKS, AttackOutcome, Liar
from p2p_heroes.tabletest.world.network_faults import CALM
from p2p_heroes.tabletest.world.observer import Observer
from p2p_heroes.tabletest.world.played_table import AnyTable
from protocol.envelope import open_envelope
from protocol.errors import BadProof, Refusal
from protocol.events import Finished
from protocol.faults import check
from protocol.genesis import Genesis
from protocol.messages import Commit, Decide, Lock, Reveal


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise that was broken: which, and how it shows."""

    check: str
    text: str


def breaches(world: AnyTable) -> list[Breach]:
    """Every breach of every promise."""
    return [Breach(name, text) for name, find in CHECKS.items() for text in find(world)]


def find_disagreement(world: AnyTable) -> Iterator[str]:
    """Honest seats hold the same state at every step that they have settled, and one result."""
    stories = [_story(world, machine) for machine in world.honest]
    for step in sorted({step for story in stories for step in story}):
        held = {story[step].hex()[:16] for story in stories if step in story}
        if len(held) > 1:
            yield f"at step {step} there are the states {', '.join(sorted(held))}"
    results = {machine.outcome for machine in world.honest if isinstance(machine.outcome, Finished)}
    if len(results) > 1:
        yield f"{len(results)} different results"


def _story(world: AnyTable, machine: Observer) -> dict[int, bytes]:
    """Its states; of one that was voted out and has not heard of it, those up to there."""
    if machine.is_voted_out:
        return machine.states
    plays = [other.session.play for other in world.honest if other is not machine]
    cut = [n for play in plays for n, settled in enumerate(play.settled) if machine.seat in settled.cuts]
    return {step: state for step, state in machine.states.items() if step <= min(cut, default=step)}


def find_loss(world: AnyTable) -> Iterator[str]:
    """What an honest seat has signed and sent it says for ever, and nothing else under the same number."""
    for machine in world.honest:
        yield from (f"seat {machine.seat}: {text}" for text in machine.lost)
        # What a dead program had in mind and neither wrote nor sent was never said.
        for other in [one for one in world.honest if not one.has_died]:
            held = {one.number: one.wire for one in other.session.log.chains[machine.seat]}
            unsaid = [number for number in held if machine.signed.get(number) != held[number]]
            yield from (f"seat {other.seat} holds what seat {machine.seat} never sent, {n}" for n in unsaid)
            if other is machine:
                yield from (f"seat {machine.seat} lacks its own {n}" for n in machine.signed if n not in held)


def find_wrong_blame(world: AnyTable) -> Iterator[str]:
    """Nobody is blamed but the liar, for what its attack shows, and a stranger agrees with every proof."""
    attack = ATTACKS.get(world.plan.attack)
    expected = attack.faults if attack else frozenset()
    stranger = Genesis.read(world.genesis.encoded)
    for machine in world.honest:
        for seat, proof in sorted(machine.session.proofs.items()):
            if seat not in world.plan.dishonest:
                yield f"seat {machine.seat} blames seat {seat}, who is honest, for {proof.fault}"
            elif seat == world.plan.liar and proof.fault not in expected:
                yield f"seat {machine.seat} blames the liar for {proof.fault}"
            try:
                check(proof, stranger, world.rules)
            except BadProof as bad:
                yield f"a stranger does not believe seat {machine.seat}: {bad}"


def find_missed_blame(world: AnyTable) -> Iterator[str]:
    """Whoever was shown a provable fault holds the proof."""
    liar = world.liar
    if liar is None or liar.attack.verdict is not AttackOutcome.PROVEN:
        return
    for machine in world.honest:
        shown = [wire for seat, wire in world.heard if seat == machine.seat and wire in liar.decisive]
        if liar.seat not in machine.session.proofs and any(_is_judged(machine, liar, w) for w in shown):
            yield f"seat {machine.seat} has not found out that seat {liar.seat} cheats"


def _is_judged(machine: Observer, liar: Liar[Position], wire: bytes) -> bool:
    """Whether the seat came to the step of this message with its author still in the game.

    What only the rules can judge is judged there; what the chain shows, at once.
    """
    if not liar.attack.faults & BY_THE_RULES:
        return True
    play = machine.session.play
    return liar.seat in play.active and play.step >= open_envelope(wire, liar.genesis).step


BY_THE_RULES = {"OutOfTurn", "IllegalDecision", "WrongState"}
"""Faults for which the rules are asked."""


def find_hanging(world: AnyTable) -> Iterator[str]:
    """After the network faults every honest seat ends in time, whatever the others do."""
    for machine in world.honest:
        if not machine.is_gone:
            yield f"seat {machine.seat} waits for {machine.waited_for()} at step {machine.session.play.step}"


def find_outvoted(world: AnyTable) -> Iterator[str]:
    """Where nothing is lost and nobody crashes, no honest seat is voted out with the vote of another one."""
    plan = world.plan
    if not plan.cabal or plan.network_faults != CALM:
        return
    gone = {seat for happening in plan.happenings for seat in happening.seats}
    honest = {machine.seat for machine in world.honest} - gone
    for machine in world.honest:
        log, play = machine.session.log, machine.session.play
        for step, settlement in enumerate(play.settled):
            ballot = log.ballot(step, settlement.active, ())
            for vote in filter(ballot.is_quorum, ballot.complete()):
                for seat in sorted(honest.intersection(dict(vote))):
                    if honest.intersection(ballot.signers(vote)):
                        yield f"honest seats voted out seat {seat} in step {step}, says {machine.seat}"


def find_given_up(world: AnyTable) -> Iterator[str]:
    """Where only programs play, and most are honest and hear each other, all of these end the game."""
    if not world.plan.programs or not world.plan.cabal:
        return
    for machine in world.honest:
        if not isinstance(machine.outcome, Finished):
            yield f"seat {machine.seat} came to {machine.outcome}"


def find_unheard(world: AnyTable) -> Iterator[str]:
    """Where links come and go nobody goes on without a seat that it could hear, or is quiet for nothing.

    All come to the end of the game but who was away and lost its seat by it, who was left alone, and who for
    the patience missed somebody without whom the table could not begin.
    """
    if not world.plan.is_about_links:
        return
    yield from world.hearing.mistakes
    for machine in world.honest:
        if not isinstance(machine.outcome, Finished) and machine.seat not in world.hearing.parted:
            yield f"seat {machine.seat} came to {machine.outcome}"


def find_bad_record(world: AnyTable) -> Iterator[str]:
    """Everybody's record tells a stranger the same story as its owner, with the same outcome."""
    # What a dead program had in mind and had not written is not in its record.
    for machine in [one for one in world.honest if not one.has_died]:
        try:
            play = read_replay(machine.data, world.rules).play
        except Refusal as refusal:
            yield f"the record of seat {machine.seat} cannot be read: {refusal}"
            continue
        ours = machine.session.play
        if play.outcome != ours.outcome or play.ground != ours.ground:
            told = f"{play.outcome} at step {play.step}"
            yield f"the record of seat {machine.seat}: {told}, its owner: {ours.outcome} at step {ours.step}"


def find_undisputed(world: AnyTable) -> Iterator[str]:
    """Whoever was voted out for what it had said has a record that shows it, whoever signed the vote."""
    for machine in [one for one in world.honest if not one.has_died]:
        wronged = [cut for cut in _own_cuts(machine) if _speaks_against(world, machine, *cut)]
        if wronged and machine.seat not in disputed(world, machine):
            yield f"the record of seat {machine.seat} does not show that it was there in step {wronged[0][0]}"


def _own_cuts(machine: Observer) -> Iterator[tuple[int, int]]:
    """In which steps the seat was voted out, as far as it knows, and from which number on."""
    play = machine.session.play
    cuts = [settlement.cuts for settlement in play.settled]
    if play.exchange is not None and len(cuts) == play.step:
        cuts.append(play.exchange.cuts)
    yield from ((step, cut[machine.seat]) for step, cut in enumerate(cuts) if machine.seat in cut)


def _speaks_against(world: AnyTable, machine: Observer, step: int, number: int) -> bool:
    """Whether an honest seat was called guilty, or had sent in this step what is said not to have come."""
    sent = [open_envelope(wire, world.genesis) for n, wire in machine.signed.items() if n >= number]
    kinds = Commit | Decide | Lock | Reveal
    return number == 0 or any(one.step == step and isinstance(one.message, kinds) for one in sent)


def disputed(world: AnyTable, machine: Observer) -> set[int]:
    """The seats of which an audit of this machine's record says that the vote against them is disputed."""
    (found,) = audit([Given("record", machine.data)], rules_of=lambda _: world.rules)
    cuts = found.absences if isinstance(found, Audited) else ()
    return {cut.seat for cut in cuts if cut.dispute is not None}


CHECKS: dict[str, Callable[[AnyTable], Iterator[str]]] = {
    "agreement": find_disagreement,
    "kept": find_loss,
    "right blame": find_wrong_blame,
    "full blame": find_missed_blame,
    "ends": find_hanging,
    "stays": find_outvoted,
    "goes on": find_given_up,
    "is heard": find_unheard,
    "record": find_bad_record,
    "disputed": find_undisputed,
}
"""Every promise by its name."""
