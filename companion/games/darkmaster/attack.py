"""An attack with any weapon, and the shape of every calculator that comes to one attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.fields import number, switch
from companion.games.darkmaster.blow import BlowDice, Ready, Struck, merged, ready_for, strike
from companion.games.darkmaster.data import MODIFIERS, OPTIONS
from companion.games.darkmaster.open_die import Faces
from companion.games.darkmaster.strike import FOR_RANGED, RANGED, Strike, keys_of
from companion.games.darkmaster.telling import figures, sentence, steps
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step


def _set() -> tuple[str, ...]:
    return keys_of(lambda weapon: weapon.set)


@dataclass(frozen=True, slots=True)
class Attack(Strike):
    """An attack, with the rounds that a shot was aimed."""

    aimed: int = number(
        "Rounds aimed before", 0, 20, group="Shooting", when=RANGED, why=FOR_RANGED, help="In a row, at this target."
    )
    set_spear: bool = switch(
        "Set against a Charge", group="You", when={"weapon": _set}, why="only for weapons that can be set"
    )


def aim(rounds: int) -> tuple[Modifier, ...]:
    """What so many rounds of Aiming add. Addresses: darkmaster/aim#bonus, #limit."""
    if not rounds:
        return ()
    each, most = MODIFIERS.number("aim"), OPTIONS.number("aim_most")
    value = min(most, each * rounds)
    note = f"+{each} a round, at most +{most}"
    label = f"Aimed for {rounds} round{'' if rounds == 1 else 's'}"
    return (Modifier(label, value, "darkmaster/aim#bonus", note=note),)


def prepare(s: Attack) -> Ready:
    """The attack before its dice. Raises `Refused` where it cannot be made."""
    extra = aim(s.aimed)
    if s.set_spear:
        if s.parry:
            raise Refused("a weapon set against a Charge does not Parry.", "darkmaster/modifiers#weapon")
        extra += (MODIFIERS.modifier("set_spear"),)
    return ready_for(s, extra=extra)


def resolve(ready: Ready, thrown: BlowDice) -> Struck:
    """The attack for these dice."""
    return strike(ready, Faces(thrown.thrown))


def ways(ready: Ready) -> Iterator[Way]:
    """Each distinct blow once."""
    for blow, weight in merged(ready):
        yield Struck(blow), weight


CHANCES: dict[str, tuple[str, Callable[[Struck], bool | None]]] = {
    "hit": ("Hit", lambda struck: struck.blow.hit),
    "critical": ("A critical", lambda struck: struck.blow.critical),
    "fumble": ("Fumble", lambda struck: struck.blow.fumbled),
}
MEASURES: dict[str, tuple[str, Callable[[Struck], int | None]]] = {
    "damage": ("Hit points lost", lambda struck: struck.blow.damage)
}


def blow_resolver(
    address: str,
    *,
    title: str,
    summary: str,
    rule: str,
    situation: type,
    prepare: Callable[[Any], Ready],
    before: Callable[[Ready], Iterator[Step]] = lambda ready: iter(()),
    pictures: Callable[[Ready], dict[str, Any]] = lambda ready: {},
) -> Resolver:
    """A calculator that comes to one attack: `prepare` makes it ready, `before` tells what comes before the roll."""

    def explain(ready: Ready, thrown: BlowDice, struck: Struck) -> Iterator[Step]:
        yield from before(ready)
        yield from steps(ready, struck)

    return Resolver(
        address,
        title=title,
        summary=summary,
        rule=rule,
        situation=situation,
        dice=BlowDice,
        prepare=prepare,
        resolve=resolve,
        explain=explain,
        sentence=sentence,
        verdict=lambda struck: struck.blow.verdict,
        chances=CHANCES,
        measures=MEASURES,
        ways=ways,
        figures=lambda ready, struck: {**figures(ready, struck), **pictures(ready)},
    )


resolver = blow_resolver(
    "darkmaster/attack",
    title="Attack",
    summary="A blow or a shot: hit, hit points lost (between public anchors drawn in by us), critical and fumble.",
    rule="darkmaster/attack",
    situation=Attack,
    prepare=prepare,
)
