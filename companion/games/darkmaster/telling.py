"""How an attack is told: its steps, its sentence, and the data of its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.darkmaster.attack_table import row_of
from companion.games.darkmaster.blow import Ready, Struck, fumble_row
from companion.games.darkmaster.contest import plain
from companion.games.darkmaster.data import ATTACK
from companion.games.darkmaster.open_die import chain_figure
from companion.games.darkmaster.open_roll import roll_steps
from companion.steps import Step, signed

RULE = "darkmaster/attack"
CLUMSY = "darkmaster/fumbles#clumsy-range"
SOURCES = {
    "published": "a public anchor of that column",
    "house": "drawn in by us between the public anchors",
    "table": "from your own table",
}


def steps(ready: Ready, struck: Struck) -> Iterator[Step]:
    """The whole way from the CMB and the roll to what the attack does."""
    yield from _bonus_steps(ready)
    assert struck.roll is not None
    blow = struck.blow
    if blow.fumbled and blow.result is None:
        yield Step(
            f"The first die shows {struck.roll.first}, within the Clumsy Range of 1 to {ready.weapon.clumsy}:"
            " the attack misses and fumbles",
            CLUMSY,
            struck.roll.first,
        )
        yield from _after_steps(ready, struck)
        return
    yield from roll_steps(struck.roll)
    dice, defence = plain(struck.roll.total), signed(-ready.defence.value)
    text = f"{dice} on the dice, {signed(ready.attack)} for the attack, {defence} for the DEF: {plain(struck.total)}"
    yield Step(text, f"{RULE}#roll", struck.total)
    if blow.result is not None and blow.result < struck.total:
        yield Step(
            f"The {ready.weapon.title} reaches no more than {ready.weapon.most}", f"{RULE}#cap", ready.weapon.most
        )
    yield from _result_steps(ready, struck)
    yield from _after_steps(ready, struck)


def _bonus_steps(ready: Ready) -> Iterator[Step]:
    s = ready.situation
    yield Step(f"CMB {signed(s.cmb)}", f"{RULE}#cmb", s.cmb)
    if s.parry:
        yield Step(f"Spent on Parry −{s.parry}", f"{RULE}#parry", -s.parry)
    for modifier in ready.modifiers:
        yield Step(f"{modifier.label} {signed(modifier.value)}", modifier.rule, modifier.value)
    yield Step(f"Your target's DEF {plain(ready.defence.base)}", f"{RULE}#def", ready.defence.base)
    for part in ready.defence.parts:
        text = f"{part.label} {signed(part.value)} on the DEF"
        yield Step(text if part.counted else f"{text} does not count: {part.note}", part.rule, part.value)


def _result_steps(ready: Ready, struck: Struck) -> Iterator[Step]:
    blow, table = struck.blow, ready.weapon.column.value
    assert blow.result is not None
    reached = plain(blow.result)
    if blow.fumbled:
        text = f"{reached} misses, and the first die lies within the Clumsy Range of 1 to {ready.weapon.clumsy}"
        yield Step(text, CLUMSY, blow.result)
    elif blow.result <= ATTACK.number("miss"):
        yield Step(f"{reached} is {ATTACK.number('miss')} or less: a miss", f"{RULE}#miss", blow.result)
    elif not blow.hit:
        yield Step(f"{reached} misses in this column of the {table} table", f"{RULE}#table", blow.result)
    elif not blow.damage and blow.severity is None:
        yield Step(f"{reached} on the {table} table is a hit without damage", f"{RULE}#table", blow.result)
    else:
        low = row_of(blow.result)
        text = f"{reached} on the {table} table (row {low} to {low + 4}) costs {_points(blow.damage)}"
        yield Step(f"{text}, {SOURCES[blow.source]}", f"{RULE}#table", blow.damage)
    if blow.severity is not None:
        cell = ready.cells[row_of(blow.result)]
        milder = f", milder than {cell.severity}" if cell.severity is not blow.severity else ""
        yield Step(f"With it goes a {blow.severity} critical{milder}", f"{RULE}#critical")


def _after_steps(ready: Ready, struck: Struck) -> Iterator[Step]:
    blow = struck.blow
    if struck.after_die is None or struck.after is None:
        return
    added = struck.after - struck.after_die
    if blow.fumbled:
        _, row = fumble_row(struck.after)
        text = f"Fumble Table: {struck.after_die} {signed(added)} makes {struck.after}"
        yield Step(text, "darkmaster/fumbles#roll", struck.after)
        what = row.missile if ready.weapon.ranged and ready.weapon.kind.value != "thrown" else row.melee
        yield Step(what, "darkmaster/fumbles#table")
        if ready.weapon.unreliable:
            yield Step("The weapon is Unreliable: its wielder takes a Superficial critical as well",
                       "darkmaster/weapons#qualities")  # fmt: skip
        return
    text = f"On the critical table ({ready.weapon.critical}): {struck.after_die} {signed(added)} makes {struck.after}"
    yield Step(f"{text}; what it says is the publisher's to tell", f"{RULE}#critical", struck.after)


def _points(damage: int) -> str:
    return f"{damage} hit point{'' if damage == 1 else 's'}"


def sentence(ready: Ready, struck: Struck) -> str:
    """What the attack comes to, in one sentence."""
    blow = struck.blow
    if blow.fumbled:
        assert struck.after is not None
        name = fumble_row(struck.after)[1].name
        return f"A fumble: {struck.after} on the Fumble Table ({name})."
    result = plain(blow.result or 0)
    if not blow.hit:
        return f"Result {result}: a miss."
    if not blow.damage and blow.severity is None:
        return f"Result {result}: a hit without damage."
    if blow.severity is None:
        return f"Result {result}: {_points(blow.damage)}."
    return f"Result {result}: {_points(blow.damage)} and a {blow.severity} critical ({struck.after} on its table)."


def stacks(ready: Ready, name: str = "") -> list[dict[str, Any]]:
    """The attack roll and the DEF as modifier stacks."""
    s, of = ready.situation, f", {name}" if name else ""
    rows = [modifier.to_json() for modifier in ready.modifiers]
    if s.parry:
        rows.insert(0, {"label": "Spent on Parry", "value": -s.parry, "rule": f"{RULE}#parry", "counted": True,
                        "note": ""})  # fmt: skip
    limit = {"label": "Highest result", "value": ready.weapon.most, "note": "after all modifiers"}
    return [
        {
            "title": f"Attack roll{of}",
            "base": {"label": "CMB", "value": s.cmb},
            "rows": rows,
            "limit": limit,
            "total": {"label": "Added to the roll", "value": ready.attack},
        },
        {
            "title": f"DEF{of}",
            "base": {"label": "DEF", "value": ready.defence.base},
            "rows": [part.to_json() for part in ready.defence.parts],
            "limit": None,
            "total": {"label": "Taken from the roll", "value": ready.defence.value},
        },
    ]


def figures(ready: Ready, struck: Struck | None) -> dict[str, Any]:
    """Modifier stacks, and the roll as a growing chain."""
    roll = None if struck is None else struck.roll
    return {"modifier-stack": stacks(ready), "open-chain": chain_figure(roll)}
