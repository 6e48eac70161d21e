"""Every state is a link: what an address says, that nothing is lost on the way, that old links keep their meaning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion
from companion import InputError
from companion.catalogue import all_games
from companion.fields import plain
from tests.widgets.states import records_of, states_of
from widgets import calculator
from widgets.state import RENAMED, ROLLED, address, parts, renamed, restored, values, with_edition

GOLDEN = json.loads((Path(__file__).parent / "states.json").read_text(encoding="utf-8"))
BRAWL: dict[str, Any] = GOLDEN["calculator"]
RESOLVERS = [resolver for game in all_games() for resolver in game.resolvers()]
ATTACK, DISARM = "new-world/attack", "new-world/disarm"


@pytest.mark.parametrize("pair", GOLDEN["pairs"], ids=lambda pair: pair["address"][:60])
def test_a_state_and_its_address(pair: dict[str, Any]) -> None:
    """One leads to the other, both ways; the page's script is held to the same pairs."""
    assert address(BRAWL, pair["state"]) == pair["address"]
    found = restored(BRAWL, parts(pair["address"], "pit"))
    assert (found.state, found.problems, found.unknown) == (pair["state"], [], [])


@pytest.mark.parametrize("reading", GOLDEN["readings"], ids=lambda reading: reading["about"][:60])
def test_what_an_address_says(reading: dict[str, Any]) -> None:
    """Of other editions, of several calculators, with mistakes: nothing raises, and all that is lost is told."""
    said = parts(reading["address"], "pit", reading.get("renamed", []))
    found = restored(BRAWL, said, reading.get("number", 1))
    assert found.state == reading["state"]
    assert found.problems == reading.get("problems", [])
    assert found.unknown == reading.get("unknown", [])


@pytest.mark.parametrize("resolver", RESOLVERS, ids=lambda resolver: resolver.address)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_state_to_link_to_state_is_the_identity(resolver: Any, data: st.DataObject) -> None:
    """For every calculator of every game, whatever is set and thrown; and for one of several on a page."""
    description = resolver.describe()
    state = data.draw(states_of(description))
    name = data.draw(st.sampled_from(["", f"{resolver.name}-2", f"{resolver.address}-3"]))
    link = with_edition(address(description, state, name))
    number = int(name[-1]) if name else 1
    found = restored(description, parts(f"https://host/page?{link}#there", resolver.game), number)
    assert (found.state, found.problems, found.unknown) == (state, [], [])
    assert address(description, found.state, name) == link.removesuffix(f"&edition={companion.__version__}")


@pytest.mark.parametrize("resolver", RESOLVERS, ids=lambda resolver: resolver.address)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_applies_is_what_the_engine_says(resolver: Any, data: st.DataObject) -> None:
    """The form, the link and the rule agree, also where a field waits for one that stands below it."""
    fields = resolver.describe()["fields"]
    inputs = data.draw(records_of(fields))
    assert values(fields, inputs) == plain(resolver.read(inputs)[0])


@pytest.mark.parametrize("resolver", RESOLVERS, ids=lambda resolver: resolver.address)
def test_names_leave_room_for_what_a_link_says_besides(resolver: Any) -> None:
    """No field is called as the dice are or as what sets a calculator, no name ends as a second calculator's does."""
    names = {field["name"] for field in resolver.describe()["fields"]}
    assert not names & {ROLLED, "link"}
    assert not resolver.name.rpartition("-")[2].isdigit()


@pytest.mark.parametrize("resolver", RESOLVERS, ids=lambda resolver: resolver.address)
def test_an_example_is_its_own_name(resolver: Any) -> None:
    """The links to examples stay short, unless one field says the same."""
    description = resolver.describe()
    for example in description["examples"]:
        link = address(description, {"inputs": example["inputs"], "dice": None})
        assert link.count("&") == 0
        state = restored(description, parts(link, resolver.game)).state
        assert values(description["fields"], state["inputs"]) == values(description["fields"], example["inputs"])


def test_the_table_of_new_names_is_fit_to_be_read() -> None:
    """Oldest first, each entry of one of its kinds, and leading to what there is."""
    kinds = [{"to"}, {"example", "to"}, {"field", "to"}, {"field", "value", "to"}, {"field", "was"}]
    entries = renamed()
    assert list(entries) == json.loads(RENAMED.read_text(encoding="utf-8"))
    order = [[int(part) for part in entry["edition"].split(".")] for entry in entries]
    assert order == sorted(order)
    assert all({*entry} - {"edition", "resolver"} in kinds for entry in entries)


def test_a_calculator_gives_its_link_and_takes_one() -> None:
    """With the inputs, and the dice of the throw that is shown: a change afterwards leaves them out."""
    made = calculator(ATTACK, "marguerite", weapon="club", target_prone=True)
    made.throw([4, 5, 5])
    assert made.link.endswith(f"attack.rolled=4.5.5&edition={companion.__version__}")
    again = calculator(ATTACK, link=f"https://host/new-world{made.link}#calc-attack")
    assert again.inputs == made.inputs
    assert again.answer["json"]["dice"] == made.answer["json"]["dice"]
    assert again.link == made.link
    assert "first attack die" in str(again.answer_html)
    again.skill = 7
    assert "rolled" not in again.link
    assert "attack.skill=7" in again.link


def test_a_calculator_in_another_games_chapter_has_its_game_in_the_link() -> None:
    """There its short name would be somebody else's."""
    made = calculator(DISARM, total=9, chapter="dark-eye")
    assert made.link == f"?new-world/disarm.total=9&edition={companion.__version__}"
    assert calculator(DISARM, link=made.link).total == 9


def test_inputs_go_over_a_link() -> None:
    """A link is a start, as an example is."""
    made = calculator(DISARM, link="?disarm-2.total=9&disarm-2.trained=no&feint.total=3", total=4)
    assert (made.total, made.trained) == (4, False)


@pytest.mark.parametrize("link", ["?disarm.total=abc", "?disarm.total=99", "?disarm.trained=perhaps", "?disarm=nobody"])
def test_a_value_that_cannot_be_raises(link: str) -> None:
    """As it does when it is given by name."""
    with pytest.raises(InputError, match="accepted is"):
        calculator(DISARM, link=link)


def test_dice_that_cannot_be_raise() -> None:
    """A nine on a die of six."""
    with pytest.raises(InputError, match="1 to 6"):
        calculator(ATTACK, link="?attack.rolled=4.9.5")


def test_an_unknown_key_is_left_out_with_a_warning() -> None:
    """The rest of the link counts."""
    with pytest.warns(UserWarning, match="has no disarm.magic"):
        made = calculator(DISARM, link="?disarm.magic=yes&disarm.total=9")
    assert made.total == 9
