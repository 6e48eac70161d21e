"""The combat result matrix as a map: the attack's roll across, the defence's roll down, each verdict with its pattern.

Beside the map stands the same by grades, as a table with the exact share of every region, what equal rolls hang on,
and why the marked pair of rolls comes out as it does. Where nobody defends the map is a strip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.html import Html, classes, join, tag
from widgets.links import rule_link
from widgets.roll_map import COMPARED, LOOKS, roll_map, shown, spans, swatch

Data = Mapping[str, Any]

LONGEST = 11
"""A fraction with more letters stands in the title of its percentage only."""


def draw(data: Data, *, chapter: str) -> Html:
    """The map and what belongs to it. See the engine's figure "result-matrix" for the data."""
    names = {each["value"]: each["label"] for each in data["verdicts"]}
    drawn = None if data["attack"]["fixed"] is not None else roll_map(data, names)
    side = [_table(data, names), _ties(data, chapter), _uneven(data)]
    return tag(
        "div",
        tag("p", data["title"], class_="rb-m-title"),
        tag("div", drawn, _why(data, names, chapter), class_="rb-m-seen"),
        tag("div", side, class_="rb-m-side"),
        class_=classes("rb-m", "rb-m-strip" if data["defence"] is None else None),
    )


def _table(data: Data, names: Mapping[str, str]) -> Html:
    answered = [region for region in data["regions"] if region["defence"] is not None]
    missed = [region for region in data["regions"] if region["verdict"] == "miss"]
    bare = [region for region in data["regions"] if region["defence"] is None and region not in missed]
    attacks = list(dict.fromkeys(region["attack"] for region in answered or bare))
    defences = list(dict.fromkeys(region["defence"] for region in answered)) or [None]
    bands = {
        side: {band["grade"]: f"{shown(band['from'])}–{shown(band['to'])}" for band in data[side]["bands"]}
        for side in ("attack", "defence")
        if data[side]
    }
    fixed = data["attack"]["fixed"]
    if fixed is not None:
        bands["attack"] = dict.fromkeys(bands["attack"], "no roll")
    head = [
        tag("th", f"Attack {grade}", tag("small", bands["attack"][grade]), scope="col")
        for grade in attacks
    ]  # fmt: skip
    body = []
    for defence in defences:
        cells = [
            _cell([each for each in answered or bare if (each["attack"], each["defence"]) == (attack, defence)],
                  data, names)
            for attack in attacks
        ]  # fmt: skip
        title = [f"Defence {defence}", tag("small", bands["defence"][defence])] if defence else "No defence"
        body.append(tag("tr", tag("th", title, scope="row"), cells))
    if missed:
        low, high = min(spans(data["attack"], each["attack"]) for each in missed), 100
        title = ["Attack fails", tag("small", f"{shown(low[0] + 1)}–{shown(high)}")]
        body.append(
            tag("tr", tag("th", title, scope="row"), _cell(missed, data, names, span=len(attacks), together=True))
        )
    corner = tag("td")
    return tag(
        "table",
        tag("caption", "By grades, with exact chances"),
        tag("thead", tag("tr", corner, head)),
        tag("tbody", body),
        class_="rb-c-table rb-m-table",
    )


def _cell(
    regions: Sequence[Data], data: Data, names: Mapping[str, str], *, span: int = 1, together: bool = False
) -> Html:
    """What may come of two grades that meet; the verdict of the marked rolls is pointed out."""
    if together:
        whole = sum((Fraction(each["share"]["fraction"]) for each in regions), Fraction(0))
        parts = [_verdict(regions[0], whole, names, "nothing to answer", marked=_is_marked(regions, data))]
    else:
        parts = [
            _verdict(
                each,
                Fraction(each["share"]["fraction"]),
                names,
                COMPARED.get(each["defence_roll"] or "", ""),
                marked=_is_marked([each], data),
            )
            for each in regions
        ]
    return tag("td", parts, colspan=span if span > 1 else None)


def _is_marked(regions: Sequence[Data], data: Data) -> bool:
    point = data.get("point")
    if not point:
        return False
    attack = _grade(data["attack"], point["attack"])
    defence = None if point["defence"] is None else _grade(data["defence"], point["defence"])
    return any(
        (each["attack"], each["defence"], each["verdict"]) == (attack, defence, point["verdict"]) for each in regions
    )


def _grade(side: Data, roll: int) -> str:
    return next(str(band["grade"]) for band in side["bands"] if band["from"] <= roll <= band["to"])


def _verdict(region: Data, share: Fraction, names: Mapping[str, str], when: str, *, marked: bool) -> Html:
    name = LOOKS[region["verdict"]][0]
    return tag(
        "div",
        swatch(region["verdict"]),
        tag("strong", names[region["verdict"]]),
        tag("span", as_percent(share), title=str(share), class_="rb-m-share"),
        " ",
        tag("span", str(share), class_="rb-c-fraction") if len(str(share)) <= LONGEST else None,
        tag("small", " ", when) if when else None,
        tag("em", " ◎ the mark is here") if marked else None,
        class_=classes("rb-m-cell", f"rb-m-{name}", "rb-m-here" if marked else None),
    )


def _ties(data: Data, chapter: str) -> Html | None:
    tie = data.get("tie")
    if not tie:
        return None
    share, turns = Fraction(tie["share"]["fraction"]), tie["turns_at_defence_skill"]
    other = {"attack": "defence", "defence": "attack"}[tie["winner"]]
    text = f"Equal rolls, the dashed line, go to the {tie['winner']}: {tie['why']}. They decide {as_percent(share)}. "
    if turns is None:
        text += f"No defence skill would give them to the {other}. "
    else:
        text += f"At a defence skill of {turns} they would go to the {other}. "
    return tag("p", text, rule_link(tie["rule"], chapter), class_="rb-m-note")


def _uneven(data: Data) -> Html | None:
    sides = [data[side] for side in ("attack", "defence") if data[side]]
    if not any(side["dice"] for side in sides):
        return None
    text = "With Bonus or Penalty dice the rolls are not equally likely: read the chances in the table, not the areas."
    return tag("p", text, class_="rb-m-note")


def _why(data: Data, names: Mapping[str, str], chapter: str) -> Html | None:
    point = data.get("point") or {}
    if not point.get("why"):
        return None
    against = "" if point["defence"] is None else f" against {shown(point['defence'])}"
    steps = [
        tag("li", tag("span", each["text"], class_="rb-c-step-text"), " ", rule_link(each["rule"], chapter))
        for each in point["why"]
    ]
    head = f"Why {shown(point['attack'])}{against} is a {names[point['verdict']].lower()}"
    if point["verdict"] in ("blocked", "half blocked", "parry too small"):
        head = f"Why {shown(point['attack'])}{against} ends in “{names[point['verdict']].lower()}”"
    return tag(
        "div", join(tag("p", head, class_="rb-m-title"), tag("ol", steps, class_="rb-c-steps")), class_="rb-m-why"
    )
