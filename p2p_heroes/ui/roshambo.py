"""Roshambo in words: what is asked, and what happened."""

from collections.abc import Sequence
from types import MappingProxyType

from p2p_heroes.games.roshambo import GameEnded, RoundPlayed, SignCalled, SignChoice, StakeDrawn, State
from p2p_heroes.ui.game_ui import GameUI
from p2p_heroes.ui.kit.pages import Page
from p2p_heroes.ui.kit.tellers import Teller
from p2p_heroes.ui.kit.words import victory

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


def _round(event: RoundPlayed, names: Sequence[str]) -> list[str]:
    throws = [f"{names[seat]} {sign.value}" for seat, sign in enumerate(event.throws)]
    gains = [f"{names[seat]} +{gain}" for seat, gain in enumerate(event.gains) if gain]
    scores = [f"{names[seat]} {score}" for seat, score in enumerate(event.scores)]
    return [
        f"All reveal: {', '.join(throws)}.",
        f"{', '.join(gains) or 'Nobody scores'}.  Score: {', '.join(scores)}.",
    ]


def _end(event: GameEnded, names: Sequence[str]) -> list[str]:
    return ["", victory(names, event.places)]


class RoshamboUI(GameUI[State, SignChoice]):
    title = "Rock, paper, scissors"
    book = (RULES,)
    questions = MappingProxyType(
        {"call": "Call a sign: this round it wins double.", "throw": "Throw in secret:"}
    )
    refusals = MappingProxyType({"other-sign": "seat {seat} must {asked} a sign now"})
    teller = Teller(
        {
            SignCalled: "\nRound {round}. {seat:name} calls {sign}: it wins double.",
            StakeDrawn: "The dice that nobody controls: {stake:points} a win.",
            RoundPlayed: _round,
            GameEnded: _end,
        }
    )

    def round(self, view: State) -> int:
        """The last one stays."""
        return min(view.played + 1, view.rounds)


ROSHAMBO_UI = RoshamboUI()
