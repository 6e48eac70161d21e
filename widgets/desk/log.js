// The log: what happened, the newest first, by rounds.

import { make } from "./dom.js";
import { FRESH } from "./words.js";

const SHOWN = 60; // so many entries are shown at first; the others follow on demand

export class Log {
  constructor(desk) {
    this.desk = desk;
    this.list = desk.part("log");
    this.more = desk.root.querySelector("[data-log-all]");
    this.more.addEventListener("click", () => this.show(Infinity));
  }

  /** Draw the log of the step that is shown, back to the fight's beginning. */
  async show(most = SHOWN) {
    const { game, at } = this.desk.course;
    const last = (step, number) => FRESH.has(step.act?.do) || number >= most;
    const steps = at ? await this.desk.store.story(game, at, last) : [];
    this.list.replaceChildren();
    for (const step of [...steps].reverse()) this.add(step);
    this.more.hidden = steps.length < most || FRESH.has(steps.at(-1)?.act?.do);
  }

  /** One more entry on top; a file that was brought in has its own log below it. */
  add(step) {
    for (const entry of step.earlier ?? []) this.put(entry.html, entry.when);
    this.put(step.entry, step.when);
  }

  put(html, when) {
    const template = document.createElement("template");
    template.innerHTML = typeof html === "string" ? html : "";
    const entry = template.content.querySelector("li");
    if (!entry) return;
    if (when) entry.title = new Date(when).toLocaleString();
    const { round } = entry.dataset;
    const top = this.list.firstElementChild;
    if (top?.dataset.round === round && top.matches("[data-heading]")) top.after(entry);
    else {
      const words = round === "0" ? "Before the fight" : `Round ${round}`;
      this.list.prepend(make("li", { class: "rb-g-log-round", "data-heading": "true", "data-round": round }, words), entry);
    }
  }
}
