// What the page itself does: theme, contents that follow the reading, folds for print, and the first touch.

import { Live } from "./live.js";

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
    opened = [...document.querySelectorAll("main details:not([open]):not(.rb-toc-fold)")];
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

function firstTouch(address) {
  if (!address) return;
  const live = new Live(address, document.querySelector(".rb-banner"));
  const touched = ({ target }) => {
    const slot = target.closest?.(".rb-slot");
    if (slot && !target.closest("a[href]")) live.wake(slot);
  };
  for (const type of ["focusin", "pointerdown", "input"]) addEventListener(type, touched, { capture: true });
  addEventListener("pagehide", () => live.sleep());
}

themeButton(document.querySelector(".rb-theme"));
followReading(document.querySelector(".rb-toc"));
scrollableTables();
foldsForPrint();
notebookLinks();
firstTouch(document.body.dataset.start);
