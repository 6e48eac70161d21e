// The search: a dialog over the page. It and what it reads are loaded when it is first opened.

import MiniSearch from "./minisearch.js";
import { setTo } from "./example.js";

const NAMES = {
  term: "Term", calculator: "Calculator", section: "Section", rule: "Rule", text: "Text", row: "Table row",
  table: "Table", example: "Example", worked: "Worked case",
};
// How many hits of a game are shown at first: more of the one that is being read.
const [HERE, ELSEWHERE] = [8, 4];
const SNIPPET = 170;
const SPOKEN_AFTER = 400;

const bare = (word) => word.normalize("NFD").replace(/\p{M}|^[−+]/gu, "").toLowerCase();

/** An element with attributes and children; texts stay texts. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The index of everything in the book, built by MiniSearch from what the site has read out of its chapters. */
class Index {
  constructor({ entries, kinds, fields, games, pages, small, endings, stem }) {
    Object.assign(this, { entries, games, pages, small: new Set(small), endings, stem });
    this.engine = new MiniSearch({
      fields: Object.keys(fields),
      extractField: (entry, field) => (field === "id" ? entry.place : entry[field]),
      processTerm: (term) => bare(term) || null,
      searchOptions: {
        boost: fields,
        boostDocument: (place) => kinds[entries[place].kind],
        prefix: (term) => term.length > 1,
        fuzzy: (term) => (term.length > 3 ? 0.25 : false),
        maxFuzzy: 2,
        weights: { prefix: 0.6, fuzzy: 0.3 },
      },
    });
  }

  /** Take all entries in, a few at a time: meanwhile the reader types. */
  async filled() {
    const entries = this.entries.map((entry, place) => Object.assign(entry, { place }));
    await this.engine.addAllAsync(entries, { chunkSize: 150 });
    return this;
  }

  /** Hits by game, the game of this page first: what holds all the words, or else what holds any; namesakes lead. */
  look(text, game) {
    const words = text.split(/[\s\p{P}]+/u).filter(Boolean);
    const last = words.length - 1;
    const asked = words.filter((word, place) => place === last || !this.small.has(word.toLowerCase()));
    const queries = asked.map((word) => this.query(word));
    let found = this.engine.search({ combineWith: "AND", queries });
    if (!found.length) found = this.engine.search({ combineWith: "OR", queries });
    const name = bare(text);
    const named = ({ id }) => Number(bare(this.entries[id].title ?? "") === name);
    found.sort((one, other) => named(other) - named(one));
    const groups = new Map(this.entries.some((entry) => (entry.game ?? "") === game) ? [[game, []]] : []);
    for (const { id, terms } of found) {
      const entry = this.entries[id];
      const own = entry.game ?? "";
      if (!groups.has(own)) groups.set(own, []);
      groups.get(own).push({ entry, terms });
    }
    return [...groups].filter(([, hits]) => hits.length);
  }

  /** One word as typed, begun or mistyped, or what it begins with when its ending is taken off. */
  query(word) {
    const ending = this.endings.find((each) => word.toLowerCase().endsWith(each) && word.length - each.length >= this.stem);
    return { combineWith: "OR", queries: ending ? [word, { queries: [word.slice(0, -ending.length)], fuzzy: false }] : [word] };
  }

  address({ chapter, id, example }) {
    const page = new URL(this.pages[chapter], location.href);
    return `${page.pathname === location.pathname ? "" : page.pathname + (example ? `?example=${example}` : "")}#${id}`;
  }
}

/** A text with the words that were found marked; a long one is cut around the first of them. */
function marked(text, terms, longest = Infinity) {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, "giu");
  let [start, shown] = [0, text];
  if (text.length > longest) {
    const first = Math.max(0, text.search(pattern));
    start = first < longest * 0.7 ? 0 : text.lastIndexOf(" ", first - 40) + 1;
    const end = text.length - start > longest ? text.lastIndexOf(" ", start + longest) : text.length;
    shown = `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
  }
  const parts = [];
  let done = 0;
  for (const { 0: word, index } of words ? shown.matchAll(pattern) : []) {
    parts.push(shown.slice(done, index), make("mark", {}, word));
    done = index + word.length;
  }
  return [...parts, shown.slice(done)];
}

class Search {
  open = new Map(); // games whose hits are all shown
  active = -1;

  constructor(address) {
    this.status = make("p", { class: "rb-search-count", role: "status" });
    this.list = make("div", { id: "rb-hits", role: "listbox", "aria-label": "Hits" });
    this.hint = make("p", { class: "rb-search-hint" }, ...this.keys());
    this.input = make("input", {
      type: "text", inputmode: "search", role: "combobox", class: "rb-search-input", "aria-label": "Search the book", autofocus: "",
      "aria-controls": "rb-hits", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", placeholder: "A rule, a term, a weapon …",
    });
    const close = make("button", { type: "button", class: "rb-search-close" }, "Close");
    const head = make("div", { class: "rb-search-head", role: "search" }, this.input, close);
    this.dialog = make("dialog", { class: "rb-search", "aria-label": "Search" });
    this.dialog.append(head, this.status, this.list, this.hint);
    this.list.hidden = true;
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.dialog.close());
    this.input.addEventListener("input", () => this.look());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.chosen(event));
    this.list.addEventListener("pointermove", ({ target }) => this.point(target.closest("[role=option]")));
    document.body.append(this.dialog);
    this.read(address);
  }

  async read(address) {
    this.say("Opening the index …", 600);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(response.statusText);
      this.index = await new Index(await response.json()).filled();
    } catch (error) {
      console.error(error);
      this.failed = true;
      this.say("The index could not be read. Please try again.");
      return;
    }
    this.look();
  }

  show() {
    this.dialog.showModal();
    this.input.select();
  }

  keys() {
    const key = (name) => make("kbd", {}, name);
    return [key("↑"), key("↓"), " choose ", key("Enter"), " open ", key("Esc"), " close"];
  }

  look() {
    if (!this.index) return;
    const text = this.input.value.trim();
    if (text !== this.text) this.open.clear();
    this.text = text;
    const started = performance.now();
    const groups = text ? this.index.look(text, document.documentElement.dataset.game ?? "") : [];
    this.list.replaceChildren(...groups.map((group, place) => this.group(group, place)));
    this.list.scrollTop = 0;
    this.list.hidden = !groups.length;
    this.input.setAttribute("aria-expanded", String(groups.length > 0));
    this.point(this.list.querySelector("[role=option]"));
    performance.measure("rb-search", { start: started });
    this.count(groups, text);
  }

  count(groups, text) {
    const hits = groups.reduce((sum, [, found]) => sum + found.length, 0);
    const games = groups.length === 1 ? "" : ` in ${groups.length} games`;
    if (!text) this.say("");
    else if (!hits) this.say(`Nothing found for “${text}”.`);
    else this.say(`${hits} hit${hits === 1 ? "" : "s"}${games}`);
  }

  group([game, hits], place) {
    const most = this.open.has(game) ? Infinity : place ? ELSEWHERE : HERE;
    const title = make("p", { id: `rb-hits-${place}`, class: "rb-search-game", role: "presentation" }, this.index.games[game] ?? game);
    const group = make("div", { role: "group", "aria-labelledby": title.id, ...(game && { "data-game": game }) }, title);
    hits.slice(0, most).forEach((hit, number) => group.append(this.option(hit, `${place}-${number}`)));
    if (hits.length > most) {
      const more = `${hits.length - most} more in ${this.index.games[game] ?? game}`;
      group.append(make("div", { role: "option", id: `rb-hit-${place}-more`, class: "rb-hit rb-hit-more", "aria-selected": "false", "data-more": game }, more));
    }
    return group;
  }

  option({ entry, terms }, name) {
    const above = (entry.section ?? "").split(" › ");
    const title = entry.title ?? above.pop(); // a paragraph without a name of its own goes by its section's
    const parts = [make("span", { class: "rb-hit-title" }, ...marked(title, terms))];
    if (above.join("")) parts.push(make("span", { class: "rb-hit-where" }, above.join(" › ")));
    parts.push(make("span", { class: "rb-hit-kind" }, NAMES[entry.kind] ?? ""));
    if (entry.text) parts.push(make("span", { class: "rb-hit-text" }, ...marked(entry.text, terms, SNIPPET)));
    const option = make("a", { role: "option", id: `rb-hit-${name}`, class: `rb-hit rb-hit-${entry.kind}`, tabindex: "-1", "aria-selected": "false" });
    option.href = this.index.address(entry);
    if (entry.resolver) option.dataset.example = entry.example ?? "";
    option.append(...parts);
    return option;
  }

  options() {
    return [...this.list.querySelectorAll("[role=option]")];
  }

  point(option, scroll = false) {
    if (option === this.pointed && option?.isConnected) return;
    this.pointed?.setAttribute("aria-selected", "false");
    this.pointed = option ?? null;
    option?.setAttribute("aria-selected", "true");
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
    if (scroll) option?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const options = this.options();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      const here = options.indexOf(this.pointed);
      this.point(options[(here + step + options.length) % options.length], true);
      if (this.pointed === options[0]) this.list.scrollTop = 0;
    } else if (event.key === "Enter" && this.pointed && !event.isComposing) {
      event.preventDefault();
      this.pointed.click();
    }
  }

  chosen(event) {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    if ("more" in option.dataset) {
      const place = this.options().indexOf(option);
      this.open.set(option.dataset.more, true);
      const top = this.list.scrollTop;
      this.look();
      this.list.scrollTop = top;
      this.point(this.options()[place], true);
      this.input.focus();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.dialog.close();
    if (option.pathname === location.pathname && "example" in option.dataset) {
      setTo(document.getElementById(decodeURIComponent(option.hash.slice(1))), option.dataset.example);
    }
  }

  say(text, after = SPOKEN_AFTER) {
    clearTimeout(this.saying);
    if (!text) this.status.textContent = "";
    else this.saying = setTimeout(() => this.status.replaceChildren(text), this.status.textContent ? after / 4 : after);
  }
}

let search = null;

/** Open the search; `index` is the address of what it reads. */
export function openSearch(index) {
  if (search?.failed && !search.dialog.open) {
    search.dialog.remove();
    search = null;
  }
  search ??= new Search(index);
  if (!search.dialog.open) search.show();
}
