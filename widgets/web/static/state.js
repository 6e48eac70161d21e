// A calculator's state as part of an address, and back. The module widgets/state.py tells the form of such an address
// and does the same in Python; both are held to the same pairs by the tests. Nothing here touches a page.

const EDITION = "edition";
const ROLLED = "rolled";
const WHOLE = /^[+-]?[0-9]{1,12}$/;
const YES = new Set(["yes", "true", "on", "1", "y"]);
const NO = new Set(["no", "false", "off", "0", "n"]);

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const swapped = (text) => text.replaceAll("~1", ".").replaceAll("~0", "~");
const entries = (text) => (text ? text.split(".").map(swapped) : []);
const listed = (all) => all.map((each) => String(each).replaceAll("~", "~0").replaceAll(".", "~1")).join(".");
const readable = (text) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"))
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(2F|3A|2C)/g, decodeURIComponent)
    .replaceAll("%20", "+");
const unescaped = (text) => new URLSearchParams(`text=${text}`).get("text");

/** The names of the fields that apply: in order, a field that does not apply counting as its default. */
function applying(fields, given) {
  const [soFar, found] = [{}, new Set()];
  for (const { name, default: usual, when } of fields) {
    const holds = ([other, allowed]) => allowed.some((each) => same(each, soFar[other]));
    const applies = Object.entries(when ?? {}).every(holds);
    soFar[name] = applies && name in given ? given[name] : usual;
    if (applies) found.add(name);
  }
  return found;
}

/** A number as it was typed; what is none stays as it is, for the calculator to tell. */
function number(spec, given) {
  const bare = given.trim().replace("−", "-");
  if (!bare && spec.blank) return null;
  return WHOLE.test(bare) ? Number(bare) : given;
}

function value(spec, given) {
  if (spec.kind === "rows" && Array.isArray(given)) return given.map((row) => values(spec.fields, row));
  return spec.kind === "number" && typeof given === "string" ? number(spec, given) : given;
}

/** Every field's value; defaults where a field is left out or does not apply. */
export function values(fields, given) {
  const taken = (spec) => value(spec, spec.name in given ? given[spec.name] : spec.default);
  const read = Object.fromEntries(fields.map((spec) => [spec.name, taken(spec)]));
  const asked = applying(fields, read);
  return Object.fromEntries(fields.map(({ name, default: usual }) => [name, asked.has(name) ? read[name] : usual]));
}

function written(spec, given) {
  if (given === null) return "";
  if (spec.kind === "switch" && typeof given === "boolean") return given ? "yes" : "no";
  return spec.kind === "many" ? listed(given) : String(given);
}

function differences(fields, now, start, at) {
  const asked = applying(fields, now);
  return fields.flatMap((spec) => {
    const [key, given, before] = [`${at}.${spec.name}`, now[spec.name], start[spec.name]];
    if (!asked.has(spec.name) || same(given, before)) return [];
    if (spec.kind !== "rows") return [[key, written(spec, given)]];
    const fresh = values(spec.fields, {});
    const row = (each, place) => differences(spec.fields, each, before[place] ?? fresh, `${key}.${place + 1}`);
    return [...(given.length === before.length ? [] : [[key, String(given.length)]]), ...given.flatMap(row)];
  });
}

/** A state as part of an address, without the edition: relative to whichever start leaves least to be said. */
export function address(description, state, name) {
  const now = values(description.fields, state.inputs);
  const starts = [{ name: "", inputs: {} }, ...description.examples];
  const said = starts.map((start) => [
    ...(start.name ? [[name, start.name]] : []),
    ...differences(description.fields, now, values(description.fields, start.inputs), name),
  ]);
  const pairs = said.reduce((best, each) => (each.length < best.length ? each : best));
  if (!pairs.length) pairs.push([name, ""]);
  if (state.dice?.length) pairs.push([`${name}.${ROLLED}`, listed(state.dice)]);
  return pairs.map(([key, text]) => `${readable(key)}=${readable(text)}`).join("&");
}

function part(key, text, game) {
  const [name, ...path] = key.split(".");
  const [, bare, place] = name.match(/^(.+)-([1-9][0-9]{0,2})$/) ?? [null, name, 1];
  const resolver = bare.includes("/") ? bare : `${game}/${bare}`;
  return { key, resolver, number: Number(place), path, value: text, usual: false };
}

function older(edition, other) {
  if (!/^[0-9]{1,9}(\.[0-9]{1,9})*$/.test(edition)) return false;
  const [ours, theirs] = [edition, other].map((each) => each.split(".").map(Number));
  for (const [place, each] of ours.entries()) if (each !== theirs[place]) return each < (theirs[place] ?? -1);
  return ours.length < theirs.length;
}

/** The parts with the names of one edition later. */
function broughtOn(said, entry) {
  const field = entry.field?.split(".") ?? [];
  const theirs = said.filter(({ resolver }) => resolver === entry.resolver);
  if (!("was" in entry)) return said.map((each) => (theirs.includes(each) ? renewed(each, entry, field) : each));
  const known = new Set(theirs.filter(({ usual, path }) => usual && same(path, field)).map((each) => each.number));
  const numbers = [...new Set(theirs.map((each) => each.number))].filter((each) => !known.has(each)).sort((a, b) => a - b);
  const was = { key: "", resolver: entry.resolver, path: field, value: entry.was, usual: true };
  return [...said, ...numbers.map((each) => ({ ...was, number: each }))];
}

function renewed(each, entry, field) {
  if (!field.length && !("example" in entry)) return { ...each, resolver: entry.to };
  if (!field.length) return !each.path.length && each.value === entry.example ? { ...each, value: entry.to } : each;
  const names = [...each.path.keys()].filter((place) => !/^\d+$/.test(each.path[place]));
  if (!same(names.slice(0, field.length).map((place) => each.path[place]), field)) return each;
  const swap = (text) => (text === entry.value ? entry.to : text);
  if ("value" in entry) return { ...each, value: listed(entries(each.value).map(swap)) };
  return { ...each, path: each.path.with(names[field.length - 1], entry.to) };
}

/** The calculators' pairs in the query of an address, with the names of today. */
export function parts(query, game, table = []) {
  const pairs = query.replace(/^\?/, "").split("&").filter(Boolean).map((pair) => {
    const [key, ...text] = pair.split("=");
    return [unescaped(key), unescaped(text.join("="))];
  });
  const edition = pairs.find(([key]) => key === EDITION)?.[1] ?? "";
  const found = pairs.filter(([key]) => key !== EDITION).map(([key, text]) => part(key, text, game));
  return table.reduce((said, entry) => (older(edition, entry.edition) ? broughtOn(said, entry) : said), found);
}

/** The parts by the steps of their paths; of equal ones the last holds. */
function tree(said) {
  const found = new Map();
  for (const { key, path, value: text } of said) {
    let level = found;
    for (const [place, step] of path.entries()) {
      if (!level.has(step)) level.set(step, { key, value: null, below: new Map() });
      const node = level.get(step);
      level = node.below;
      if (place === path.length - 1) Object.assign(node, { key, value: text });
    }
  }
  return found;
}

const keys = (level) =>
  [...level.values()].flatMap(({ key, value: text, below }) => [...(text === null ? [] : [key]), ...keys(below)]);
const others = (level, known) => keys(new Map([...level].filter(([step]) => !known.includes(step))));

/** The values of a start with those that are given over them. What cannot be is told and left out. */
function taken(fields, start, given, at, found) {
  const now = { ...start };
  for (const spec of fields) {
    const [{ name }, node] = [spec, given.get(spec.name)];
    if (!node) continue;
    if (spec.kind === "rows") {
      now[name] = rows(spec, start[name] ?? spec.default, node, at + name, found);
      continue;
    }
    found.unknown.push(...keys(node.below));
    if (node.value === null) continue;
    const [meant, accepted] = understood(spec, node.value);
    if (accepted) found.problems.push({ field: at + name, given: node.value, accepted });
    else now[name] = meant;
  }
  found.unknown.push(...others(given, fields.map(({ name }) => name)));
  return now;
}

/** The value that a text means to a field, or what would have been accepted. */
function understood(spec, text) {
  if (spec.kind === "number") return [number(spec, text), ""];
  const word = text.trim().toLowerCase();
  if (spec.kind === "switch") return [YES.has(word), YES.has(word) || NO.has(word) ? "" : "yes or no"];
  const all = entries(text);
  if (spec.kind === "many") return [all, all.length <= spec.most ? "" : `a list of ${spec.least} to ${spec.most}`];
  return [!text && spec.blank ? null : text, ""];
}

function rows(spec, start, { value: given, below }, at, found) {
  let count = start.length;
  if (given !== null && /^[0-9]{1,3}$/.test(given) && Number(given) <= spec.most) count = Number(given);
  else if (given !== null) {
    found.problems.push({ field: at, given, accepted: `a number of records from ${spec.least} to ${spec.most}` });
  }
  const fresh = values(spec.fields, {});
  const places = Array.from({ length: count }, (_, place) => String(place + 1));
  found.unknown.push(...others(below, places));
  return places.map((step, place) => {
    const each = below.get(step);
    if ((each?.value ?? null) !== null) found.unknown.push(each.key);
    return taken(spec.fields, start[place] ?? fresh, each?.below ?? new Map(), `${at}[${place}].`, found);
  });
}

/**
 * What the parts of an address say of the `number`th calculator of a resolver on a page: its state; the values that
 * cannot be, each with what would be accepted; and the keys that mean nothing to it.
 */
export function restored(description, said, place = 1) {
  const { fields } = description;
  const here = said.filter((each) => each.resolver === description.resolver && each.number === place);
  const found = { problems: [], unknown: [] };
  const given = tree(here.filter(({ usual }) => !usual));
  const rolled = given.get(ROLLED);
  given.delete(ROLLED);
  const chosen = here.find(({ path }) => !path.length)?.value ?? "";
  const example = description.examples.find(({ name }) => name === chosen);
  if (chosen && !example) found.problems.push({ field: "", given: chosen, accepted: "the name of an example" });
  const usual = taken(fields, {}, tree(here.filter((each) => each.usual)), "", { problems: [], unknown: [] });
  const all = taken(fields, values(fields, { ...usual, ...example?.inputs }), given, "", found);
  const now = values(fields, all);
  for (const spec of fields) if (given.has(spec.name)) now[spec.name] = value(spec, all[spec.name]);
  const changed = fields.filter((spec) => !same(now[spec.name], spec.default));
  const inputs = Object.fromEntries(changed.map(({ name }) => [name, now[name]]));
  if (rolled && !description.dice.length) found.unknown.push(rolled.key);
  const faces = description.dice.length ? entries(rolled?.value ?? "") : [];
  const dice = faces.map((face) => (/^[0-9]{1,4}$/.test(face) ? Number(face) : face));
  return { state: { inputs, dice: dice.length ? dice : null }, ...found };
}
