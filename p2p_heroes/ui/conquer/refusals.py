"""Why a choice is refused at a table of Write & Conquer; what only one faction refuses stands in its lore."""

from collections.abc import Mapping

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.refusals import Reason
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import name_of
from p2p_heroes.ui.conquer.words import place
from p2p_heroes.ui.kit.refusals import in_words

SENTENCES: Mapping[str, str] = {
    "one-of": "{choices: or }",
    # The start and the plan.
    "not-a-start": "choose a starting region",
    "no-portal": "{region} has no portal in this game; only there one can start",
    "start-taken": "somebody else starts in {region}",
    "not-a-plan": "plan four different actions of {actions}, from level 1 to level 4",
    # Building.
    "one-structure": "one building action builds one structure",
    "not-while-building": "this cannot be done in a building action now",
    "no-structure": "the {faction} have no structure {structure!s}",
    "several-structures": "the {faction} have no structure {structure!s}; there is {meant: and }",
    "built-already": "{structure} is built already",
    "above-level": "{structure} is of level {needed}, the action of level {level}",
    "needs-first": "{structure} needs {needs: or } first",
    "not-placed-there": "{structure} cannot be placed on a foundation in {region}",
    "other-ways": "{structure} is not built in this way; say {ways: or }",
    "no-way-to-build": "{structure} is not built in this way",
    "say-saving": "{structure} can be built here saving {savings.typed: or saving }",
    "no-saving": "there is no choice of a discount on {structure}",
    "too-dear": "{structure} costs {costs}, and you have {held}",
    "build-for-nothing": "build a structure for nothing, or decline",
    "no-unit": "the {faction} have no unit {unit!s}",
    "not-recruited-yet": "no structure that recruits {unit} is built",
    "unit-price": "one {unit} costs {costs: or }, and you have {held}; recruit at least one",
    "unit-prices": "one {unit} costs {costs: or }, and you have {held}; recruit at least one; say for what: "
    "for {example.typed: }",
    # Moving and meeting.
    "not-a-move": "move to a region, or stay",
    "points-for-sale": "only {most} extra movement points can be had",
    "not-sent-there": "such a piece cannot be sent there",
    "no-way": "{to} cannot be moved to; to remain where you are is to stay",
    "too-far": "the way to {to} costs {cost} movement points, and you have {points}",
    "other-way": "the cheapest way to {to} goes via {via: }",
    "direct-way": "the cheapest way to {to} goes there directly",
    "not-the-weakest": "one of the weakest is lost: {units: or }",
    "join-or-not": "join the battle in {region}, or decline",
    "fight-or-peace": "others are in {region}: fight or peace?",
    "claim-or-cede": "nobody fights in {region}: claim what lies there, or cede it?",
    # Fighting.
    "not-a-deployment": "choose what to deploy",
    "must-deploy": "{units: and } must be deployed",
    "deploy-at-most": "you can deploy at most {most:|nothing}",
    "deploy-at-most-as-served": "you can deploy at most {most:|nothing}, and with a plus no more than is "
    "paid or served",
    "not-a-reward": "loot the circled monster, plunder or seize from the defeated, or decline",
    "plunder-the-defeated": "plunder at most {count} resources that the defeated have",
    "not-at-stake": "the artefact of {artefact} cannot be taken from its owner",
    "not-of-the-defeated": "none of the defeated owns the artefact of {artefact}",
    "not-a-fight": "hunt a monster, besiege a fortress, or be done",
    "hunted": "one monster a round",
    "besieged": "one siege in a movement action",
    "deploy-something": "deploy at least something, and no more than you have",
    "not-in-reach": "you can reach the monsters of power {powers:, |none}, not of {power}",
    "no-fortress": "there is no fortress in {region} that you may besiege now",
    # Taking and collecting.
    "not-collected": "collect the artefact on terms that you fulfil, or decline",
    "take-together": "take {count} together of at most {most}",
}
ALL = {**SENTENCES, **{code: text for lore in LORE.values() for code, text in lore.refusals.items()}}
IDS = {
    name
    for board in CONQUER.boards.values()
    for name in (board.name, *board.unit_index, *board.structure_index)
}


def refused(refusal: Reason) -> str:
    return in_words(refusal, ALL, _called)


def _called(fact: object) -> str:
    if isinstance(fact, Region):
        return place(fact)
    return name_of(fact) if isinstance(fact, str) and fact in IDS else str(fact)
