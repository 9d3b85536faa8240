"""Roshambo in words: what is asked, and what happened."""

from collections.abc import Sequence

from p2p_heroes.games.game import Event, Request
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.games.roshambo import GameEnded, RoundPlayed, SignCalled, SignChoice, StakeDrawn, State
from p2p_heroes.ui.game_ui import GameUI
from p2p_heroes.ui.kit.pages import Page
from p2p_heroes.ui.kit.refusals import in_words
from p2p_heroes.ui.kit.tellers import Teller
from p2p_heroes.ui.kit.words import joined

RULES = Page(
    "roshambo",
    "Roshambo",
    (
        "Rock beats scissors, scissors beat paper, paper beats rock.",
        "In each round the caller, another player every time, calls a sign. Then dice that nobody controls "
        "draw a stake of 1 to 3. Then all throw in secret, and everybody scores the stake for each player "
        "whom they beat, twice the stake if they beat them with the sign that was called.",
        "The most points after the last round win.",
    ),
)

QUESTIONS = {
    "call": "Call a sign: this round it wins double.",
    "throw": "Throw in secret:",
}


REFUSALS = {"other-sign": "seat {seat} must {asked} a sign now"}


class RoshamboUI(GameUI[State, SignChoice]):
    title = "Rock, paper, scissors"
    book = (RULES,)

    def question(self, request: Request[SignChoice]) -> str:
        return QUESTIONS[request.kind]

    def refused(self, reason: Reason) -> str:
        return in_words(reason, REFUSALS)

    def round(self, view: State) -> int:
        """The last one stays."""
        return min(view.played + 1, view.rounds)

    def tell(self, events: Sequence[Event], names: Sequence[str]) -> list[str]:
        return [line for event in events for line in narrate(event, names)]


def _round(event: RoundPlayed, names: Sequence[str]) -> list[str]:
    throws = [f"{names[seat]} {sign.value}" for seat, sign in enumerate(event.throws)]
    gains = [f"{names[seat]} +{gain}" for seat, gain in enumerate(event.gains) if gain]
    scores = [f"{names[seat]} {score}" for seat, score in enumerate(event.scores)]
    return [
        f"All reveal: {', '.join(throws)}.",
        f"{', '.join(gains) or 'Nobody scores'}.  Score: {', '.join(scores)}.",
    ]


def _end(event: GameEnded, names: Sequence[str]) -> list[str]:
    winners = [names[seat] for seat, place in enumerate(event.places) if place == 1]
    return ["", f"{joined(winners)} {'wins' if len(winners) == 1 else 'share the victory'}!"]


narrate = Teller(
    {
        SignCalled: "\nRound {round}. {seat:name} calls {sign}: it wins double.",
        StakeDrawn: "The dice that nobody controls: {stake:points} a win.",
        RoundPlayed: _round,
        GameEnded: _end,
    },
    {},
).tell
