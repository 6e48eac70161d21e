"""The house's manners: short modules, nothing left undone, no trace of one machine, no other host."""

from __future__ import annotations

import re
from pathlib import Path

LONGEST = 400
CODE = (".py", ".js", ".css")

MACHINE_PATH = re.compile(r"/(?:work|farm|root)/|/home/\w+/|\.\./shared|[A-Z]:\\\\Users")
UNDONE = re.compile(
    r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|mark\.(?:sk" + r"ip|xf" + r"ail)|NBVAL_(?:SK" + r"IP|IGN" + r"ORE)"
)
ADDRESS = re.compile(r"https?://([\w.\[\]:-]+)")

# The loopback, and identifiers that nobody fetches: the namespaces of SVG and JSON Schema, and examples.
HARMLESS = re.compile(
    r"(?:127\.0\.0\.1|localhost|\[::1\])(?::\d*)?|www\.w3\.org|json-schema\.org|[\w.-]*example\.(?:org|com)"
)

# A page fetches what these name. A link that a reader may follow is not among them.
FETCHED = re.compile(
    r"""(?:\bsrc\s*=|\bsrcset\s*=|<link\b[^>]*\bhref\s*=|\burl\(|@import|\bimport\b|\bfrom|\bfetch\(|!\[[^\]]*\]\()"""
    r"""\s*\\?["']?(?:https?:)?//[\w.-]+\.[a-z]{2,}"""
)


def test_modules_are_short(root: Path, house_files: list[Path]) -> None:
    """No module has more than 400 lines: one topic each."""
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in house_files
        if path.suffix in CODE
    }
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_path_of_a_machine(house_texts: dict[str, str]) -> None:
    """Nothing names a folder of the machine that it was written on."""
    assert found(MACHINE_PATH, house_texts) == {}


def test_nothing_is_left_undone(house_texts: dict[str, str]) -> None:
    """No note of work to come, and no test or output that is passed over."""
    assert found(UNDONE, house_texts) == {}


def test_the_page_fetches_from_no_other_host(house_texts: dict[str, str]) -> None:
    """Neither the widgets nor the chapters load a script, style, font or picture from elsewhere."""
    assert found(FETCHED, of_rooms(house_texts, "widgets/", "chapters/", "companion/")) == {}


def test_the_programs_name_no_other_host(house_texts: dict[str, str]) -> None:
    """In engine and widgets there is no web address but of the machine itself and of namespaces."""
    programs = of_rooms(house_texts, "companion/", "widgets/")
    programs = {name: text for name, text in programs.items() if not name.endswith(".toml")}
    assert programs
    hosts = {name: sorted(set(ADDRESS.findall(text))) for name, text in programs.items()}
    foreign = {name: [host for host in each if not HARMLESS.fullmatch(host)] for name, each in hosts.items()}
    assert {name: each for name, each in foreign.items() if each} == {}


def of_rooms(texts: dict[str, str], *rooms: str) -> dict[str, str]:
    """The files of some rooms."""
    return {name: text for name, text in texts.items() if name.startswith(rooms)}


def found(pattern: re.Pattern[str], texts: dict[str, str]) -> dict[str, list[str]]:
    """Where a pattern occurs: the file, and the lines cut short."""
    hits = {
        name: [line.strip()[:120] for line in text.splitlines() if pattern.search(line)] for name, text in texts.items()
    }
    return {name: lines for name, lines in hits.items() if lines}
