// Keeps the book on the reader's device. BOOK, in the line above, names its edition and its files.
//
// Pages come from the network where there is one, so nobody reads an old page by mistake; files whose names change with
// their content come from the device. Each edition has a store of its own, and an old one goes when a new one takes over.

const STORE = `book ${self.registration.scope} ${BOOK.edition}`;
const MARK = new URL("kept-on-this-device", self.registration.scope).href;
const OFFLINE = "offline.html";
const PATIENCE = 4000; // milliseconds for the network, where the device has the page
const lasting = new Set(BOOK.lasting.map(full));
const packed = new Set(BOOK.packed.map(full));

function full(path) {
  return new URL(path, self.registration.scope).href;
}

const here = () => caches.open(STORE);
const bare = (url) => url.split(/[?#]/)[0];
const pageOf = (url) => (bare(url).endsWith("/") ? `${bare(url)}index.html` : bare(url));

/** Whether a host sends a page of its own where a file should be. */
const strange = (response) => response.headers.get("content-type")?.startsWith("text/html");

async function others() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(`book ${self.registration.scope} `) && name !== STORE);
}

/** Bring one file into the store: from an older store if it lies there, else from the network, packed if it can be. */
async function keep(store, path, cache = "no-cache") {
  const from = bare(full(path));
  const url = pageOf(from);
  const twin = `${url}.gz`;
  const names = packed.has(url) ? [url, twin] : [url];
  for (const name of names) if (await store.match(name)) return;
  if (lasting.has(url)) {
    for (const name of names) {
      for (const other of await others()) {
        const old = await (await caches.open(other)).match(name);
        if (old) return store.put(name, old);
      }
    }
  }
  const response = await fetch(from, { cache: lasting.has(url) ? "default" : cache });
  if (packed.has(url) && response.ok && !response.headers.get("content-encoding")) {
    const smaller = await fetch(twin);
    if (smaller.ok && !strange(smaller)) {
      response.body?.cancel();
      return store.put(twin, smaller);
    }
  }
  if (!response.ok || (lasting.has(url) && strange(response))) throw new Error(`${url}: ${response.status}`);
  await store.put(url, response);
}

async function keepAll(hear = () => {}) {
  const store = await here();
  if (await store.match(MARK)) return { kept: true };
  const files = [...BOOK.shell, ...BOOK.rest];
  try {
    for (const [at, path] of files.entries()) {
      await keep(store, path);
      hear({ done: at + 1, all: files.length, more: true });
    }
    await store.put(MARK, new Response(BOOK.edition));
    return { kept: true };
  } catch (error) {
    return { kept: false, why: String(error) };
  }
}

async function install() {
  const store = await here();
  await Promise.all(BOOK.shell.map((path) => keep(store, path)));
  for (const name of await others()) {
    if (await (await caches.open(name)).match(MARK)) return void (await keepAll());
  }
}

async function takeOver() {
  for (const name of await others()) await caches.delete(name);
  await self.clients.claim();
}

async function page(event) {
  const store = await here();
  const name = pageOf(event.request.url);
  const old = await store.match(name);
  const fresh = fetch(event.request).then((response) => {
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !response.redirected && type.startsWith("text/html")) {
      event.waitUntil(store.put(name, response.clone()).catch(() => {}));
    }
    return response;
  });
  fresh.catch(() => {});
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  try {
    return await (old ? Promise.race([fresh, late.then(() => old)]) : fresh);
  } catch {
    return old ?? (await store.match(full(OFFLINE))) ?? Response.error();
  }
}

async function file(event, url) {
  const store = await here();
  const kept = await store.match(url);
  if (kept) return kept;
  const response = await fetch(event.request);
  const small = !packed.has(url) || response.headers.get("content-encoding");
  if (response.ok && small && !strange(response)) event.waitUntil(store.put(url, response.clone()).catch(() => {}));
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
  const name = bare(url);
  if (mode === "navigate") event.respondWith(page(event));
  else if (lasting.has(name) || (name.endsWith(".gz") && packed.has(name.slice(0, -3)))) {
    event.respondWith(file(event, name));
  }
});
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  const reply = (message) => ports[0]?.postMessage(message);
  if (data.ask === "edition") reply({ edition: BOOK.edition });
  if (data.ask === "kept") event.waitUntil(here().then((store) => store.match(MARK)).then((mark) => reply({ kept: !!mark })));
  if (data.act === "take over") self.skipWaiting();
  if (data.act === "read") {
    // the page has just been loaded: the browser's own copy of it will do
    event.waitUntil(here().then((store) => keep(store, data.page, "force-cache")).catch(() => {}));
  }
  if (data.act === "keep") event.waitUntil(keepAll(reply).then(reply));
});
