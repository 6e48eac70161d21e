"""The recipes of ``widgets/web/hosting``, each tried with the program that it is for, where the system has it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.web.client import Reader, heard, soon, update
from tests.web.fixtures import Site, free_port, listening
from tests.web.sample import small_book

HOUSE = Path(__file__).parents[2]
HOSTING = HOUSE / "widgets" / "web" / "hosting"
UNIT = HOSTING / "rulebook-companion.service"
AROUND = """
daemon off;
pid {room}/nginx.pid;
error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {room}/body;
    proxy_temp_path {room}/proxy;
    fastcgi_temp_path {room}/fastcgi;
    uwsgi_temp_path {room}/uwsgi;
    scgi_temp_path {room}/scgi;
    include {recipe};
}}
"""

Front = Callable[..., Site]


def needed(program: str) -> str:
    """The path of a program of the system; skips the test where there is none."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"there is no {program} on this machine, so its recipe cannot be tried")
    return found


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[Front]:
    """Starts nginx with a recipe whose ports are replaced, and gives the site as it is seen through it."""
    program = needed("nginx")
    with ExitStack() as stack:

        def starting(recipe: str, *sites: Site) -> Site:
            text, port = (HOSTING / recipe).read_text(encoding="utf-8"), free_port()
            changes = {"listen 80;": f"listen 127.0.0.1:{port};"}
            changes |= {f"127.0.0.1:{8866 + place}": f"127.0.0.1:{site.port}" for place, site in enumerate(sites)}
            for old, new in changes.items():
                place, found, rest = text.rpartition(old)
                assert found, f"{recipe} has no {old}"
                text = place + new + rest
            (tmp_path / "recipe.conf").write_text(text, encoding="utf-8")
            around = tmp_path / "nginx.conf"
            around.write_text(AROUND.format(room=tmp_path, recipe=tmp_path / "recipe.conf"), encoding="utf-8")
            command = [program, "-p", str(tmp_path), "-e", "stderr", "-c", str(around)]
            tested = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
            assert tested.returncode == 0, tested.stderr
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL, text=True)
            stack.callback(process.wait, 10)
            stack.callback(process.terminate)
            site = Site(f"http://127.0.0.1:{port}/", port, process)
            assert soon(lambda: listening(port), 10)
            return site

        yield starting


def use(site: Site, value: int) -> Reader:
    """Read a page, touch a calculator, ask a question, leave."""
    reader = Reader(site)
    reply = reader.start("first").json
    with reader.channel(reply["kernelId"]) as channel:
        channel.send(update(reply["outputs"]["1"][0], question=str(value)))
        heard(channel, lambda message: f"twice is {2 * value}" in str(message["content"]))
    assert reader.end(reply["kernelId"]).status == 204
    return reader


def test_a_page_and_its_websocket_come_through_nginx(nginx: Front, site: Site) -> None:
    """With the server's headers, its packed forms, its refusals and its missing pages as they are."""
    front = nginx("nginx.conf", site)
    reader = use(front, 21)
    straight, through = Reader(site).ask("second"), reader.ask("second", Accept_Encoding="gzip")
    assert through.headers["Content-Encoding"] == "gzip"
    assert through.headers["Content-Security-Policy"] == straight.headers["Content-Security-Policy"]
    assert through.headers["ETag"] == straight.headers["ETag"]
    assert reader.ask("nowhere").status == 404
    assert reader.ask("first/kernel", "POST").status == 403


def test_a_reader_stays_with_one_of_two_books(nginx: Front, serve: Callable[..., Site], tmp_path: Path) -> None:
    """The page may come from either; the kernel, its channel and its end are in one, for each of six readers."""
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    small_book(chapters)
    books = [serve(chapters, preheat=0) for _ in range(2)]
    front = nginx("nginx-two.conf", *books)
    assert len({Reader(book).ask("first").headers["ETag"] for book in books}) == 1
    used = []
    for number in range(6):
        reader = Reader(front)
        reply = reader.start("first").json
        used.append([Reader(book).kernels() for book in books])
        with reader.channel(reply["kernelId"]) as channel:
            channel.send(update(reply["outputs"]["3"][0], question=str(number)))
            heard(channel, lambda message, number=number: f"twice is {2 * number}" in str(message["content"]))  # type: ignore[misc]
        assert reader.end(reply["kernelId"]).status == 204
    assert all(sum(kernels) == 1 for kernels in used)


def test_the_unit_is_sound(tmp_path: Path) -> None:
    """systemd reads it without a word, but for the program that is not installed there; it is well shut in."""
    program = needed("systemd-analyze")
    text = UNIT.read_text(encoding="utf-8")
    here = text.replace("/opt/rulebook-companion/bin/companion", shutil.which("true") or "/bin/true")
    assert here != text
    unit = tmp_path / UNIT.name
    unit.write_text(here, encoding="utf-8")
    verified = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = subprocess.run(
        [program, "security", "--offline=true", "--no-pager", "--json=short", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    open_doors = {line["json_field"] for line in json.loads(rated.stdout) if line["set"] is False}
    assert not open_doors & {"NoNewPrivileges", "ProtectSystem", "PrivateTmp", "PrivateDevices", "ProtectHome"}


def test_the_unit_starts_what_there_is() -> None:
    """Its command is one that the command line takes, and its files are enough for its kernels."""
    from companion import cli
    from widgets.web.seats import FILES_A_KERNEL

    text = UNIT.read_text(encoding="utf-8")
    words = re.search(r"^ExecStart=\S+/companion (.+)$", text, re.MULTILINE)
    files = re.search(r"^LimitNOFILE=(\d+)$", text, re.MULTILINE)
    assert words
    assert files
    options = cli.parser().parse_args(words[1].split())
    assert options.command == "serve"
    assert int(files[1]) > FILES_A_KERNEL * int(options.most_kernels)


def test_the_container_is_made_of_what_there_is() -> None:
    """Each instruction is one that Docker knows, each file is there, and the book does not run as root."""
    from companion import cli

    lines = re.sub(r"\\\n", " ", (HOSTING / "Dockerfile").read_text(encoding="utf-8")).splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line.strip() and not line.startswith("#")]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {name for name, _ in steps} <= known
    assert steps[0] == ["FROM", "python:3.11-slim-bookworm"]
    copied = [source for name, rest in steps if name == "COPY" for source in rest.split()[:-1]]
    assert [source for source in copied if not (HOUSE / source).exists()] == []
    (user,) = [place for place, (name, _) in enumerate(steps) if name == "USER"]
    assert user < [place for place, (name, _) in enumerate(steps) if name == "CMD"][-1]
    (command,) = [json.loads(rest) for name, rest in steps if name == "CMD"]
    assert command[0] == "companion"
    assert cli.parser().parse_args(command[1:]).host == "0.0.0.0"
    builds = [rest.split()[1:] for name, rest in steps if name == "RUN" and rest.startswith("companion ")]
    assert [cli.parser().parse_args(words).command for words in builds] == ["build"]
    (health,) = [rest for name, rest in steps if name == "HEALTHCHECK"]
    code = re.search(r'python -c "(.+)"$', health)
    assert code
    assert compile(code[1], "health", "exec")


def test_the_container_can_be_built_and_asked(tmp_path: Path, site: Site) -> None:
    """What is copied into it is all that a wheel is built from, and its health check tells a living book from none."""
    lines = re.sub(r"\\\n", " ", (HOSTING / "Dockerfile").read_text(encoding="utf-8")).splitlines()
    for copied in [line.split()[1:] for line in lines if line.startswith("COPY ")]:
        *sources, target = copied
        for source in sources:
            into = tmp_path / target / (source if target == "./" else "")
            unseen = shutil.ignore_patterns("__pycache__", "node_modules", ".ipynb_checkpoints")
            if (HOUSE / source).is_dir():
                shutil.copytree(HOUSE / source, into, ignore=unseen)
            else:
                shutil.copy(HOUSE / source, into)
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    packed = ZipFile(wheel).namelist()
    assert {"chapters/new-world.ipynb", "widgets/web/templates/chapter.html.j2", "companion/cli.py"} <= set(packed)

    (health,) = [code[1] for line in lines if (code := re.search(r'^HEALTHCHECK CMD python -c "(.+)"$', line))]
    assert ":8866/" in health
    for port, well in ((site.port, True), (free_port(), False)):
        asked = [sys.executable, "-c", health.replace(":8866/", f":{port}/")]
        assert (subprocess.run(asked, capture_output=True, check=False).returncode == 0) is well
