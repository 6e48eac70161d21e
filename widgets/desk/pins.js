// Pinned calculators: any of the book, alive on the screen, kept with their values, printed together.

import { default as calculator } from "./calculator.js";
import { all, button, make } from "./dom.js";
import { Twin } from "./line.js";
import { printAlone } from "./sheet.js";

const MOST = 24;

const sound = (pin) => typeof pin?.resolver === "string" && typeof pin.inputs === "object" && pin.inputs !== null;

export class Pins {
  drawn = 0; // so many have been drawn: each has ids of its own

  constructor(desk) {
    this.desk = desk;
    this.place = desk.part("pins");
    this.list = this.place.querySelector("[data-pins]");
    this.form = this.place.querySelector("[data-pin]");
    this.form.addEventListener("submit", () => this.add(this.form.elements.resolver.value));
    this.place.querySelector("[data-print-pins]").addEventListener("click", () => printAlone(this.list, "pins"));
    this.place.addEventListener("rb:state", ({ target, detail }) => this.keep(target.closest("[data-pinned]"), detail));
    desk.root.addEventListener("click", ({ target }) => this.pinShown(target.closest("[data-pin-this]")));
  }

  /** The chosen game's calculators stand first. */
  chosen(game) {
    const own = this.form.querySelector(`optgroup[data-game="${game}"]`);
    this.form.querySelector("option").after(...(own ? [own] : []));
  }

  open() {
    return this.refresh();
  }

  async kept() {
    const found = await this.desk.store.get("pins");
    return Array.isArray(found) ? found.filter(sound) : [];
  }

  /** Draws what is kept, unless it stands there already. */
  async refresh() {
    const pins = await this.kept();
    const shown = all(this.list, "[data-pinned]").map(({ dataset }) => dataset.pinned);
    if (JSON.stringify(shown) !== JSON.stringify(pins.map(({ resolver }) => resolver))) {
      this.list.replaceChildren();
      for (const pin of pins) await this.draw(pin);
    }
    this.count();
  }

  count() {
    const some = this.list.childElementCount > 0;
    this.place.querySelector("[data-no-pins]").hidden = some;
    this.place.querySelector("[data-print-pins]").disabled = !some;
  }

  async draw({ resolver, inputs }) {
    const item = make("li", { class: "rb-g-pin", "data-pinned": resolver });
    const place = make("div");
    const take = button("Unpin", () => this.remove(item), "rb-g-button rb-g-small");
    item.append(place, take);
    this.list.append(item);
    const at = `pin-${(this.drawn += 1)}`;
    const ask = (given) => this.desk.ask({ ask: "calculator", resolver, inputs: given, at });
    let answer = await ask(inputs);
    let note = "";
    if (!answer.ok) {
      note = `What was kept of it cannot be used any more, so it begins anew: ${answer.problems.map(({ text }) => text).join(" ")}`;
      answer = await ask({});
    }
    if (!answer.ok) return place.append(make("p", { class: "rb-g-error" }, answer.problems.map(({ text }) => text).join(" ")));
    place.innerHTML = answer.html.calculator;
    if (note) place.append(make("p", { class: "rb-g-error" }, note));
    const title = place.querySelector(".rb-c-title").textContent;
    take.setAttribute("aria-label", `Unpin: ${title}`);
    calculator.render({ model: new Twin((question) => this.desk.ask({ ask: "answer", resolver, question })), el: place });
    return item;
  }

  async add(resolver, inputs = {}) {
    if (!resolver) return this.desk.toast("Choose a calculator to pin.");
    if ((await this.kept()).length >= MOST) return this.desk.toast(`At most ${MOST} calculators can be pinned: unpin one first.`);
    await this.refresh();
    const pin = { resolver, inputs };
    await this.change((pins) => [...pins, pin]);
    const item = await this.draw(pin);
    this.count();
    item?.querySelector("input, select, button")?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: "nearest" });
    this.desk.say(`Pinned: ${item?.querySelector(".rb-c-title")?.textContent ?? resolver}.`);
  }

  /** The calculator that an attack has opened is pinned as it stands there. */
  async pinShown(pressed) {
    const section = pressed?.closest("[data-part]")?.querySelector(".rb-calc[data-state]");
    if (!section) return;
    if (this.place.hidden) this.desk.toggle("pins", this.desk.root.querySelector("[data-tool=pins]"));
    await this.add(section.dataset.resolver, JSON.parse(section.dataset.state).inputs);
  }

  change(work) {
    return this.desk.store.set("pins", (kept) => work(Array.isArray(kept) ? kept.filter(sound) : []));
  }

  index = (item) => [...this.list.children].indexOf(item);

  /** Its values are kept as they change. */
  keep(item, { resolver, inputs }) {
    if (!item) return;
    const index = this.index(item);
    this.change((pins) => pins.map((pin, n) => (n === index && pin.resolver === resolver ? { resolver, inputs } : pin)));
  }

  async remove(item) {
    const index = this.index(item);
    const before = await this.kept();
    await this.change((pins) => pins.filter((_, n) => n !== index));
    item.remove();
    this.count();
    this.desk.toast("Unpinned.", async () => {
      await this.change(() => before);
      this.list.replaceChildren();
      await this.refresh();
    });
  }
}
