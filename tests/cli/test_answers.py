"""Good input: every command, as text and as JSON."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

import companion

WALK = "lantern/night-walk"


def test_games(run: Any) -> None:
    """Every game with its calculators."""
    text = run("games")
    assert text.code == 0
    assert "Lantern · d6 and d4" in text.out
    assert "lantern/night-walk  Do you come home?" in text.out
    listed = {game["name"]: game for game in run("games", "--json").json["games"]}
    assert {"lantern", "new-world"} <= set(listed)
    assert listed["lantern"]["resolvers"][0]["resolver"] == WALK


def test_describe(run: Any) -> None:
    """Fields with kind, limits, default and help; dice; examples."""
    text = run("describe", WALK).out
    assert text.startswith("Night walk · lantern/night-walk\nDo you come home?\n[lantern/walks#roll]\n")
    assert "  paces=6 paces  Your paces\n      −5 to 30. What you walk in an hour.\n" in text
    assert "  lantern=yes  You have a lantern\n      yes or no.\n" in text
    assert "Only when lantern is yes." in text
    assert "      · marsh – The marsh: Wet. [house]\n" in text
    assert "  bonus=  Bonus\n      −3 to 3, or nothing (from the trail).\n" in text
    assert "1 to 3 rows, each with the fields below: friends.0.field=value." in text
    assert "      agility=3  Agility\n          0 to 12.\n" in text
    assert "  d4 friend die, as many as the rule asks for\n" in text
    assert "  marsh  Across the marsh with two friends (dice 4, 1, 3)\n" in text
    assert run("describe", WALK, "--json").json == companion.find(WALK).describe()


def test_describe_as_a_schema(run: Any) -> None:
    """A valid JSON Schema, with or without --json."""
    schema = run("describe", WALK, "--schema").json
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema == run("describe", WALK, "--schema", "--json").json == companion.find(WALK).schema()


def test_odds(run: Any) -> None:
    """The sentence first, then tables with fraction and percentage."""
    text = run("odds", WALK).out
    assert text.startswith("Home 29.17 %; mean Total 10.25; mean Help 0.75.\n")
    assert "\nIn short\n  Home        7/24  29.17 %\n  Mean Total  41/4    10.25\n" in text
    assert "\nResult\n  Home   7/24  29.17 %\n  Lost  17/24  70.83 %\n" in text
    assert "\nTotal · mean 41/4, most likely 9\n" in text
    assert "exactly" in text
    assert "at least" in text
    assert "█" not in text
    assert run("odds", WALK, "--json").json == companion.find(WALK).odds({})


def test_odds_show_the_modifiers(run: Any) -> None:
    """As a stack, with its limit."""
    text = run("odds", WALK, "trail=marsh").out
    assert (
        "\nYour walk\n  Your paces          6\n  Through the marsh  −2\n  Limit              +2  never reached\n"
        in text
    )


def test_roll_with_the_examples_own_dice(run: Any) -> None:
    """The sentence, the dice, and each step with its rule."""
    text = run("roll", WALK, "--example", "marsh").out
    assert text == (
        "9: you are lost.\n\nDice: your die 4, friend die 1 3\n\nHow it came about\n"
        "  · Through the marsh −2 [lantern/walks#trail]\n  · 4 on your die, 9 in all [lantern/walks#roll]\n"
    )
    answer = run("roll", WALK, "--example", "marsh", "--json").json
    assert [die["value"] for die in answer["dice"]] == [4, 1, 3]


def test_seed_and_dice_go_before_the_examples_dice(run: Any) -> None:
    """The same seed gives the same throw; dice may stand with commas or spaces."""
    seeded = [run("roll", WALK, "--example", "marsh", "--seed", "3", "--json").json for _ in range(2)]
    assert seeded[0] == seeded[1]
    assert seeded[0]["seed"] == 3
    for dice in ("6,4,4", "6 4 4", " 6, 4,4 "):
        answer = run("roll", WALK, "--example", "marsh", "--dice", dice, "--json").json
        assert [die["value"] for die in answer["dice"]] == [6, 4, 4]
    assert "(--seed 3 throws them again)" in run("roll", WALK, "--seed", "3").out


def test_a_throw_by_chance_tells_its_seed(run: Any) -> None:
    """Which then throws the same."""
    answer = run("roll", WALK, "--json").json
    assert run("roll", WALK, "--seed", str(answer["seed"]), "--json").json == answer


def test_overrides_go_over_the_example(run: Any) -> None:
    """In any order with the options; the last one counts; hyphens do for underscores."""
    answer = run("odds", WALK, "--example", "marsh", "paces=9", "--json", "trail=road", "paces=8").json
    assert answer["inputs"]["paces"] == 8
    assert answer["inputs"]["trail"] == "road"
    assert len(answer["inputs"]["friends"]) == 2
    assert run("odds", "new-world/disarm", "foe-total=9", "--json").json["inputs"]["foe_total"] == 9


@pytest.mark.parametrize(
    ("words", "friends"),
    [
        (['friends=[{"name":"Cy","agility":2}]'], [("Cy", 2)]),
        (["friends.0.name=Cy"], [("Cy", 3)]),
        (["friends.0.agility=9", "friends.1.name=Cy"], [("Ada", 9), ("Cy", 3)]),
        (['friends=[{"name":"Cy"}]', "friends.1.agility=1", "friends.1.name=Di"], [("Cy", 3), ("Di", 1)]),
        (["--example", "marsh", "friends.1.agility=7"], [("Ada", 3), ("Bo", 7)]),
    ],
)
def test_rows_as_json_and_by_path(run: Any, words: list[str], friends: list[tuple[str, int]]) -> None:
    """A path changes one field of a row, or adds the next row."""
    answer = run("odds", WALK, *words, "--json").json
    assert [(each["name"], each["agility"]) for each in answer["inputs"]["friends"]] == friends


@pytest.mark.parametrize("words", [["pack=rope,bread"], ['pack=["rope", "bread"]'], ["pack.0=rope", "pack.1=bread"]])
def test_lists_of_options(run: Any, words: list[str]) -> None:
    """With commas, as JSON, or by place."""
    assert run("odds", WALK, *words, "--json").json["inputs"]["pack"] == ["rope", "bread"]


def test_an_empty_value_means_nothing(run: Any) -> None:
    """Where the field may be left empty; a value may hold an equals sign."""
    answer = run("odds", WALK, "bonus=", "note=a=b", "--json").json
    assert (answer["inputs"]["bonus"], answer["inputs"]["note"]) == (None, "a=b")


def test_a_refusal_by_the_rules_is_an_answer(run: Any) -> None:
    """Exit code 0, with the reason and the rule."""
    for command in ("odds", "roll"):
        ran = run(command, WALK, "--example", "storm")
        assert ran.code == 0
        assert ran.out == "Not possible: nobody walks through a storm in the dark.\n[lantern/walks#storm]\n"
        assert run(command, WALK, "--example", "storm", "--json").json["refused"]["rule"] == "lantern/walks#storm"
    ran = run("what-if", WALK, "--example", "storm")
    assert (ran.code, ran.out.startswith("Nothing here is left to the dice, or")) == (0, True)


def test_what_is_not_used_is_said(run: Any) -> None:
    """With the reason, at the end."""
    text = run("odds", WALK, "lantern=no", "oil=7").out
    assert text.endswith("\nNot used: oil (only a lantern burns oil).\n")
    assert "Not used: oil" in run("roll", WALK, "lantern=no", "oil=7").out


def test_what_if(run: Any) -> None:
    """One less and one more on each number, for a chance and for a mean."""
    text = run("what-if", WALK).out
    assert text.startswith("Home 29.17 % (7/24)\n\nWhat one less and one more would change, in percentage points:\n")
    assert "  Your paces (paces)    −16.67    +16.67\n" in text
    assert run("what-if", WALK, "--json").json == companion.find(WALK).what_if({})
    mean = run("what-if", "lantern/flicker").out
    assert "in Mean Times:" in mean
    assert "Draught (draught)         –     +1.00" in mean
    certain = run("what-if", WALK, "paces=30").out
    assert certain.endswith("No number here would change it by one more or one less.\n")


def test_a_look_up_has_no_dice(run: Any) -> None:
    """Its throw is its answer; its odds say that nothing is left to chance."""
    assert run("roll", "lantern/pack", "things=rope,bread").out == (
        "The pack weighs 3 stones.\n\nHow it came about\n  · Everything together [lantern/gear]\n"
    )
    assert run("odds", "lantern/pack").out == "Nothing here is left to the dice.\n"


def test_help_and_version(run: Any) -> None:
    """On standard output, with exit code 0."""
    for words in (["--help"], ["roll", "--help"], ["serve", "--help"], ["build", "--help"], ["lab", "--help"]):
        ran = run(*words)
        assert ran.code == 0
        assert ran.out.startswith("usage: companion")
    assert run("--version").out == f"companion {companion.__version__}\n"
