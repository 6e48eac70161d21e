// Calculators become whole as a reader comes near: their forms and odds come with the page as text (see aside.py).

const NEAR = "150% 0px"; // so far above and below the window
const REST = 2000; // milliseconds after the page's load before the others follow
const ENOUGH = 6; // milliseconds of idle time that are left for one more
const AROUND = 2; // so many before and after a place that the page jumps to

const aside = () => [...document.querySelectorAll("[data-aside]")];

/** Makes the part whole that holds this place, or that is this place. */
export function complete(place) {
  const part = place.closest("[data-aside]");
  if (!part) return;
  part.removeAttribute("data-aside");
  for (const text of part.querySelectorAll("noscript")) text.outerHTML = text.textContent;
}

const completeAll = () => aside().forEach(complete);

/** The parts before and after a place. */
function around(place) {
  const parts = [...document.querySelectorAll("[data-far]")];
  const after = (part) => part.contains(place) || place.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
  const here = parts.findIndex(after);
  return parts.slice(Math.max(0, (here < 0 ? parts.length : here) - AROUND), here < 0 ? undefined : here + AROUND);
}

/** Before the page moves to a place, what stands around it becomes whole and is laid out: then nothing shifts there. */
function ready(place) {
  if (!place) return;
  for (const part of around(place)) {
    complete(part);
    part.removeAttribute("data-far");
  }
}

/** What a key is about to reach is whole by then: the next stop for Tab, all of the page for its search. */
function pressed({ key, ctrlKey, metaKey }) {
  if (key === "Tab") ready(document.activeElement);
  if (key === "F3" || ((ctrlKey || metaKey) && key.toLowerCase() === "f")) completeAll();
}

/** The place on this page that a link leads to. */
function placeOf(hash) {
  try {
    return hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null; // an address that is none, such as "#50%"
  }
}

/** The others follow while nothing else is to be done, so that what walks the whole page finds them too. */
function others(idle) {
  for (const part of aside()) {
    complete(part);
    if (!(idle?.timeRemaining() > ENOUGH)) return whenIdle(others);
  }
}

const whenIdle = (act) => (globalThis.requestIdleCallback ?? setTimeout)(act);

/** Let the parts of the page become whole: those near by, and all of them for paper and for a search in the page. */
export function wholeWhenNear() {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        complete(target);
      }
    },
    { rootMargin: NEAR },
  );
  ready(document.querySelector(":target"));
  const jumps = ({ target }) => target.closest?.("a[href^='#']");
  addEventListener("click", (event) => ready(placeOf(jumps(event)?.hash)), { capture: true });
  addEventListener("hashchange", () => ready(document.querySelector(":target")));
  const places = aside().map((part) => [part, part.getBoundingClientRect()]); // all are measured before one changes
  for (const [part, { top, bottom }] of places) {
    if (top > 2 * innerHeight || bottom < -innerHeight) watcher.observe(part);
    else complete(part);
    if (top < innerHeight && bottom > 0) part.removeAttribute("data-far");
  }
  addEventListener("beforeprint", completeAll);
  addEventListener("keydown", pressed, { capture: true });
  const later = () => setTimeout(() => whenIdle(others), REST);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
