// Files: the fight with its log, pins and stat blocks saved as one readable text, and brought in again.

import { make } from "./dom.js";
import { plainEntry } from "./course.js";
import { FRESH, KIND, VERSION } from "./words.js";

const [MOST, MOST_ENTRIES] = [900000, 4000]; // letters that a file may have, and entries of its log

const asText = (data) => `${JSON.stringify(data, null, 1)}\n`;

/** The game that a file names: its rules must be at hand to check it. */
function gameOf(text) {
  try {
    return String(JSON.parse(text)?.game ?? "");
  } catch {
    return "";
  }
}

export class Files {
  constructor(desk) {
    this.desk = desk;
    this.root = desk.part("files");
    this.said = this.root.querySelector("[data-said]");
    this.root.addEventListener("click", ({ target }) => {
      const act = target.closest("[data-file]")?.dataset.file;
      if (act) this[act]();
    });
    this.root.querySelector("input[type=file]").addEventListener("change", (event) => this.bring(event.target));
  }

  head() {
    return { kind: KIND, version: VERSION, game: this.desk.course.game, saved: new Date().toISOString() };
  }

  /** All of a fight as plain data. */
  async whole() {
    const { game, at, fight } = this.desk.course;
    const { store } = this.desk;
    const steps = at ? await store.story(game, at, (step) => FRESH.has(step.act?.do)) : [];
    const entry = ({ round, when, lines, dice }) => ({
      round: round ?? 0,
      when: when ?? "",
      lines: lines.map(({ text, rule, value }) => ({ text, rule, value: value ?? null })),
      dice: (dice ?? []).map(({ label, value }) => ({ label, value })),
    });
    const earlier = steps.at(-1)?.earlier ?? [];
    const log = [...earlier.map(entry), ...steps.reverse().map(entry)];
    const pins = (await store.get("pins")) ?? [];
    return { ...this.head(), fight, log, pins, presets: await this.desk.presets.own() };
  }

  /** The fight as a file that can be brought in again: of a very long log the beginning gives way. */
  async save() {
    const whole = await this.whole();
    const { log } = whole;
    const all = log.length;
    while (log.length > MOST_ENTRIES || asText(whole).length > MOST) log.splice(0, Math.ceil(log.length / 8));
    this.download("fight", whole);
    if (log.length < all) this.tell(`Saved to a file, without the ${all - log.length} oldest entries of a very long log.`);
  }

  async blocks() {
    this.download("stat-blocks", { ...this.head(), presets: await this.desk.presets.own() });
  }

  /** What the store holds, as it is: for a record that cannot be read. */
  async raw() {
    const { game } = this.desk.course;
    this.download("damaged", { game, ...(await this.desk.store.raw(game)) });
  }

  download(name, data) {
    const url = URL.createObjectURL(new Blob([asText(data)], { type: "application/json" }));
    const day = new Date().toISOString().slice(0, 10);
    const link = make("a", { href: url, download: `${this.desk.course.game}-${name}-${day}.json` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    this.tell("Saved to a file of this device.");
  }

  tell(text, problems = []) {
    const lines = problems.map(({ field, text: words }) => make("li", {}, field ? `${field}: ${words}` : words));
    this.said.replaceChildren(text, ...(lines.length ? [make("ul", {}, ...lines)] : []));
  }

  /** A file is checked whole before anything changes; what it holds comes on top, so that it can be undone. */
  async bring(input) {
    const [file] = input.files;
    if (!file) return;
    const refuse = (problems) => this.tell(`${file.name} is not brought in; everything stands as it was.`, problems);
    const text = file.size > 4 * MOST ? " ".repeat(MOST + 1) : await file.text();
    input.value = "";
    if (text.length > MOST) return refuse([{ text: `It is too long: at most ${MOST} letters can be taken.` }]);
    const found = await this.desk.ask({ ask: "import", text, game: gameOf(text) });
    if (!found.ok) return refuse(found.problems);
    await this.desk.presets.add(found.game, found.presets);
    await this.pin(found.pins);
    if (found.fight) await this.takeOver(file.name, found);
    const parts = [
      found.fight && "the fight",
      found.presets.length && `${found.presets.length} stat blocks`,
      found.pins.length && `${found.pins.length} pins`,
    ].filter(Boolean);
    this.tell(`Brought in from ${file.name}: ${parts.join(", ") || "nothing, for it is empty"}.`);
  }

  async pin(pins) {
    if (!pins.length) return;
    const same = (one, other) => JSON.stringify([one.resolver, one.inputs]) === JSON.stringify([other.resolver, other.inputs]);
    await this.desk.store.set("pins", (kept) => {
      const old = Array.isArray(kept) ? kept : [];
      return [...old, ...pins.filter((each) => !old.some((other) => same(each, other)))];
    });
    this.desk.parts.pins?.refresh?.();
  }

  async takeOver(name, { game, fight, log, html }) {
    const { course } = this.desk;
    if (course.game !== game) await course.take(game);
    const template = document.createElement("template");
    template.innerHTML = html.log ?? "";
    const drawn = [...template.content.children].map((each) => each.outerHTML);
    const earlier = log.map((entry, place) => ({ ...entry, html: drawn[place] }));
    const line = `A fight was brought in from ${name}`;
    await course.bring({ fight, earlier, line, round: fight.round, entry: plainEntry(line, fight.round) });
  }

  fresh() {
    this.desk.course.begin().then(() => this.desk.toast("A new fight.", () => this.desk.course.step(-1)));
  }
}
