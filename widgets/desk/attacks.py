"""An attack: whom to attack, in which way, and the game's own calculator for it, filled from both sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.encounter import Attack, Combatant, Fight, Tracker
from companion.errors import InputError, Problem
from widgets.desk.calculators import calculator
from widgets.desk.parts import button, side_mark, work_head
from widgets.html import Html, tag


def targets(tracker: Tracker, fight: Fight, attacker: Combatant) -> Html:
    """Everybody who can be attacked, the other sides first, on large buttons."""
    foes = fight.foes_of(attacker.id)
    own = [one for one in fight.combatants if one.side is attacker.side and one.id != attacker.id and not one.out]
    return tag(
        "div",
        work_head(f"{attacker.name} attacks"),
        _targets(tracker, fight, attacker, foes) or tag("p", "There is nobody on another side."),
        tag(
            "details",
            tag("summary", "Somebody of their own side"),
            _targets(tracker, fight, attacker, own),
            class_="rb-g-fold",
        )
        if own
        else None,
    )


def _targets(tracker: Tracker, fight: Fight, attacker: Combatant, ones: Sequence[Combatant]) -> Html | None:
    faces = [
        button(
            [
                tag("span", one.name, class_="rb-g-name"),
                side_mark(one),
                tag("span", tracker.health(fight, one).label, class_="rb-g-health"),
            ],
            class_=f"rb-g-block rb-g-{one.side.value}",
            name=f"Attack {one.name}",
            data_work="attack",
            data_who=attacker.id,
            data_target=one.id,
        )
        for one in ones
    ]
    return tag("div", faces, class_="rb-g-blocks") if faces else None


def attack(tracker: Tracker, fight: Fight, attacker: Combatant, target: Combatant, wanted: Any) -> Html:
    """One way to attack, the likeliest unless another is wanted, with the others to choose from.

    Raises `InputError` where the game knows no attack between these two, or not the one that is wanted.
    """
    ways = list(tracker.attacks(fight, attacker, target))
    if not ways:
        raise InputError([Problem("target", target.name, f"one whom {attacker.name} can attack")])
    chosen = next((way for way in ways if way.name == wanted), None) if wanted is not None else ways[0]
    if chosen is None:
        raise InputError([Problem("attack", wanted, f"one of {', '.join(way.name for way in ways)}")])
    return tag(
        "div",
        work_head(f"{attacker.name} attacks {target.name}"),
        tag(
            "div",
            [_way(way, chosen, attacker, target) for way in ways],
            class_="rb-g-ways",
            role="group",
            aria_label="Ways to attack",
        )
        if len(ways) > 1
        else None,
        tag("p", chosen.note, class_="rb-g-help") if chosen.note else None,
        tag("div", calculator(chosen.resolver, chosen.inputs, "d-attack"), class_="rb-g-attack"),
        tag(
            "div",
            tag("p", "Throw, or enter your dice; then the result can be put in force.", class_="rb-g-help"),
            button(
                f"Apply to {target.name}",
                class_="rb-g-main",
                data_apply={"do": "apply", "attacker": attacker.id, "target": target.id, "resolver": chosen.resolver},
                disabled=True,
            ),
            button("Another target", data_work="attack", data_who=attacker.id),
            button("Pin this calculator", data_pin_this=True),
            tag("p", class_="rb-g-error", hidden=True),
            class_="rb-g-apply",
        ),
    )


def _way(way: Attack, chosen: Attack, attacker: Combatant, target: Combatant) -> Html:
    return button(
        way.label,
        class_="rb-g-way",
        aria_pressed="true" if way is chosen else "false",
        data_work="attack",
        data_who=attacker.id,
        data_target=target.id,
        data_way=way.name,
    )
