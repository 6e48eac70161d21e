"""``companion lab``: the same calculator, in JupyterLab."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import HOUSE, free_port
from tests.web.sample import code, markdown, write
from widgets import lab


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab over one chapter with one calculator."""
    if find_spec("jupyterlab") is None:
        pytest.skip("JupyterLab is not installed here")
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    source = 'from widgets import calculator\ncalculator("new-world/disarm")'
    write(chapters, "disarming", markdown("# Disarming"), code(source))
    port = free_port()
    command = f"from widgets.lab import main; main({port}, False, None, {str(chapters)!r})"
    rooms = {name: str(tmp_path / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "HOME")}
    process = subprocess.Popen(
        [sys.executable, "-c", command],
        env={**os.environ, **rooms, "PYTHONPATH": str(HOUSE), "JUPYTER_TOKEN": "known", "JUPYTER_NO_CONFIG": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}/lab/tree/disarming.ipynb?token=known"
    try:
        assert soon(lambda: _answers(f"http://127.0.0.1:{port}/api?token=known"), 60)
        yield url
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def test_a_calculator_answers_in_jupyterlab(browser: Any, opened: str) -> None:
    """Run the cell; then the form is alive, Python's answer to a new value shows, and no other host is asked."""
    asked: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.on("request", lambda request: asked.append(request.url))
    page.goto(opened)
    page.get_by_text("| Idle").wait_for(timeout=60_000)
    page.locator(".jp-CodeCell .jp-InputArea-editor").first.click()
    page.keyboard.press("Control+Enter")
    section = page.locator(".jp-OutputArea .rb-calc[data-live=true]")
    section.wait_for(timeout=60_000)
    sentence = section.locator(".rb-c-sentence")
    before = sentence.inner_text()
    section.locator("[data-field=total] input.rb-c-input").fill("12")
    assert soon(lambda: sentence.inner_text() != before)
    page.close()
    assert [url for url in asked if not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "blob:", "data:"))] == []


def test_kernels_there_find_the_book_and_the_house_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By absolute paths, in front of what was there."""
    monkeypatch.chdir(tmp_path)
    made = lab.environment({"PYTHONPATH": "elsewhere", "OTHER": "kept"}, "mine.toml")
    assert made["PYTHONPATH"].split(os.pathsep) == [str(HOUSE), "elsewhere"]
    assert made["COMPANION_HOUSE_RULES"] == str(tmp_path / "mine.toml")
    assert made["OTHER"] == "kept"
    assert "COMPANION_HOUSE_RULES" not in lab.environment({}, None)


def test_without_jupyterlab_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """In one line, with exit code 1; so does a folder that is not there."""
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert lab.main() == 1
    assert capsys.readouterr().err == f"{lab.MISSING}\n"
    monkeypatch.setattr(lab, "find_spec", lambda name: name)
    assert lab.main(chapters=tmp_path / "nothing") == 1
    assert "there is no folder of chapters" in capsys.readouterr().err
