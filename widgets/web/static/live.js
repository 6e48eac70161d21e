// Brings a page's calculators alive where they stand, at the first touch, and again after a kernel was lost.

import { Kernel, xsrfToken } from "./kernel.js";
import { load, Model, mount, stateOf, style } from "./port.js";

const WAKING = "Waking the calculator…";
const UNHEARD = "The server does not answer. What you typed stays here.";
const GONE = "The calculators have lost their connection. What you typed stays here.";
const BROKEN = "This calculator could not be started.";

/** A button that tries something again, or does what its words say. */
export function againButton(action, words = "Try again") {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "rb-again";
  button.textContent = words;
  button.addEventListener("click", action);
  return button;
}

/** The server's answer to a POST; an Error with its words where it refuses, and `again`, the seconds to wait. */
export async function ask(address) {
  let response;
  try {
    response = await fetch(address, { method: "POST", headers: { "X-XSRFToken": xsrfToken() } });
  } catch {
    throw new Error(UNHEARD);
  }
  const reply = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error(reply.message ?? UNHEARD), { again: reply.again });
  return reply;
}

/** The calculators of this page. States: "asleep", "waking", "live", "lost". */
export class Live {
  state = "asleep";
  models = new Map(); // of the calculators that are awake
  sleeping = new Map(); // of the others, once there is a kernel: their models and how to adopt their forms
  touched = new Set();
  pressed = [];
  kernel = null;

  constructor(address, banner) {
    this.address = address;
    this.banner = banner;
  }

  /** A reader touched this slot: start a kernel, unless one is there or on its way. Where all are taken, try later. */
  wake(slot) {
    if (slot) this.touched.add(slot);
    if (this.state === "live") return void (slot && this.adopt(slot));
    if (this.state !== "asleep" && this.state !== "lost") return;
    clearTimeout(this.later);
    this.state = "waking";
    document.documentElement.dataset.rbLive = "waking";
    this.announce("");
    const note = slot?.parentElement.querySelector(".rb-note");
    const lost = !slot && this.kernel;
    if (this.note !== note) this.note?.replaceChildren();
    this.note = note;
    const patience = setTimeout(() => note?.replaceChildren(WAKING), 250);
    this.start()
      .then(() => note?.replaceChildren(...(slot.dataset.rbBroken ? [BROKEN] : [])))
      .catch((error) => {
        this.become("asleep");
        const again = () => this.wake(slot);
        if (error.again) this.later = setTimeout(again, error.again * (800 + 400 * Math.random()));
        note?.replaceChildren(`${error.message} `, againButton(again));
        if (lost && !note) this.announce(error.message, again);
      })
      .finally(() => clearTimeout(patience));
  }

  /** A button that is pressed before its calculator can hear it is pressed again when it can. */
  press(event) {
    const button = event.target.closest?.(".rb-slot button");
    const slot = button?.closest(".rb-slot");
    if (!slot || this.models.has(slot)) return;
    event.stopPropagation();
    this.pressed.push(button);
    this.wake(slot);
  }

  /** The page is being left: end the kernel. If the page comes back, the next touch starts anew. */
  sleep() {
    clearTimeout(this.later);
    this.kernel?.end();
    this.kernel = null;
    this.become("asleep");
  }

  /** The reader is here again, or the network is. */
  back() {
    if (this.state === "lost") this.wake();
  }

  async start() {
    const reply = await ask(this.address);
    this.kernel = new Kernel(reply.base, reply.kernelId, (state) => this.heard(state));
    const places = Object.entries(reply.outputs).flatMap(([cell, ids]) => ids.map((id, output) => ({ cell, output, id })));
    await Promise.all(places.map((place) => this.fill(place, reply.states[place.id], reply.texts)));
    for (const slot of document.querySelectorAll(".rb-slot")) {
      if (!this.models.has(slot) && !this.sleeping.has(slot)) this.breakDown(slot);
    }
    await Promise.all([...this.touched].map((slot) => this.adopt(slot)));
    this.become("live");
  }

  async fill({ cell, output, id }, twin, texts) {
    const slot = document.querySelector(`.rb-slot[data-cell="${cell}"][data-output="${output}"]`);
    if (!slot || !twin) return;
    try {
      const state = stateOf(twin);
      const known = this.models.get(slot);
      const model = known ?? new Model(state);
      model.join(this.kernel.comm(id), state);
      if (known) return;
      if ("_css" in state) style(texts[state._css]);
      this.sleeping.set(slot, { model, widget: await load(texts[state._esm]) });
      delete slot.dataset.rbBroken;
      if (this.touched.has(slot) || !slot.querySelector(".rb-calc")) await this.adopt(slot);
    } catch (error) {
      console.error(error);
    }
  }

  /** Let a widget that keeps by itself what it shows adopt its place at once: what it asks waits for a kernel. */
  async early(slot, url) {
    const model = new Model({});
    this.models.set(slot, model);
    await mount(await load({ url }), model, slot);
  }

  /** Let a widget adopt the form that stands in its place: a calculator at its first touch, others at once. */
  async adopt(slot) {
    const found = this.sleeping.get(slot);
    if (!found) return;
    this.sleeping.delete(slot);
    this.models.set(slot, found.model);
    try {
      await mount(found.widget, found.model, slot);
    } catch (error) {
      this.models.delete(slot);
      this.breakDown(slot);
      console.error(error);
    }
    const again = this.pressed.filter((button) => slot.contains(button));
    this.pressed = this.pressed.filter((button) => !again.includes(button));
    for (const button of again) button.click();
  }

  breakDown(slot) {
    slot.dataset.rbBroken = "true";
    const note = slot.parentElement.querySelector(".rb-note");
    if (!note.textContent) note.textContent = BROKEN;
  }

  heard(state) {
    if (state === "live") {
      this.announce("");
    } else if (state === "back") {
      this.announce("");
      for (const model of this.models.values()) model.resend();
    } else if (state === "reconnecting") {
      if (this.kernel?.tries > 1) this.announce("Reconnecting…");
    } else if (state === "asleep") {
      this.become("asleep");
    } else {
      this.kernel?.end();
      this.become("lost");
      this.announce(GONE, () => this.wake());
    }
  }

  become(state) {
    this.state = state;
    document.documentElement.dataset.rbLive = state;
    if (state !== "live") for (const model of this.models.values()) model.comm = null;
  }

  announce(text, again) {
    this.banner.replaceChildren(...(text ? [text] : []), ...(again ? [" ", againButton(again)] : []));
  }
}
