// What the game master works in beside the list: new combatants, a sheet, the scene, an attack with its calculator.

import { default as calculator, read } from "./calculator.js";
import { all, button, make } from "./dom.js";
import { Twin } from "./line.js";

export class Work {
  drawer = new Map(); // forms that were typed in and put aside, by what they are
  open = null; // what is open: its name and the question that brought it

  constructor(desk) {
    this.desk = desk;
    this.root = desk.part("work");
    this.root.addEventListener("click", (event) => this.click(event));
    this.root.addEventListener("submit", (event) => event.preventDefault());
    this.root.addEventListener("rb:state", (event) => this.thrown(event));
    for (const type of ["input", "change"]) this.root.addEventListener(type, (event) => this.typed(event));
  }

  /** Open a form or an attack; one that was put aside half filled comes back as it was. */
  async show(name, { who, target = null, way } = {}) {
    const { game, fight } = this.desk.course;
    const attack = name === "attack";
    const key = [game, name, who, ...(attack ? [target, way] : [])].join(" ");
    this.putAside();
    const aside = this.drawer.get(key);
    if (aside && (!attack || aside.fight === fight)) return this.place(key, name, aside.element, aside.asked);
    const own = name === "add" ? { own: await this.desk.presets.own() } : {};
    const asked = attack ? { attacker: who, target, attack: way } : { who };
    const answer = await this.desk.ask({ ask: name, game, fight, ...asked, ...own });
    if (!answer.ok) return this.desk.toast(answer.problems.map(({ text }) => text).join(" "));
    const template = make("template");
    template.innerHTML = answer.html.work;
    const made = template.content.firstElementChild;
    this.place(key, name, made, asked);
    for (const section of all(made, ".rb-calc[data-resolver]")) this.adopt(section);
    if (answer.problems?.length) made.append(make("p", { class: "rb-g-error" }, ...answer.problems.map(({ field, text }) => `${field}: ${text} `)));
  }

  place(key, name, element, asked) {
    this.drawer.delete(key);
    this.open = { key, name, asked, element };
    this.root.replaceChildren(element);
    this.root.hidden = false;
    this.root.scrollIntoView({ block: "nearest" });
    element.querySelector(".rb-g-work-title")?.focus({ preventScroll: true });
    this.root.querySelector(".rb-g-work-head")?.scrollIntoView({ block: "nearest" });
  }

  /** A calculator, or a form that is drawn as one, comes alive; its questions go by the screen's line. */
  adopt(section) {
    const form = section.closest("[data-form]")?.dataset.form;
    const { game } = this.desk.course;
    const { resolver } = section.dataset;
    const ask = form
      ? (question) => this.desk.ask({ ask: "check", form, game, question })
      : (question) => this.desk.ask({ ask: "answer", resolver, game, question });
    calculator.render({ model: new Twin(ask), el: section.parentElement });
  }

  /** What was typed in is kept until it is sent; an attack is filled anew once the fight has gone on. */
  putAside() {
    if (this.open?.touched) this.drawer.set(this.open.key, { ...this.open, fight: this.desk.course.fight });
    this.root.replaceChildren();
    this.root.hidden = true;
    this.open = null;
  }

  close() {
    const { key } = this.open ?? {};
    this.putAside();
    return key !== undefined;
  }

  done() {
    this.drawer.delete(this.open?.key);
    if (this.open) this.open.touched = false;
    this.close();
  }

  typed({ target }) {
    if (this.open) this.open.touched = true;
    if (target.matches(".rb-c-example")) this.named(target.value);
  }

  /** A stat block that a new combatant starts from gives its name and side too. */
  named(name) {
    const known = this.root.querySelector("[data-presets]")?.dataset.presets;
    const found = known && JSON.parse(known)[name];
    const form = this.root.querySelector(".rb-g-who-form");
    if (!found || !form) return;
    form.elements.name.value = found.title;
    form.elements.side.value = found.side;
  }

  click({ target }) {
    const pressed = target.closest("button");
    if (!pressed) return;
    if (pressed.dataset.close) this.shut();
    else if (pressed.dataset.save) this.save(pressed);
    else if (pressed.dataset.apply) this.apply(pressed);
    else if (pressed.dataset.forget) this.desk.presets.forget(pressed.dataset.forget);
  }

  shut() {
    if (!this.close()) return false;
    const { root } = this.desk;
    const back = root.querySelector("[data-select][aria-pressed=true]") ?? root.querySelector("#d-panel-name, [data-tool=add]");
    back?.focus({ preventScroll: true });
    return true;
  }

  /** The act with what stands in the form: the record as it was typed, and name, side and number beside it. */
  async save(pressed) {
    const form = pressed.closest(".rb-g-work-form");
    const section = form.querySelector(".rb-calc");
    const { inputs } = read(section.querySelector("form"), JSON.parse(section.dataset.description).fields);
    const given = JSON.parse(pressed.dataset.save);
    const record = section.closest("[data-form]").dataset.form === "sheet" ? "sheet" : "inputs";
    const who = form.querySelector(".rb-g-who-form");
    const entered = who ? Object.fromEntries(new FormData(who)) : {};
    const answer = await this.desk.act({ ...given, ...entered, [record]: inputs }, form);
    if (answer?.ok) this.done();
  }

  /** A throw is there, or what was thrown does not hold any more. */
  thrown({ target, detail }) {
    const apply = this.root.querySelector("[data-apply]");
    if (!apply || target.id !== "d-attack") return;
    this.throw = detail.dice ? { inputs: detail.inputs, dice: detail.dice } : null;
    apply.disabled = !this.throw;
  }

  async apply(pressed) {
    const { asked } = this.open;
    const place = pressed.closest(".rb-g-apply");
    const { inputs, dice } = this.throw;
    const answer = await this.desk.act({ ...JSON.parse(pressed.dataset.apply), inputs, dice }, place);
    if (!answer?.ok) return;
    const again = () => this.show("attack", { who: asked.attacker, target: asked.target, way: asked.attack });
    const lines = answer.lines.map(({ text }) => make("li", {}, text));
    const told = make("div", {}, make("h3", { class: "rb-g-work-title", tabindex: "-1" }, "Applied"), make("ul", { class: "rb-g-applied" }, ...lines));
    told.append(make("div", { class: "rb-g-commands" }, button("Attack again", again), button("Close", () => this.shut())));
    this.place(this.open.key, "applied", told, asked);
  }
}
