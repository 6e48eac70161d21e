// The static edition's port: calculators come alive where they stand, on Python in the reader's own browser.

import { button } from "./button.js";
import { bookChanged, keepBook } from "./edition.js";
import { Engine } from "./engine.js";
import { load, Model, mount } from "./port.js";

const root = document.documentElement;
const { engine: worker, root: home, calculator, screen } = document.querySelector("script[data-engine]").dataset;
const engine = new Engine(new URL(worker, document.baseURI));

const SETTLED = 120; // milliseconds for which a pointer moves about in a calculator before it counts as near
const [SOON, LONG] = [250, 5000]; // milliseconds of waiting that are told, and told once more
const QUIET = 4000; // milliseconds after the engine's start before the rest of the book is brought
const WAKING = "Waking the calculator…";
const STILL = "Still waking: the engine is on its way, once for all chapters. What you typed stays here.";
const KEPT = "What you typed stays here.";
const WORDS = {
  Unreachable: `The calculator's engine cannot be reached: is there a network? ${KEPT}`,
  Gone: `The calculator's engine is not where it was: the book may have changed. ${KEPT}`,
  Type: `The calculators cannot start: this site's host sends a wrong file in place of the engine. ${KEPT}`,
};
const FAILED = `The calculator could not be started. ${KEPT}`;

/** Links to rules are written as in a notebook; here they lead to the pages, in an embedded calculator to new ones. */
function linked(answer) {
  if (!answer.html) return answer;
  const turned = (html) =>
    html.replace(/(\shref=["'])([\w-]+)\.ipynb(?=["'#])/g, (_, before, name) =>
      `${before}${home}${name === "index" ? "" : `${name}.html`}`);
  const html = Object.fromEntries(Object.entries(answer.html).map(([piece, text]) => [piece, turned(text)]));
  return { ...answer, html };
}

/** One calculator: the anywidget that adopts its form, and the engine that answers it. */
class Slot {
  clicks = [];

  constructor(slot) {
    this.slot = slot;
    this.section = slot.querySelector("[data-resolver]"); // a calculator's, or the GM screen's
    this.resolver = this.section.dataset.resolver;
    this.note = slot.parentElement.querySelector(".rb-note");
    this.model = new Model({ question: {}, answer: {} });
    this.model.join({ send: ({ state }, { onidle }) => this.ask(state.question, onidle) }, {});
  }

  /** Once: adopt the form, bring the engine, and do again what was clicked meanwhile. */
  async wake() {
    await this.early();
    await this.once("near", () => engine.near(this.resolver).then(awake));
  }

  /** The form alone: what it asks brings the engine. */
  early = () => this.once("woken", () => this.adopt());

  once(name, work) {
    this[name] ??= work().catch((error) => {
      this[name] = undefined;
      throw error;
    });
    return this[name];
  }

  async adopt() {
    const script = this.section.matches(".rb-desk") ? screen : calculator;
    await mount(await load({ url: new URL(script, document.baseURI).href }), this.model, this.slot);
    for (const clicked of this.clicks.splice(0)) clicked.click();
  }

  /** A reader touched it: what takes long is told, and so is what fails. */
  touch(click) {
    if (click && !this.section.dataset.live) this.clicks.push(click);
    this.tell(this.wake());
  }

  ask(question, onidle) {
    const answered = engine.ask(this.resolver, question).then((answer) => {
      this.model.receive({ method: "update", state: { answer: linked(answer) } }, []);
      onidle();
    });
    this.tell(answered, () => (this.touch(), this.model.resend()));
  }

  tell(work, again = () => this.touch()) {
    const turn = (this.turn = {});
    const say = (...parts) => this.turn === turn && this.note.replaceChildren(...parts);
    const timers = [setTimeout(say, SOON, WAKING), setTimeout(say, LONG, STILL)];
    work
      .then(() => say())
      .catch(async (error) => {
        console.warn(error);
        say(`${WORDS[error.name] ?? FAILED} `, button(() => (say(), again())));
        if (error.name === "Gone") await bookChanged();
      })
      .finally(() => timers.forEach(clearTimeout));
  }
}

/** The engine answers: the page says so, and the book can be kept for times without a network. */
function awake(kind) {
  if (root.dataset.rbLive === "live") return;
  root.dataset.rbLive = "live";
  root.dataset.rbEngine = kind;
  setTimeout(() => keepBook(), QUIET);
}

const slots = new WeakMap();
function slotOf(target) {
  const place = target?.closest?.(".rb-live")?.querySelector(".rb-slot");
  if (!place?.querySelector("[data-resolver]")) return null;
  if (!slots.has(place)) slots.set(place, new Slot(place));
  return slots.get(place);
}

// A pointer that rests while the page is scrolled under it is a reader's; one that moves about in a calculator is near.
let [x, y, over, since] = [0, 0, null, 0];
function moved({ target, screenX, screenY, timeStamp, pointerType }) {
  const still = screenX === x && screenY === y;
  [x, y] = [screenX, screenY];
  const here = pointerType === "touch" || still ? null : slotOf(target);
  if (here !== over) [over, since] = [here, timeStamp];
  if (here && timeStamp - since >= SETTLED && !navigator.connection?.saveData) here.wake().catch(() => {});
}

function touched({ type, target }) {
  if (!target.closest?.(".rb-slot") || target.closest("a[href]")) return;
  slotOf(target)?.touch(type === "click" ? target.closest("button") : null);
}

addEventListener("pointermove", moved, { capture: true, passive: true });
for (const type of ["focusin", "pointerdown", "input", "click"]) addEventListener(type, touched, { capture: true });
slotOf(document.querySelector(".rb-desk"))?.early(); // it shows what it has kept
