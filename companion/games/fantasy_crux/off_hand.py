"""Off-hand options: an extra attack, or one extra Parry or Opportunity Attack, and never both in a round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.fantasy_crux import matrix, two_attacks
from companion.games.fantasy_crux.causes import named, reaction_dice
from companion.games.fantasy_crux.d100 import scale
from companion.games.fantasy_crux.data import INCOMING, WEAPONS, Hands, Size, blocked_share, weapons_where
from companion.games.fantasy_crux.exchange import AtHand, AtRange, Defence
from companion.games.fantasy_crux.legal import check_item
from companion.games.fantasy_crux.pools import other, pool
from companion.games.fantasy_crux.sides import Contestant, TwoDice
from companion.games.fantasy_crux.tabular import table
from companion.games.fantasy_crux.two_attacks import CHANCES, MEASURES, PairDice, Ready
from companion.resolver import Resolver

RULE = "fantasy-crux/off-hand"
BY_HAND = [(key, key.replace("-", " ").capitalize()) for key in ("close", "unarmed", "thrown", "missile")]


@dataclass(frozen=True, slots=True)
class OffHand:
    """A standard attack and the free one that follows it."""

    skill: int = number("Skill of the standard attack", 0, 100, default=51, unit="%")
    dice: int = number("Its dice", -10, 10, help="Bonus +, Penalty −.")
    second_skill: int = number(
        "Skill of the extra attack", 0, 100, default=51, unit="%", help="Close or Unarmed Combat."
    )
    second_dice: int = number("Its other dice", -10, 10, help="Without the off-hand penalty.")
    mastery: bool = switch("Off-Hand Mastery")
    items: bool = switch("Two one-handed items are ready", default=True, help="An empty hand counts as one.")
    standard: bool = switch("The first is a standard attack", default=True, help="No Charge, no Opportunity Attack.")
    reaction_used: bool = switch("The extra Reaction was already used this round")
    defence: AtHand = choice("The target's one Reaction", AtHand, help="It answers the first hit; a win stops it.")
    defence_skill: int = number(
        "Its skill", 0, 100, default=51, unit="%", when={"defence": (AtHand.DODGE, AtHand.PARRY)}, why="no Reaction"
    )
    defence_dice: int = number(
        "Its dice",
        -10,
        10,
        when={"defence": (AtHand.DODGE, AtHand.PARRY)},
        why="no Reaction",
        help="Bonus +, Penalty −.",
    )


def reaction(defence: AtHand | AtRange, skill: int, net: int) -> Contestant:
    """The target's one Reaction; it does not roll where there is none."""
    name = str(defence).capitalize()
    return Contestant(name, scale(skill), pool(name, [other(net)]), defence.value != AtHand.NONE.value)


def prepare(s: OffHand) -> Ready:
    """Both attacks. Refused where the option is not open (fantasy-crux/off-hand#items, #extra-attack, #never-both)."""
    if not s.items:
        raise Refused("each hand must have a one-handed item ready, or be empty.", f"{RULE}#items")
    if not s.standard:
        raise Refused("only a standard Close or Unarmed attack brings the extra one.", f"{RULE}#extra-attack")
    if s.reaction_used:
        raise Refused("the extra attack and the extra Reaction exclude each other.", f"{RULE}#never-both")
    causes = [] if s.mastery else [named("off_hand_attack")]
    return Ready(
        Contestant("Standard attack", scale(s.skill), pool("Standard attack", [other(s.dice, "Dice given")])),
        Contestant("Extra attack", scale(s.second_skill), pool("Extra attack", [*causes, other(s.second_dice)])),
        reaction(s.defence, s.defence_skill, s.defence_dice),
    )


def figures(ready: Ready, outcome: Any) -> dict[str, Any]:
    """The stacks of dice, and the options side by side: one attack, the extra one, and Mastery."""
    penalty = named("off_hand_attack")
    others = [cause for cause in ready.second.pool.causes if cause.modifier.rule != penalty.modifier.rule]
    alone = replace(ready.second, graded=replace(ready.second.graded, limit=0, critical=0))
    masterly = replace(ready.second, pool=pool("Extra attack", others))
    usual = replace(ready.second, pool=pool("Extra attack", [penalty, *others]))
    rows = [
        two_attacks.summary(replace(ready, second=second), label)
        for second, label in (
            (alone, "The standard attack alone"),
            (usual, "With the extra attack"),
            (masterly, "With the extra attack and Off-Hand Mastery"),
        )
    ]
    columns = ("Choice", "Mean hits", "At least one")
    return two_attacks.stacks(ready, outcome) | {"table": table("What the off hand adds", columns, rows)}


attack = Resolver(
    "fantasy-crux/off-hand",
    title="Off-hand attack",
    summary="A standard attack and the free off-hand attack after it: hits, and what Off-Hand Mastery changes.",
    rule=f"{RULE}#extra-attack",
    situation=OffHand,
    dice=PairDice,
    prepare=prepare,
    resolve=two_attacks.attack_twice,
    explain=two_attacks.explain,
    sentence=two_attacks.sentence,
    verdict=lambda outcome: outcome.result,
    chances=CHANCES,
    measures=MEASURES,
    ways=two_attacks.ways,
    figures=figures,
    reading=two_attacks.reading,
)


@dataclass(frozen=True, slots=True)
class ExtraReaction:
    """An attack, and the other item kept ready against it."""

    incoming: str = choice("Attack", BY_HAND)
    attack_skill: int = number("Attacker's skill", 0, 100, default=51, unit="%")
    attack_dice: int = number("Attacker's dice", -10, 10, help="Bonus +, Penalty −.")
    attack_size: Size = choice(
        "Size of the attack", Size, default=Size.MEDIUM, when={"incoming": ("close", "thrown")}, why="it is Light"
    )
    item: str = choice(
        "Other item", weapons_where(lambda weapon: weapon.hands is not Hands.TWO), default="small-shield"
    )
    skill: int = number("Your skill with it", 0, 100, default=51, unit="%", help="Close or Unarmed Combat.")
    dice: int = number("Your other dice", -10, 10, help="Bonus +, Penalty −.")
    attacked: bool = switch("You made the extra attack this round")
    given_up: bool = switch("All Reactions are given up", help="By a Charge, a heavy crossbow, Rapid Shot …")
    mastery: bool = switch("Off-Hand Mastery")
    missile_guard: bool = switch("Missile Guard")


def prepare_reaction(s: ExtraReaction) -> matrix.Ready:
    """The attack and the extra Parry. Refused where it is not open (fantasy-crux/off-hand#limits, #never-both)."""
    if s.attacked:
        raise Refused("the extra attack and the extra Reaction exclude each other.", f"{RULE}#never-both")
    if s.given_up:
        raise Refused("what takes all Reactions takes this one too.", f"{RULE}#limits")
    row = INCOMING[s.incoming]
    kind = Defence.GUARD if row.ranged else Defence.PARRY
    check_item(row, kind, s.item)
    shield = WEAPONS[s.item].shield
    causes = list(reaction_dice(s.incoming, kind, shield=shield, missile_guard=s.missile_guard))
    if not s.mastery:
        causes.append(named("off_hand_reaction"))
    size = s.attack_size if s.incoming in ("close", "thrown") else Size.LIGHT
    name = "Off-hand guard" if row.ranged else "Off-hand Parry"
    return matrix.Ready(
        Contestant("Attack", scale(s.attack_skill), pool("Attack", [other(s.attack_dice, "Dice given")])),
        Contestant(name, scale(s.skill), pool(name, [*causes, other(s.dice)])),
        blocked_share(WEAPONS[s.item].size, size).share,
    )


reaction_resolver = Resolver(
    "fantasy-crux/off-hand-reaction",
    title="Off-hand Reaction",
    summary="One extra Parry or Active Guard with the other item, and what it stops.",
    rule=f"{RULE}#extra-reaction",
    situation=ExtraReaction,
    dice=TwoDice,
    prepare=prepare_reaction,
    resolve=matrix.matrix,
    explain=matrix.explain,
    sentence=matrix.sentence,
    verdict=lambda outcome: outcome.answered.verdict,
    chances=matrix.resolver.chances,
    ways=matrix.ways,
    figures=matrix.figures,
)

resolvers = (attack, reaction_resolver)
