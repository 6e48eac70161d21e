// The engine: Python with the rules, apart from the page, in a worker of one page or shared by all of them.
//
// It is told {id, near: resolver} when a reader nears a calculator, and {id, resolver, question} to be answered. It replies
// {id, ready: "snapshot" | "library"}, {id, answer: JSON} or {id, error: {name, message}}.

import settings from "./settings.js";

const HERE = new URL(".", import.meta.url).href;
const RUNTIME = new URL(settings.runtime, HERE).href;
const WASM = "pyodide.asm.wasm";
const [LIBRARY, SNAPSHOT, EMPTY] = ["python.zip", "snapshot.bin", "empty.zip"];
const NOTHING = new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]); // an archive without a file
const [MAGIC, GZIP] = [[0, 0x61, 0x73, 0x6d], [0x1f, 0x8b]]; // what WebAssembly, and what gzip, begins with
// Seconds: a broken snapshot does not fail, it never comes to an end; so does the runtime, rarely.
const [SNAPSHOT_SECONDS, LIBRARY_SECONDS] = settings.seconds;

const network = self.fetch.bind(self);
const warned = new Set();

/** Something that waiting or trying again will not mend; `name` tells the page what it is. */
function failure(name, message) {
  return Object.assign(new Error(message), { name });
}

let fresh = false; // whether what the browser has kept may be wrong

async function get(url) {
  const stop = new AbortController();
  let response;
  try {
    response = await network(url, { signal: stop.signal, cache: fresh ? "reload" : "default" });
  } catch {
    throw failure("Unreachable", `${url} cannot be reached.`);
  }
  if (!response.ok) throw failure(response.status === 404 ? "Gone" : "Unreachable", `${url}: ${response.status}.`);
  return { response, stop };
}

const begins = (content, mark) =>
  content.byteLength >= mark.length && mark.every((byte, at) => new Uint8Array(content, at, 1)[0] === byte);

const isPacked = (response) => response.headers.get("content-encoding");

/** What the packed twin of a file holds, unpacked here; null where the host has none. It comes instead of the file. */
async function twin(url, file) {
  const found = await get(`${url}.gz`).catch(() => null);
  if (!found) return null;
  file?.stop.abort();
  if (isPacked(found.response)) return found.response;
  const content = await found.response.arrayBuffer();
  if (begins(content, GZIP)) return new Response(new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip")));
  return (await get(url)).response; // some hosts send a page of theirs for what they do not have
}

/** A file's response. Where the host packs nothing, the twin saves the reader some twenty megabytes. */
async function open(folder, name) {
  const url = folder + name;
  if (!settings.packed.includes(name)) return (await get(url)).response;
  let file;
  try {
    file = await get(url);
    if (isPacked(file.response)) return file.response;
  } catch (error) {
    const kept = error.name === "Unreachable" && (await twin(url)); // without a network the device may have it
    if (kept) return kept;
    throw error;
  }
  return (await twin(url, file)) ?? file.response;
}

async function bytes(folder, name) {
  const found = await (await open(folder, name)).arrayBuffer();
  const size = settings.sizes[name];
  if (size !== undefined && size !== found.byteLength) {
    throw failure("Broken", `${name} has ${found.byteLength} bytes instead of ${size}.`);
  }
  return found;
}

/** The runtime as WebAssembly. A host that calls it something else would make Python wait for ever. */
async function wasm() {
  const response = await open(RUNTIME, WASM);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return response;
  const found = await response.arrayBuffer();
  if (!begins(found, MAGIC)) {
    fresh = true;
    throw failure("Type", `The host sends “${type || "no type"}” where ${WASM} should be: it is not WebAssembly.`);
  }
  if (type && !warned.has(type)) {
    warned.add(type);
    console.warn(`${WASM} comes as “${type}”. Have the host send application/wasm: then it starts sooner.`);
  }
  return new Response(found, { headers: { "Content-Type": "application/wasm" } });
}

const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const later = (promise, seconds, name) =>
  promise.then(() => wait(seconds)).then(() => Promise.reject(failure("Slow", `${name} did not start in time.`)));

/** Python, from the snapshot of its memory or from the library. */
async function start(kind) {
  const fromSnapshot = kind === "snapshot";
  const runtime = wasm();
  const memory = fromSnapshot ? bytes(HERE, SNAPSHOT) : bytes(HERE, LIBRARY);
  const library = fromSnapshot ? EMPTY : LIBRARY;
  memory.catch(() => {});
  // The loader asks for these two by itself; they are on their way already.
  const supplied = new Map([
    [RUNTIME + WASM, async () => (await runtime).clone()], // a start that failed may still ask for it
    [HERE + library, async () => new Response(fromSnapshot ? NOTHING : await memory)],
  ]);
  self.fetch = (input, init) => supplied.get(String(input?.url ?? input))?.() ?? network(input, init);
  import(`${RUNTIME}pyodide.asm.js`).catch(() => {}); // the loader will ask for it, but late
  const { loadPyodide } = await import(`${RUNTIME}pyodide.mjs`);
  const options = { indexURL: RUNTIME, stdLibURL: HERE + library, lockFileContents: settings.lock };
  if (fromSnapshot) options._loadSnapshot = memory;
  await runtime; // a wrong file is told before a Python is there that would wait for it for ever
  const loaded = loadPyodide(options);
  const seconds = fromSnapshot ? SNAPSHOT_SECONDS : LIBRARY_SECONDS;
  const broken = Promise.all([runtime, memory]).then(() => new Promise(() => {}));
  const python = await Promise.race([loaded, broken, later(memory, seconds, kind)]);
  python.runPython("import random; random.seed()"); // a snapshot has its chances frozen in
  python.FS.mkdir("/games");
  const port = python.pyimport("widgets.web.publish.port");
  port.start();
  return { python, port, kind };
}

/** Boots once. Over a thin line the library comes first: it is two megabytes less. */
let booting;
function boot(thin) {
  booting ??= (thin ? start("library") : start("snapshot").catch(instead)).catch((error) => {
    booting = undefined;
    throw error;
  });
  return booting;
}

function instead(error) {
  if (error.name === "Type") throw error;
  console.warn(`The engine starts from its library: ${error.message}`);
  return start("library");
}

const games = new Map();

/** A game joins the engine when a reader first nears one of its calculators. */
async function bring(game, thin) {
  const name = settings.games[game];
  if (!name) return boot(thin);
  if (!games.has(game)) games.set(game, bytes(HERE, name));
  try {
    const [engine, archive] = await Promise.all([boot(thin), games.get(game)]);
    const path = `/games/${name}`;
    if (!engine.python.FS.analyzePath(path).exists) {
      engine.python.FS.writeFile(path, new Uint8Array(archive));
      engine.port.join(path);
    }
    return engine;
  } catch (error) {
    games.delete(game);
    throw error;
  }
}

/** A throw's dice are the browser's own chance. */
function seeded(question) {
  if (question.ask !== "roll" || question.dice || question.seed !== null) return question;
  const [chance] = crypto.getRandomValues(new Uint32Array(1));
  return { ...question, seed: chance % 1_000_000_000 };
}

/** The game that a question needs; those of the GM screen name it. */
const gameOf = (address, question) =>
  address === "desk" ? (question?.resolver?.split("/")[0] ?? question?.game ?? "") : address.split("/")[0];

async function hear(port, { id, near, resolver, question, thin }) {
  try {
    const { port: engine, kind } = await bring(gameOf(near ?? resolver, question), thin);
    if (near !== undefined) {
      engine.near(near);
      return port.postMessage({ id, ready: kind });
    }
    port.postMessage({ id, answer: engine.answered(JSON.stringify({ resolver, question: seeded(question) })) });
  } catch (error) {
    port.postMessage({ id, error: { name: error.name, message: String(error.message ?? error) } });
  }
}

const listen = (port) => (port.onmessage = ({ data }) => hear(port, data));
if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => listen(port);
else listen(self);
