"""Calculators on a page without any kernel: a server whose answers come from `widgets.answer`, and a model to ask it.

The model keeps to anywidget's small contract (get, set, on, send, save_changes); as in a kernel one change is on its
way at a time, and later ones merge.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from widgets.answer import answer

WIDGETS = Path(__file__).parents[2] / "widgets"

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calculators</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/widgets.css">
<style>:root { color-scheme: light dark } body { margin: 0; background: light-dark(#fcf8f0, #1a1815);
color: light-dark(#2a241e, #e8e1d5) } main { max-width: 48rem; padding: 0.5rem }</style></head>
<body><main><h1>Calculators</h1>
"""

SCRIPT = """
import widget from "/calculator.js";
export class Model {
  state = {}; listeners = {}; busy = false; changed = false;
  constructor(resolver, html) { this.resolver = resolver; this.html = html; }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; this.changed = true; }
  on(event, listener) { (this.listeners[event] ??= []).push(listener); }
  fire(event, ...values) { for (const listener of this.listeners[event] ?? []) listener(...values); }
  send(content) { if (content.ask === "html") this.fire("msg:custom", this.html); }
  async save_changes() {
    if (this.busy || !this.changed) return;
    this.busy = true; this.changed = false;
    window.questions.push(this.state.question);
    if (window.hold) await window.hold;
    const body = JSON.stringify(this.state.question);
    const reply = await fetch("/answer/" + this.resolver, { method: "POST", body });
    this.told(await reply.json());
    this.busy = false;
    this.save_changes();
  }
  told(answer) { this.state.answer = answer; this.fire("change:answer"); }
}
window.questions = [];
window.models = [];
window.states = [];
document.addEventListener("rb:state", ({ detail }) => window.states.push(detail));
window.adopt = () => {
  for (const el of document.querySelectorAll(".rb-slot")) {
    const shared = window.models.find((model) => model.name === el.dataset.model);
    const model = shared ?? new Model(el.dataset.resolver, JSON.parse(el.dataset.html ?? "null"));
    model.name = el.dataset.model;
    if (!shared) window.models.push(model);
    widget.render({ model, el });
  }
};
if (!location.search.includes("asleep")) window.adopt();
"""


class Harness:
    """A server on a free port. `page(calculators)` gives the address of a page that holds them."""

    def __init__(self) -> None:
        pages: dict[str, str] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                if path == "/calculator.js":
                    self.reply((WIDGETS / "calculator.js").read_text(encoding="utf-8"), "text/javascript")
                elif path == "/widgets.css":
                    self.reply("\n".join(file.read_text("utf-8") for file in sorted(WIDGETS.glob("*.css"))), "text/css")
                elif path == "/harness.js":
                    self.reply(SCRIPT, "text/javascript")
                else:
                    self.reply(pages[path], "text/html")

            def do_POST(self) -> None:
                question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.reply(json.dumps(answer(question, self.path.removeprefix("/answer/"))), "application/json")

            def reply(self, text: str, kind: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *arguments: Any) -> None:
                """Says nothing: the tests' output stays readable."""

        self.pages = pages
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def page(self, *calculators: Any, asleep: bool = False, empty: bool = False, shared: bool = False) -> str:
        """A page with a slot for each calculator.

        `asleep`: no script adopts them until `adopt()` is called. `empty`: the slots hold no stored form, as in a
        notebook. `shared`: all of them are views of one model.
        """
        slots = []
        for place, calculator in enumerate(calculators):
            html = str(calculator.answer_html)
            model = "shared" if shared else f"model-{place}"
            stored = json.dumps({"html": html, "at": calculator._at}).replace("&", "&amp;").replace("'", "&#39;")
            slots.append(
                f'<div class="rb-slot" data-model="{model}" data-resolver="{calculator.resolver.address}"'
                + (f" data-html='{stored}'></div>" if empty else f">{html}</div>")
            )
        path = f"/page-{len(self.pages)}"
        self.pages[path] = (
            HEAD + "\n".join(slots) + '</main><script type="module" src="/harness.js"></script></body></html>'
        )
        return f"{self.url}{path}{'?asleep' if asleep else ''}"

    def close(self) -> None:
        """Ends the server."""
        self.server.shutdown()
        self.server.server_close()
