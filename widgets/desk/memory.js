// The same store without a browser that keeps anything: it lasts as long as the page.

import { Moved } from "./store.js";

/** `before` is a store that can be read, but not written any more. */
export class Memory {
  lasting = false;
  steps = new Map(); // by game: the steps in their order
  heads = new Map();
  kept = new Map();

  constructor(before = null) {
    this.before = before;
  }

  listen() {}

  /** Take over what the store before has of a game. */
  async adopt(game) {
    const { steps } = await this.before.raw(game).catch(() => ({ steps: [] }));
    this.steps.set(game, steps);
  }

  of(game) {
    if (!this.steps.has(game)) this.steps.set(game, []);
    return this.steps.get(game);
  }

  async head(game) {
    return this.heads.get(game) ?? { at: 0, revision: 0 };
  }

  async step(game, n) {
    return this.of(game).find((step) => step.n === n);
  }

  async neighbour(game, n, by) {
    const near = by < 0 ? this.of(game).findLast((step) => step.n < n) : this.of(game).find((step) => step.n > n);
    return near?.n ?? null;
  }

  async last(game) {
    return this.of(game).at(-1)?.n ?? 0;
  }

  async story(game, n, enough) {
    const found = [];
    for (const step of this.of(game).filter((each) => each.n <= n).reverse()) {
      found.push(step);
      if (enough(step, found.length)) break;
    }
    return found;
  }

  async raw(game) {
    return { head: this.heads.get(game), steps: this.of(game) };
  }

  async write(step, revision, kept = {}) {
    await this.move(step.game, step.n, revision);
    this.steps.set(step.game, [...this.of(step.game).filter((each) => each.n < step.n), step]);
    for (const [key, value] of Object.entries(kept)) this.kept.set(key, value);
  }

  async move(game, at, revision) {
    const head = await this.head(game);
    if (head.revision !== revision) throw new Moved(head);
    this.heads.set(game, { at, revision: revision + 1 });
  }

  async get(key) {
    return this.kept.has(key) ? this.kept.get(key) : this.before?.get(key).catch(() => undefined);
  }

  async set(key, work) {
    const value = work(await this.get(key));
    this.kept.set(key, value);
    return value;
  }

  close() {}
}
