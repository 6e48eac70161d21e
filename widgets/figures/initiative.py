"""Initiative: the scores that each weapon may have this round and, after the skill dice, the count-down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.html import Html, classes, number, tag

Data = Mapping[str, Any]


def draw(data: Data, *, chapter: str) -> Html:
    """The scores, then the count-down if the dice have fallen. See the engine's figure "initiative" for the data."""
    return tag("div", _scores(data["entries"]), _order(data["order"]) if data["order"] else None, class_="rb-i")


def _scores(entries: Sequence[Data]) -> Html:
    """A line for each weapon, its possible scores on one scale, the quickest on the left."""
    every = sorted({score["initiative"] for entry in entries for score in entry["scores"]}, reverse=True)
    whole = list(range(every[0], every[-1] - 1, -1))
    scale = whole if len(whole) <= LONGEST_SCALE else every
    head = tag("tr", tag("th", "Who", scope="col"), [tag("th", number(each), scope="col") for each in scale])
    rows = [_line(entry, scale) for entry in entries]
    caption = tag("caption", "Possible initiative")
    table = tag("table", caption, tag("thead", head), tag("tbody", rows), class_="rb-i-scores")
    label = "Possible initiative of each weapon"
    return tag("div", table, class_="rb-i-scroll", tabindex="0", role="group", aria_label=label)


LONGEST_SCALE = 10
"""A longer scale leaves out the scores that nobody can have."""


def _line(entry: Data, scale: Sequence[int]) -> Html:
    scores = {score["initiative"]: score for score in entry["scores"]}
    state = tag("small", entry["state"]) if entry["state"] != "ready" else None
    name = tag("th", tag("span", entry["name"]), " ", tag("small", entry["weapon"].lower()), state, scope="row")
    return tag("tr", name, [_score(scores.get(each)) for each in scale])


def _score(score: Data | None) -> Html:
    if score is None:
        return tag("td")
    chance = as_percent(Fraction(score["fraction"]))
    raised = tag("span", "↑", title="the skill die raises it") if score["raised"] else None
    return tag("td", tag("span", raised, chance, class_=classes("rb-i-score", "rb-i-raised" if raised else None)))


def _order(groups: Sequence[Data]) -> Html:
    title = tag("p", "The count-down", class_="rb-i-title")
    return tag("div", title, tag("ol", [_group(group) for group in groups], class_="rb-i-order"))


def _group(group: Data) -> Html:
    state = group["state"]
    when = {"ready": None, "attacks at once": "at once"}.get(state, "last")
    acts = [_act(act) for act in group["acts"]]
    return tag(
        "li",
        tag("span", number(group["initiative"]), class_="rb-i-number"),
        tag("span", acts, tag("em", " together") if group["together"] else None, when and tag("em", f" {when}")),
        class_=classes("rb-i-together" if group["together"] else None, "rb-i-off" if when == "last" else None),
    )


def _act(act: Data) -> Html:
    holds = f" holds {act['holds']}" if act["holds"] else f" {act['note']}" if act["note"] else ""
    return tag(
        "span",
        tag("strong", act["name"]),
        f", {act['weapon'].lower()}",
        tag("small", holds, class_="rb-i-holds" if act["holds"] else None) if holds else None,
        class_="rb-i-act",
    )
