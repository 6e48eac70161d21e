// The dice tray: any notation, thrown here or read from real dice, and the throws that the game's own rules read.

import { default as calculator } from "./calculator.js";
import { line, NotationError, ready, thrown } from "./dice.js";
import { all, button, complain, make, settle } from "./dom.js";
import { Twin } from "./line.js";

const MOST = 30; // so many throws are kept
const SHOWN = 120; // so many dice of one throw are shown
const FAILED = "The dice could not be brought: is the server there? What you typed stays here.";

const dashed = (number) => String(number).replace("-", "−");

/** The library lies beside the screen's script; in a notebook, where there is no such place, the kernel brings it. */
async function library(desk) {
  const here = import.meta.url;
  if (/^https?:/.test(here)) return import(new URL("./dice-roller.js", here).href);
  const { ok, text } = await desk.ask({ ask: "library" });
  if (!ok) throw new Error("no library");
  return import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

export class Tray {
  constructor(desk) {
    this.desk = desk;
    this.place = desk.part("tray");
    this.form = this.place.querySelector("[data-throw]");
    this.form.addEventListener("submit", () => this.throw());
    this.place.addEventListener("click", ({ target }) => this.pressed(target.closest("button")));
    this.before = this.place.querySelector("[data-before]");
  }

  chosen(game) {
    for (const throws of all(this.place, "[data-throws]")) throws.hidden = throws.dataset.throws !== game;
    this.place.querySelector("[data-reader]").replaceChildren();
  }

  async open() {
    ready(() => library(this.desk)).catch(() => {});
    this.form.elements.notation.focus({ preventScroll: true });
    const kept = await this.desk.store.get("tray");
    this.before.replaceChildren(...(Array.isArray(kept) ? kept : []).map((text) => make("li", {}, String(text))));
  }

  pressed(target) {
    if (!target) return;
    const { notation, reads, inputs, toLog } = target.dataset;
    if (notation) {
      this.form.elements.notation.value = notation;
      this.throw();
    } else if (reads) this.read(reads, JSON.parse(inputs));
    else if (toLog) this.desk.act({ do: "note", text: toLog.slice(0, 400) }).then((answer) => answer?.ok && target.remove());
  }

  async throw() {
    const { notation, faces } = this.form.elements;
    settle(this.form);
    const given = faces.value.match(/[^\s,;]+/g);
    const wrong = (text, field) => this.desk.say(complain(this.form, [{ field, text }]));
    let dice;
    try {
      dice = await ready(() => library(this.desk));
    } catch {
      return wrong(FAILED, "notation");
    }
    try {
      await this.show(thrown(dice, notation.value, given));
      faces.value = "";
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      wrong(error.message, error.message.startsWith("Dice on the table") ? "faces" : "notation");
    }
  }

  /** One throw, its dice one by one, and the sum; those before it stand below. */
  async show(found) {
    const text = line(found);
    const drawn = found.map(({ notation, total, tokens }) =>
      make("p", {}, make("span", { class: "rb-g-notation" }, notation), " ", ...tokens.slice(0, SHOWN).map(token),
        ...(tokens.length > SHOWN ? ["…"] : []), " = ", make("strong", {}, dashed(total))));
    const note = button("Into the log", () => {}, "rb-g-button rb-g-small");
    note.dataset.toLog = text;
    this.place.querySelector("[data-thrown]").replaceChildren(...drawn, note);
    this.place.querySelector("[data-reader]").replaceChildren();
    const kept = await this.desk.store.set("tray", (old) => [text, ...(Array.isArray(old) ? old : [])].slice(0, MOST));
    this.before.replaceChildren(...kept.map((each) => make("li", {}, each)));
  }

  /** A throw that the game's own rules read: its calculator, thrown at once. */
  async read(resolver, inputs) {
    const place = this.place.querySelector("[data-reader]");
    if (place.dataset.reader === resolver && place.dataset.inputs === JSON.stringify(inputs) && place.firstElementChild) {
      return place.querySelector(".rb-c-throw").click();
    }
    const answer = await this.desk.ask({ ask: "calculator", resolver, inputs, at: "tray-calculator" });
    if (!answer.ok) return this.desk.toast(answer.problems.map(({ text }) => text).join(" "));
    this.place.querySelector("[data-thrown]").replaceChildren();
    Object.assign(place.dataset, { reader: resolver, inputs: JSON.stringify(inputs) });
    place.innerHTML = answer.html.calculator;
    calculator.render({ model: new Twin((question) => this.desk.ask({ ask: "answer", resolver, question })), el: place });
    place.querySelector(".rb-c-throw").click();
  }
}

/** A die as a reader sees it: struck through where it does not count, with what happened to it. */
function token(each) {
  if (typeof each === "string") return ` ${each} `;
  const { value, kept, words } = each;
  const told = words.length ? { title: words.join(", ") } : {};
  const face = make(kept ? "span" : "s", { class: "rb-g-die", ...told }, dashed(value));
  if (!kept) face.append(make("span", { class: "rb-c-hidden" }, " dropped"));
  return face;
}
