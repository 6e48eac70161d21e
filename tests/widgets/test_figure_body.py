"""The body as a picture: every part of every area table, its odds, its armour, and where a blow landed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion import find
from companion.games.heroes_of_the_fall.body import locations
from companion.games.heroes_of_the_fall.data import AREAS, View
from widgets.figures import draw
from widgets.figures.body import VIEWS
from widgets.silhouettes import mirrored, silhouette

GAME = "heroes-of-the-fall"
MELEE = find(f"{GAME}/melee-attack")


def body(dice: list[int] | None = None, **inputs: Any) -> str:
    """The figure of a close-combat attack, drawn."""
    answer = MELEE.odds(inputs) if dice is None else MELEE.roll(inputs, dice=dice)
    return str(draw("body", answer["figures"]["body"], chapter=GAME))


@pytest.mark.parametrize("view", View)
def test_every_place_of_the_area_die_is_drawn(view: View) -> None:
    """A part for each row, of the row's name and area, and no part that no row strikes."""
    drawn = {(part.name, part.area) for part in silhouette(view.value).parts}
    assert drawn == {(row.name, row.area) for row in locations(view)}
    assert VIEWS[view.value] == view.label


@pytest.mark.parametrize("view", View)
def test_outlines_stay_within_their_picture(view: View) -> None:
    """Every mark that a blow may leave lies inside."""
    picture = silhouette(view.value)
    for part in picture.parts:
        x, y = part.middle
        assert 0 < x < picture.width
        assert 0 < y < picture.height


def test_a_limb_is_the_mirror_of_the_other() -> None:
    """From the front a body's right is on the reader's left, from the rear on the reader's right."""
    assert mirrored("M40 10 L60 20 Z") == "M160 10 L140 20 Z"
    sides = {}
    for view in ("human-front", "human-rear"):
        sides[view] = next(part.middle[0] for part in silhouette(view).parts if part.name == "Right hand")
    assert sides["human-front"] < 100 < sides["human-rear"]


def test_the_table_says_what_the_picture_shows() -> None:
    """Faces, chance, armour, what it adds and the hit, for each area; the picture has the same as titles."""
    drawn = body(
        manner="thrust", armour=["leather"], armour_by_area=[{"area": "chest", "layers": ["chain-mail", "padding"]}]
    )
    row = re.search(r'<tr[^>]*><th scope="row">Chest.*?</tr>', drawn, re.DOTALL)
    assert row is not None
    text = " ".join(re.sub(r"<[^>]+>", " ", row[0]).split())
    assert text == "Chest 46–54 9 % 4/1/2 chain mail, padding crush +0 25 %"
    assert "<title>Chest: 46–54 on the d100, hit 25 %</title>" in drawn
    assert "rb-b-worn3" in drawn
    assert "rb-b-worn1" in drawn
    assert "thicker the outline" in drawn


def test_what_is_alike_everywhere_is_said_once() -> None:
    """One line of armour over a table of faces."""
    drawn = body(armour=["leather"], view="human-rear")
    assert "Everywhere leather (1/1/1 against slash, crush and pierce): slash adds +0, hit 25 %." in drawn
    assert '<th scope="col">Hit' not in drawn
    assert "A human, from the rear" in drawn


def test_an_aim_marks_its_areas_only() -> None:
    """Both arms are the arm; all else is only an outline, and there is one line of numbers."""
    drawn = body(target="arm")
    assert drawn.count("rb-b-n0") == 5  # two upper arms, two forearms, one line of the table
    assert "aiming at the arm" in drawn
    assert drawn.count('<th scope="row">') == 1
    assert "d100" not in drawn


def test_the_blow_is_seen_and_said() -> None:
    """A star where it landed, the same in the table and in the words of the picture; none for a miss."""
    swords = {**MELEE.example("long-swords").inputs}
    hit = body([80, 20, 5, 8, 7], **swords)
    assert hit.count("rb-b-blow") == 1
    assert "✸ struck" in hit
    assert "struck: arm." in hit
    miss = body([80, 20, 1, 1, 1], **swords)
    assert "rb-b-blow" not in miss
    assert "struck" not in re.sub(r"class=\"[^\"]*\"", "", miss)


def test_beasts_are_drawn_from_their_side() -> None:
    """All areas of a quadruped belong to one of its three pictures."""
    drawn = body(view="quadruped-side")
    assert "A beast on four legs, from the side" in drawn
    assert drawn.count("<path") == len(silhouette("quadruped-side").parts) + 1
    pictured = {part.area for view in View for part in silhouette(view.value).parts}
    assert set(AREAS) - pictured == {"beast-lower-leg"}
