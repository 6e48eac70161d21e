"""The order of a round: whose turn it is, who comes next, who waits, who is still to join in and who is out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion import find
from companion.encounter import Combatant, Fight, Tracker
from companion.encounter.changes import dashed
from companion.fields import specs
from widgets.desk.parts import SIDE_TITLES, button, doing, lasting, side_mark
from widgets.form import rolled
from widgets.html import Html, classes, join, tag


def turn(tracker: Tracker, fight: Fight) -> Html:
    """The round, whose turn it is, and the button that goes on."""
    if not fight.combatants:
        return tag("p", "Nobody is here yet.", class_="rb-g-now")
    if not fight.begun:
        start = doing("Begin the fight", {"do": "begin"}, class_="rb-g-main", aria_keyshortcuts="n", data_next=True)
        return join(tag("p", "Before the fight", class_="rb-g-now"), start)
    now = tag(
        "p",
        tag("span", f"Round {fight.round}", class_="rb-g-round"),
        " ",
        tag("strong", _acting(fight)),
        class_="rb-g-now",
    )
    last = not any(fight.order[fight.turn + 1 :])
    face = "Next round" if last else "Next turn"
    go_on = doing(face, {"do": "next"}, class_="rb-g-main", aria_keyshortcuts="n", data_next=True)
    return join(now, go_on)


def _acting(fight: Fight) -> str:
    names = [fight[who].name for who in fight.acting]
    if not names:
        return "the round is at its end"
    return f"{names[0]}’s turn" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} together"


def _dice(tracker: Tracker) -> list[Mapping[str, Any]]:
    """The dice that initiative throws."""
    found: list[Mapping[str, Any]] = find(tracker.initiative.resolver).describe()["dice"]
    return found


def _own_dice(tracker: Tracker, fight: Fight) -> Html | None:
    """Dice of the table for initiative, where the next step rolls it."""
    if fight.begun and not tracker.initiative.each_round:
        return None
    dice = _dice(tracker)
    act = {"do": "next" if fight.begun else "begin"}
    if not dice:
        return None
    words = "Initiative with your own dice, for the next round:" if fight.begun else "Initiative with your own dice:"
    fold = tag("div", rolled(dice, "d-initiative"), class_="rb-calc rb-g-bare", data_dice=act)
    return tag("div", tag("span", words), fold, class_="rb-g-own-dice")


def _whole_fight(tracker: Tracker, fight: Fight) -> Html:
    """What concerns everybody."""
    commands = tag(
        "div",
        button("The scene…", data_work="scene") if specs(tracker.scene) else None,
        doing("Order anew", {"do": "order"}, name="Find the order of this round anew, after declarations")
        if fight.begun and not _dice(tracker)
        else None,
        doing("End the fight", {"do": "end"}) if fight.begun else None,
        class_="rb-g-commands",
    )
    return join(commands, _own_dice(tracker, fight))


def order(tracker: Tracker, fight: Fight, selected: str) -> Html:
    """All combatants as a list of buttons, each of which shows one in the panel."""
    if not fight.combatants:
        add = button("Add combatants", class_="rb-g-main", data_tool="add")
        return tag("div", tag("p", "Who fights? Take stat blocks of the game, or enter sheets of your own."), add)
    placed = {who for place in fight.order for who in place.who}
    out = [one for one in fight.combatants if one.out]
    here = [one for one in fight.combatants if not one.out]
    if not fight.begun:
        groups = [
            _group(title, [one for one in here if one.side is side], tracker, fight, selected)
            for side, title in SIDE_TITLES.items()
        ]
        return join(groups, _group("Out of the fight", out, tracker, fight, selected), _whole_fight(tracker, fight))
    waiting = [fight[who] for who in fight.waiting]
    coming = [one for one in here if one.id not in placed and one.id not in fight.waiting]
    places = [_place(tracker, fight, number, selected) for number in range(len(fight.order))]
    return join(
        tag("ol", places, class_="rb-g-order"),
        _group("Waiting", waiting, tracker, fight, selected),
        _group("Not in the order yet", coming, tracker, fight, selected),
        _group("Out of the fight", out, tracker, fight, selected),
        _whole_fight(tracker, fight),
    )


def _place(tracker: Tracker, fight: Fight, number: int, selected: str) -> Html:
    place = fight.order[number]
    here = number == fight.turn
    count = tag("span", dashed(place.at), class_="rb-g-at", title=f"acts at {dashed(place.at)}")
    label = tag("span", place.label, class_="rb-g-phase") if place.label else None
    return tag(
        "li",
        tag("div", count, class_="rb-g-count"),
        tag(
            "div",
            label,
            [_who(tracker, fight, fight[who], selected, here) for who in place.who],
            class_="rb-g-together",
        ),
        class_=classes("rb-g-place", "rb-g-here" if here else "", "rb-g-past" if number < fight.turn else ""),
        aria_current="step" if here else None,
    )


def _group(title: str, who: Iterable[Combatant], tracker: Tracker, fight: Fight, selected: str) -> Html | None:
    entries = [tag("li", _who(tracker, fight, one, selected, False)) for one in who]
    if not entries:
        return None
    return tag("div", tag("h3", title, class_="rb-g-heading"), tag("ul", entries, class_="rb-g-group"))


def _who(tracker: Tracker, fight: Fight, one: Combatant, selected: str, here: bool) -> Html:
    health = tracker.health(fight, one)
    labels = {condition.name: condition.label for condition in tracker.conditions()}
    chips = [tag("span", lasting(labels[name], rounds), class_="rb-g-chip") for name, rounds in one.conditions.items()]
    mark = tracker.marks[0] if tracker.marks else None
    marks = f"{mark.label} {dashed(one.marks[mark.name])}" if mark else ""
    return tag(
        "button",
        tag(
            "span",
            tag("span", "▶ ", class_="rb-g-arrow", aria_hidden="true") if here else None,
            one.name,
            class_="rb-g-name",
        ),
        side_mark(one),
        tag("span", "has the turn", class_="rb-c-hidden") if here else None,
        tag("span", health.label, class_=classes("rb-g-health", "rb-g-down" if health.out or one.out else "")),
        tag("span", marks, class_="rb-g-marks-short"),
        tag("span", chips, class_="rb-g-chips") if chips else None,
        type="button",
        class_=classes("rb-g-who", f"rb-g-{one.side.value}", "rb-g-is-out" if health.out or one.out else ""),
        data_select=one.id,
        aria_pressed="true" if one.id == selected else "false",
    )
