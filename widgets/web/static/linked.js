// Every state is a link: the calculators' inputs and dice live in the page's address, and an address sets them.

import { complete } from "./near.js";

const PAUSE = 300; // milliseconds of quiet before the address follows a calculator
const SAID = 2500; // milliseconds for which a button says that it has copied
const [COPY, COPIED] = ["Copy link", "Link copied"];
const DONE = "The link to this calculator is copied, as it is set.";
const BY_HAND = "The link could not be copied by itself. Copy it from here: ";
const SET = "Set by a link. The answer follows as soon as the calculator is awake.";

const { version = "", renamed = "[]" } = document.body.dataset;
const { game = "" } = document.documentElement.dataset;
const banner = document.querySelector(".rb-banner");
const sections = [...document.querySelectorAll(".rb-live .rb-calc")];
const homes = new Map(); // section -> what it is called, its place among those of its resolver, how it stood at first
const said = new Map(); // section -> what the address says of it

const bring = () => Promise.all([import("./state.js"), import("./calculator.js")]);
const fieldsOf = (section) => JSON.parse(section.dataset.description).fields;
const stateOf = (section) => JSON.parse(section.dataset.state);
const quoted = (texts) => texts.map((text) => `“${text.slice(0, 60)}”`).join(", ");
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Names a calculator; those of one resolver that follow on a page are told apart by their number, aloud too. */
function name(section) {
  const { resolver } = section.dataset;
  const number = [...homes.values()].filter((home) => home.resolver === resolver).length + 1;
  const short = section.dataset.game === game ? resolver.slice(game.length + 1) : resolver;
  homes.set(section, { resolver, number, called: number > 1 ? `${short}-${number}` : short, start: stateOf(section) });
  if (number === 1) return;
  section.setAttribute("aria-label", `${section.querySelector(".rb-c-title").textContent}, ${number}`);
  section.removeAttribute("aria-labelledby");
}

/** What stands in a calculator's form, as it was typed, and the dice that belong to it. */
function standing(section, { read }) {
  complete(section);
  const { inputs, changed } = read(section.querySelector("form"), fieldsOf(section));
  if (section.dataset.linked) return { inputs, dice: JSON.parse(section.dataset.linked) };
  const told = stateOf(section);
  return { inputs, dice: same(told.inputs, changed) ? told.dice : null };
}

const query = (section, { address }, calculator) =>
  address(JSON.parse(section.dataset.description), standing(section, calculator), homes.get(section).called);
const marked = (text) => (text ? `${text}&edition=${encodeURIComponent(version)}` : "");

/** The home that a pair of the address belongs to, if it is one of this page's calculators. */
function homeOf(pair, { parts }, edition) {
  const [found] = parts(`${pair}&edition=${edition}`, game, JSON.parse(renamed));
  return found && [...homes.values()].find((home) => home.resolver === found.resolver && home.number === found.number);
}

// The address follows.

let timer;
const changed = new Set();

function follow({ target }) {
  if (!homes.has(target)) return;
  changed.add(target);
  clearTimeout(timer);
  timer = setTimeout(write, PAUSE);
}

async function write() {
  const [state, calculator] = (await bring().catch(() => null)) ?? []; // the page is left, or the network is away
  if (!state) return;
  const { search } = location;
  for (const section of changed) {
    const unmoved = same(stateOf(section), homes.get(section).start) && !section.querySelector(".rb-c-error:not([hidden])");
    said.set(section, unmoved ? "" : query(section, state, calculator));
  }
  changed.clear();
  const edition = new URLSearchParams(search).get("edition") ?? "";
  const kept = search.slice(1).split("&").filter((pair) => pair && !/^edition=/.test(pair) && !homeOf(pair, state, edition));
  const texts = sections.map((section) => said.get(section)).filter(Boolean);
  const all = [...kept, marked(texts.join("&"))].filter(Boolean).join("&");
  history.replaceState(history.state, "", `${location.pathname}${all && "?"}${all}${location.hash}`);
}

// An address sets the calculators.

async function restore() {
  const { search } = location;
  const keys = search.slice(1).split("&").map((pair) => pair.split("=")[0].replaceAll("%2F", "/"));
  const called = new Set([...homes.values()].map((home) => home.called)).add("edition");
  if (!sections.length || !keys.some((key) => key.includes(".") || called.has(key))) return;
  const [state, calculator] = await bring();
  const all = state.parts(search, game, JSON.parse(renamed));
  const here = (part) => (home) => home.resolver === part.resolver && home.number === part.number;
  const known = [...homes.values()];
  const lost = (part) => part.key && part.path.length && !known.some((home) => here(part)(home));
  const elsewhere = all.filter(lost).map(({ key }) => key);
  const set = [];
  if (elsewhere.length) banner.textContent = `The link names ${quoted(elsewhere)}, which is not on this page.`;
  for (const [section, home] of homes) {
    if (!all.some((part) => here(part)(home))) continue;
    const found = state.restored(JSON.parse(section.dataset.description), all, home.number);
    put(section, found.state, calculator);
    tell(section, found);
    said.set(section, query(section, state, calculator));
    set.push(section);
  }
  if (set.length && location.hash && !document.getElementById(decodeURIComponent(location.hash.slice(1)))) {
    set[0].scrollIntoView();
  }
}

/** Sets a calculator; one that is asleep has its form set at once, and is woken for its answer. */
function put(section, { inputs, dice }, { fill, read }) {
  complete(section);
  const form = section.querySelector("form");
  for (const spec of fieldsOf(section)) admit(form, spec, inputs[spec.name]);
  if (section.dataset.live) {
    section.dispatchEvent(new CustomEvent("rb:set", { detail: { inputs, dice } }));
    return;
  }
  fill(form, fieldsOf(section), inputs);
  read(form, fieldsOf(section));
  if (same(homes.get(section).start, { inputs, dice })) return;
  section.dataset.linked = JSON.stringify(dice);
  section.querySelector(".rb-c-sentence").textContent = SET;
  section.addEventListener("input", ({ isTrusted }) => {
    if (isTrusted && section.dataset.linked) section.dataset.linked = "null"; // the dice were of before
  });
  const wake = () => section.dispatchEvent(new Event("input", { bubbles: true })); // as a reader's touch does
  if (document.readyState === "complete") wake();
  else addEventListener("load", wake, { once: true });
}

/** All that fits in a place and in the templates of its lists. */
const reach = (place, selector) =>
  [place, ...[...place.querySelectorAll("template")].map(({ content }) => content)]
    .flatMap((part) => [...part.querySelectorAll(selector)]);

/** Adds to the selects of a field what a link names and they do not have: the engine then tells what would do. */
function admit(place, spec, value) {
  for (const box of reach(place, `[data-field="${spec.name}"]`)) {
    for (const row of spec.kind === "rows" ? (value ?? []) : []) {
      for (const each of spec.fields) admit(box, each, row[each.name]);
    }
    if (spec.kind !== "choice" && spec.kind !== "many") continue;
    for (const each of [value ?? []].flat()) {
      const without = (select) => ![...select.options].some((option) => option.value === each);
      for (const select of reach(box, "select").filter(without)) select.add(new Option(each));
    }
  }
}

/** What of a link could not be used is told in the calculator's head, and stays there. */
function tell(section, { problems, unknown }) {
  const box = (field) => section.querySelector(`[data-field="${field.match(/^\w*/)[0]}"]`);
  const label = (field) => box(field)?.querySelector(".rb-c-label, .rb-c-check").textContent ?? "The link";
  const lines = problems.map(({ field, given, accepted }) => `${label(field)}: ${quoted([given])} cannot be used. Give ${accepted}.`);
  if (unknown.length) lines.push(`The link names ${quoted(unknown)}, which this calculator does not have.`);
  if (!lines.length) return;
  const note = document.createElement("p");
  note.className = "rb-linked";
  note.setAttribute("role", "status");
  section.querySelector(".rb-c-head").append(note);
  note.textContent = lines.join(" ");
}

// A button at each calculator copies the link to it.

function offer(section) {
  const button = document.createElement("button");
  const status = document.createElement("span");
  button.type = "button";
  button.className = "rb-copy";
  button.textContent = COPY;
  button.setAttribute("aria-describedby", `${section.id}--title`);
  status.className = "rb-c-hidden";
  status.setAttribute("role", "status");
  const ahead = () => bring().catch(() => {});
  for (const type of ["pointerdown", "focus"]) button.addEventListener(type, ahead, { once: true });
  button.addEventListener("click", () => copy(section, button, status));
  section.closest(".rb-live").append(button, status);
}

async function copy(section, button, status) {
  const [state, calculator] = await bring();
  const link = new URL(location.href);
  link.search = marked(query(section, state, calculator));
  link.hash = section.id;
  if (!(await taken(link.href))) return byHand(button, status, link.href);
  status.textContent = DONE;
  button.textContent = COPIED;
  setTimeout(() => ([status.textContent, button.textContent] = ["", COPY]), SAID);
}

/** Puts a text into the clipboard, by the old way where the new one is not allowed, as on a host without TLS. */
async function taken(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focus = document.activeElement;
    const box = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    box.style.cssText = "position: fixed; inset: 0 auto auto 0; opacity: 0";
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    focus?.focus({ preventScroll: true });
    return done;
  }
}

function byHand(button, status, text) {
  const field = Object.assign(document.createElement("input"), { value: text, readOnly: true, className: "rb-copy-field" });
  field.setAttribute("aria-label", "Link to this calculator");
  status.className = "rb-copy-by-hand";
  status.replaceChildren(BY_HAND, field);
  field.select();
}

/** Name the calculators of the page, offer their links, set them by the address, and let the address follow them. */
export function statesAreLinks() {
  sections.forEach(name);
  sections.forEach(offer);
  document.addEventListener("rb:state", follow);
  restore();
}
