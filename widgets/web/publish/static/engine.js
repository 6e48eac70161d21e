// The page's side of the engine: one worker that all pages of the book share, where the browser has such workers.

const NAME = "rulebook engine";

/** Whether the line is known to be thin, so that the smaller of two downloads is the better one. */
const thin = () => {
  const { saveData, effectiveType } = navigator.connection ?? {};
  return saveData === true || /[23]g/.test(effectiveType);
};

/** Asks the engine. Nothing is loaded before the first `near` or `ask`. */
export class Engine {
  port = null;
  last = 0;
  waiting = new Map();

  constructor(address) {
    this.address = address;
  }

  /** A reader is near a calculator: resolves once it can be asked, with what the engine was started from. */
  near(resolver) {
    return this.send({ near: resolver }).then(({ ready }) => ready);
  }

  /** The answer to a question. Rejects with an error whose `name` says why: Unreachable, Gone, Type, Slow … */
  ask(resolver, question) {
    return this.send({ resolver, question }).then(({ answer }) => JSON.parse(answer));
  }

  send(message) {
    return new Promise((done, failed) => {
      const id = (this.last += 1);
      this.waiting.set(id, { done, failed, message: { id, thin: thin(), ...message } });
      this.port ??= this.open();
      this.port.postMessage(this.waiting.get(id).message);
    });
  }

  open(shared = "SharedWorker" in globalThis) {
    const options = { type: "module", name: NAME, extendedLifetime: true };
    let worker;
    try {
      worker = shared ? new SharedWorker(this.address, options) : new Worker(this.address, options);
    } catch (error) {
      if (shared) return this.open(false);
      throw error;
    }
    const port = shared ? worker.port : worker;
    let heard = false;
    port.onmessage = ({ data }) => {
      heard = true;
      const { done, failed } = this.waiting.get(data.id) ?? {};
      this.waiting.delete(data.id);
      if (data.error) failed?.(Object.assign(new Error(data.error.message), { name: data.error.name }));
      else done?.(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (heard || port !== this.port) return;
      this.port = null;
      if (shared) {
        this.port = this.open(false);
        for (const { message } of this.waiting.values()) this.port.postMessage(message);
      } else this.why().then((name) => this.fail(Object.assign(new Error(`${this.address} does not start.`), { name })));
    };
    return port;
  }

  /** Why the worker's own script cannot be run: a worker does not tell. */
  async why() {
    const found = await fetch(this.address, { method: "HEAD" }).catch(() => null);
    return found === null ? "Unreachable" : found.status === 404 ? "Gone" : "Broken";
  }

  fail(error) {
    for (const { failed } of this.waiting.values()) failed(error);
    this.waiting.clear();
  }
}
