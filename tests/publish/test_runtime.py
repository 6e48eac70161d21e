"""The browser's Python comes through npm, once; what is in the way is said in words that help."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from widgets.web.publish.errors import PublishError
from widgets.web.publish.main import main
from widgets.web.publish.runtime import bring

NPM = """#!/bin/sh
echo called >> calls.txt
mkdir -p node_modules/pyodide
echo '{"info": {"python": "3.13.2", "abi_version": "x"}, "packages": {"numpy": {}}}' \\
  > node_modules/pyodide/pyodide-lock.json
echo '{"version": "0.0.1"}' > node_modules/pyodide/package.json
"""


def program(folder: Path, name: str, text: str) -> None:
    """A program of that name."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs in front of the shell's own, without node and npm."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("sh", "mkdir", "cat"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.mark.parametrize("there", [(), ("node",)])
def test_without_npm_it_says_what_to_install(programs: Path, tmp_path: Path, there: tuple[str, ...]) -> None:
    """Whichever of the two is missing."""
    for name in there:
        program(programs, name, "#!/bin/sh\necho v20.0.0\n")
    with pytest.raises(PublishError, match=r"^n(ode|pm) is not installed.*apt-get install npm"):
        bring(tmp_path / "cache")


def test_the_command_says_it_too(programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with exit code 1, and nothing is written."""
    assert main(tmp_path / "site") == 1
    told = capsys.readouterr().err
    assert told.startswith("companion: not published: node is not installed")
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "site").exists()


def test_an_old_node_is_named(programs: Path, tmp_path: Path) -> None:
    """With the version that is there and the one that is needed."""
    program(programs, "node", "#!/bin/sh\necho v14.21.3\n")
    program(programs, "npm", NPM)
    with pytest.raises(PublishError, match=r"node is v14\.21\.3: 18 or newer"):
        bring(tmp_path / "cache")


def test_what_npm_complains_of_is_handed_on(programs: Path, tmp_path: Path) -> None:
    """And the next try is a new one."""
    program(programs, "node", "#!/bin/sh\necho v20.0.0\n")
    program(programs, "npm", "#!/bin/sh\necho 'npm error network is unreachable' >&2\nexit 1\n")
    with pytest.raises(PublishError, match="could not bring the browser's Python: npm error network is unreachable"):
        bring(tmp_path / "cache")
    program(programs, "npm", NPM)
    assert bring(tmp_path / "cache").version == "0.0.1"


def test_it_is_brought_once(programs: Path, tmp_path: Path) -> None:
    """By the exact versions of the lock file, into the cache; no package of its own lock is taken over."""
    program(programs, "node", "#!/bin/sh\necho v20.0.0\n")
    program(programs, "npm", NPM)
    first, second = bring(tmp_path / "cache"), bring(tmp_path / "cache")
    assert first == second
    home = first.folder.parents[1]
    assert (home / "calls.txt").read_text().count("called") == 1
    assert (home / "package-lock.json").is_file()
    assert first.python == "3.13"
    assert first.lock == {"info": {"python": "3.13.2", "abi_version": "x"}, "packages": {}}
    assert os.access(first.node, os.X_OK)
