// A term's definition beside the term: while a pointer rests on it, while it has the focus, or at a tap.

const REST = 150; // milliseconds that a pointer rests on a term before its definition shows
const GAP = 6;

let shown = null;
let note = null;
let timer = 0;

function hide() {
  clearTimeout(timer);
  if (shown) note.hidePopover();
  shown = null;
}

function show(term) {
  clearTimeout(timer);
  if (shown === term) return;
  const definition = document.getElementById(term.getAttribute("aria-describedby"));
  if (!definition) return;
  if (!note) {
    note = document.createElement("div");
    note.className = "rb-definition";
    note.popover = "manual";
    note.setAttribute("aria-hidden", "true"); // a screen reader has it from aria-describedby
    note.addEventListener("pointerleave", later);
    note.addEventListener("pointerenter", () => clearTimeout(timer));
    document.body.append(note);
  }
  const name = document.createElement("b");
  name.textContent = definition.closest("div").querySelector("dt").firstChild.textContent;
  note.replaceChildren(name, " ", definition.textContent);
  shown = term;
  note.showPopover();
  place(term);
}

/** Below the term's line, or above where there is no room; never over the edge of the window. */
function place(term) {
  const line = term.getClientRects()[0];
  const box = note.getBoundingClientRect();
  const left = Math.min(Math.max(8, line.left - 12), document.documentElement.clientWidth - box.width - 8);
  const below = line.bottom + GAP + box.height < innerHeight;
  note.style.left = `${left}px`;
  note.style.top = `${below ? line.bottom + GAP : line.top - GAP - box.height}px`;
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(hide, REST);
}

/** Let the terms of the page show their definitions. */
export function termsShow() {
  const term = ({ target }) => target.closest?.("a.rb-term");
  let finger = false;
  document.addEventListener("pointerdown", (event) => {
    finger = event.pointerType === "touch";
    if (shown && !term(event) && !note.contains(event.target)) hide();
  });
  document.addEventListener("pointerover", (event) => {
    const here = term(event);
    if (!here || event.pointerType === "touch") return;
    clearTimeout(timer);
    timer = setTimeout(() => show(here), REST);
  });
  document.addEventListener("pointerout", (event) => term(event) && event.pointerType !== "touch" && later());
  document.addEventListener("focusin", (event) => {
    const here = term(event);
    if (here?.matches(":focus-visible") && !finger) show(here);
    else if (!here) hide();
  });
  document.addEventListener("focusout", (event) => term(event) && !finger && later());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", hide, { passive: true });
  // the first tap shows the definition, a second one follows the link to the glossary
  document.addEventListener("click", (event) => {
    const here = term(event);
    if (!here || !finger || shown === here) return void (here && hide());
    event.preventDefault();
    show(here);
  });
}
