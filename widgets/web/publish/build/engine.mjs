// Builds the engine for browsers: `node engine.mjs` in a folder with settings.json, in which it reads and writes.
//
// In: settings.json (pyodide: the folder of the npm package; lock; games; pack and freeze: Python to run), library.zip
// (the standard library with the engine), questions.json. Out, in made/: python.zip (what is needed of it, compiled),
// an archive for each game, snapshot.bin; and answers.json, what the finished engine said.

import crypto from "node:crypto";
import fs from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const { pyodide, lock, games, pack, freeze } = JSON.parse(fs.readFileSync("settings.json", "utf8"));

// The same input gives the same bytes: no chance, no clock and no name of this machine gets into the memory.
process.argv[1] = "engine";
let state = 1;
const fill = (array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (state = (state * 48271) % 2147483647) & 255;
  return array;
};
globalThis.crypto ??= crypto.webcrypto; // older Node
crypto.randomFillSync = globalThis.crypto.getRandomValues = fill;
const NOON = Date.UTC(2026, 0, 1, 12);
Date.now = () => NOON;
globalThis.performance.now = () => 1000;

// An error's trace would quote a line of the runtime, a million letters long.
process.on("uncaughtException", (error) => {
  console.error(String(error?.message ?? error).slice(-4000));
  process.exit(1);
});

const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const load = (library, more = {}) =>
  loadPyodide({
    indexURL: `${pyodide}/`,
    stdLibURL: library,
    lockFileContents: lock,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
    ...more,
  });
const told = (text) => process.stdout.write(`${text}\n`);

told("compiling the engine");
const maker = await load("library.zip");
maker.runPython(pack);
fs.mkdirSync("made");
for (const name of maker.FS.readdir("/made").filter((each) => each.endsWith(".zip"))) {
  fs.writeFileSync(`made/${name}`, maker.FS.readFile(`/made/${name}`));
}

told("taking the snapshot");
const model = await load("made/python.zip", { _makeSnapshot: true });
model.runPython(freeze);
fs.writeFileSync("made/snapshot.bin", model.makeMemorySnapshot());

fs.writeFileSync("empty.zip", Buffer.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]));
const questions = JSON.parse(fs.readFileSync("questions.json", "utf8"));
const answers = {};
for (const [name, library, more] of [
  ["snapshot", "empty.zip", { _loadSnapshot: fs.readFileSync("made/snapshot.bin") }],
  ["library", "made/python.zip", {}],
]) {
  told(`trying the ${name}`);
  const python = await load(library, more);
  const port = python.pyimport("widgets.web.publish.port");
  port.start();
  python.FS.mkdir("/games");
  for (const game of games) {
    python.FS.writeFile(`/games/${game}`, fs.readFileSync(`made/${game}`));
    port.join(`/games/${game}`);
  }
  answers[name] = questions.map((question) => port.answered(question));
}
fs.writeFileSync("answers.json", JSON.stringify(answers));
process.exit(0);
