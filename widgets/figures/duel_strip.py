"""The defence duel: the attack's twenty faces above those of the defence, as it is and halved by a natural 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from companion.answers import as_percent
from widgets.html import Html, classes, join, number, tag
from widgets.links import rule_link

Data = Mapping[str, Any]

SIGNS = {"one": "★", "success": "✓", "failure": "", "twenty": "✗"}
"""What stands under a face, so that no colour has to be told apart."""

WORDS = {"one": "succeeds", "success": "succeeds", "failure": "fails", "twenty": "fails"}
"""What a face of each kind does."""


def draw(data: Data, *, chapter: str) -> Html:
    """A strip for the attack and one for each defence that may answer it. See "duel-strip" for the data."""
    attack, *defences = data["rows"]
    title = tag("p", "The duel, face by face ", rule_link(data["rule"], chapter), class_="rb-d-title")
    return tag("div", title, _row(attack, "attack"), [_row(each, "defence") for each in _told(defences)], class_="rb-d")


def _told(defences: Sequence[Data]) -> Sequence[Data]:
    """The defences; one of them where there is none anyway, for the same reason."""
    nothing = all(each["value"] is None for each in defences)
    return defences[:1] if nothing and len({each["why"] for each in defences}) == 1 else defences


def _row(row: Data, kind: str) -> Html:
    value = row["value"]
    against = None if kind == "attack" else " against a 1" if row["halved"] else " against any other hit"
    name = row["title"].partition(",")[0] if row["halved"] else row["title"]
    head = tag(
        "p",
        tag("strong", name),
        tag("span", against, class_="rb-d-against") if against and value is not None else None,
        tag("span", " ", f"{number(value)} or less", class_="rb-d-value") if value is not None else None,
        class_="rb-d-head",
    )
    if value is None:
        return tag("div", head, tag("p", f"{row['why']}.", class_="rb-d-told"), class_="rb-d-row")
    told = [_thrown(row), *(_stretch(row["faces"], first, last) for first, last in _stretches(row["faces"]))]
    return tag(
        "div",
        head,
        tag("div", [_face(face, row["thrown"]) for face in row["faces"]], class_="rb-d-faces", aria_hidden="true"),
        tag("p", [part for part in told if part], class_="rb-d-told"),
        class_=classes("rb-d-row", f"rb-d-{kind}", "rb-d-halved" if row["halved"] else None),
    )


def _face(face: Data, thrown: int | None) -> Html:
    share = Fraction(face["more"]["fraction"]) if face["more"] else 0
    bar = tag("span", class_="rb-d-more", style=f"height:{float(share) * 100:.4g}%") if share else None
    here = face["face"] == thrown
    return tag(
        "span",
        bar,
        tag("b", face["face"]),
        tag("i", SIGNS[face["kind"]]),
        class_=classes("rb-d-face", f"rb-d-{face['kind']}", "rb-d-here" if here else None),
    )


def _thrown(row: Data) -> Html | None:
    if row["thrown"] is None:
        return None
    kind = next(face["kind"] for face in row["faces"] if face["face"] == row["thrown"])
    success = "a success" if kind in ("one", "success") else "a failure"
    return tag("strong", f"▲ Thrown: {row['thrown']}, {success}. ", class_="rb-d-thrown")


def _stretches(faces: Sequence[Data]) -> list[tuple[int, int]]:
    """The first and the last place of each run of faces that mean the same."""
    runs = [list(run) for _, run in groupby(range(len(faces)), key=lambda place: faces[place]["kind"])]
    return [(run[0], run[-1]) for run in runs]


def _stretch(faces: Sequence[Data], first: int, last: int) -> Html:
    face = faces[first]
    low, high = face["face"], faces[last]["face"]
    stretch = f"{low}" if low == high else f"{low}–{high}"
    text = f"{SIGNS[face['kind']]} {stretch} {WORDS[face['kind']]}".strip()
    if face["more"]:
        more = "confirmed" if face["kind"] == "one" else "a botch"
        text += f", {_share(face)} {more}"
    end = "." if last == len(faces) - 1 else "; "
    return join(tag("span", text + end.rstrip(), class_="rb-d-part"), " " if end != "." else None)


def _share(face: Data) -> str:
    return as_percent(Fraction(face["more"]["fraction"]))
