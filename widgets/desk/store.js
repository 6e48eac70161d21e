// What the browser keeps: each state of each fight, which of them is shown, and what belongs to the game master.
//
// `steps` has one record for each change: {game, n, fight, lines, dice, act, when, round, entry}. `heads` says for each
// game which step is shown and how often that has changed: {game, at, revision}. `kept` is the rest, by key.

const NAME = "rulebook-companion-desk";
const VERSION = 1;
const STRICT = { durability: "strict" };

const result = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const ended = (transaction) =>
  new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error ?? new Error("The change was not kept."));
  });

const count = (value) => (Number.isInteger(value) && value >= 0 ? value : 0);
const below = (game, n, open = true) => IDBKeyRange.bound([game, -Infinity], [game, n], false, open);
const above = (game, n) => IDBKeyRange.bound([game, n], [game, Infinity], true, false);

/** Another tab has changed this game's fight since this one last looked; `head` is where it stands now. */
export class Moved extends Error {
  constructor(head) {
    super("The fight was changed in another tab.");
    this.head = head;
  }
}

/** Open the store of this browser. Rejects where there is none, as in some private windows. */
export async function openStore() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("steps", { keyPath: ["game", "n"] });
    request.result.createObjectStore("heads", { keyPath: "game" });
    request.result.createObjectStore("kept");
  };
  const database = await result(request);
  return new Store(database);
}

export class Store {
  lasting = true;
  listeners = [];
  channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close();
    if (this.channel) this.channel.onmessage = ({ data }) => this.listeners.forEach((listener) => listener(data));
  }

  /** Be told {game, revision} when another tab has changed a fight. */
  listen(listener) {
    this.listeners.push(listener);
  }

  begin(mode = "readonly") {
    return this.database.transaction(["steps", "heads", "kept"], mode, STRICT);
  }

  read(store) {
    return this.begin().objectStore(store);
  }

  /** Where a game stands: {at, revision}; a head that cannot be read stands at the last step. */
  async head(game) {
    const found = await result(this.read("heads").get(game));
    if (!found) return { at: 0, revision: 0 };
    const readable = Number.isInteger(found.at) && found.at >= 0;
    return { at: readable ? found.at : await this.last(game), revision: count(found.revision) };
  }

  step(game, n) {
    return result(this.read("steps").get([game, n]));
  }

  /** The number of the step before or after one, or null. */
  async neighbour(game, n, by) {
    const [range, direction] = by < 0 ? [below(game, n), "prev"] : [above(game, n), "next"];
    const cursor = await result(this.read("steps").openKeyCursor(range, direction));
    return cursor ? cursor.primaryKey[1] : null;
  }

  async last(game) {
    return (await this.neighbour(game, Infinity, -1)) ?? 0;
  }

  /** The steps up to `n`, the latest first, until `enough` says so of one of them. */
  async story(game, n, enough) {
    const found = [];
    const request = this.read("steps").openCursor(below(game, n, false), "prev");
    await new Promise((done, failed) => {
      request.onerror = () => failed(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return done();
        found.push(cursor.value);
        if (enough(cursor.value, found.length)) done();
        else cursor.continue();
      };
    });
    return found;
  }

  /** All that the store holds of a game, as it is. */
  async raw(game) {
    const transaction = this.begin();
    const steps = result(transaction.objectStore("steps").getAll(below(game, Infinity, false)));
    const head = result(transaction.objectStore("heads").get(game));
    return { head: await head, steps: await steps };
  }

  /**
   * Keep a change and show it, in one transaction that is on the disk when this resolves. `revision` is what this tab
   * knows: where another tab has moved on, nothing is written and `Moved` is thrown. Steps from `n` on give way to this
   * one (they were undone). `kept` are entries of the game master's that change with it.
   */
  async write(step, revision, kept = {}) {
    const { game, n } = step;
    await this.change(game, revision, n, (transaction) => {
      const steps = transaction.objectStore("steps");
      steps.delete(IDBKeyRange.bound([game, n], [game, Infinity]));
      steps.put(step);
      for (const [key, value] of Object.entries(kept)) transaction.objectStore("kept").put(value, key);
    });
  }

  /** Show another step. */
  move(game, at, revision) {
    return this.change(game, revision, at, () => {});
  }

  async change(game, revision, at, work) {
    const transaction = this.begin("readwrite");
    const over = ended(transaction);
    over.catch(() => {});
    const heads = transaction.objectStore("heads");
    const head = await result(heads.get(game));
    if (count(head?.revision) !== revision) {
      transaction.abort();
      throw new Moved({ at: count(head?.at), revision: count(head?.revision) });
    }
    try {
      work(transaction);
      heads.put({ game, at, revision: revision + 1 });
    } catch (error) {
      transaction.abort();
      throw error;
    }
    await over;
    this.persisted ??= navigator.storage?.persist?.().catch(() => {}); // what is kept is not to be cleared for room
    this.channel?.postMessage({ game, revision: revision + 1 });
  }

  get(key) {
    return result(this.read("kept").get(key));
  }

  /** Change an entry of the game master's: `work` gives the new value for the old one, undefined to forget it. */
  async set(key, work) {
    const transaction = this.begin("readwrite");
    const over = ended(transaction);
    const kept = transaction.objectStore("kept");
    const value = work(await result(kept.get(key)));
    if (value === undefined) kept.delete(key);
    else kept.put(value, key);
    await over;
    return value;
  }

  close() {
    this.channel?.close();
    this.database.close();
  }
}
