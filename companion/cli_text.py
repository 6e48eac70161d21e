"""Answers as text for a terminal: the sentence first, then why, then the odds as aligned tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any

from companion.answers import as_number, as_percent
from companion.steps import signed

LONGEST_FRACTION = 23
"""A fraction with more letters is left to `--json`: in a table it would only be noise."""

LONGEST_BAR, SHORTEST_BAR = 20, 5
EIGHTHS = " ▏▎▍▌▋▊▉"
LONGEST_SENTENCE = 240
NARROWEST = 8
"""No column of a table becomes narrower than this, however narrow the terminal is."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What is written on: its width in letters, whether it takes more than ASCII, bars and colours."""

    width: int = 80
    unicode: bool = True
    bars: bool = False
    colour: bool = False

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour and text else text

    def faint(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour and text else text

    def bar(self, percent: float, width: int) -> str:
        """A bar of at most `width` letters; what can happen at all shows at least a sliver."""
        if not self.unicode:
            return "#" * max(1 if percent else 0, round(percent * width / 100))
        eighths = max(1 if percent else 0, round(percent * width * 8 / 100))
        return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()

    def wrapped(self, text: str, first: str = "", then: str | None = None) -> list[str]:
        """Lines of at most the paper's width, hanging under the first."""
        hanging = " " * len(first) if then is None else then
        return textwrap.wrap(
            text, self.width, initial_indent=first, subsequent_indent=hanging, break_on_hyphens=False
        ) or [first.rstrip()]


PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‑": "-", "·": "-", "•": "*", "…": "...", "×": "x", "≥": ">=", "≤": "<=", "≈": "~"}
    | {"’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "\u00a0": " ", "\u202f": " ", "█": "#"}
)


def plain_letters(text: str) -> str:
    """The text for a terminal that takes ASCII only; a letter without a plain twin becomes a question mark."""
    return text.translate(PLAIN).encode("ascii", "replace").decode()


def games(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    """Every game with its calculators."""
    lines: list[str] = []
    for game in answer["games"]:
        lines += ["", paper.strong(game["title"]) + f" · {game['dice']}", *paper.wrapped(game["about"])]
        longest = max((len(each["resolver"]) for each in game["resolvers"]), default=0)
        for each in game["resolvers"]:
            lines += paper.wrapped(each["summary"], f"  {each['resolver']:{longest}}  ")
    return [*lines[1:], "", "companion describe GAME/RESOLVER shows what a calculator asks for."]


def description(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    """What one calculator asks for."""
    lines = [paper.strong(answer["title"]) + f" · {answer['resolver']}", *paper.wrapped(answer["summary"])]
    lines += [paper.faint(f"[{answer['rule']}]")]
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for field in sorted(answer["fields"], key=lambda field: field["group"] != ""):
        groups.setdefault(field["group"], []).append(field)
    for group, fields in groups.items():
        lines += ["", paper.strong(group or "Fields")]
        for field in fields:
            lines += _field(field, paper, "  ")
    if answer["dice"]:
        lines += ["", paper.strong("Dice, in this order")]
        for die in answer["dice"]:
            several = "" if die["count"] == 1 else ", as many as the rule asks for"
            lines += paper.wrapped(f"d{die['sides']} {die['label']}{several}", "  ", "    ")
    if answer["examples"]:
        lines += ["", paper.strong("Examples")]
        longest = max(len(example["name"]) for example in answer["examples"])
        for example in answer["examples"]:
            dice = f" (dice {', '.join(map(str, example['dice']))})" if example["dice"] else ""
            lines += paper.wrapped(example["title"] + dice, f"  {example['name']:{longest}}  ")
    return lines


def _field(field: Mapping[str, Any], paper: Paper, indent: str) -> list[str]:
    unit = f" {field['unit']}" if field["unit"] else ""
    lines = [f"{indent}{paper.strong(field['name'])}={_default(field)}{unit}  {field['label']}"]
    about = [_limits(field)]
    if field["help"]:
        about.append(field["help"] if field["help"].endswith((".", "?")) else f"{field['help']}.")
    if field["when"]:
        about.append(f"Only when {_condition(field['when'])}.")
    lines += paper.wrapped(" ".join(about), indent + "    ")
    for option in field["options"] or ():
        source = f" [{option['source']}]" if option["source"] else ""
        more = f": {option['help']}" if option["help"] else ""
        lines += paper.wrapped(
            f"{option['value']} – {option['label']}{more}{source}", indent + "    · ", indent + "      "
        )
    for inner in field["fields"] or ():
        lines += _field(inner, paper, indent + "    ")
    return lines


def _default(field: Mapping[str, Any]) -> str:
    default = field["default"]
    if isinstance(default, bool):
        return "yes" if default else "no"
    if field["kind"] == "rows":
        return f"[{len(default)} row{'' if len(default) == 1 else 's'}]" if default else "[]"
    if isinstance(default, list):
        return ",".join(map(str, default))
    return "" if default is None else str(default)


def _limits(field: Mapping[str, Any]) -> str:
    blank = f", or nothing ({field['blank']})" if field["blank"] else ""
    if field["kind"] == "number":
        return f"{field['low']} to {field['high']}{blank}.".replace("-", "−")
    if field["kind"] == "switch":
        return "yes or no."
    if field["kind"] == "choice":
        return f"One of those below{blank}."
    if field["kind"] == "many":
        return f"{field['least']} to {field['most']} of those below, with commas."
    if field["kind"] == "rows":
        return f"{field['least']} to {field['most']} rows, each with the fields below: {field['name']}.0.field=value."
    return f"A text of at most {field['most']} letters."


def _condition(when: Mapping[str, Sequence[Any]]) -> str:
    def word(value: Any) -> str:
        return ("yes" if value else "no") if isinstance(value, bool) else "empty" if value is None else str(value)

    return " and ".join(f"{name} is {' or '.join(map(word, allowed))}" for name, allowed in when.items())


def roll(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    """One throw: the sentence, the dice, and how it came about."""
    lines = _head(answer, paper)
    if answer["dice"]:
        shown = ", ".join(_thrown(answer["dice"]))
        seed = "" if answer["seed"] is None else f" (--seed {answer['seed']} throws them again)"
        lines += ["", *paper.wrapped(f"Dice: {shown}{seed}", "", "  ")]
    if answer["steps"]:
        lines += ["", paper.strong("How it came about")]
    for step in answer["steps"]:
        lines += _with_rule(step["text"], step["rule"], paper)
    lines += _tables(answer["figures"].get("table"), paper)
    return [*lines, *_ignored(answer, paper)]


def _thrown(dice: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for _, several in groupby(dice, key=lambda die: die["name"]):
        first, *others = several
        # dice of one name are numbered in their labels; together they need it once, and no number
        label = first["label"].removesuffix(" 1") if others else first["label"]
        yield f"{label} {' '.join(str(die['value']) for die in (first, *others))}"


def odds(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    """The odds: the sentence, what is added up before the dice, and the tables."""
    lines = _head(answer, paper)
    lines += _stacks(answer["figures"].get("modifier-stack"), paper)
    lines += _tables(answer["figures"].get("table"), paper)
    if answer["summary"]:
        lines += ["", paper.strong("In short"), *_summary(answer["summary"].values(), paper)]
    for table in answer["outcomes"]:
        measured = table["kind"] == "measure"
        note = ""
        if measured:
            likely = next(row["label"] for row in table["rows"] if row["value"] == table["most_likely"])
            mean = f"mean {_mean(table['mean'])}, " if table["mean"] else ""
            note = f" · {mean}most likely {likely}"
        lines += ["", paper.strong(table["label"]) + note, *_table(table["rows"], measured, paper)]
    return [*lines, *_ignored(answer, paper)]


def what_if(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    """What one more or one less on each number would change."""
    headline = answer["headline"]
    if headline is None:
        return paper.wrapped("Nothing here is left to the dice, or the rules do not allow it: no odds could change.")
    here = Fraction(headline["fraction"])
    chance = headline["kind"] == "chance"
    shown = as_percent(here) if chance else as_number(here)
    lines = [paper.strong(f"{headline['label']} {shown}") + f" ({headline['fraction']})"]
    if not answer["rows"]:
        return [*lines, "No number here would change it by one more or one less."]

    def change(side: Mapping[str, Any] | None) -> str:
        if side is None:
            return "–"
        sign = "+" if side["change"] > 0 else "−" if side["change"] < 0 else "±"
        return f"{sign}{abs(side['change']):.2f}"

    cells = [(f"{row['label']} ({row['field']})", change(row["minus"]), change(row["plus"])) for row in answer["rows"]]
    unit = "in percentage points" if chance else f"in {headline['label']}"
    lines += ["", *paper.wrapped(f"What one less and one more would change, {unit}:")]
    return lines + _aligned([("", "one less", "one more"), *cells], "<>>", paper)


def looked_up(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    """What a search has found, by game: each hit's name and place, its sentence, and its address."""
    hits = sum(len(game["hits"]) for game in answer["games"])
    if not hits:
        return paper.wrapped(f"Nothing was found for “{answer['looked_for']}”.")
    lines: list[str] = []
    for game in answer["games"]:
        lines += ["", paper.strong(game["title"])]
        for hit in game["hits"]:
            above = hit.get("section", "").split(" › ")
            title = hit.get("title") or above.pop()
            where = f" · {' › '.join(above)}" if any(above) else ""
            lines += paper.wrapped(f"{title}{where} ({hit['kind']})", "  ", "    ")
            if hit.get("text"):
                lines += paper.wrapped(_shortened(hit["text"]), "    ")
            lines.append(paper.faint(f"    [{_where_found(hit)}]"))
    more = answer["found"] - hits
    return [*lines[1:], *(["", f"{more} more: --most {answer['found']} shows them all."] if more else [])]


def _where_found(hit: Mapping[str, Any]) -> str:
    example = f" --example {hit['example']}" if hit.get("example") else ""
    return f"companion odds {hit['resolver']}{example}" if hit.get("resolver") else str(hit["address"])


def _shortened(text: str) -> str:
    return textwrap.shorten(text, LONGEST_SENTENCE, placeholder=" …")


def _head(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    lines = [paper.strong(line) for line in paper.wrapped(answer["sentence"])]
    if answer["refused"]:
        lines.append(paper.faint(f"[{answer['refused']['rule']}]"))
    return lines


def _with_rule(text: str, rule: str, paper: Paper) -> list[str]:
    lines = paper.wrapped(f"{text} [{rule}]", "  · ")
    # the address is one word, so it stands whole on the last line
    return [*lines[:-1], lines[-1].removesuffix(f"[{rule}]") + paper.faint(f"[{rule}]")]


def _ignored(answer: Mapping[str, Any], paper: Paper) -> list[str]:
    lines: list[str] = []
    for each in answer["ignored"]:
        lines += paper.wrapped(f"Not used: {each['field']} ({each['why']}).", "", "  ")
    return ["", *lines] if lines else []


def _stacks(figure: Any, paper: Paper) -> list[str]:
    lines: list[str] = []
    for stack in figure if isinstance(figure, list) else [figure] if figure else []:
        if not stack["rows"] and not stack["limit"]:
            continue
        cells = [(stack["base"]["label"], str(stack["base"]["value"]).replace("-", "−"), "")]
        for row in stack["rows"]:
            note = row["note"] if row["counted"] else f"not counted{': ' if row['note'] else ''}{row['note']}"
            cells.append((row["label"], signed(row["value"]), note))
        if stack["limit"]:
            limit = stack["limit"]
            cells.append((limit["label"], signed(limit["value"]), limit["note"]))
        cells.append((stack["total"]["label"], str(stack["total"]["value"]).replace("-", "−"), ""))
        lines += ["", paper.strong(stack["title"]), *_aligned(cells, "<><", paper)]
    return lines


def _tables(figure: Any, paper: Paper) -> list[str]:
    lines: list[str] = []
    for table in figure if isinstance(figure, list) else [figure] if figure else []:
        cells = [tuple(map(_cell, table["columns"])), *(tuple(map(_cell, row["cells"])) for row in table["rows"])]
        lines += ["", paper.strong(table["title"]), *_aligned(cells, "<" * len(table["columns"]), paper)]
    return lines


def _cell(value: Any) -> str:
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def _summary(entries: Iterable[Mapping[str, Any]], paper: Paper) -> list[str]:
    cells = []
    for entry in entries:
        value = Fraction(entry["fraction"])
        shown = as_percent(value) if entry["kind"] == "chance" else as_number(value)
        cells.append((entry["label"], _fraction(entry["fraction"]), shown))
    return _aligned(cells, "<>>", paper)


def _table(rows: Sequence[Mapping[str, Any]], measured: bool, paper: Paper) -> list[str]:
    cells: list[tuple[str, ...]] = [("", "exactly", "", "at least", "")] if measured else []
    for row in rows:
        shown = [row, row["at_least"]] if measured else [row]
        cells.append((row["label"], *(text for each in shown for text in _chance(each["fraction"]))))
    # where the paper is too narrow for all, the fractions of the curve are left out first
    choices = ((0, 1, 2, 3, 4), (0, 1, 2, 4), (0, 2, 4)) if measured else ((0, 1, 2), (0, 2))
    for columns in choices:
        kept = [tuple(row[place] for place in columns) for row in cells]
        lines = _aligned(kept, (">" if measured else "<") + ">" * (len(columns) - 1), paper)
        if max(map(len, lines)) <= paper.width:
            break
    longest = max(map(len, lines))
    room = min(LONGEST_BAR, paper.width - longest - 2)
    if not paper.bars or room < SHORTEST_BAR:
        return lines
    head = lines[: len(lines) - len(rows)]
    return head + [
        f"{line:{longest}}  {paper.bar(row['percent'], room)}".rstrip()
        for line, row in zip(lines[len(head) :], rows, strict=True)
    ]


def _chance(fraction: str) -> tuple[str, str]:
    return _fraction(fraction), as_percent(Fraction(fraction))


def _mean(fraction: str) -> str:
    return _fraction(fraction) or as_number(Fraction(fraction))


def _fraction(text: str) -> str:
    return text.replace("-", "−") if len(text) <= LONGEST_FRACTION else ""


def _aligned(rows: Sequence[tuple[str, ...]], sides: str, paper: Paper) -> list[str]:
    """Columns, each to its side; where the paper is too narrow, texts (to the left) are wrapped and numbers are not."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(sides))]
    texts = [place for place, side in enumerate(sides) if side == "<"]
    while sum(widths) + 2 * len(widths) > paper.width and any(widths[place] > NARROWEST for place in texts):
        widths[max(texts, key=lambda place: widths[place])] -= 1
    lines: list[str] = []
    for row in rows:
        cells = [textwrap.wrap(cell, width or 1) or [""] for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            columns = [f"{part:{side}{width}}" for part, side, width in zip(parts, sides, widths, strict=True)]
            lines.append(("  " + "  ".join(columns)).rstrip())
    return lines
