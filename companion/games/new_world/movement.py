"""Movement: the score, and how far each action carries over the ground in the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, number, rows, ruling, switch
from companion.games.new_world.data import MODIFIERS, RULINGS
from companion.games.new_world.ground import GROUND, Stretch, walk
from companion.games.new_world.jump import Jump, explain_jump, jump, jump_sentence
from companion.games.new_world.score import (
    MOVEMENT,
    ON_FOOT,
    PRINTED,
    Mover,
    Score,
    movement_score,
    score_stack,
)
from companion.games.new_world.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Modifier, Step, signed

RULE = "new-world/movement"


class State(StrEnum):
    """What may keep a character on the spot."""

    STANDING = "standing"
    PRONE = "prone"
    HELD = "held"

    @property
    def label(self) -> str:
        """The state in words."""
        return {"standing": "on your feet, or in the saddle", "held": "grappled, or holding a foe"}.get(self, self)


class InTheWay(StrEnum):
    """Who stands on the squares of the way."""

    NOBODY = "nobody"
    ALLY = "ally"
    ALLY_AT_END = "ally at the end"
    FOE = "foe"
    HELPLESS_FOE = "helpless foe"

    @property
    def label(self) -> str:
        """Who it is, in words."""
        return {
            "ally": "an ally, passed by",
            "ally at the end": "an ally, on the square where it ends",
            "foe": "a foe, standing and able to fight",
            "helpless foe": "a foe, prone or helpless",
        }.get(self, self)


HALF, HALVES, FULL = "a half action", "two half actions", "a full action"
SLOWED = "What slows or speeds"
REACH = "Foes in reach"
CHARGE = "A Charge in mind"
JUMP = "A jump"
PRINTED_COUNTS = "only where Movement comes from Agility: a printed Movement, or the mount's, counts as it stands"


@dataclass(frozen=True, slots=True)
class Movement:
    """Who moves, over what ground, and what stands in the way."""

    mover: Mover = choice("Who moves", Mover, help="A rider moves with the mount's Movement.")
    agility: int = number("Agility", -5, 20, default=3, when={"mover": ON_FOOT}, why=PRINTED_COUNTS)
    printed: int = number(
        "Printed Movement", 0, 60, default=8, unit="paces", help="The creature's own, or that of the rider's mount.",
        when={"mover": PRINTED}, why="only for creatures and riders",
    )  # fmt: skip
    ground: str = choice("Ground", GROUND, help="All the way, or after the stretches named below.")
    stretches: tuple[Stretch, ...] = rows("Stretches of other ground first", Stretch, most=12)
    state: State = choice("You are", State)
    way: InTheWay = choice("In the way", InTheWay)
    armour: int = number("Pieces of armour that slow", 0, 8, group=SLOWED, when={"mover": ON_FOOT}, why=PRINTED_COUNTS)
    sturdy: bool = switch(
        "Sturdy", group=SLOWED, when={"armour": tuple(range(1, 9))}, why="only where armour slows",
        help="How much it takes off the loss is a house value.",
    )  # fmt: skip
    ease_rune: bool = switch(
        "Ease-rune", group=SLOWED, when={"armour": tuple(range(1, 9))}, why="only where armour slows",
        help="How much it takes off the loss is a house value.",
    )  # fmt: skip
    overloaded: bool = switch("Overloaded", group=SLOWED, when={"mover": ON_FOOT}, why=PRINTED_COUNTS)
    fleet_footed: bool = switch("Fleet Footed", group=SLOWED, when={"mover": ON_FOOT}, why=PRINTED_COUNTS)
    flee: bool = switch("Flee!, running from danger", group=SLOWED, when={"mover": ON_FOOT}, why=PRINTED_COUNTS)
    other: int = number("Anything else", -10, 10, group=SLOWED, help="A spell, a talent, a wound.")
    halved: bool = switch("A wound halves Movement", group=SLOWED)
    no_running: bool = switch("A wound forbids to Run and Charge", group=SLOWED)
    in_armour: bool = switch("You wear armour", group=SLOWED, help="Swimming then needs an Athletics roll.")
    foes: int = number("Foes who have you in reach", 0, 12, group=REACH)
    adjacent: bool = switch(
        "Every step stays adjacent to them",
        group=REACH,
        when={"foes": tuple(range(1, 13))},
        why="only with foes in reach",
    )
    charge: int | None = number(
        "Paces to the square beside the foe", 0, 200, blank="no Charge in mind", unit="paces", group=CHARGE
    )
    straight: bool = switch("The way there is straight", default=True, group=CHARGE)
    might: int = number("Might", -5, 20, default=3, group=JUMP)
    gap: int | None = number("Gap to clear", 1, 60, blank="none in mind", unit="paces", group=JUMP)
    height: int = number("Height to clear", 0, 20, unit="paces", group=JUMP)
    slide_provokes: str = ruling(RULINGS, "slide_provokes")


@dataclass(frozen=True, slots=True)
class Act:
    """One way to spend a turn's halves on movement: how far it goes, or why it does not go at all.

    `paces` is the furthest; for a Charge with a distance in mind, that distance. `lost` is Movement that reached for
    no whole pace. `free_attacks` is how many foes strike as it begins; `athletics` the grounds that ask for a roll.
    """

    action: str
    takes: str
    possible: bool
    paces: int
    rule: str
    reason: str = ""
    lost: int = 0
    free_attacks: int = 0
    athletics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The score, every action of movement, what a Run exposes the runner to, and the jumps."""

    movement: int
    acts: tuple[Act, ...]
    exposure: tuple[Modifier, ...]
    jump: Jump

    def act(self, action: str) -> Act:
        """One action by its name."""
        return next(act for act in self.acts if act.action == action)


@dataclass(frozen=True, slots=True)
class Ready:
    """The situation and its Movement score."""

    situation: Movement
    score: Score


def prepare(situation: Movement) -> Ready:
    """Works out the Movement score."""
    s = situation
    score = movement_score(
        s.mover, s.agility, s.printed, armour=s.armour * MOVEMENT.number("armour"), sturdy=s.sturdy,
        ease_rune=s.ease_rune, overloaded=s.overloaded, fleet_footed=s.fleet_footed, flee=s.flee, halved=s.halved,
        other=s.other,
    )  # fmt: skip
    return Ready(s, score)


def move(ready: Ready, dice: NoDice) -> Outcome:
    """How far each action goes. Addresses: new-world/movement#move, #run, #charge, #disengage, #crawl."""
    s, score = ready.situation, ready.score.paces
    twice = score * MOVEMENT.number("twice")
    if s.state is State.PRONE:
        acts = (
            _crawl("Crawl", HALF, 1, s),
            _crawl("Two Crawls", HALVES, 2, s),
            _walked("Stand and Move", HALVES, score, f"{RULE}#stand", s),
            *(
                Act(name, takes, False, 0, f"{RULE}#stand", "to get up first takes a half action.")
                for name, takes in (("Run", FULL), ("Charge", FULL), ("Disengage", FULL))
            ),
        )
    else:
        acts = (
            _walked("Move", HALF, score, f"{RULE}#move", s),
            _walked("Two Moves", HALVES, twice, f"{RULE}#twice-or-run", s),
            _walked("Run", FULL, twice, f"{RULE}#run", s),
            _charge(score, s),
            _walked("Disengage", FULL, score, f"{RULE}#disengage", s),
        )
    return Outcome(score, acts, exposure(), jump(s.might, s.gap, s.height))


def exposure() -> tuple[Modifier, ...]:
    """What a Run brings on the runner from its start until the next turn. Address: new-world/movement#run."""
    return MODIFIERS.modifier("runner_melee"), MODIFIERS.modifier("runner_ranged")


def free_attacks(situation: Movement, action: str) -> int:
    """How many foes get a free attack, before the first step, when this action leads away from them.

    Addresses: new-world/movement#leaving-reach, #disengage. A step that stays adjacent is a ruling (`slide_provokes`).
    """
    s = situation
    if action == "Disengage" or (s.adjacent and s.slide_provokes == "no"):
        return 0
    return s.foes


def _stopped(situation: Movement, action: str) -> tuple[str, str] | None:
    """Why nothing of this kind can be done, with the rule; None where it can."""
    s = situation
    if s.state is State.HELD:
        return "neither side of a grapple can move while the hold lasts.", "new-world/grappling#grappled"
    if s.way is InTheWay.FOE:
        return "a foe who stands and can fight bars the way.", f"{RULE}#squares"
    if s.way is InTheWay.ALLY_AT_END:
        return "an ally's square can be crossed, but not taken.", f"{RULE}#squares"
    if s.no_running and action in ("Run", "Charge"):
        return f"a wound forbids to {action}.", f"{RULE}#wounds"
    return None


def _walked(action: str, takes: str, movement: int, rule: str, situation: Movement, most: int | None = None) -> Act:
    stopped = _stopped(situation, action)
    if stopped:
        return Act(action, takes, False, 0, stopped[1], stopped[0])
    walked = walk(situation.stretches, situation.ground, movement, most)
    return Act(
        action, takes, True, walked.paces, rule, lost=0 if most else movement - walked.spent,
        free_attacks=free_attacks(situation, action) if walked.paces else 0,
        athletics=tuple(name for name in walked.grounds if GROUND[name].asks_for_roll(situation.in_armour)),
    )  # fmt: skip


def _crawl(action: str, takes: str, times: int, situation: Movement) -> Act:
    stopped = _stopped(situation, action)
    if stopped:
        return Act(action, takes, False, 0, stopped[1], stopped[0])
    paces = times * MOVEMENT.number("crawl")
    return Act(action, takes, True, paces, f"{RULE}#crawl", free_attacks=free_attacks(situation, action))


def _charge(movement: int, situation: Movement) -> Act:
    """The furthest Charge, or the one in mind, if the rule allows it: the least distance is in paces, not Movement."""
    s, least, rule = situation, MOVEMENT.number("charge_least"), f"{RULE}#charge"
    furthest = _walked("Charge", FULL, movement, rule, s)
    wanted = furthest.paces if s.charge is None else s.charge
    if not furthest.possible:
        return furthest
    if furthest.paces < least:
        reason = f"a Charge is at least {_paces(least)}, and Movement {movement} covers {furthest.paces} here."
    elif not s.straight:
        reason = "a Charge goes in a straight line."
    elif wanted < least:
        reason = f"a Charge is at least {_paces(least)}, and this one would be {wanted}."
    elif wanted > furthest.paces:
        reason = f"the foe is {_paces(wanted)} off, and Movement {movement} covers {furthest.paces} here."
    else:
        return _walked("Charge", FULL, movement, rule, s, wanted)
    return Act("Charge", FULL, False, 0, rule, reason)


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The score, what each action comes to, the free attacks and rolls on the way, and the jumps."""
    s, score = ready.situation, ready.score
    yield Step(f"{score.base.label}: {score.base.value}", score.base.rule, score.base.value)
    for modifier in score.modifiers:
        yield Step(f"{modifier.label}: {signed(modifier.value)}", modifier.rule, modifier.value)
    yield Step(f"Movement {score.paces}: the paces of one Move on open ground", f"{RULE}#score", score.paces)
    for name in dict.fromkeys((*(stretch.ground for stretch in s.stretches), s.ground)):
        ground = GROUND[name]
        if ground.cost > 1:
            yield Step(f"{ground.name}: each pace costs {ground.cost} Movement", ground.rule, ground.cost)
        if ground.asks_for_roll(s.in_armour):
            helped = f"; {ground.talents} may help" if ground.talents else ""
            yield Step(f"{ground.name} needs an Athletics roll, as hard as the GM says{helped}", ground.rule)
    for act in outcome.acts:
        if act.possible:
            text = f"{act.action}, {act.takes}: {_paces(act.paces)}"
            if act.lost:
                text += f"; {act.lost} Movement is left over and lost"
            yield Step(text, act.rule, act.paces)
        else:
            yield Step(f"{act.action}, {act.takes}: not possible, {act.reason.rstrip('.')}", act.rule)
    if s.way in (InTheWay.ALLY, InTheWay.HELPLESS_FOE):
        who = "An ally" if s.way is InTheWay.ALLY else "A foe who is down"
        yield Step(f"{who} does not bar the way", f"{RULE}#squares")
    if s.foes:
        yield from _explain_foes(s, outcome)
    if s.state is not State.PRONE and outcome.act("Run").possible:
        melee, ranged = outcome.exposure
        yield Step(
            f"Whoever Runs is struck at {signed(melee.value)} in melee and shot at with {signed(ranged.value)}, "
            "from the first step until the next turn; two Moves bring neither",
            f"{RULE}#run",
        )
    yield from explain_jump(s.might, s.gap, s.height, outcome.jump)


def _explain_foes(situation: Movement, outcome: Outcome) -> Iterator[Step]:
    most = max(act.free_attacks for act in outcome.acts)
    rule = "new-world/free-actions#leaving-reach"
    if most:
        who = "The foe in reach makes one free melee attack" if most == 1 else f"{most} foes make a free attack each"
        yield Step(f"{who}, before the first step; only Disengage is safe", rule, most)
    elif situation.adjacent:
        yield Step("No step leaves their reach, so nobody gets a free attack", rule, 0)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The score, how far the actions go, the Charge, and the jump if one is in mind."""
    s = ready.situation
    return " ".join((_distances(s, outcome), *_charge_said(s, outcome), *jump_sentence(s.gap, s.height, outcome.jump)))


def _distances(situation: Movement, outcome: Outcome) -> str:
    start = f"Movement {outcome.movement}:"
    first = outcome.acts[0]
    if not first.possible:
        return f"{start} no step is possible, for {first.reason}"
    if situation.state is State.PRONE:
        up = outcome.act("Stand and Move")
        return f"{start} prone, you crawl {_paces(first.paces)} with a half action, or stand and move {up.paces}."
    run, twice = outcome.act("Run"), outcome.act("Two Moves")
    far = f"two Moves or a Run {twice.paces}" if run.possible else f"two Moves {twice.paces}, and no Run"
    text = f"{start} a Move covers {_paces(first.paces)}, {far}."
    if first.free_attacks == 1:
        text += " Unless you Disengage, the foe in reach makes a free attack as you leave."
    elif first.free_attacks:
        text += f" Unless you Disengage, {first.free_attacks} foes make a free attack each as you leave."
    if first.athletics:
        text += " It needs an Athletics roll."
    return text


def _charge_said(situation: Movement, outcome: Outcome) -> Iterator[str]:
    charge = outcome.act("Charge")
    if situation.state is State.PRONE or not outcome.acts[0].possible:
        return
    if not charge.possible:
        yield f"No Charge: {charge.reason}"
    elif situation.charge is None:
        least = MOVEMENT.number("charge_least")
        reach = f"exactly {least}" if charge.paces == least else f"from {least} to {charge.paces}"
        yield f"A Charge goes {reach} paces."
    else:
        yield f"The Charge over {charge.paces} paces is allowed."


def _paces(number: int) -> str:
    return "1 pace" if number == 1 else f"{number} paces"


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """How far each action goes, and the Movement score as a modifier stack."""
    known = outcome or move(ready, NoDice())
    rows = (
        row(
            act.action,
            act.takes,
            _paces(act.paces) if act.possible else act.reason.rstrip("."),
            rule=act.rule,
            off=not act.possible,
        )
        for act in known.acts
    )
    return {
        "table": table("How far", ("Action", "Takes", "Reaches"), rows),
        "modifier-stack": score_stack(ready.score),
    }


resolver = Resolver(
    "new-world/movement",
    title="Movement",
    summary="How far a character or creature gets in a turn, over any ground, and what that costs.",
    rule=RULE,
    situation=Movement,
    prepare=prepare,
    resolve=move,
    explain=explain,
    sentence=sentence,
    measures={"movement": ("Movement", lambda outcome: outcome.movement)},
    figures=figures,
    reading=lambda ready, tally: sentence(ready, move(ready, NoDice())),
)
