// The port between a page's forms and a kernel: anywidget's small contract (get, set, on, off, send, save_changes)
// without any Jupyter package. References between widgets and custom serializers are not part of it.

import { complete } from "./near.js";

const modules = new Map();
const styled = new Set();

/** One widget's state on this side, held in step with its twin in the kernel. */
export class Model {
  listeners = new Map();
  changed = {};
  mine = new Set();
  flight = null;
  comm = null;

  constructor(state) {
    this.state = state;
  }

  /** Join this model to its twin. What was set on this side wins over the twin's fresh state. */
  join(comm, state) {
    this.comm = comm;
    this.flight = null;
    comm.receive = (data, buffers) => this.receive(data, buffers);
    for (const [name, value] of Object.entries(state)) if (!this.mine.has(name)) this.put(name, value);
    this.changed = Object.fromEntries([...this.mine].map((name) => [name, this.state[name]]));
    this.save_changes();
  }

  /** Send once more what may have been lost with a broken connection. */
  resend() {
    if (!this.flight) return;
    this.changed = { ...this.flight, ...this.changed };
    this.flight = null;
    this.save_changes();
  }

  get = (name) => this.state[name];

  set = (name, value) => {
    if (Object.is(this.state[name], value)) return;
    this.mine.add(name);
    this.changed[name] = value;
    this.put(name, value);
  };

  on = (event, listener) => {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(listener);
  };

  off = (event, listener) => {
    if (!event) this.listeners.clear();
    else if (!listener) this.listeners.delete(event);
    else this.listeners.get(event)?.delete(listener);
  };

  send = (content, callbacks, buffers) => this.comm?.send({ method: "custom", content }, { buffers });

  // One change is on its way at a time; later ones wait and merge.
  save_changes = () => {
    if (!this.comm || this.flight || !Object.keys(this.changed).length) return;
    const flight = this.changed;
    this.flight = flight;
    this.changed = {};
    const onidle = () => {
      if (this.flight !== flight) return;
      this.flight = null;
      this.save_changes();
    };
    this.comm.send({ method: "update", state: flight, buffer_paths: [] }, { onidle });
  };

  put(name, value) {
    this.state[name] = value;
    this.fire(`change:${name}`, value);
    this.fire("change");
  }

  fire(event, ...values) {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(...values);
  }

  receive(data, buffers) {
    if (data.method === "custom") this.fire("msg:custom", data.content, buffers);
    if (data.method !== "update") return;
    place(data.state, data.buffer_paths ?? [], buffers);
    for (const [name, value] of Object.entries(data.state)) if (!(name in this.changed)) this.put(name, value);
  }
}

/** Put binary buffers back where they were taken out of a state. */
function place(state, paths, buffers) {
  paths.forEach((path, index) => {
    const holder = path.slice(0, -1).reduce((part, key) => part[key], state);
    holder[path.at(-1)] = buffers[index];
  });
}

/** The state of a model as the start reply holds it, its buffers decoded and put in. */
export function stateOf({ state, buffers }) {
  const bytes = buffers.map(({ data }) => new DataView(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)).buffer));
  place(state, buffers.map(({ path }) => path), bytes);
  return state;
}

/** The widget of a module: a file of the site, or a text that came with the state; each is loaded once. */
export async function load({ url, text }) {
  const key = url ?? text;
  if (!modules.has(key)) {
    const address = url ?? URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    modules.set(key, import(address));
  }
  const module = await modules.get(key);
  const widget = module.default ?? module;
  return typeof widget === "function" ? widget() : widget;
}

/** Add a widget's style sheet, unless the page has it. */
export function style({ url, text }) {
  if (url || !text || styled.has(text)) return;
  styled.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Let a widget adopt the form that stands in `el`. */
export async function mount(widget, model, el) {
  const { signal } = new AbortController();
  complete(el);
  await widget.initialize?.({ model, signal });
  await widget.render?.({ model, el, signal });
}
