"""The map of the combat result matrix: its areas, its table, its mark, and what it says without colours."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from companion import find
from widgets.figures import draw
from widgets.hatch import breadth, clip, hatch, middle
from widgets.roll_map import LOOKS

MATRIX = find("fantasy-crux/matrix")


def figure(**inputs: Any) -> dict[str, Any]:
    """The data of a map."""
    found: dict[str, Any] = MATRIX.odds(inputs)["figures"]["result-matrix"]
    return found


def drawn(data: dict[str, Any]) -> str:
    """The picture."""
    return str(draw("result-matrix", data, chapter="fantasy-crux"))


def the_map(html: str) -> str:
    """The map alone, without what stands beside it."""
    found = re.search(r'<svg [^>]*class="rb-m-map">.*?</svg>', html, re.S)
    assert found
    return found[0]


def areas(html: str) -> list[tuple[str, list[tuple[int, int]]]]:
    """Each area of the map: its class and the corners of its outline, in order."""
    found = []
    for name, outline in re.findall(r'<g class="rb-m-(\w+)"><path class="rb-m-area" d="([^"]+)"', the_map(html)):
        x = y = 0
        corners = []
        for command, first, second in re.findall(r"([MHVZ])(?:(\d+)(?: (\d+))?)?", outline):
            if command == "M":
                x, y = int(first), int(second)
            elif command == "H":
                x = int(first)
            elif command == "V":
                y = int(first)
            else:
                break
            corners.append((x, y))
        found.append((name, corners))
    return found


def inside(corners: list[tuple[int, int]], x: float, y: float) -> bool:
    """Whether a point lies within an outline."""
    crossings = 0
    for place, (to_x, to_y) in enumerate(corners):
        from_x, from_y = corners[place - 1]
        if from_x == to_x and min(from_y, to_y) < y < max(from_y, to_y) and from_x > x:
            crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize(
    "inputs",
    [{}, {"skill": 52}, {"skill": 76, "deadly_precision": True, "defence_skill": 60}, {"defence_skill": 0}],
)
def test_every_pair_of_rolls_lies_in_one_area(inputs: dict[str, Any]) -> None:
    """The squares of the map are covered once, each by the verdict that the engine gives its two rolls."""
    data = figure(**inputs)
    outlines = areas(drawn(data))
    grades = {
        side: {roll: band["grade"] for band in data[side]["bands"] for roll in range(band["from"], band["to"] + 1)}
        for side in ("attack", "defence")
    }
    compare = {
        ">=": int.__ge__, ">": int.__gt__, "<": int.__lt__, "<=": int.__le__, None: lambda defence, attack: True,
    }  # fmt: skip
    for attack, defence in product(range(1, 101, 3), range(1, 101, 3)):
        found = [name for name, corners in outlines if inside(corners, attack - 0.5, defence - 0.5)]
        (region,) = [
            region
            for region in data["regions"]
            if region["attack"] == grades["attack"][attack]
            and region["defence"] in (None, grades["defence"][defence])
            and compare[region["defence_roll"]](defence, attack)
        ]
        assert found == [LOOKS[region["verdict"]][0]]


def test_few_shapes_and_no_ids() -> None:
    """A handful of areas instead of 10,000 squares, and nothing that two maps of one page would fight over."""
    html = drawn(figure())
    assert the_map(html).count("<path") < 40
    assert len(html) < 16_000
    assert " id=" not in html


def test_the_table_says_what_the_map_shows() -> None:
    """Each verdict with its exact chance and when it comes, and the marked one in words."""
    data = figure(attack_roll=4, defence_roll=30)
    html = drawn(data)
    for region in data["regions"]:
        if region["verdict"] != "miss":
            assert f'title="{region["share"]["fraction"]}"' in html
    assert html.count("◎ the mark is here") == 1
    assert "Why 04 against 30 is a demoted hit" in html
    assert 'href="#opposed-critical"' in html
    assert re.search(r'role="img" aria-label="A map: .*Marked is 04 against 30: demoted hit\.', html)


def test_verdicts_differ_without_colour() -> None:
    """No two verdicts share a pattern but the miss and the critical hit, of which one is empty and one is full."""
    patterns = [pattern for _, pattern in LOOKS.values()]
    assert patterns.count("") == 2
    assert len(set(patterns)) == len(patterns) - 1


def test_equal_rolls_are_explained() -> None:
    """Who wins them, how much hangs on it, and at which skill that would turn."""
    html = drawn(figure(skill=52, defence_skill=51))
    assert "Equal rolls, the dashed line, go to the attack: the higher skill wins." in html
    assert "At a defence skill of 52 they would go to the defence." in html
    assert 'class="rb-m-equal"' in html


def test_without_a_defence_it_is_a_strip() -> None:
    """One axis, no dashed line, no criticals enlarged."""
    data = find("fantasy-crux/attack").roll({"skill": 51}, dice=[4, 3, 5])["figures"]["result-matrix"]
    html = drawn(data)
    assert "A strip: " in html
    assert "rb-m-equal" not in html
    assert "rb-m-lens" not in html
    assert "No defence" in html


def test_an_automatic_hit_needs_no_map() -> None:
    """Against the helpless nothing is rolled: the table alone."""
    data = find("fantasy-crux/attack").odds({"helpless": True})["figures"]["result-matrix"]
    html = drawn(data)
    assert "rb-m-map" not in html
    assert "no roll" in html


def test_dice_make_areas_and_chances_differ() -> None:
    """With Bonus or Penalty dice the picture says so."""
    note = "the rolls are not equally likely"
    assert note in drawn(figure(dice=1))
    assert note not in drawn(figure())


def test_lines_stay_within_their_area() -> None:
    """Every line of every pattern ends on the edge of its area, or within it."""
    triangle = [(0.0, 0.0), (20.0, 0.0), (0.0, 20.0)]
    for pattern in ("across", "down", "rise", "fall", "grid", "cross", "dots"):
        path = hatch(triangle, pattern, 3)
        points = re.findall(r"(?:M|L)(-?[\d.]+) (-?[\d.]+)", path)
        assert points
        assert all(min(float(x), float(y)) > -0.1 and float(x) + float(y) < 20.2 for x, y in points)
    assert hatch(triangle, "", 3) == ""


def test_geometry() -> None:
    """A square cut in two, its middle, and how wide it is."""
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    half = clip(square, 1, -1, 0)
    assert sorted(half) == [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0)]
    assert middle(square) == (5, 5)
    assert breadth(square, 4) == breadth(square, 4, upright=True) == 10
    assert breadth(half, 4) == pytest.approx(4)
    assert breadth(square, 12) == 0
