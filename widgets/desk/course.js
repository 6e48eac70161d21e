// The course of one game's fight: what is shown, what was before and what comes after, each change kept at once.

import { Moved } from "./store.js";
import { make } from "./dom.js";

const WAITS = 500; // milliseconds after which a change that is not answered yet is kept as waiting

/** What a kept step must hold to be shown; what is wrong with the fight itself, Python says. */
const sound = (step) =>
  step && typeof step.fight === "object" && step.fight !== null && Array.isArray(step.lines) && typeof step.entry === "string";

const BROKEN = { field: "", text: "The record of this change is damaged: it is not what this screen writes." };

/** An entry of the log that no rule has made. */
export const plainEntry = (text, round) =>
  make("li", { class: "rb-g-entry", "data-round": String(round ?? 0) }, make("p", { class: "rb-g-line" }, text)).outerHTML;

export class Course {
  tail = Promise.resolve();
  waiting = []; // changes that are not kept yet, in their order
  selected = null;
  conflict = null; // the step that another tab was faster than

  constructor(desk) {
    this.desk = desk;
    this.clear("");
  }

  clear(game) {
    Object.assign(this, { game, at: 0, revision: 0, fight: null, damaged: false, conflict: null });
  }

  get store() {
    return this.desk.store;
  }

  /** One thing after another: a change, a step back, another game. */
  then(work) {
    this.desk.busy(1);
    const done = this.tail.then(work);
    this.tail = done
      .catch((error) => {
        console.error(error);
        this.desk.say(`Something went wrong: ${error.message}`);
      })
      .finally(() => this.desk.busy(-1));
    return done;
  }

  /** Take up a game's fight where it was left. */
  take(game) {
    return this.then(async () => {
      this.clear(game);
      this.selected = null;
      this.desk.chosen(game);
      this.waiting = [];
      await this.show();
      await this.offerWaiting();
    });
  }

  /** Show what the store says is shown now. */
  async show() {
    const { game } = this;
    const head = await this.store.head(game);
    Object.assign(this, head);
    const step = head.at ? await this.store.step(game, head.at) : null;
    if (head.at && !sound(step)) return this.refuse([BROKEN]);
    const shown = await this.store.get(`shown:${game}`);
    if (shown?.n === head.at && shown.html && step) this.draw(shown.html, shown.selected ?? null);
    if (step || game !== this.desk.stored.game) {
      const answer = await this.desk.ask({ ask: "open", game, fight: step?.fight ?? null, selected: this.selected });
      if (!answer.ok) return this.refuse(answer.problems);
      this.fight = step ? answer.fight : null;
      this.draw(answer.html, answer.selected);
      await this.keepShown(answer.html);
    } else {
      this.fight = null;
      this.draw(this.desk.stored.html, null); // nobody is there: the page brought it, and Python can sleep on
    }
    this.damaged = false;
    this.desk.notice("damaged");
    await this.desk.log.show();
    await this.desk.steps();
  }

  draw(html, selected) {
    this.selected = selected;
    this.desk.draw(html);
  }

  keepShown(html) {
    const { turn, order, panel } = html;
    const shown = { n: this.at, selected: this.selected, html: { turn, order, panel } };
    return this.store.set(`shown:${this.game}`, () => shown).catch(() => {});
  }

  /** A record that cannot be read stays where it is; the reader says how to go on. */
  async refuse(problems) {
    this.damaged = true;
    this.fight = null;
    this.draw({ turn: "", order: "", panel: "" }, null);
    await this.desk.log.show();
    await this.desk.steps();
    const before = await this.store.neighbour(this.game, this.at, -1);
    this.desk.notice(
      "damaged",
      `What this browser has kept of the fight cannot be read. ${problems.map(({ text }) => text).join(" ")} It is left as it is.`,
      [
        ["Save the damaged record to a file", () => this.desk.files.raw()],
        ...(before === null ? [] : [["Go back to the change before", () => this.step(-1)]]),
        ["Start anew beside it", () => this.begin("A new fight, beside a record that could not be read")],
      ],
    );
  }

  /**
   * One act, with the answer as it comes: `{ok, problems}` for what cannot be done. It is kept before it is shown.
   * While Python is away the act waits, and so it does in the store.
   */
  act(given) {
    const { game } = this;
    const id = crypto.getRandomValues(new Uint32Array(1))[0];
    this.waiting.push({ id, act: given });
    const late = setTimeout(() => this.store.set(`waiting:${game}`, () => [...this.waiting]).catch(() => {}), WAITS);
    return this.then(async () => {
      try {
        if (this.game !== game) return { ok: false, problems: [] };
        const { fight, selected } = this;
        const answer = await this.desk.ask({ ask: "act", game, fight, act: given, selected });
        this.waiting = this.waiting.filter((each) => each.id !== id);
        if (answer.ok) await this.keep(answer, given);
        else await this.keepWaiting();
        return answer;
      } finally {
        clearTimeout(late);
        this.waiting = this.waiting.filter((each) => each.id !== id);
      }
    });
  }

  async keepWaiting() {
    const key = `waiting:${this.game}`;
    if ((await this.store.get(key))?.length) await this.store.set(key, () => [...this.waiting]);
  }

  async keep(answer, act) {
    const { fight, lines, dice, round, html } = answer;
    const step = { game: this.game, fight, lines, dice, act, round, entry: html.entry };
    if (!(await this.write(step, await this.place()))) return;
    this.draw(html, answer.selected);
    await this.keepShown(html);
    this.desk.log.add(step);
    await this.desk.steps();
    this.desk.say(answer.said);
  }

  /** Where the next step goes: behind the one that is shown; beside one that cannot be read, behind all of them. */
  async place() {
    return 1 + (this.damaged ? await this.store.last(this.game) : this.at);
  }

  /** Write a step as the `n`th. False where another tab was faster; the reader then chooses. */
  async write(step, n) {
    Object.assign(step, { n, when: new Date().toISOString() });
    try {
      await this.store.write(step, this.revision, { [`waiting:${this.game}`]: [...this.waiting] });
    } catch (error) {
      if (error instanceof Moved) {
        this.clash(step);
        return false;
      }
      await this.desk.withoutStore(error);
      this.revision = 0;
      await this.store.write(step, 0);
    }
    Object.assign(this, { at: n, revision: this.revision + 1, fight: step.fight, damaged: false });
    this.desk.notice("damaged");
    return true;
  }

  /** Another tab has moved on: nothing is overwritten. */
  clash(step = null) {
    this.conflict = step ?? this.conflict;
    const mine = this.conflict ? " Your last change here is not kept yet." : "";
    this.desk.notice("tabs", `This fight was changed in another tab.${mine}`, [
      ["Show that state", () => this.then(() => this.theirs())],
      ["Go on with this one", () => this.then(() => this.mine())],
    ]);
  }

  async theirs() {
    this.conflict = null;
    this.desk.notice("tabs");
    await this.show();
    this.desk.say("The state of the other tab is shown.");
  }

  /** This tab's state becomes a step on top of the other's, which stays below it. */
  async mine() {
    const { conflict, game } = this;
    const { revision } = await this.store.head(game);
    this.revision = revision;
    this.desk.notice("tabs");
    const fight = conflict?.fight ?? this.fight;
    const round = fight?.round ?? 0;
    const text = "Went on from the state of this tab";
    const own = conflict ? `${conflict.entry}` : plainEntry(text, round);
    const lines = conflict?.lines ?? [{ text, rule: "", value: null }];
    const step = { game, fight: fight ?? (await this.empty()), lines, dice: conflict?.dice ?? [], act: { do: "keep" }, round, entry: own };
    this.conflict = null;
    const n = (await this.store.last(game)) + 1;
    if (await this.write(step, n)) await this.show();
    this.desk.say(text);
  }

  async empty() {
    return (await this.desk.ask({ ask: "open", game: this.game, fight: null })).fight;
  }

  /** Undo (−1) or redo (1): another step is shown. */
  step(by) {
    return this.then(async () => {
      const n = by < 0 && this.at === 0 ? null : await this.store.neighbour(this.game, this.at, by);
      const to = by < 0 && n === null && this.at > 0 ? 0 : n;
      if (to === null) return this.desk.say(by < 0 ? "There is nothing to undo." : "There is nothing to redo.");
      const step = by < 0 ? await this.store.step(this.game, this.at) : await this.store.step(this.game, to);
      try {
        await this.store.move(this.game, to, this.revision);
      } catch (error) {
        if (error instanceof Moved) return this.clash();
        throw error;
      }
      await this.show();
      this.desk.say(`${by < 0 ? "Undone" : "Done again"}: ${step?.lines?.[0]?.text ?? "a change"}`);
    });
  }

  /** A fight that came from a file, as a step behind the present one. */
  bring({ fight, earlier, line, round, entry }) {
    return this.then(async () => {
      const lines = [{ text: line, rule: "", value: null }];
      const step = { game: this.game, fight, lines, dice: [], act: { do: "import" }, round, entry, earlier };
      if (await this.write(step, await this.place())) await this.show();
      this.desk.say(line);
    });
  }

  /** An empty fight, as a step behind the present one: it can be undone. */
  begin(text = "A new fight") {
    return this.then(async () => {
      const fight = await this.empty();
      const step = { game: this.game, fight, lines: [{ text, rule: "", value: null }], dice: [], act: { do: "new" }, round: 0 };
      step.entry = plainEntry(text, 0);
      if (await this.write(step, await this.place())) await this.show();
      this.desk.say(text);
    });
  }

  /** Show another combatant in the panel. */
  select(who) {
    return this.then(async () => {
      const { game, fight } = this;
      if (!fight) return;
      const answer = await this.desk.ask({ ask: "show", game, fight, selected: who });
      if (!answer.ok) return this.refuse(answer.problems);
      this.draw(answer.html, answer.selected);
      await this.keepShown(answer.html);
    });
  }

  /** Another tab tells that it has changed a game; or this one is looked at again and asks. */
  async heard() {
    if (!this.game) return;
    const { revision } = await this.store.head(this.game);
    if (revision > this.revision) this.clash();
  }

  /** Changes that still waited when the page was left can be made now. */
  async offerWaiting() {
    const key = `waiting:${this.game}`;
    const left = (await this.store.get(key)) ?? [];
    this.desk.notice("waiting");
    if (!Array.isArray(left) || !left.length) return;
    const forget = () => {
      this.desk.notice("waiting");
      return this.store.set(key, () => []);
    };
    const words = left.length === 1 ? "One change was" : `${left.length} changes were`;
    this.desk.notice("waiting", `${words} still waiting for the engine when this page was left.`, [
      ["Make them now", () => (this.desk.notice("waiting"), left.forEach(({ act }) => this.act(act)))],
      ["Forget them", forget],
    ]);
  }
}
