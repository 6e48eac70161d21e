// The keys: one letter each, wherever nothing is being typed.

import { typing } from "./words.js";

export class Keys {
  constructor(desk, signal) {
    this.desk = desk;
    const page = document.querySelector(".rb-page"); // in a notebook only the screen's own keys are ours
    (page ? document : desk.root).addEventListener("keydown", (event) => this.key(event), { signal });
    desk.root.addEventListener("click", ({ target }) => target.closest("[data-keys]") && this.help());
  }

  key(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (document.querySelector("dialog[open]")) return;
    if (key === "Escape") return this.desk.escape();
    const chord = ctrlKey || metaKey;
    const letter = key.toLowerCase();
    if (chord && !altKey && !typing(target) && (letter === "z" || letter === "y")) {
      event.preventDefault();
      return this.desk.course.step(letter === "y" || shiftKey ? 1 : -1);
    }
    if (chord || altKey || typing(target)) return;
    const row = target.closest?.("[data-select]");
    if (row && (key === "ArrowDown" || key === "ArrowUp")) return this.along(event, row, key === "ArrowDown" ? 1 : -1);
    const act = this.acts[letter];
    if (!act) return;
    event.preventDefault();
    act();
  }

  press = (selector) => this.desk.root.querySelector(selector)?.click();

  acts = {
    n: () => this.press("[data-next]"),
    t: () => this.press("[data-work=attack]"),
    e: () => this.press("[data-work=edit]"),
    a: () => this.press("[data-tool=add]"),
    d: () => this.press("[data-tool=tray]:not([hidden])"),
    p: () => this.press("[data-tool=pins]:not([hidden])"),
    s: () => this.press("[data-tool=sheet]:not([hidden])"),
    f: () => this.press("[data-tool=files]"),
    u: () => this.desk.course.step(-1),
    r: () => this.desk.course.step(1),
    "?": () => this.help(),
  };

  /** Up and down the list. */
  along(event, row, by) {
    event.preventDefault();
    const rows = [...this.desk.root.querySelectorAll("[data-select]")];
    const next = rows[rows.indexOf(row) + by];
    next?.focus();
    next?.click();
  }

  help() {
    this.desk.toggle("keys", this.desk.root.querySelector("[data-keys]"));
  }
}
