// The one line from the screen to Python: a question at a time over an anywidget's model, whatever is behind it.

const AWAY = 600; // milliseconds without an answer before the screen says that it waits
const AGAIN = 4000; // milliseconds after which a waiting question knocks once more

/** Asks one question at a time. `told` hears how many are waiting, once the answer takes its time. */
export class Line {
  queue = [];
  flight = null;
  last = 0;

  constructor(model, knock, told) {
    const [name] = crypto.getRandomValues(new Uint32Array(1)); // other views of the model have lines of their own
    Object.assign(this, { model, knock, told, name });
    model.on("change:answer", () => this.hear(model.get("answer") ?? {}));
  }

  ask(question) {
    return new Promise((done) => {
      this.queue.push({ question, done });
      this.next();
    });
  }

  next() {
    if (this.flight || !this.queue.length) return;
    const { question, done } = this.queue.shift();
    this.flight = { id: `${this.name}-${(this.last += 1)}`, done };
    this.late = setTimeout(() => this.told(1 + this.queue.length), AWAY);
    this.again = setInterval(this.knock, AGAIN);
    this.model.set("question", { ...question, id: this.flight.id });
    this.model.save_changes();
    this.knock();
  }

  hear(answer) {
    if (!this.flight || answer.id !== this.flight.id) return;
    const { done } = this.flight;
    this.flight = null;
    clearTimeout(this.late);
    clearInterval(this.again);
    this.told(0);
    done(answer);
    this.next();
  }

  end() {
    clearTimeout(this.late);
    clearInterval(this.again);
    this.queue = [];
    this.flight = null;
  }
}

/** A model for one calculator on the screen, as anywidget gives it: its questions go by the screen's line. */
export class Twin {
  state = {};
  listeners = new Map();
  busy = false;
  changed = false;

  constructor(ask) {
    this.put = ask;
  }

  get = (name) => this.state[name];

  set = (name, value) => {
    this.state[name] = value;
    this.changed = true;
  };

  on = (event, listener) => this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);

  off = (event) => (event ? this.listeners.delete(event) : this.listeners.clear());

  send = () => {};

  save_changes = async () => {
    if (this.busy || !this.changed) return;
    Object.assign(this, { busy: true, changed: false });
    const { question } = this.state;
    const { ok, answer, html, problems } = await this.put(question);
    this.state.answer = ok ? { html, ...answer } : { id: question.id, ask: question.ask, ok, problems };
    for (const listener of this.listeners.get("change:answer") ?? []) listener();
    this.busy = false;
    this.save_changes();
  };
}
