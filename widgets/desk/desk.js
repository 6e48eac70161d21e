// The GM screen: adopts the HTML that stands in its place, keeps the fight in the browser, and asks Python for the rest.
// It computes no rule. Its parts are classes made with the desk: {root, game, ask(question), store, say(text), …}.

import { Course } from "./course.js";
import { all, button, complain, settle, swap } from "./dom.js";
import { Files } from "./files.js";
import { Keys } from "./keys.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { Memory } from "./memory.js";
import { Presets } from "./presets.js";
import { Pins } from "./pins.js";
import { Sheet } from "./sheet.js";
import { openStore } from "./store.js";
import { Tray } from "./tray.js";
import { TAKES_AWAY } from "./words.js";
import { Work } from "./work.js";

/** The tools that open beside the fight, by the names of their places. `open()` is called when one is opened. */
const TOOLS = { tray: Tray, pins: Pins, sheet: Sheet, files: Files };

const TOAST = 9000; // milliseconds for which a toast can be answered
const AWAY = "Waiting for the engine. What is shown stays readable";
const PRIVATE = "This browser keeps nothing here (a private window?). The fight lasts as long as this page: save it to a file.";

class Desk {
  parts = {};
  under = 0; // so much is under way

  constructor(model, root, signal) {
    Object.assign(this, { model, root, signal });
    const knock = () => root.dispatchEvent(new Event("input", { bubbles: true })); // as a reader's touch does
    this.line = new Line(model, knock, (waiting) => this.wait(waiting));
    signal?.addEventListener("abort", () => this.end());
    const pieces = all(root, "[data-piece]").map((piece) => [piece.dataset.piece, piece.innerHTML]);
    this.stored = { game: root.dataset.game, html: Object.fromEntries(pieces) }; // an empty fight, as the page holds it
    root.dataset.live = "true";
  }

  get game() {
    return this.course.game;
  }

  ask(question) {
    this.busy(1);
    return this.line.ask(question).finally(() => this.busy(-1));
  }

  /** So much more, or less, is under way; the screen says whether anything is. */
  busy(by) {
    this.under += by;
    this.root.toggleAttribute("data-busy", this.under > 0);
  }

  part(name) {
    return this.root.querySelector(`[data-part=${name}]`);
  }

  async begin() {
    await this.openStore();
    this.course = new Course(this);
    this.log = new Log(this);
    this.presets = new Presets(this);
    this.work = new Work(this);
    for (const [name, Part] of Object.entries(TOOLS)) this.bring(name, Part);
    this.files = this.parts.files;
    for (const tool of all(this.root, "[data-tool]")) tool.hidden = tool.dataset.tool !== "add" && !this.parts[tool.dataset.tool];
    this.keys = new Keys(this, this.signal);
    const find = document.querySelector(".rb-find");
    Object.assign(this.root.querySelector("[data-look]"), { hidden: !find, onclick: () => find.click() });
    this.root.addEventListener("click", (event) => this.click(event));
    this.root.addEventListener("submit", (event) => this.submit(event));
    this.root.addEventListener("keydown", (event) => this.entered(event));
    this.root.querySelector("[data-choose]").addEventListener("change", ({ target }) => this.choose(target.value));
    document.addEventListener("visibilitychange", () => document.hidden || this.course.heard(), { signal: this.signal });
    const kept = await this.store.get("game");
    const games = all(this.root, "[data-choose] option").map(({ value }) => value);
    if (games.length) await this.course.take(games.includes(kept) ? kept : games[0]);
    this.root.dataset.ready = "true";
  }

  /** A tool that cannot be made takes nothing else with it: its button is not shown. */
  bring(name, Part) {
    try {
      this.parts[name] = new Part(this);
    } catch (error) {
      console.error(error);
    }
  }

  async openStore() {
    try {
      this.store = await openStore();
    } catch (error) {
      console.warn(error);
      this.store = new Memory();
      this.notice("store", PRIVATE, [["Save to a file", () => this.files.save()]]);
    }
    this.store.listen(({ game }) => game === this.game && this.course.heard());
  }

  /** The browser keeps nothing any more (its disk is full, for instance): from here on the fight lives in the page. */
  async withoutStore(error) {
    this.store = new Memory(this.store);
    await this.store.adopt(this.game);
    const text = `This browser could not keep the change (${error.message}). From here on the fight lives in this page only.`;
    this.notice("store", text, [["Save to a file", () => this.files.save()]]);
  }

  choose(game) {
    this.work.close();
    this.store.set("game", () => game);
    return this.course.take(game);
  }

  chosen(game) {
    this.root.dataset.game = game;
    this.root.querySelector("[data-choose]").value = game;
    for (const part of Object.values(this.parts)) part.chosen?.(game);
  }

  draw(html) {
    for (const [piece, text] of Object.entries(html)) {
      const place = this.root.querySelector(`[data-piece=${piece}]`);
      if (place) swap(place, text);
    }
  }

  /** Undo and redo say by themselves whether there is anything to undo or redo. */
  async steps() {
    const { at, game } = this.course;
    const more = (await this.store.neighbour(game, at, 1)) !== null;
    for (const step of all(this.root, ".rb-g-bar [data-step]")) step.disabled = step.dataset.step === "1" ? !more : at === 0;
  }

  /** One act; what is wrong with it stands in `place`, or is told as a toast. */
  async act(given, place = null) {
    if (place) settle(place);
    const answer = await this.course.act(given);
    if (answer?.ok) {
      if (TAKES_AWAY.has(given.do)) this.toast(answer.lines[0]?.text ?? "Done", () => this.course.step(-1), false);
    } else if (answer?.problems?.length) {
      const text = place ? complain(place, answer.problems) : answer.problems.map((each) => each.text).join(" ");
      if (place) this.say(text);
      else this.toast(text);
    }
    return answer;
  }

  click(event) {
    const { target } = event;
    const link = target.closest("a[href]");
    if (link) return this.follow(link);
    const pressed = target.closest("button");
    if (!pressed || pressed.disabled) return;
    const { act, select, step, work, tool, who, target: whom, way } = pressed.dataset;
    if (pressed.matches(".rb-c-take") && pressed.closest("[data-dice]")) this.thrown(pressed.closest("[data-dice]"));
    else if (act) this.act(JSON.parse(act));
    else if (select) this.select(select);
    else if (step && pressed.closest(".rb-g-bar")) this.course.step(Number(step));
    else if (work) this.work.show(work, { who, target: whom, way });
    else if (tool === "add") this.work.show("add");
    else if (tool) this.toggle(tool, pressed);
  }

  /** A rule opens beside the screen, which stays as it is. */
  follow(link) {
    if (!link.getAttribute("href").startsWith("#")) link.target = "rulebook-beside";
  }

  async select(who) {
    await this.course.select(who);
    const right = this.root.querySelector(".rb-g-right");
    if (right.getBoundingClientRect().top > innerHeight * 0.75) right.scrollIntoView({ block: "start" });
  }

  /** Enter sends a form by its first button, in a notebook too, which takes that key for its cells. */
  entered(event) {
    const { key, isComposing, target } = event;
    const form = key === "Enter" && !isComposing && target.matches("input") && target.closest("form.rb-g-line");
    if (!form) return;
    event.preventDefault();
    event.stopPropagation();
    form.requestSubmit(form.querySelector("button:not([type=button])"));
  }

  /** A form of one line: its named fields go into the act; empty ones are left out. */
  async submit(event) {
    const form = event.target.closest("form[data-act]");
    event.preventDefault();
    if (!form) return;
    const given = JSON.parse(form.dataset.act);
    const sign = Number(event.submitter?.dataset.sign ?? 1);
    for (const field of all(form, "[name]")) {
      const value = field.value.trim();
      if (field.name === "by") Object.assign(given, amount(value, sign));
      else if (value || field.dataset.empty || field.name === "text") given[field.name] = value;
    }
    form.dataset.sent = "true";
    const answer = await this.act(given, form);
    delete form.dataset.sent;
    if (answer?.ok && form.isConnected && form.closest("[data-piece]") === null) form.reset();
  }

  /** Initiative with the dice of the table. */
  async thrown(box) {
    const faces = all(box, ".rb-c-die-entry").map(({ value }) => value).join(" ").match(/[^\s,;]+/g) ?? [];
    const error = box.querySelector(".rb-c-dice-error");
    error.hidden = true;
    const answer = await this.course.act({ ...JSON.parse(box.dataset.dice), dice: faces });
    if (answer?.ok) return;
    Object.assign(error, { hidden: false, textContent: answer.problems.map(({ text }) => text).join(" ") });
    this.say(error.textContent);
  }

  /** Open or close a tool. */
  toggle(name, opener) {
    const place = this.part(name);
    if (!place) return;
    place.hidden = !place.hidden;
    opener?.setAttribute("aria-expanded", String(!place.hidden));
    if (place.hidden) return opener?.focus({ preventScroll: true });
    this.parts[name]?.open?.();
    place.scrollIntoView({ block: "nearest" });
    (place.querySelector("h2[tabindex]") ?? place.querySelector("input, button"))?.focus({ preventScroll: true });
  }

  /** Close what is open: first what is worked in, then the tools. */
  escape() {
    if (this.work.shut()) return;
    for (const place of all(this.root, ".rb-g-tool:not([hidden])")) {
      const name = place.dataset.part;
      this.toggle(name, this.root.querySelector(`[data-tool=${name}], [data-${name}]`));
      return;
    }
  }

  /** Spoken once, politely. */
  say(text) {
    const spoken = this.root.querySelector("[data-spoken]");
    clearTimeout(this.saying);
    spoken.textContent = "";
    this.saying = setTimeout(() => (spoken.textContent = text), 40);
  }

  /** What was just done, for a while, with a button that undoes it; spoken, unless it has been. */
  toast(text, undo = null, aloud = true) {
    const place = this.root.querySelector("[data-toast]");
    clearTimeout(this.toasting);
    const hide = () => Object.assign(place, { hidden: true });
    place.replaceChildren(text, ...(undo ? [button("Undo", () => (hide(), undo()))] : []));
    place.hidden = false;
    if (aloud) this.say(text);
    const later = () => (this.toasting = setTimeout(() => (place.matches(":hover, :focus-within") ? later() : hide()), TOAST));
    later();
  }

  /** A notice that stays until it is answered; without text it goes. */
  notice(name, text = "", actions = []) {
    const place = this.root.querySelector("[data-notice]");
    place.querySelector(`[data-name=${name}]`)?.remove();
    if (text) {
      const line = document.createElement("div");
      line.dataset.name = name;
      line.append(text, ...actions.map(([words, act]) => button(words, act)));
      place.append(line);
      this.say(text);
    }
    place.hidden = !place.childElementCount;
  }

  wait(waiting) {
    const place = this.root.querySelector("[data-status]");
    const more = this.course?.waiting.length ?? 0;
    place.textContent = waiting ? `${AWAY}${more ? `; ${more === 1 ? "1 change waits" : `${more} changes wait`} and will follow` : ""}.` : "";
  }

  end() {
    this.line.end();
    this.store?.close();
  }
}

/** "7" is so many at once, with the sign of the button; "=7" is the number itself. */
function amount(value, sign) {
  if (value.startsWith("=")) return { to: value.slice(1).trim() };
  if (sign > 0 || !/^[+−-]?\d+$/.test(value)) return { by: value };
  return { by: /^[−-]/.test(value) ? value.slice(1) : `-${value.replace("+", "")}` };
}

function start(model, root, signal) {
  const desk = new Desk(model, root, signal);
  desk.begin().catch((error) => {
    console.error(error);
    desk.notice("failed", `The screen could not be started: ${error.message}`);
  });
}

export default {
  render({ model, el, signal }) {
    const away = new AbortController();
    signal?.addEventListener("abort", () => away.abort());
    const stored = el.querySelector(".rb-desk");
    if (stored) start(model, stored, away.signal);
    else {
      model.on("msg:custom", (content) => {
        if (!content?.html || el.querySelector(".rb-desk")) return;
        el.innerHTML = content.html;
        start(model, el.querySelector(".rb-desk"), away.signal);
      });
      model.send({ ask: "html" });
    }
    return () => away.abort();
  },
};
