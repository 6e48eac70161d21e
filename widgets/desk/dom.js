// Small tools for the page: elements, and pieces of HTML that are swapped without taking anything from the reader.

export const all = (root, selector) => [...root.querySelectorAll(selector)];

/** An element with attributes and children; texts stay texts. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A button that does what its words say. */
export function button(words, act, class_ = "rb-g-button") {
  const made = make("button", { type: "button", class: class_ }, words);
  made.addEventListener("click", act);
  return made;
}

/** What tells a control from its neighbours, in the old piece and in the new one. */
const MARKS = ["act", "select", "next", "work", "who", "sign", "keep"];
const called = (element) => element.id || MARKS.map((name) => element.dataset[name] ?? "").join("\n");

const changed = (field) =>
  field.matches("select") ? [...field.options].some((each) => each.selected !== each.defaultSelected) : field.value !== field.defaultValue;

/**
 * Replaces a piece. What was typed in it and not sent stays typed, folds stay open, and the focus stays where it was
 * or goes to the piece's heading.
 */
export function swap(place, html) {
  const unsent = (field) => changed(field) && !field.closest("[data-sent]");
  const typed = all(place, "input[id], select[id]").filter(unsent).map((field) => [field.id, field.value]);
  const open = all(place, "details[open][id]").map(({ id }) => id);
  const focus = place.contains(document.activeElement) ? document.activeElement : null;
  const selection = focus?.matches("input[type=text]") ? [focus.selectionStart, focus.selectionEnd] : null;
  const name = focus && called(focus);
  place.innerHTML = html;
  const inside = (id) => place.querySelector(`#${CSS.escape(id)}`);
  for (const [id, value] of typed) {
    const field = inside(id);
    if (field && (!field.options || [...field.options].some((each) => each.value === value))) field.value = value;
  }
  for (const id of open) inside(id)?.setAttribute("open", "");
  if (!focus) return;
  const twin = all(place, "button, input, select, summary, a, [tabindex]").find((each) => called(each) === name && name.trim());
  const near = twin?.disabled ? twin.parentElement.querySelector("button:enabled") : twin;
  const target = near ?? place.querySelector("h2[tabindex], [data-select][aria-pressed=true], [data-next], button");
  target?.focus({ preventScroll: true });
  if (selection && near === twin) near?.setSelectionRange?.(...selection);
}

/** Problems as texts at their fields, in `place`; those without a field stand at its end. The first text comes back. */
export function complain(place, problems) {
  settle(place);
  const general = place.matches(".rb-g-error") ? place : place.querySelector(":scope > .rb-g-error, .rb-g-error");
  const texts = problems.map(({ field, text }) => {
    const input = all(place, "[name]").find((each) => each.name === field || each.id === field);
    input?.setAttribute("aria-invalid", "true");
    return text;
  });
  if (!all(place, "[aria-invalid]").length) place.querySelector("input, select")?.setAttribute("aria-invalid", "true");
  if (general) Object.assign(general, { hidden: false, textContent: [...new Set(texts)].join(" ") });
  return texts[0] ?? "";
}

/** Nothing is wrong any more. */
export function settle(place) {
  for (const error of all(place, ".rb-g-error")) Object.assign(error, { hidden: true, textContent: "" });
  for (const input of all(place, "[aria-invalid]")) input.removeAttribute("aria-invalid");
}
