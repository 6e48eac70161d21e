// A calculator: adopts the form that stands in its place, asks for answers, and swaps them in. It computes no rule.

// Milliseconds: of quiet after typing; of quiet before "what if" is asked; until an answer is given up for lost.
const [PAUSE, LATER, PATIENCE] = [120, 450, 15000];
const WHOLE = /^[+-]?\d{1,12}$/;
const LISTS = new Set(["many", "rows"]);

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const all = (root, selector) => [...root.querySelectorAll(selector)];
const bare = (text) => text.trim().replace("−", "-");
const dashed = (value) => String(value).replace("-", "−");

// Fields. A scope is the form or one record of a list; its boxes hold one field each.
const own = (scope, selector) =>
  all(scope, selector).filter((part) => part.parentElement.closest("[data-scope]") === scope);
const boxesIn = (scope) => Object.fromEntries(own(scope, "[data-field]").map((box) => [box.dataset.field, box]));
const control = (box) => box.querySelector(".rb-c-input");
const items = (box) => [...box.querySelector("ol").children]; // of a list: its entries

/** What stands in a box, as it was typed, and what it means to the engine: the default where it cannot be used. */
function worth(box, spec) {
  if (spec.kind === "switch") return [control(box).checked, control(box).checked];
  if (spec.kind === "rows") {
    const rows = items(box).map((row) => read(row, spec.fields));
    return [rows.map(({ inputs }) => inputs), rows.map(({ values }) => values)];
  }
  const given = spec.kind === "many" ? items(box).map((li) => li.querySelector("select").value) : control(box).value;
  if (spec.kind !== "number") return given === "" && spec.kind === "choice" ? [null, null] : [given, given];
  if (spec.blank && !given.trim()) return [given, null];
  const value = WHOLE.test(bare(given)) ? Number(bare(given)) : NaN;
  return [given, value >= spec.low && value <= spec.high ? value : spec.default];
}

/** Reads a scope in the order of its fields: one that does not apply is hidden and counts as its default. */
export function read(scope, specs) {
  const [boxes, inputs, values, changed] = [boxesIn(scope), {}, {}, {}];
  for (const spec of specs) {
    const box = boxes[spec.name];
    const [given, value] = worth(box, spec);
    const differs = !same(value, spec.default);
    const holds = ([name, allowed]) => allowed.some((each) => same(each, values[name]));
    const applies = Object.entries(spec.when ?? {}).every(holds);
    values[spec.name] = applies ? value : spec.default;
    if (applies) inputs[spec.name] = given;
    if (applies && differs) changed[spec.name] = value;
    Object.assign(box, { spec, hidden: !applies });
    box.toggleAttribute("data-set", differs);
    const note = box.querySelector(":scope > .rb-c-option-note"); // the chosen option's help
    if (note) note.textContent = control(box).selectedOptions[0]?.dataset.note ?? "";
    if (LISTS.has(spec.kind)) limit(box, spec);
  }
  showFolds(scope, boxes);
  return { inputs, values, changed };
}

/** Folds say how many of their fields are set; those without a field that applies are hidden. */
function showFolds(scope, boxes) {
  for (const group of own(scope, ".rb-c-group")) {
    const asked = all(group, ":scope > .rb-c-fields > .rb-c-field:not([hidden])");
    const count = asked.filter((box) => box.hasAttribute("data-set")).length;
    group.hidden = !asked.length;
    Object.assign(group.querySelector(".rb-c-count"), { hidden: !count, textContent: `${count} set` });
  }
  for (const fold of own(scope, ".rb-c-unasked")) {
    for (const line of all(fold, "[data-for]")) {
      const box = boxes[line.dataset.for];
      line.hidden = !box.hidden;
      line.querySelector(".rb-c-kept").hidden = !box.hasAttribute("data-set");
    }
    const count = all(fold, "[data-for]:not([hidden])").length;
    fold.hidden = !count;
    fold.querySelector("span").textContent = `${count} field${count === 1 ? " does" : "s do"} not apply here`;
  }
}

/** Puts values into a scope; what they leave out is set to its default. */
export function fill(scope, specs, values) {
  const boxes = boxesIn(scope);
  for (const spec of specs) put(boxes[spec.name], spec, values[spec.name] ?? spec.default ?? null);
}

function put(box, spec, value) {
  if (LISTS.has(spec.kind)) {
    while (items(box).length > value.length) items(box).at(-1).remove();
    while (items(box).length < value.length) grow(box);
    for (const [place, item] of items(box).entries()) {
      if (spec.kind === "rows") fill(item, spec.fields, value[place]);
      else item.querySelector("select").value = value[place];
    }
  } else if (spec.kind === "switch") control(box).checked = value === true;
  else control(box).value = spec.kind === "number" && value !== null ? dashed(value) : (value ?? "");
  slide(box);
}

/** One more entry of a list, made from its template with ids of its own. */
let grown = 0;
function grow(box) {
  const html = box.querySelector("template").innerHTML.replaceAll("__n__", `new${(grown += 1)}`);
  box.querySelector("ol").insertAdjacentHTML("beforeend", html);
  return items(box).at(-1);
}

/** Switches off the buttons of a list that would lead beyond its least and most entries, or past its ends. */
function limit(box, spec) {
  const entries = items(box);
  box.querySelector(":scope > fieldset > .rb-c-add").disabled = entries.length >= spec.most;
  for (const [place, item] of entries.entries()) {
    const off = { remove: entries.length <= spec.least, up: place === 0, down: place === entries.length - 1 };
    for (const name in off) item.querySelector(`:scope > .rb-c-${name}`)?.toggleAttribute("disabled", off[name]);
  }
}

/** The line of a field that tells what is wrong with it, made when it is first needed. */
function errorOf(box) {
  const line = `<p class="rb-c-error" id="rb-c-error-${(grown += 1)}" hidden></p>`;
  if (!box.querySelector(":scope > .rb-c-error")) box.insertAdjacentHTML("beforeend", line);
  return box.querySelector(":scope > .rb-c-error");
}

/** Lets a control be described by its error too, besides its help. */
function describe(input, { id }) {
  const ids = new Set(input.getAttribute("aria-describedby")?.split(" ")).add(id);
  input.setAttribute("aria-describedby", [...ids].join(" "));
  return input;
}

function slide(box) {
  const slider = box.querySelector(".rb-c-slider");
  if (slider && WHOLE.test(bare(control(box).value))) slider.value = bare(control(box).value);
}

/** Replaces a place's HTML; scrolled tables and the focus in it stay as they are. */
function swap(place, html) {
  if (!place) return;
  const reached = "a, [tabindex]";
  const focus = all(place, reached).indexOf(document.activeElement);
  const scrolled = all(place, ".rb-c-scroll").map((box) => [box.scrollTop, box.scrollLeft]);
  place.innerHTML = html;
  all(place, ".rb-c-scroll").forEach((box, n) => ([box.scrollTop, box.scrollLeft] = scrolled[n] ?? [0, 0]));
  if (focus >= 0) all(place, reached)[focus]?.focus({ preventScroll: true });
}

/** The calculator that stands in `section`, alive: it asks one question at a time and drops answers that come late. */
class Calculator {
  waiting = new Map(); // questions still to be put, by their kind, with their dice
  asked = new Set(); // ids of this view's questions
  latest = {}; // the id of its last question of each kind
  flight = null; // the id of the question that is under way
  dirty = false; // something was typed and not yet asked
  dice = null; // the faces of the throw that is shown

  constructor(model, section) {
    const { description, chapter, linked } = section.dataset; // linked: the dice of a link, which has filled the form
    Object.assign(this, { model, section, form: section.querySelector("form"), place: chapter ? { chapter } : {} });
    const { fields, dice } = (this.description = JSON.parse(description));
    Object.assign(this, { fields, primary: dice.length ? "odds" : "roll" });
    const on = (type, listener) => section.addEventListener(type, listener);
    for (const type of ["input", "click", "keydown"]) on(type, (event) => this[type](event));
    for (const type of ["pointerdown", "pointermove"]) on(type, (event) => this.point(event));
    on("submit", (event) => event.preventDefault());
    on("rb:set", ({ detail }) => this.set(detail));
    this.part(".rb-c-whatif")?.addEventListener("toggle", () => this.wonder(0));
    model.on("change:answer", () => this.hear(model.get("answer") ?? {}));
    section.dataset.live = "true";
    const turned = (option) => option.selected !== option.defaultSelected;
    const typed = (it) => (it.type === "checkbox" ? it.checked !== it.defaultChecked : it.value !== it.defaultValue);
    const touched = (it) => (it.options ? [...it.options].some(turned) : typed(it));
    if (linked) this.set({ inputs: read(this.form, this.fields).inputs, dice: JSON.parse(linked) });
    else if (touched(this.part(".rb-c-example"))) this.example(this.part(".rb-c-example").value);
    else if (all(this.form, ".rb-c-input").some(touched)) this.ask(this.primary);
    else this.tell();
  }

  part = (selector) => this.section.querySelector(selector);

  input({ target }) {
    const box = target.closest("[data-field]");
    if (target.matches(".rb-c-example")) this.example(target.value);
    if (!box) return;
    if (target.matches(".rb-c-slider")) control(box).value = dashed(target.value);
    else slide(box);
    this.dirty = true;
    read(this.form, this.fields);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(this.primary), target.matches("select, [type=checkbox]") ? 0 : PAUSE);
  }

  example(name) {
    if (name) this.set(this.description.examples.find((each) => each.name === name) ?? {});
  }

  /** Sets every field (those left out to their defaults), and throws the dice if there are any. */
  set({ inputs = {}, dice = null }) {
    fill(this.form, this.fields, inputs);
    read(this.form, this.fields);
    this.ask(this.primary);
    if (!dice || this.primary === "roll") return;
    const left = dice.map(String);
    for (const entry of all(this.section, ".rb-c-die-entry")) {
      entry.value = entry.dataset.count ? (left.shift() ?? "") : left.splice(0).join(", ");
    }
    this.ask("roll", dice);
  }

  click({ target }) {
    const button = target.closest("button");
    const is = (name) => button?.classList.contains(`rb-c-${name}`);
    if (is("throw")) this.throw(null);
    else if (is("take")) this.take();
    else if (is("step")) this.step(button.closest(".rb-c-field"), Number(button.dataset.step));
    else if (is("add") || is("remove") || is("up") || is("down")) this.rearrange(button, is);
  }

  keydown(event) {
    const { target, key } = event;
    if (!target.matches("input")) return;
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
    if (key === "Enter" && target.matches(".rb-c-die-entry")) this.take();
    else if (key === "Enter") this.ask(this.primary);
    else if (by && target.matches(".rb-c-number .rb-c-input")) this.step(target.closest(".rb-c-field"), by);
    else return;
    event.preventDefault();
  }

  step(box, by, from = Number(bare(control(box).value).match(WHOLE) ?? box.spec.default ?? 0)) {
    const value = dashed(Math.min(box.spec.high, Math.max(box.spec.low, from + by)));
    if (value === control(box).value) return;
    Object.assign(control(box), { value }).dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** A plane in a picture moves the two fields that it names, from 1 to 100: the one across and the one down. */
  point({ target, buttons, clientX, clientY }) {
    const plane = buttons === 1 && target.closest("[data-moves]");
    if (!plane) return;
    const { left, top, width, height } = plane.getBoundingClientRect();
    const at = [(clientX - left) / width, (clientY - top) / height];
    plane.dataset.moves.split(" ").forEach((name, n) => this.step(boxesIn(this.form)[name], Math.ceil(100 * at[n]), 0));
  }

  rearrange(button, is) {
    const [box, item] = [button.closest(".rb-c-rows, .rb-c-many"), button.parentElement];
    let focus = button;
    if (is("add")) focus = grow(box).querySelector("input, select");
    else if (is("up")) item.previousElementSibling.before(item);
    else if (is("down")) item.nextElementSibling.after(item);
    else {
      const next = item.nextElementSibling ?? item.previousElementSibling;
      focus = next?.querySelector(":scope > .rb-c-remove") ?? box.querySelector(":scope > fieldset > .rb-c-add");
      item.remove();
    }
    limit(box, box.spec);
    (focus.disabled ? focus.parentElement.querySelector("select, button:enabled") : focus)?.focus();
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  throw(dice) {
    if (this.dirty) this.ask(this.primary);
    this.ask("roll", dice);
  }

  take() {
    const typed = all(this.section, ".rb-c-die-entry").map((entry) => entry.value);
    this.throw(typed.join(" ").match(/[^\s,;]+/g) ?? []);
  }

  ask(kind, dice = null) {
    this.waiting.set(kind, dice);
    if (kind === this.primary) clearTimeout(this.timer);
    this.dirty &&= kind !== this.primary;
    this.next();
  }

  next() {
    const kind = ["odds", "roll", "what_if"].find((each) => this.waiting.has(each));
    if (!kind || this.flight !== null) return;
    const id = (this.model.get("question")?.id ?? 0) + 1;
    const { inputs } = read(this.form, this.fields);
    const question = { id, ask: kind, inputs, dice: this.waiting.get(kind), seed: null, ...this.place };
    this.waiting.delete(kind);
    this.latest[kind] = this.flight = id;
    this.asked.add(id);
    this.patience = setTimeout(() => this.landed(id), PATIENCE);
    this.model.set("question", question);
    this.model.save_changes();
  }

  landed(id) {
    if (this.flight === null || this.flight > id) return;
    clearTimeout(this.patience);
    this.flight = null;
    this.next();
  }

  hear(answer) {
    if (this.gone || !answer.ask) return;
    const kernel = answer.origin === "kernel";
    const own = !kernel && this.latest[answer.ask] === answer.id;
    const newer = answer.ask === this.primary && (this.dirty || this.waiting.has(this.primary));
    const late = own ? newer : !kernel && this.asked.has(answer.id);
    if (!late && (own || !this.dirty)) {
      const inputs = answer.inputs ?? answer.json?.inputs; // another view of the model, or Python, set them
      if (!own && inputs) fill(this.form, this.fields, inputs);
      this.show(answer);
    }
    this.landed(answer.id);
  }

  show(answer) {
    for (const error of all(this.section, ".rb-c-error")) Object.assign(error, { hidden: true, textContent: "" });
    for (const input of all(this.section, "[aria-invalid]")) input.removeAttribute("aria-invalid");
    for (const name of ["problem", "linked"]) delete this.section.dataset[name];
    if (!answer.ok) return this.complain(answer.problems);
    const { html, json } = answer;
    for (const [piece, part] of Object.entries(html)) swap(this.part(`[data-piece=${piece}]`), part);
    if (answer.ask === "what_if") return;
    const thrown = this.part(".rb-c-thrown");
    if (answer.ask === "roll") {
      thrown.hidden = !html.explanation;
      this.thrownFor = JSON.stringify(json.inputs);
      this.dice = json.dice.length ? json.dice.map(({ value }) => value) : null;
    }
    const stale = this.thrownFor !== JSON.stringify(json.inputs);
    thrown.toggleAttribute("data-stale", stale);
    if (stale) this.dice = null;
    if (!this.waiting.has("roll")) this.say(html.sentence, answer.ask === "roll");
    if (answer.ask === this.primary) this.wonder(LATER);
    this.tell();
  }

  /** The sentence, in a polite live region: spoken once, and again only for a new throw. */
  say(html, again = false) {
    const output = this.part(".rb-c-sentence");
    if (again || output.innerHTML !== html) output.innerHTML = html;
  }

  /** Problems stand at their fields, in folds that open; the first one is spoken. */
  complain(problems) {
    if (problems.some(({ field }) => field !== "dice")) this.section.dataset.problem = "true";
    const told = problems.map(({ field, text }) => {
      const { box, inputs, error } = this.locate(field);
      for (const input of inputs) describe(input, error).setAttribute("aria-invalid", "true");
      for (let fold = box?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      Object.assign(error, { textContent: text, hidden: false });
      const label = field === "dice" ? null : box?.querySelector(".rb-c-label, .rb-c-check");
      return label ? `${label.textContent}: ${text}` : text;
    });
    this.say(new Option(told[0]).innerHTML);
    this.tell();
  }

  /** Where a problem belongs: `foes[1].agility` is the second record's field. */
  locate(path) {
    let found = { box: null, inputs: [], error: this.part(".rb-c-general") };
    const rolled = path === "dice" && this.part(".rb-c-rolled");
    if (rolled) return { box: rolled, inputs: all(rolled, "input"), error: rolled.querySelector(".rb-c-error") };
    let scope = this.form;
    for (const [, name, place] of path.matchAll(/([\w-]+)(?:\[(\d+)\])?/g)) {
      const box = boxesIn(scope)[name];
      if (!box) return found;
      const listed = LISTS.has(box.spec.kind);
      const item = place && listed && items(box)[place];
      const input = item ? item.querySelector(":scope > select") : listed ? null : control(box);
      found = { box, inputs: input ? [input] : [], error: errorOf(box) };
      if (item) scope = item;
    }
    return found;
  }

  /** Asks what one more and one less would change, after a pause and only where the reader looks at it. */
  wonder(pause) {
    clearTimeout(this.later);
    if (this.part(".rb-c-whatif")?.open) this.later = setTimeout(() => this.ask("what_if"), pause);
  }

  /** Tells the page which inputs and dice are set: as JSON on the section, and by an event. */
  tell() {
    const state = { inputs: read(this.form, this.fields).changed, dice: this.dice };
    if (this.section.dataset.state === JSON.stringify(state)) return;
    this.section.dataset.state = JSON.stringify(state);
    const told = { bubbles: true, detail: { resolver: this.description.resolver, ...state } };
    this.section.dispatchEvent(new CustomEvent("rb:state", told));
  }
}

export default {
  render({ model, el }) {
    const stored = el.querySelector(".rb-calc");
    let view = stored && new Calculator(model, stored);
    if (!stored) {
      model.on("msg:custom", (content) => {
        if (view || !content?.html) return;
        const views = all(document, `[id^="${content.at}"].rb-calc`).length; // ids are this view's own
        el.innerHTML = views ? content.html.replaceAll(content.at, `${content.at}-view-${(grown += 1)}`) : content.html;
        view = new Calculator(model, el.querySelector(".rb-calc"));
      });
      model.send({ ask: "html" });
    }
    return () => view && (view.gone = true);
  },
};
