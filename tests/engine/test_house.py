"""House rules: a file is read, checked and put in force, or refused with file, key and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import catalogue, house
from companion.errors import HouseRulesError


def written(folder: Path, text: str) -> str:
    """A house-rules file with this text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def refusal(folder: Path, text: str) -> str:
    """How such a file is refused, without its path."""
    path = written(folder, text)
    with pytest.raises(HouseRulesError) as caught:
        house.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{path}: ")


def test_a_good_file_is_read_and_not_yet_in_force(lantern: str, tmp_path: Path) -> None:
    """`use` puts it in force for the whole process, `under` for a while; None takes it away."""
    rules = house.load(written(tmp_path, "[lantern.numbers]\nhome = 14\n[lantern.gear.rope]\nweight = 3\n"))
    numbers = catalogue.tables(lantern)["numbers"]
    assert rules.of("lantern", "numbers") == {"home": 14}
    assert rules.of("lantern", "rulings") == {}
    assert numbers["home"].value == 12
    house.use(rules)
    assert house.current() is rules
    assert numbers["home"].value == 14
    with house.under(None):
        assert numbers["home"].value == 12
    assert numbers["home"].value == 14
    house.use(None)
    assert numbers["home"].value == 12
    assert house.current().file == ""


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    """It is allowed."""
    assert house.load(written(tmp_path, "# nothing yet\n")).changes == {}


def test_a_while_ends_even_with_an_error() -> None:
    """What was in force before is in force again."""
    before = house.current()
    with pytest.raises(RuntimeError), house.under(house.HouseRules("mine.toml")):
        raise RuntimeError
    assert house.current() is before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[lantern\n", "this is not TOML: "),
        ("[lantrn.numbers]\nhome = 1\n", 'lantrn: no such game. Did you mean "lantern"?'),
        ("lantern = 5\n", "lantern: tables are expected under a game."),
        ("[lantern.number]\nhome = 1\n", 'lantern.number: no such table. Did you mean "numbers"?'),
        ("[lantern]\nnumbers = 3\n", "lantern.numbers: rows are expected in a table."),
        ("[lantern.numbers]\nhme = 3\n", 'lantern.numbers.hme: there is no row of that name. Did you mean "home"?'),
        ("[lantern.numbers]\nhome = 'far'\n", 'lantern.numbers.home.value: "far" was given; accepted is a whole'),
        ("[lantern.numbers]\nhome = 99999\n", "lantern.numbers.home.value: 99999 was given; accepted is a whole"),
        ("[lantern.numbers.home]\nvalu = 3\n", "lantern.numbers.home.valu: 3 was given"),
        ("[lantern.rulings]\ntie = 'maybe'\n", "lantern.rulings.tie: 'maybe' is no reading of this ruling: yes, no"),
        ("[lantern.gear.rope]\nsource = 'chapter'\n", "lantern.gear.rope: the source of a house rule is always"),
        ("[lantern.gear.lamp]\nname = 'Lamp'\n", "lantern.gear.lamp: a new row needs weight, kind"),
        ("[lantern.gear]\nrope = 3\n", "lantern.gear.rope: a row with columns by name is expected"),
    ],
    ids=["syntax", "game", "no tables", "table", "no rows", "row", "kind", "limit", "column", "reading", "source",
         "new row", "no columns"],
)  # fmt: skip
def test_a_bad_file_is_refused(lantern: str, tmp_path: Path, text: str, said: str) -> None:
    """With the file, the key and the reason, in one line."""
    assert refusal(tmp_path, text).startswith(said)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """Missing, a folder, or not UTF-8."""
    with pytest.raises(HouseRulesError, match=r"none\.toml: the file cannot be read: No such file"):
        house.load(str(tmp_path / "none.toml"))
    with pytest.raises(HouseRulesError, match="cannot be read: Is a directory"):
        house.load(str(tmp_path))
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(HouseRulesError, match="this is not TOML"):
        house.load(str(tmp_path / "latin.toml"))


def test_the_environment_names_a_file(lantern: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is put in force; an empty name and none change nothing; a bad one is refused."""
    monkeypatch.delenv(house.ENVIRONMENT, raising=False)
    house.use_from_environment()
    assert house.current().file == ""
    monkeypatch.setenv(house.ENVIRONMENT, "")
    house.use_from_environment()
    assert house.current().file == ""
    path = written(tmp_path, "[lantern.numbers]\nhome = 14\n")
    monkeypatch.setenv(house.ENVIRONMENT, path)
    house.use_from_environment()
    assert house.current().file == path
    assert catalogue.tables(lantern)["numbers"]["home"].value == 14
    monkeypatch.setenv(house.ENVIRONMENT, str(tmp_path / "none.toml"))
    with pytest.raises(HouseRulesError):
        house.use_from_environment()
