// Bundles the dice notation's library into one file, with the licences of all that is in it: npm ci && npm run build

import { build } from "esbuild";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const TARGET = process.argv[2] ?? "../../web/static/vendor";
const NAME = "dice-roller";

const { metafile } = await build({
  entryPoints: ["dice.mjs"],
  outfile: `${TARGET}/${NAME}.js`,
  bundle: true,
  minify: true,
  format: "esm",
  legalComments: "none",
  metafile: true,
  external: ["crypto"],
  plugins: [
    {
      name: "plain numbers only",
      setup({ onResolve }) {
        onResolve({ filter: /^mathjs$/ }, () => ({ path: new URL("math.mjs", import.meta.url).pathname }));
      },
    },
  ],
});

const [output] = Object.values(metafile.outputs);
const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput);
const names = used.map(([path]) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean);
const licences = [...new Set([...names, "random-js"])].sort().map((name) => {
  const file = readdirSync(`node_modules/${name}`).find((each) => /^licen[cs]e/i.test(each));
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const text = file ? readFileSync(`node_modules/${name}/${file}`, "utf8").trim() : "(no text in the package)";
  return `${name} ${version} (${license})\n\n${text}\n`;
});
const words = `${licences.join(`\n${"-".repeat(100)}\n\n`)}`.replaceAll("\r\n", "\n").replace(/[ \t]+$/gm, "");
writeFileSync(`${TARGET}/${NAME}.LICENSE.txt`, words);
