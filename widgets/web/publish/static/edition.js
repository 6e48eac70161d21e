// The book on this device: kept by a service worker once it is used, and told when a new edition has been published.

import { button } from "./button.js";

const script = document.querySelector("script[data-edition]");
const { edition, root: home, size } = script.dataset;
const NEW = "A new edition of the book is there.";
const READ = "Read the new edition";
const KEPT = "The whole book is kept on this device, and works without a network.";
const workers = navigator.serviceWorker;

const place = document.createElement("div");
place.className = "rb-banner rb-edition";
place.setAttribute("role", "status");
document.body.append(place);

function prompt(act = () => location.reload()) {
  if (!place.childNodes.length) place.replaceChildren(`${NEW} `, button(act, READ));
}

/** Put something to a service worker and hear its reply (or each of them). */
function tell(worker, message, hear = () => {}) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      hear(data);
      if (!data.more) done(data);
    };
    worker.postMessage(message, [port2]);
  });
}

/** A service worker of another edition waits: if this page is of that edition it may take over, else the reader says. */
async function waits(worker) {
  const { edition: theirs } = await tell(worker, { ask: "edition" });
  if (theirs === edition) return void worker.postMessage({ act: "take over" });
  prompt(() => {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage({ act: "take over" });
  });
}

function watch(registration) {
  const found = (worker) =>
    worker?.addEventListener("statechange", () => worker.state === "installed" && registration.active && waits(worker));
  if (registration.waiting) waits(registration.waiting);
  found(registration.installing);
  registration.addEventListener("updatefound", () => found(registration.installing));
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
  workers.addEventListener("controllerchange", async () => {
    if (!workers.controller) return;
    const { edition: theirs } = await tell(workers.controller, { ask: "edition" });
    if (theirs !== edition) prompt();
  });
}

/** The service worker is there: a page that was read before it came is kept as well. */
async function register() {
  if (!workers || !script.dataset.worker) throw new Error("This browser keeps no pages.");
  const first = !workers.controller;
  watch(await workers.register(new URL(script.dataset.worker, document.baseURI)));
  const registration = await workers.ready;
  if (first) registration.active.postMessage({ act: "read", page: location.href });
  return registration;
}

const registered = register();
registered.catch(() => {});

/** The engine, or a file of it, is gone from the host: say so if that is because the book has been published anew. */
export async function bookChanged() {
  const page = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (page?.ok && !(await page.text()).includes(`data-edition="${edition}"`)) prompt();
}

const line = document.createElement("p"); // in the foot of the page
line.className = "rb-keep";
line.setAttribute("role", "status");

/** Keep the whole book on this device, unless the reader pays by the byte. */
export async function keepBook(always = false, hear = () => {}) {
  if (!always && navigator.connection?.saveData) return;
  const { active } = await registered.catch(() => ({}));
  const told = active && (await tell(active, { act: "keep" }, hear));
  if (told?.kept) line.replaceChildren(KEPT);
  return told;
}

/** What is kept already is told in the line, and a button keeps the rest. */
async function offer() {
  const { active } = await registered;
  document.querySelector(".rb-foot")?.append(line);
  if ((await tell(active, { ask: "kept" })).kept) return line.replaceChildren(KEPT);
  const keep = async () => {
    const hear = ({ done, all }) => all && line.replaceChildren(`Keeping the book: ${done} of ${all} files…`);
    const told = await keepBook(true, hear);
    if (!told?.kept) line.replaceChildren("The book could not be kept. ", button(keep));
  };
  line.replaceChildren("To read and reckon without a network: ", button(keep, `Keep the book here (${size} MB)`));
}

offer().catch(() => {});
addEventListener("appinstalled", () => keepBook(true));
if (matchMedia("(display-mode: standalone)").matches) keepBook();
