"""The feat table: three coloured dice against its levels, every level that a throw makes, and the grade at each.

The whole table is a group of radio buttons: the level chosen, or pointed at, shows its odds and, after a throw, what
the throw is worth there. Beside an attack only the levels that the rules ask are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.html import Html, classes, join, number, tag

COLOURS = ("red", "white", "blue")
SIDES = range(1, 9)
Data = Mapping[str, Any]


def draw(data: Data, *, chapter: str) -> Html:
    """The table, or the levels asked. See the engine's figure "feat-table" for the data; nothing where no level is."""
    if not data["rows"]:
        return Html("")
    return _whole(data) if data["whole"] else _asked(data)


def _whole(data: Data) -> Html:
    dice = data["dice"]
    chance = tag("th", "Chance", scope="col", class_="rb-f-chance")
    head = tag("tr", tag("th", "Level", scope="col"), _throw_head(dice), _dice_heads(), chance)
    rows = [_row(row, dice) for row in data["rows"]]
    table = tag("table", tag("thead", head), tag("tbody", rows), class_="rb-f-table")
    group = "Levels of the feat table: choose one to see its odds"
    return tag(
        "form",
        _thrown(data) if dice else None,
        tag("div", table, class_="rb-f-board", role="radiogroup", aria_label=group),
        _beyond(data),
        _slips(data["rows"]),
        class_="rb-f",
        method="dialog",
        data_thrown=bool(dice),
    )


def _dice_heads() -> list[Html]:
    return [tag("th", tag("span", class_=f"rb-f-die rb-f-{colour}", aria_hidden="true"), colour.capitalize(),
                scope="col") for colour in COLOURS]  # fmt: skip


def _throw_head(dice: Data | None) -> Html | None:
    words = tag("span", "This throw", class_="rb-c-hidden")
    return tag("th", words, scope="col", class_="rb-f-mark") if dice else None


def _row(row: Data, dice: Data | None) -> Html:
    level = number(row["level"])
    choose = tag("input", type="radio", name="level", value=row["level"], checked=row["here"])
    chance = as_percent(Fraction(row["fraction"]))
    return tag(
        "tr",
        tag("th", tag("label", choose, tag("span", "Level ", class_="rb-c-hidden"), level), scope="row"),
        _mark(row["made"]) if dice else None,
        [_cell(row, colour, dice) for colour in COLOURS],
        tag("td", chance, class_="rb-f-chance"),
        tag("td", _detail(row, dice), class_="rb-f-detail"),
        class_=classes("rb-f-here" if row["here"] else None, _made(row["made"])),
    )


def _made(made: bool | None) -> str | None:
    return None if made is None else "rb-f-made" if made else "rb-f-missed"


def _mark(made: bool | None) -> Html:
    sign = tag("span", "✓" if made else "✗", aria_hidden="true")
    return tag("td", sign, tag("span", " made" if made else " missed", class_="rb-f-word"), class_="rb-f-mark")


def _cell(row: Data, colour: str, dice: Data | None) -> Html:
    """The faces of one die: the good ones boxed, the one thrown ringed; in words for those who do not see them."""
    good = row[colour]
    if not good:
        return tag("td", tag("span", "not read", class_="rb-c-hidden"))
    shown = [_face(face, face in good, dice is not None and dice[colour] == face) for face in SIDES]
    joint = tag("span", "and " if row["join"] == "all" else "or ", class_="rb-f-joint")
    first = not any(row[each] for each in COLOURS[: COLOURS.index(colour)])
    words = tag("span", span(good), class_="rb-f-span")
    return tag(
        "td",
        None if first else joint,
        words,
        tag("span", shown, class_="rb-f-faces", aria_hidden="true"),
        class_=f"rb-f-{colour}",
    )


def _face(face: int, good: bool, thrown: bool) -> Html:
    return tag("b" if good else "i", face, class_="rb-f-now" if thrown else None)


def span(faces: Sequence[int]) -> str:
    """Faces in short: 5–8, 8, or 2, 4, 6."""
    low, high = min(faces), max(faces)
    if len(faces) == high - low + 1:
        return str(low) if low == high else f"{low}–{high}"
    return ", ".join(str(face) for face in sorted(faces))


def _detail(row: Data, dice: Data | None) -> Html:
    """What a level asks, its odds, and the five results of an attack there."""
    grades = [_grade(each, row["grade"]) for each in reversed(row["grades"])]
    now = f"This throw: {row['grade']}." if dice else None
    return join(
        tag("strong", f"Level {number(row['level'])}"),
        tag("span", f" {row['words']}: {row['successes']} of 512. ", class_="rb-f-asks"),
        tag("span", now, class_="rb-f-this") if now else None,
        tag("span", "As an attack, of 512 throws:", class_="rb-f-of"),
        tag("ul", grades, class_="rb-f-grades"),
    )


def _grade(each: Data, reached: str | None) -> Html:
    here = each["grade"] == reached
    return tag(
        "li",
        tag("span", "▸ " if here else None, each["grade"].capitalize(), class_="rb-f-name"),
        tag("span", " ", as_percent(Fraction(each["fraction"])), class_="rb-f-percent"),
        tag("span", tag("span", style=f"width:{each['percent']:.4g}%"), class_="rb-c-bar", aria_hidden="true"),
        tag("span", " ", each["count"], class_="rb-f-count"),
        class_="rb-f-on" if here else None,
    )


def _thrown(data: Data) -> Html:
    """The dice, and what they are worth at the level asked."""
    made = [row["level"] for row in data["rows"] if row["made"]]
    result = data["grade"]
    said = f"Level {number(data['level'])}: {result}. " if result and data["level"] is not None else ""
    lies = "It makes no level at all." if not made else f"It makes level {stretches(made)}."
    words = tag("p", tag("strong", said) if said else None, lies, class_="rb-f-said")
    return tag("div", _dice(data["dice"]), words, class_="rb-f-thrown")


def _dice(dice: Data) -> Html:
    return tag("ul", [_die(colour, dice[colour]) for colour in COLOURS], class_="rb-f-dice", aria_label="The throw")


def _die(colour: str, face: int) -> Html:
    body = tag("polygon", points="24,2 46,24 24,46 2,24", class_="rb-f-body")
    text = tag("text", face, x=24, y=25, text_anchor="middle", dominant_baseline="central")
    picture = tag(
        "svg", body, text, viewBox="0 0 48 48", width=46, height=46, role="img", aria_label=f"{colour} {face}"
    )
    return tag("li", picture, tag("span", colour, aria_hidden="true"), class_=f"rb-f-{colour}")


def stretches(levels: Sequence[int]) -> str:
    """Levels as stretches, the easiest first: −8 to 1 and 3."""
    runs: list[list[int]] = []
    for level in sorted(levels):
        if runs and runs[-1][-1] == level - 1:
            runs[-1].append(level)
        else:
            runs.append([level])
    return " and ".join(
        number(run[0]) if len(run) == 1 else f"{number(run[0])} to {number(run[-1])}" for run in runs
    )  # fmt: skip


def _beyond(data: Data) -> Html | None:
    """How a level is read that the table does not go to."""
    level, highest, lowest = data["level"], data["rows"][0]["level"], data["rows"][-1]["level"]
    if level is None or lowest <= level <= highest:
        return None
    end = highest if level > highest else lowest
    reading = (
        f"read as level {number(end)}" if data["beyond"] == "clamp" else "always " + ("failed", "made")[level < end]
    )
    return tag("p", f"Level {number(level)} lies past the end of the table: {reading}.", class_="rb-f-slips")


def _slips(rows: Sequence[Data]) -> Html | None:
    """Where the table is not nested: a throw may make a level and miss the one below it."""
    found = [
        f"{row['slips']} of 512 throws make level {number(row['level'])} and miss level {number(row['level'] - 1)}"
        for row in rows
        if row["slips"]
    ]
    return tag("p", "Not nested: ", "; ".join(found), ".", class_="rb-f-slips") if found else None


def _asked(data: Data) -> Html:
    """The levels that an attack or a feat asks, each with what it decides."""
    dice = data["dice"]
    colours = [colour for colour in COLOURS if any(row[colour] for row in data["rows"])]
    caption = tag("caption", "On the feat table", dice and _in_words(dice))
    rows = [_asked_row(row, colours, dice) for row in data["rows"]]
    table = tag("table", caption, tag("tbody", rows), class_="rb-f-table rb-f-asked")
    return tag("div", table, class_="rb-f rb-f-some")


def _in_words(dice: Data) -> Html:
    faces = ", ".join(f"{colour} {dice[colour]}" for colour in COLOURS)
    return tag("span", f" · {faces}")


def _asked_row(row: Data, colours: Sequence[str], dice: Data | None) -> Html:
    level = number(row["level"])
    read = f", read as {number(row['read_as'])}" if row["join"] and row["read_as"] != row["level"] else ""
    faces = [_cell(row, colour, dice) for colour in colours]
    if not row["join"]:
        faces = [tag("td", row["words"], colspan=len(colours) or None)]
    return tag(
        "tr",
        tag("th", tag("strong", f"Level {level}"), read, tag("small", row["for"]), scope="row"),
        faces,
        _mark(row["made"]) if dice else tag("td", as_percent(Fraction(row["fraction"])), class_="rb-f-chance"),
        class_=classes("rb-f-here" if row["here"] else None, _made(row["made"])),
    )
