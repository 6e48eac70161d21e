"""The command line: `companion games | describe | roll | odds | what-if | serve | build | publish | lab`.

Exit code 0 for an answer, also for a refusal by the rules; 2 for what cannot be used, with one line on standard error
for each problem; 1 for a fault of the program itself.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from companion import cli_inputs as inputs_room
from companion import house
from companion.catalogue import all_games, find
from companion.errors import CompanionError, InputError, UnknownName

if TYPE_CHECKING:
    from companion.cli_text import Paper

USAGE_FAULT, PROGRAM_FAULT, INTERRUPTED = 2, 1, 130
MOST_HITS = 1000


class UsageError(CompanionError):
    """A command line that cannot be read: an unknown command or option, or a value that is missing."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage as well."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}. See: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code. Raises nothing that a user could have caused."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except CompanionError as error:
        return _complain(error, as_json="--json" in arguments)
    except SystemExit as stop:  # argparse after --help and --version
        return int(stop.code or 0)
    except BrokenPipeError:
        # whoever read the output has seen enough; nothing more may be written when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        _line(f"companion: a fault of this program, not of yours: {_where(fault)}")
        return PROGRAM_FAULT


def _run(arguments: list[str]) -> int:
    options, rest = parser().parse_known_args(arguments)
    if options.command is None:
        raise UsageError(f"A command is expected: {', '.join(COMMANDS)}. See: companion --help")
    options.given = [*getattr(options, "given", []), *rest]
    wrong = [word for word in rest if word.startswith("-")]
    if options.command in ("games", "describe", *BOOK):
        wrong = wrong or rest
    if wrong:
        raise UsageError(f'"{wrong[0]}" is not understood here. See: companion {options.command} --help')
    file = options.house_rules or os.environ.get(house.ENVIRONMENT) or None
    with house.under(house.load(file) if file else None):
        return int(COMMANDS[options.command](options) or 0)


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    from companion import __version__

    top = _Parser(
        prog="companion",
        allow_abbrev=False,
        description="Rules of tabletop combat that can be thrown, explained and weighed exactly.",
        epilog="A calculator is named game/resolver, as `companion games` lists them. "
        "companion COMMAND --help says more.",
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def command(name: str, about: str, *, resolver: bool = True, given: bool = False, json: bool = True) -> _Parser:
        made: _Parser = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        if resolver:
            made.add_argument("resolver", metavar="GAME/RESOLVER", help="a calculator, such as new-world/attack")
        if given:
            made.add_argument(
                "given", nargs="*", metavar="key=value",
                help="a field and its value; a field of a list's row as list.0.field=value, a whole list as JSON",
            )  # fmt: skip
            made.add_argument("--example", metavar="NAME", help="start from a named example")
        if json:
            made.add_argument("--json", action="store_true", help="answer as JSON")
        made.add_argument("--house-rules", metavar="FILE", help="a TOML file with your own values and rulings")
        return made

    command("games", "List every game and its calculators.", resolver=False)
    describe = command("describe", "Show what a calculator asks for: fields, limits, defaults, dice and examples.")
    describe.add_argument("--schema", action="store_true", help="the inputs as a JSON Schema")
    roll = command("roll", "Throw once, and explain the result step by step.", given=True)
    thrown = roll.add_mutually_exclusive_group()
    thrown.add_argument("--seed", metavar="N", help="the same seed throws the same dice")
    thrown.add_argument("--dice", metavar="4,5,5", help="the dice that you threw, in the order that describe shows")
    command("odds", "The exact odds, as fractions and percentages.", given=True)
    command("what-if", "What one more or one less on each number would change.", given=True)
    look = command("look", "Look something up: rules, terms, tables and calculators.", resolver=False)
    look.add_argument("text", nargs="+", metavar="TEXT", help="words to look for; they may be begun or mistyped")
    look.add_argument("--game", metavar="GAME", help="in this game only")
    look.add_argument("--most", metavar="N", default="12", help="so many hits at most (%(default)s)")
    serve = command("serve", "Serve the book in the browser.", resolver=False, json=False)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (%(default)s)")
    serve.add_argument("--port", default="8866", help="the port to listen at (%(default)s)")
    serve.add_argument(
        "--most-kernels", metavar="N", default="100",
        help="how many readers may use calculators at once (%(default)s); all others read",
    )  # fmt: skip
    serve.add_argument("--preheat", metavar="N", default="1", help="kernels kept ready for each chapter (%(default)s)")
    serve.add_argument(
        "--wake-when-idle", action="store_true", help="wake a page's calculators before they are touched"
    )
    build = command("build", "Run the chapters and make their pages, for the next start.", resolver=False, json=False)
    build.add_argument("out", nargs="?", metavar="OUT", help="a folder to write the pages to as files")
    publish = command("publish", "Write the live book as plain files for any web host.", resolver=False, json=False)
    publish.add_argument("out", metavar="OUT", help="the folder for the files: new, empty, or published before")
    for made in (serve, build):
        made.add_argument("--base-url", default="/", help="the path that the book is served under (%(default)s)")
    lab = command("lab", "Open the chapters as notebooks in JupyterLab.", resolver=False, json=False)
    lab.add_argument("--port", default="8888", help="the port to listen at (%(default)s)")
    lab.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    return top


def _games(options: argparse.Namespace) -> None:
    found = [game.to_json() for game in all_games()]
    _answer(options, {"games": found}, "games")


def _describe(options: argparse.Namespace) -> None:
    resolver = find(options.resolver)
    if options.schema:
        _print_json(resolver.schema())
    else:
        _answer(options, resolver.describe(), "description")


def _roll(options: argparse.Namespace) -> None:
    resolver = find(options.resolver)
    inputs, dice = inputs_room.inputs(resolver, options.given, options.example)
    seed = None
    if options.seed is not None:
        seed, dice = inputs_room.whole("seed", options.seed, 0, inputs_room.LARGEST_SEED), None
    elif options.dice is not None:
        dice = options.dice.replace(",", " ").split()
    _answer(options, resolver.roll(inputs, seed=seed, dice=dice), "roll")


def _odds(options: argparse.Namespace) -> None:
    resolver = find(options.resolver)
    _answer(options, resolver.odds(inputs_room.inputs(resolver, options.given, options.example)[0]), "odds")


def _what_if(options: argparse.Namespace) -> None:
    resolver = find(options.resolver)
    _answer(options, resolver.what_if(inputs_room.inputs(resolver, options.given, options.example)[0]), "what_if")


def _look(options: argparse.Namespace) -> None:
    from importlib import import_module

    from companion.catalogue import game
    from companion.look import look

    most = inputs_room.whole("most", options.most, 1, MOST_HITS)
    only = game(options.game).name if options.game is not None else None
    try:
        # by its name: what there is to find stands in the chapters, which only the room of the pages can read
        search = import_module("widgets.web.search")
    except ImportError as error:
        raise CompanionError(f"The chapters need a package that is not installed: {error.name or error}.") from None
    entries, titles = search.found_in()
    if only is not None:
        entries = [entry for entry in entries if entry.game == only]
    _answer(options, look(entries, " ".join(options.text), titles, most), "looked_up")


def _serve(options: argparse.Namespace) -> int:
    port = inputs_room.whole("port", options.port, 1, 65_535)
    most = inputs_room.whole("most-kernels", options.most_kernels, 0, 10_000)
    preheat = inputs_room.whole("preheat", options.preheat, 0, 100)
    return _book(
        "web.server", host=options.host, port=port, base_url=options.base_url, most_kernels=most, preheat=preheat,
        wake_when_idle=options.wake_when_idle, build=True,
    )  # fmt: skip


def _build(options: argparse.Namespace) -> int:
    return _book("web.build", out=options.out, base_url=options.base_url)


def _publish(options: argparse.Namespace) -> int:
    return _book("web.publish.main", out=options.out)


def _lab(options: argparse.Namespace) -> int:
    port = inputs_room.whole("port", options.port, 1, 65_535)
    return _book("lab", port=port, browser=not options.no_browser)


def _book(room: str, **options: Any) -> int:
    """Hands over to the book under the house rules in force."""
    from importlib import import_module

    try:
        # by its name: the engine knows no widget, and whoever only asks for odds needs no server
        found = import_module(f"widgets.{room}")
    except ImportError as error:
        raise CompanionError(f"The book needs a package that is not installed: {error.name or error}.") from None
    return int(found.main(house_rules=house.current().file or None, **options) or 0)


BOOK = ("serve", "build", "publish", "lab")
COMMANDS = {
    "games": _games,
    "describe": _describe,
    "roll": _roll,
    "odds": _odds,
    "what-if": _what_if,
    "look": _look,
    "serve": _serve,
    "build": _build,
    "publish": _publish,
    "lab": _lab,
}


def _answer(options: argparse.Namespace, answer: Mapping[str, Any], kind: str) -> None:
    if options.json:
        _print_json(answer)
        return
    from companion import cli_text

    paper = _paper()
    lines: list[str] = getattr(cli_text, kind)(answer, paper)
    if house.current().file:
        lines += ["", f"House rules in force: {house.current().file}"]
    _print("\n".join(lines), plain=not paper.unicode)


def _paper() -> Paper:
    from shutil import get_terminal_size

    from companion.cli_text import Paper

    terminal = sys.stdout.isatty()
    colour = terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM", "dumb") != "dumb"
    return Paper(max(40, min(100, get_terminal_size().columns)), _utf8(), terminal, colour)


def _utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "") == "utf8"


def _print_json(answer: Any) -> None:
    import json

    _print(json.dumps(answer, indent=2, ensure_ascii=not _utf8()))


def _print(text: str, *, plain: bool = False) -> None:
    if plain:
        from companion.cli_text import plain_letters

        text = plain_letters(text)
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def _complain(error: CompanionError, *, as_json: bool) -> int:
    problems = _problems(error)
    if as_json:
        _print_json({"problems": problems})
    for problem in problems:
        _line(f"companion: {problem['message']}")
    return USAGE_FAULT


def _problems(error: CompanionError) -> list[dict[str, Any]]:
    if isinstance(error, InputError):
        return error.to_json()
    problem: dict[str, Any] = {"field": "arguments", "given": None, "accepted": "", "message": str(error)}
    if isinstance(error, UnknownName):
        problem |= {"field": error.kind, "given": error.name, "accepted": f"one of {', '.join(error.known)}"}
    return [problem]


def _line(text: str) -> None:
    """One line on standard error, whatever stands in it."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(shown.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def _where(fault: Exception) -> str:
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}, line {trace.tb_lineno})" if trace else ""
    return f"{type(fault).__name__}: {fault}{place}"
