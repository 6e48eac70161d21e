"""Dice: thrown from a seed, given by the reader, tried every way; single, several, and chains."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from companion import dice as room
from companion.dice import NoDice, dice, die
from companion.errors import InputError


@dataclass(frozen=True, slots=True)
class Attack:
    """Two single dice of different sizes."""

    first: int = die(6, "first die")
    where: int = die(4, "second die")


@dataclass(frozen=True, slots=True)
class Crowd:
    """One die, and as many as the situation says."""

    leader: int = die(6, "leader's die")
    crowd: tuple[int, ...] = dice(4, "crowd die", count=lambda ready: ready)


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain that goes on after each 6."""

    chain: tuple[int, ...] = dice(6, "open die", goes_on=lambda chain: chain[-1] == 6)


def thrown(dice_class: type, faces: list[Any], ready: Any = None) -> Any:
    """A throw of given dice."""
    return room.throw(dice_class, room.Given(faces), ready)


def problem(dice_class: type, faces: list[Any], ready: Any = None) -> str:
    """The one problem that such dice have."""
    with pytest.raises(InputError) as caught:
        thrown(dice_class, faces, ready)
    (found,) = caught.value.problems
    assert found.field == "dice"
    return found.message


def test_given_dice_are_read_in_order() -> None:
    """Numbers and their texts, for single dice, several, and a chain."""
    assert thrown(Attack, [6, "4"]) == Attack(6, 4)
    assert thrown(Crowd, [1, 2, " 3 "], 2) == Crowd(1, (2, 3))
    assert thrown(Crowd, [1], 0) == Crowd(1, ())
    assert thrown(Chain, [6, 6, 2]) == Chain((6, 6, 2))
    assert thrown(NoDice, []) == NoDice()


@pytest.mark.parametrize("face", [0, 7, -1, True, 1.0, "x", "", "1.5", None, "٣", "9" * 5000])
def test_a_face_that_cannot_be_is_refused(face: Any) -> None:
    """The message names the die and its faces."""
    said = problem(Attack, [face, 1])
    assert "a whole number from 1 to 6 for die 1 (first die)" in said


def test_the_second_die_has_its_own_faces() -> None:
    """A 5 on a d4."""
    assert problem(Attack, [6, 5]) == (
        "dice: 5 was given; accepted is a whole number from 1 to 4 for die 2 (second die)."
    )


def test_missing_and_surplus_dice_are_refused() -> None:
    """How many there should be is said."""
    assert "one more die: die 2 (second die), a whole number from 1 to 4" in problem(Attack, [1])
    assert '"no dice" was given' in problem(Attack, [])
    assert "accepted is 2 dice" in problem(Attack, [1, 2, 3])
    assert "accepted is one die" in problem(Chain, [1, 2])
    assert "accepted is 0 dice" in problem(NoDice, [1])
    assert "one more die: die 3 (crowd die)" in problem(Crowd, [1, 2], 2)
    assert "one more die: die 2 (open die)" in problem(Chain, [6])


def test_the_same_seed_throws_the_same_dice() -> None:
    """On every machine: these faces are known."""
    again = [room.throw(Attack, room.Seeded(7), None) for _ in range(2)]
    assert again[0] == again[1] == Attack(3, 2)
    different = {room.throw(Crowd, room.Seeded(seed), 5) for seed in range(30)}
    assert len(different) > 20


def test_seeded_dice_show_every_face_about_as_often() -> None:
    """600 throws of a d6: each face between 60 and 140 times, and no other."""
    seeded = room.Seeded(1)
    (first, _) = room.specs(Attack)
    faces = Counter(seeded.next(first) for _ in range(600))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(60 < count < 140 for count in faces.values())


def test_every_way_is_tried_once() -> None:
    """24 falls of a d6 and a d4; 6 times 16 of a d6 and two d4; one of no dice."""
    falls = list(room.every_way(Attack, None))
    assert len(falls) == len(set(falls)) == 24 == room.ways(Attack, None)
    crowds = list(room.every_way(Crowd, 2))
    assert len(crowds) == len(set(crowds)) == 96 == room.ways(Crowd, 2)
    assert list(room.every_way(NoDice, None)) == [NoDice()]
    assert room.ways(NoDice, None) == 1


def test_a_chain_cannot_be_listed_whole() -> None:
    """Its number of ways is not known, and listing them is an error that names the field."""
    assert room.ways(Chain, None) is None
    with pytest.raises(TypeError, match=r"Chain\.chain"):
        list(room.every_way(Chain, None))


def test_a_chain_has_an_end() -> None:
    """More sixes in a row than anybody will ever throw are refused."""
    said = problem(Chain, [6] * (room.LONGEST_CHAIN + 5))
    assert f"at most {room.LONGEST_CHAIN} in a chain" in said
    longest = [6] * (room.LONGEST_CHAIN - 1) + [1]
    assert len(thrown(Chain, longest).chain) == room.LONGEST_CHAIN


def test_several_dice_need_one_way_to_know_how_many() -> None:
    """Either a count or a chain, not both and not neither."""
    with pytest.raises(TypeError, match="either count or goes_on"):
        dice(6, "both", count=lambda ready: 1, goes_on=lambda chain: False)
    with pytest.raises(TypeError, match="either count or goes_on"):
        dice(6, "neither")


def test_a_throw_as_plain_data() -> None:
    """One entry a die; several of one field are numbered, one alone is not."""
    assert room.listed(Crowd(5, (1, 2))) == [
        {"name": "leader", "label": "leader's die", "sides": 6, "value": 5},
        {"name": "crowd", "label": "crowd die 1", "sides": 4, "value": 1},
        {"name": "crowd", "label": "crowd die 2", "sides": 4, "value": 2},
    ]
    assert room.listed(Crowd(5, (3,)))[1]["label"] == "crowd die"


def test_a_thrower_of_its_own_may_be_given() -> None:
    """Another source of faces needs `next` and nothing else; without it there is no thrower."""

    class Sixes(room.Thrower):
        def next(self, spec: room.DieSpec) -> int:
            return spec.sides

    thrown = room.throw(Attack, Sixes(), None)
    assert {die["value"] for die in room.listed(thrown)} == {die["sides"] for die in room.listed(thrown)}
    with pytest.raises(TypeError, match="abstract"):
        room.Thrower()
