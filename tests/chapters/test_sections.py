"""The book is complete: every section of a chapter is there, in the order of its game's own chapter."""

from __future__ import annotations

from itertools import pairwise

from tests.chapters.conftest import GAMES
from widgets.web.notebook import Chapter
from widgets.web.pages import Book

SECTIONS = {
    "new-world": [
        "initiative",
        "attack",
        "attack-example",
        "surprise",
        "movement",
        "movement-in-paces",
        "movement-in-a-fight",
        "movement-hard-going",
        "movement-slower",
        "round",
        "actions",
        "actions-advanced",
        "free-actions",
        "modifiers",
        "modifiers-attack-roll",
        "modifiers-defence",
        "range",
        "range-of-weapons",
        "range-up-close",
        "range-cover",
        "firearms",
        "outnumbering",
        "prone",
        "unarmed",
        "brawling",
        "grappling",
        "two-weapons",
        "higher-ground",
        "disarming",
        "gaps",
        "gaps-rulings",
    ],
    "heroes-of-the-fall": [
        "feats",
        "feats-where-from",
        "feats-other",
        "initiative",
        "initiative-contact",
        "initiative-scores",
        "initiative-advice",
        "armour",
        "weapons",
        "shields",
        "target-areas",
        "resolution",
        "close-combat",
        "outcomes",
        "outcomes-example",
        "injuries",
        "declaring",
        "block",
        "parry",
        "missiles",
        "active-defence",
        "several-foes",
        "rear",
        "blind",
        "mounted",
        "impales",
        "unarmed",
        "grapples",
        "berserk",
        "gaps",
        "gaps-rulings",
    ],
    "fantasy-crux": [
        "overview",
        "close",
        "test",
        "combat-order",
        "round",
        "combat-actions",
        "movement-actions",
        "withdraw",
        "set-weapon",
        "sprint",
        "charge",
        "intimidate",
        "attack",
        "defending",
        "which-defence",
        "reactions",
        "opposed",
        "parry-size",
        "techniques",
        "active-guard",
        "ranged",
        "aim",
        "cover",
        "conditions",
        "crossbows",
        "crowd",
        "grappling",
        "grappling-start",
        "grappling-held",
        "grappling-end",
        "off-hand",
        "critical",
        "matrix",
        "critical-damage",
        "fumbles",
        "damage",
        "major-wounds",
        "dying",
        "hero-points",
        "position",
        "light",
        "awareness",
        "mounted",
        "equipment",
        "sheet",
        "gaps",
        "gaps-rulings",
    ],
    "dark-eye": [
        "overview",
        "base-values",
        "order",
        "round",
        "long-actions",
        "attack",
        "defence",
        "critical",
        "damage",
        "circumstances",
        "reach",
        "shields",
        "grip",
        "cramped",
        "behind",
        "position",
        "water",
        "sight",
        "size",
        "off-hand",
        "manoeuvres",
        "disarm",
        "hold",
        "conditions",
        "states",
        "pain",
        "skill-check",
        "competitive",
        "movement",
        "disengage",
        "opportunity",
        "pick-up",
        "ambush",
        "ranged",
        "gaps",
        "gaps-rulings",
    ],
    "darkmaster": [
        "options",
        "base",
        "open-roll",
        "skill",
        "conflict",
        "round",
        "attack",
        "modifiers",
        "weapons",
        "fumbles",
        "conditions",
        "aim",
        "charge",
        "mounted",
        "mounted-check",
        "mounted-at",
        "mounted-at-a-gallop",
        "ranged-in-melee",
        "shoot-into-melee",
        "two-weapons",
        "improvised",
        "martial-moves",
        "disarm",
        "feint",
        "knock-down",
        "lock",
        "shield-bash",
        "gaps",
        "gaps-rulings",
    ],
    "gm-screen": ["fight", "kept", "stat-blocks", "keys"],
}


def test_every_section_is_there_in_order(book: Book) -> None:
    """A heading for each section of the list, each with the address that links and explanations use."""
    for name, expected in SECTIONS.items():
        chapter = book.chapter(name)
        assert chapter is not None
        found = [heading.id for heading in book.text(chapter).headings if heading.id in expected]
        assert found == expected


def test_every_chapter_is_in_the_list(book: Book) -> None:
    """A chapter that is added gets its list of sections here."""
    assert {chapter.name for chapter in book.chapters()} == set(SECTIONS)


def test_every_chapter_says_what_it_is(book: Book) -> None:
    """Its game, a title, a sentence for the start page, and one heading of the first level."""
    for chapter in book.chapters():
        assert chapter.game == (chapter.name if chapter.name in GAMES else "")
        assert chapter.title
        assert chapter.summary.endswith(".")
        assert [heading.level for heading in book.text(chapter).headings].count(1) == 1


def test_headings_skip_no_level(book: Book) -> None:
    """A section of the third level stands within one of the second."""
    for chapter in book.chapters():
        levels = [heading.level for heading in book.text(chapter).headings]
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_start_page_says_how_and_what_not(book: Book, index: Chapter) -> None:
    """How the calculators are used, what a ruling is, how to write house rules, and that all this is unofficial."""
    ids = [heading.id for heading in book.text(index).headings]
    assert ids[1:] == ["calculators", "rulings", "house-rules", "unofficial"]


def test_every_cell_has_shown_something_and_no_error(book: Book) -> None:
    """Each code cell that shows has one result, and none has printed or failed."""
    for chapter in book.chapters():
        for cell in chapter.cells:
            if cell.kind == "code":
                kinds = [output["output_type"] for output in cell.outputs]
                assert kinds == ([] if cell.left_out else ["execute_result"]), cell.source
