// "Our table uses…": a chapter's list of optional rules becomes a list of switches, kept in this browser.
//
// The list stands in the page as plain links. The first link of each line gets a check box, and the line's other links
// lead to sections that need this rule too; what is off is named in `data-off` on <html>, and the style sheet hides what
// needs it. Without this script, or without storage, every rule is shown.

const root = document.documentElement;
const KEY = `rb-off-${root.dataset.game ?? ""}`;
const HEADINGS = ["H1", "H2", "H3", "H4", "H5", "H6"];
const HEADS = HEADINGS.join(", ").toLowerCase();

function kept() {
  try {
    const names = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

function keep(off) {
  try {
    if (off.size) localStorage.setItem(KEY, JSON.stringify([...off]));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice holds for this page only.
  }
}

// The blocks of a section: the one with its heading and all that follow, up to the next heading that is not below it.
function section(heading, text) {
  const level = HEADINGS.indexOf(heading.tagName);
  let part = heading;
  while (part.parentElement !== text) part = part.parentElement;
  const found = [part];
  for (part = part.nextElementSibling; part; part = part.nextElementSibling) {
    const next = part.matches(HEADS) ? part : part.querySelector(`.rb-head > :is(${HEADS})`);
    if (next && HEADINGS.indexOf(next.tagName) <= level) break;
    found.push(part);
  }
  return found;
}

function belongs(element, name) {
  element.dataset.option = element.dataset.option ? `${element.dataset.option} ${name}` : name;
}

/** Turn the list into switches, and hide what this reader's table does not use. */
export function switches(list) {
  const names = [];
  const off = new Set();
  const boxes = new Map();

  const show = () => {
    root.dataset.off = [...off].join(" ");
    for (const element of document.querySelectorAll("[data-option]")) {
      element.hidden = element.dataset.option.split(" ").some((name) => off.has(name));
    }
    for (const [name, box] of boxes) box.checked = !off.has(name);
    said.textContent = off.size ? `${names.length - off.size} of ${names.length} are in use; the others are hidden.` : "";
    all.hidden = !off.size;
  };

  for (const line of list.querySelectorAll("li")) {
    const links = [...line.querySelectorAll(":scope > a[href^='#']")].filter((each) => {
      const heading = document.getElementById(each.hash.slice(1));
      return heading?.matches(HEADS) && list.parentElement.contains(heading);
    });
    if (!links.length) continue;
    const [link] = links;
    const name = link.hash.slice(1);
    names.push(name);
    for (const each of links) {
      const place = each.hash.slice(1);
      for (const part of section(document.getElementById(place), list.parentElement)) belongs(part, name);
      const entries = document.querySelectorAll(`:is(.rb-toc, .rb-toc-fold) a[href="#${place}"]`);
      for (const entry of new Set([...entries].map((found) => found.closest("li")))) belongs(entry, name);
    }
    const box = document.createElement("input");
    box.type = "checkbox";
    box.id = `rb-option-${name}`;
    box.setAttribute("aria-label", `Our table uses: ${link.textContent}`);
    box.addEventListener("change", () => {
      if (box.checked) off.delete(name);
      else off.add(name);
      keep(off);
      show();
    });
    boxes.set(name, box);
    link.before(box);
  }

  const said = document.createElement("span");
  said.setAttribute("role", "status");
  const all = document.createElement("button");
  all.type = "button";
  all.textContent = "Use them all";
  all.addEventListener("click", () => {
    off.clear();
    keep(off);
    show();
    boxes.values().next().value?.focus();
  });
  const foot = document.createElement("p");
  foot.className = "rb-options-said";
  foot.append(said, " ", all);
  list.append(foot);
  list.classList.add("rb-options-on");

  // A link to a rule that is hidden shows it once more, until the page is opened anew.
  const asked = () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const hidden = place?.closest("[data-option][hidden]");
    if (!hidden) return;
    for (const name of hidden.dataset.option.split(" ")) off.delete(name);
    show();
    place.scrollIntoView();
  };
  addEventListener("hashchange", asked);

  for (const name of kept()) if (boxes.has(name)) off.add(name);
  show();
  asked();
}
