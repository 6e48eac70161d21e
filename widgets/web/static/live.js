// Brings a page's calculators alive where they stand, at the first touch, and again after a kernel was lost.

import { Kernel, xsrfToken } from "./kernel.js";
import { load, Model, mount, stateOf, style } from "./port.js";

const WAKING = "Waking the calculator…";
const UNHEARD = "The server does not answer. What you typed stays here.";
const GONE = "The calculators have lost their connection. What you typed stays here.";
const BROKEN = "This calculator could not be started.";

/** A button that tries something again. */
function againButton(action) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "rb-again";
  button.textContent = "Try again";
  button.addEventListener("click", action);
  return button;
}

/** The calculators of this page. States: "asleep", "waking", "live", "lost". */
export class Live {
  state = "asleep";
  models = new Map();
  kernel = null;

  constructor(address, banner) {
    this.address = address;
    this.banner = banner;
  }

  /** A reader touched this slot: start a kernel, unless one is there or on its way. */
  wake(slot) {
    if (this.state !== "asleep" && this.state !== "lost") return;
    this.state = "waking";
    document.documentElement.dataset.rbLive = "waking";
    this.announce("");
    const note = slot?.parentElement.querySelector(".rb-note");
    const patience = setTimeout(() => note?.replaceChildren(WAKING), 250);
    this.start()
      .then(() => note?.replaceChildren(...(slot.dataset.rbBroken ? [BROKEN] : [])))
      .catch((error) => {
        this.become("asleep");
        note?.replaceChildren(`${error.message} `, againButton(() => this.wake(slot)));
        if (!note) this.announce(error.message, () => this.wake());
      })
      .finally(() => clearTimeout(patience));
  }

  /** The page is being left: end the kernel. If the page comes back, the next touch starts anew. */
  sleep() {
    this.kernel?.end();
    this.kernel = null;
    this.become("asleep");
  }

  async start() {
    const reply = await this.ask();
    this.kernel = new Kernel(reply.base, reply.kernelId, (state) => this.heard(state));
    const places = Object.entries(reply.outputs).flatMap(([cell, ids]) => ids.map((id, output) => ({ cell, output, id })));
    await Promise.all(places.map((place) => this.fill(place, reply.states[place.id], reply.texts)));
    for (const slot of document.querySelectorAll(".rb-slot")) {
      if (!this.models.has(slot)) this.breakDown(slot);
    }
    this.become("live");
  }

  async ask() {
    let response;
    try {
      response = await fetch(this.address, { method: "POST", headers: { "X-XSRFToken": xsrfToken() } });
    } catch {
      throw new Error(UNHEARD);
    }
    const reply = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(reply.message ?? UNHEARD);
    return reply;
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
      await mount(await load(texts[state._esm]), model, slot);
      this.models.set(slot, model);
      delete slot.dataset.rbBroken;
    } catch (error) {
      console.error(error);
    }
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
