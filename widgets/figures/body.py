"""A body with its target areas: where a blow may land and how often, what is worn there, and where it landed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from companion.steps import signed
from widgets.html import Html, classes, number, tag
from widgets.silhouettes import Part, silhouette

Area = Mapping[str, Any]
VIEWS = {
    "human-front": "A human, from the front",
    "human-rear": "A human, from the rear",
    "quadruped-front": "A beast on four legs, from the front",
    "quadruped-side": "A beast on four legs, from the side",
    "quadruped-rear": "A beast on four legs, from the rear",
}
KINDS = ("slash", "crush", "pierce")


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The picture, and the same as a table. See the engine's figure "body" for the data."""
    return tag("figure", _picture(data), _table(data), class_=classes("rb-b", "rb-b-aimed" if data["aimed"] else None))


def _picture(data: Mapping[str, Any]) -> Html:
    drawn = silhouette(data["view"])
    areas, struck = data["areas"], data["struck"]
    worth = [_worth(area) for area in areas]
    most = max(worth) or Fraction(1)
    shapes: list[Html] = []
    marks: list[Html] = []
    for part in drawn.parts:
        place = _place(part, data)
        if place is None:
            shapes.append(tag("path", d=part.path, class_="rb-b-part rb-b-out"))
            continue
        area = areas[place]
        hit = struck is not None and area["name"] == struck
        title = tag("title", f"{part.name}: {_told(area)}")
        level = round(float(worth[place] / most), 3)
        worn = min(3, max(area["armour"].values()))
        names = classes(
            "rb-b-part", f"rb-b-n{place}", f"rb-b-worn{worn}" if worn else None, "rb-b-struck" if hit else None
        )
        shapes.append(tag("g", title, tag("path", d=part.path), class_=names, style=f"--w:{level:g}"))
        if hit and not marks:
            marks.append(_mark(part))
    lines = tag("path", d=drawn.lines, class_="rb-b-lines") if drawn.lines else None
    return tag(
        "svg", shapes, lines, marks, viewBox=f"0 0 {drawn.width} {drawn.height}", role="img",
        aria_label=_said(data), class_="rb-b-picture",
    )  # fmt: skip


def _worth(area: Area) -> Fraction:
    """How often a blow is struck at this area and wounds it."""
    return Fraction(area["fraction"]) * Fraction(area["hit"]["fraction"])


def _place(part: Part, data: Mapping[str, Any]) -> int | None:
    """Which entry of the data a part belongs to: by its name, or by its area where one is aimed at."""
    for place, area in enumerate(data["areas"]):
        if part.area == area["area"] if data["aimed"] else part.name == area["name"]:
            return place
    return None


def _mark(part: Part) -> Html:
    x, y = part.middle
    rays = "0,-15 4,-5 14,-8 7,1 13,10 3,7 -2,16 -5,7 -14,8 -8,0 -13,-9 -4,-6"
    return tag("polygon", points=rays, transform=f"translate({x:.0f} {y:.0f})", class_="rb-b-blow")


def _said(data: Mapping[str, Any]) -> str:
    about = f"aiming at the {data['aimed'].lower()}" if data["aimed"] else "a random area"
    blow = f"; struck: {data['struck'].lower()}" if data["struck"] else ""
    return f"{VIEWS[data['view']]}, {about}{blow}. The table beside it has the numbers."


def _told(area: Area) -> str:
    faces = f"{_faces(area)} on the d100, " if area["first"] else ""
    return f"{faces}hit {as_percent(Fraction(area['hit']['fraction']))}"


def _faces(area: Area) -> str:
    first, last = area["first"], area["last"]
    return str(first) if first == last else f"{first}–{last}"


def _table(data: Mapping[str, Any]) -> Html:
    areas, struck = data["areas"], data["struck"]
    alike = len(areas) > 1 and len({_worn(area) for area in areas}) == 1
    random = data["aimed"] is None
    about = f"aiming at the {data['aimed'].lower()}" if data["aimed"] else "where the area die says"
    caption = tag("caption", VIEWS[data["view"]], tag("span", f" · {about}"))
    heads = [tag("th", "Area", scope="col"), tag("th", "d100", scope="col") if random else None]
    if not alike:
        armour = tag("abbr", "s/c/p", title="slash / crush / pierce")
        heads += [
            tag("th", "Armour ", armour, scope="col"),
            tag("th", "Adds", scope="col"),
            tag("th", "Hit", scope="col"),
        ]
    body = [_row(area, place, random, alike, area["name"] == struck) for place, area in enumerate(areas)]
    table = tag("table", caption, tag("thead", tag("tr", heads)), tag("tbody", body), class_="rb-b-table")
    return tag(
        "div",
        _alike(areas) if alike else None,
        table,
        _legend(areas),
        class_="rb-b-side",
    )


def _worn(area: Area) -> tuple[Any, ...]:
    return tuple(area["armour"].values()), area["kind"], area["remainder"], area["hit"]["fraction"]


def _alike(areas: Sequence[Area]) -> Html:
    """What is the same everywhere, said once."""
    area = areas[0]
    layers = " and ".join(layer.lower() for layer in area["layers"]) or "no armour"
    hit = as_percent(Fraction(area["hit"]["fraction"]))
    text = f"Everywhere {layers} ({_values(area)} against slash, crush and pierce): {area['kind']} adds "
    return tag("p", text, signed(area["remainder"]), f", hit {hit}.", class_="rb-b-alike")


def _values(area: Area) -> str:
    return "/".join(number(area["armour"][kind]) for kind in KINDS)


def _row(area: Area, place: int, random: bool, alike: bool, struck: bool) -> Html:
    name = [area["name"], tag("strong", " ✸ struck") if struck else None]
    cells = [tag("td", _faces(area), tag("small", f" {area['percent']:g} %"))] if random else []
    if not alike:
        hit = as_percent(Fraction(area["hit"]["fraction"]))
        layers = ", ".join(layer.lower() for layer in area["layers"])
        worn = tag("td", _values(area), tag("small", " ", layers) if layers else None)
        cells += [worn, tag("td", f"{area['kind']} ", signed(area["remainder"])), tag("td", hit)]
    names = classes(f"rb-b-n{place}", "rb-b-on" if struck else None)
    return tag("tr", tag("th", name, scope="row"), cells, class_=names)


def _legend(areas: Sequence[Area]) -> Html:
    worn = any(max(area["armour"].values()) for area in areas)
    text = "The stronger the colour, the more often a blow wounds there." if len(areas) > 1 else ""
    text += " The thicker the outline, the more armour." if worn else ""
    return tag("p", text.strip(), class_="rb-b-legend") if text else Html("")
