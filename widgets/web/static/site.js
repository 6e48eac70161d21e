// What the page itself does: theme, contents that follow the reading, folds for print, and the first touch.

import { statesAreLinks } from "./linked.js";
import { Live } from "./live.js";
import { complete, wholeWhenNear } from "./near.js";
import { termsShow } from "./terms.js";

const root = document.documentElement;

function themeButton(button) {
  if (!button) return;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => button.setAttribute("aria-pressed", String(dark()));
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("rb-theme", root.dataset.theme);
    } catch {
      // Without storage the choice holds for this page only.
    }
    show();
  });
  system.addEventListener("change", show);
  button.hidden = false;
  show();
}

function followReading(toc) {
  if (!toc) return;
  const links = new Map([...toc.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
  let current = null;
  const mark = () => {
    const line = innerHeight * 0.3;
    const here = headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? null;
    if (here === current) return;
    links.get(current?.id)?.removeAttribute("aria-current");
    current = here;
    const link = links.get(here?.id);
    if (!link) return;
    link.setAttribute("aria-current", "true");
    const box = toc.parentElement;
    const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 40 || top > box.clientHeight - 60) box.scrollTop += top - box.clientHeight / 2;
  };
  const watcher = new IntersectionObserver(mark, { rootMargin: "1000000px 0px -70% 0px" }); // above the line, or below it
  for (const heading of headings) watcher.observe(heading);
  addEventListener("hashchange", mark);
}

// A table that is wider than the page can be reached and scrolled by keyboard.
function scrollableTables() {
  const boxes = document.querySelectorAll(".rb-table, div.rb-output");
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const wide = target.scrollWidth > target.clientWidth + 1;
      if (!wide) {
        for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
        continue;
      }
      target.tabIndex = 0;
      target.setAttribute("role", "group");
      target.setAttribute("aria-label", "Table, scrolls sideways");
    }
  });
  for (const box of boxes) watcher.observe(box);
}

function foldsForPrint() {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("main details:not([open], .rb-toc-fold, .rb-calc *)")];
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
}

// A link to a rule that a calculator gives is written as in a notebook; on this page it is a plain jump.
function notebookLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href*='.ipynb']");
    const found = link?.getAttribute("href").match(/^([\w-]+)\.ipynb(#.*)?$/);
    if (!found) return;
    const url = new URL(found[1] === "index" ? "./" : found[1], location.href);
    link.href = url.pathname === location.pathname && found[2] ? found[2] : url.pathname + (found[2] ?? "");
  });
}

// The search opens by its button, by "/" (unless something is being typed), and by Ctrl-K. It is loaded at its first use.
function search(button) {
  if (!button) return;
  const open = () => import("./search.js").then(({ openSearch }) => openSearch(button.dataset.index));
  const typing = (element) => element.matches?.("input, select, textarea, [contenteditable]");
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
    const chord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!slash && !chord) return;
    event.preventDefault();
    open();
  });
  button.hidden = false;
}

// A hit of the search on another page may name an example of the calculator that it leads to: once it is set, what the
// calculator holds is the reader's own, and the address names the example no more.
function example() {
  const address = new URL(location.href);
  const name = address.searchParams.get("example");
  if (!name) return;
  address.searchParams.delete("example");
  history.replaceState(history.state, "", address);
  const calculator = document.getElementById(decodeURIComponent(address.hash.slice(1)));
  import("./example.js").then(({ setTo }) => setTo(calculator, name));
}

// The mark beside a rule leads to the rule, and its whole address is then ready to be pasted.
function copiedAddresses(banner) {
  document.addEventListener("click", (event) => {
    const mark = event.target.closest?.(".rb-pilcrow");
    if (!mark || !navigator.clipboard) return;
    const said = () => {
      banner.replaceChildren("The address is copied.");
      setTimeout(() => banner.textContent === "The address is copied." && banner.replaceChildren(), 2500);
    };
    navigator.clipboard.writeText(mark.href).then(said, () => {});
  });
}

// A chapter of optional rules lets each table switch off what it does not use.
function optionalRules(list) {
  if (list) import("./options.js").then(({ switches }) => switches(list));
}

function firstTouch({ start, wake, whole }) {
  const touch = (act) => {
    const touched = ({ target }) => {
      const slot = target.closest?.(".rb-slot");
      if (!slot) return;
      complete(slot);
      if (!target.closest("a[href]")) act(slot);
    };
    for (const type of ["focusin", "pointerdown", "input"]) addEventListener(type, touched, { capture: true });
  };
  if (whole) touch((slot) => import("./whole.js").then(({ offer }) => offer(whole, slot)));
  if (!start) return;
  const live = new Live(start, document.querySelector(".rb-banner"));
  touch((slot) => live.wake(slot));
  addEventListener("click", (event) => live.press(event), { capture: true });
  addEventListener("pagehide", () => live.sleep());
  addEventListener("online", () => live.back());
  document.addEventListener("visibilitychange", () => document.hidden || live.back());
  const screen = document.querySelector(".rb-desk");
  if (screen) live.early(screen.parentElement, new URL("desk.js", import.meta.url).href);
  if (wake) (globalThis.requestIdleCallback ?? setTimeout)(() => live.wake());
}

wholeWhenNear();
themeButton(document.querySelector(".rb-theme"));
followReading(document.querySelector(".rb-toc"));
scrollableTables();
foldsForPrint();
notebookLinks();
search(document.querySelector(".rb-find"));
termsShow();
copiedAddresses(document.querySelector(".rb-banner"));
firstTouch(document.body.dataset);
statesAreLinks();
example();
optionalRules(document.querySelector(".rb-options"));
