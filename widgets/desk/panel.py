"""One combatant: running numbers, what they mean, conditions, what the turn still allows, sheet and note."""

from __future__ import annotations

from companion.encounter import Combatant, Fight, Mark, Option, Tracker, Use
from companion.encounter.changes import dashed
from companion.encounter.reading import LONGEST_NOTE
from companion.fields import specs
from widgets.controls import sentence
from widgets.desk.calculators import PAGE
from widgets.desk.parts import button, doing, entry, lasting, line, reasons, side_mark, stopped
from widgets.html import Html, classes, join, tag
from widgets.links import rule_link


def panel(tracker: Tracker, fight: Fight, who: str) -> Html:
    """All of one combatant; nothing where nobody is there."""
    if who not in fight:
        return Html("")
    one = fight[who]
    health = tracker.health(fight, one)
    return join(
        tag(
            "header",
            tag("h2", one.name, class_="rb-g-title", id="d-panel-name", tabindex="-1"),
            side_mark(one),
            tag("span", health.label, class_=classes("rb-g-health", "rb-g-down" if health.out else "")),
            class_="rb-g-head",
        ),
        _commands(tracker, fight, one),
        tag(
            "section",
            tag("h3", "How they fare", class_="rb-g-heading"),
            _marks(tracker, one),
            reasons(health.steps),
            class_="rb-g-part",
        ),
        _conditions(tracker, one),
        _turn(tracker, fight, one),
        _rest(tracker, fight, one),
    )


def _commands(tracker: Tracker, fight: Fight, one: Combatant) -> Html:
    """What is done most often, first of all the attack."""
    who = {"who": one.id}
    acting = one.id in fight.acting
    refused = tracker.delay(fight, one.id) if acting else None
    placed = any(one.id in place.who for place in fight.order)
    waits = one.id in fight.waiting
    name = one.name
    return tag(
        "div",
        button("Attack…", class_="rb-g-main", data_work="attack", data_who=one.id, aria_keyshortcuts="t"),
        button("Declare…", data_work="declare", data_who=one.id) if specs(tracker.declared) else None,
        doing("Wait", {"do": "delay", **who}, name=f"{name} waits") if acting and not refused else None,
        doing("Act now", {"do": "act-now", **who}, name=f"{name} acts now") if waits else None,
        doing("Join in", {"do": "join", **who}, name=f"{name} joins in")
        if fight.begun and not (placed or waits or one.out)
        else None,
        doing("Back in the fight", {"do": "back", **who}, name=f"{name} is back in the fight")
        if one.out
        else doing("Out", {"do": "out", **who}, name=f"{name} is out of the fight"),
        tag("p", "No waiting: ", refused.text, " ", rule_link(refused.rule, PAGE), class_="rb-g-why")
        if refused
        else None,
        class_="rb-g-commands",
    )


def _marks(tracker: Tracker, one: Combatant) -> list[Html]:
    """Every running number that can change; those of many that stand as they began are folded away."""
    marks = [mark for mark in tracker.marks if mark.low(one.sheet) < mark.high(one.sheet)]
    aside = [mark for mark in marks if mark.aside and one.marks[mark.name] == mark.start(one.sheet)]
    shown = [_mark(one, mark) for mark in marks if mark not in aside]
    if not aside:
        return shown
    words = tag("summary", "1 more number" if len(aside) == 1 else f"{len(aside)} more numbers")
    fold = tag("details", words, [_mark(one, mark) for mark in aside], id="d-more-marks", class_="rb-g-fold")
    return [*shown, fold]


def _mark(one: Combatant, mark: Mark) -> Html:
    """A running number: one up and one down, or so many at once by a number and Enter."""
    now, low, high = one.marks[mark.name], mark.low(one.sheet), mark.high(one.sheet)
    act = {"do": "mark", "who": one.id, "mark": mark.name}
    at = f"d-mark-{one.id}-{mark.name}"
    less, more = ({**act, "by": by} for by in (-1, 1))
    shown = tag(
        "output",
        tag("strong", dashed(now)),
        tag("span", f" of {dashed(high)}") if high < 1000 else None,
        class_="rb-g-value",
    )
    harm, help = ("More", "Fewer") if mark.worse > 0 else ("Loses", "Regains")
    return tag(
        "div",
        tag("span", mark.label, " ", rule_link(mark.rule, PAGE), class_="rb-g-mark-label"),
        doing("−", less, name=f"One less: {mark.label}", class_="rb-g-step", disabled=now <= low),
        shown,
        doing("+", more, name=f"One more: {mark.label}", class_="rb-g-step", disabled=now >= high),
        line(
            act,
            tag(
                "input", id=f"{at}-by", name="by", type="text", inputmode="numeric", size=4, placeholder="7",
                aria_label=f"{mark.label}: by how much", class_="rb-g-input", aria_describedby=f"{at}-error",
            ),
            tag("button", harm, class_="rb-g-button", data_sign=mark.worse),
            tag("button", help, class_="rb-g-button", data_sign=-mark.worse),
            at=at,
        ),
        tag("p", mark.help, class_="rb-g-help") if mark.help else None,
        class_="rb-g-mark",
    )  # fmt: skip


def _conditions(tracker: Tracker, one: Combatant) -> Html | None:
    known = tuple(tracker.conditions())
    if not known:
        return None
    named = {condition.name: condition for condition in known}
    there = [
        tag(
            "li",
            tag("span", lasting(named[name].label, rounds), title=named[name].help or None),
            rule_link(named[name].rule, PAGE),
            doing(
                "✕", {"do": "lose", "who": one.id, "condition": name},
                name=f"Take off: {named[name].label}", class_="rb-g-small",
            ),
            class_="rb-g-chip",
        )
        for name, rounds in one.conditions.items()
    ]  # fmt: skip
    options = [
        tag(
            "option",
            condition.label[:1].upper() + condition.label[1:],
            value=condition.name,
            title=condition.help or None,
        )
        for condition in known
        if condition.name not in one.conditions
    ]
    at = f"d-gain-{one.id}"
    add = line(
        {"do": "gain", "who": one.id},
        tag("select", options, name="condition", id=f"{at}-condition", aria_label="A condition", class_="rb-g-input"),
        entry(
            "rounds", "rounds", f"{at}-rounds", size=3, hint="–", inputmode="numeric", aria_describedby=f"{at}-error"
        ),
        tag("button", "Put on", class_="rb-g-button"),
        at=at,
    )
    return tag(
        "section",
        tag("h3", "Conditions", class_="rb-g-heading"),
        tag("ul", there, class_="rb-g-chips") if there else None,
        add if options else None,
        class_="rb-g-part",
    )


def _turn(tracker: Tracker, fight: Fight, one: Combatant) -> Html | None:
    """What has been used, and each thing that the turn allows or does not."""
    options = list(tracker.plan(fight, one))
    uses = [_use(fight, one, use) for use in tracker.uses if use.most(fight, one) != 0 or one.spent(use.name)]
    if not options and not uses:
        return None
    return tag(
        "section",
        tag("h3", "This turn", class_="rb-g-heading"),
        tag("ul", uses, class_="rb-g-uses") if uses else None,
        tag("ul", [_option(one, option) for option in options if option.allowed], class_="rb-g-plan"),
        _not_now([option for option in options if not option.allowed]),
        class_="rb-g-part",
    )


def _use(fight: Fight, one: Combatant, use: Use) -> Html:
    most, spent = use.most(fight, one), one.spent(use.name)
    act = {"do": "use", "who": one.id, "use": use.name}
    full = most is not None and spent >= most
    shown = f"{spent} of {most}" if most is not None else f"{spent}"
    return tag(
        "li",
        tag("span", sentence(use.label), " ", rule_link(use.rule, PAGE), class_="rb-g-use-label"),
        doing("−", {**act, "times": -1}, name=f"Give back: {use.label}", class_="rb-g-step", disabled=not spent),
        tag("span", shown, class_=classes("rb-g-value", "rb-g-full" if full else "")),
        doing("+", {**act, "times": 1}, name=f"Use: {use.label}", class_="rb-g-step"),
    )


def _option(one: Combatant, option: Option) -> Html:
    act = {"do": "option", "who": one.id, "option": option.name}
    return tag("li", doing("Do", act, name=f"Do: {option.label}", class_="rb-g-do"), _about(one, option))


def _about(one: Combatant, option: Option) -> Html:
    """A thing of the plan in one line; what it does, or why not, and its rule unfold below."""
    return tag(
        "details",
        tag(
            "summary",
            tag("span", option.label, class_="rb-g-option"),
            " ",
            tag("span", option.cost, class_="rb-g-cost"),
        ),
        tag("p", option.help, class_="rb-g-help") if option.help else None,
        tag("p", rule_link(option.rule, PAGE)),
        id=f"d-plan-{one.id}-{option.name}",
    )


def _not_now(options: list[Option]) -> Html | None:
    """What is not allowed, each with the reason, below a fold."""
    if not options:
        return None
    lines = [
        tag(
            "li",
            tag("span", option.label, class_="rb-g-option"),
            " ",
            tag("span", option.cost, class_="rb-g-cost"),
            tag("p", "Not now: ", stopped(option.why_not), " ", rule_link(option.rule, PAGE), class_="rb-g-why"),
        )
        for option in options
    ]
    words = "1 thing is not possible now" if len(lines) == 1 else f"{len(lines)} things are not possible now"
    return tag(
        "details", tag("summary", words), tag("ul", lines, class_="rb-g-plan"), id="d-not-now", class_="rb-g-fold"
    )


def _rest(tracker: Tracker, fight: Fight, one: Combatant) -> Html:
    at = f"d-note-{one.id}"
    note = line(
        {"do": "note", "who": one.id},
        tag(
            "input", id=f"{at}-text", name="text", type="text", maxlength=LONGEST_NOTE, value=one.note,
            aria_label=f"Note on {one.name}", placeholder="A note", class_="rb-g-input rb-g-wide", data_empty=True,
            aria_describedby=f"{at}-error",
        ),
        tag("button", "Note it", class_="rb-g-button"),
        at=at,
    )  # fmt: skip
    place = f"d-place-{one.id}"
    move = line(
        {"do": "place", "who": one.id},
        entry("at", "Acts at", f"{place}-at", size=3, aria_describedby=f"{place}-error"),
        tag("button", "Move there", class_="rb-g-button"),
        at=place,
    )
    return tag(
        "section",
        tag("h3", "Sheet and note", class_="rb-g-heading"),
        note,
        move if fight.begun and not one.out else None,
        tag(
            "div",
            button("Sheet…", data_work="edit", data_who=one.id, aria_keyshortcuts="e"),
            button("Save as a stat block", data_keep=one.id),
            doing("Copy", {"do": "copy", "who": one.id}, name=f"Copy {one.name}"),
            doing("Remove", {"do": "remove", "who": one.id}, name=f"Remove {one.name}", class_="rb-g-danger"),
            class_="rb-g-commands",
        ),
        class_="rb-g-part",
    )
