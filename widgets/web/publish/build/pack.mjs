// Packs every file of a folder with brotli: `node pack.mjs FOLDER` writes name.br beside each name.

import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import zlib from "node:zlib";

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const LARGE = 1_000_000; // bytes from which the last percent is not worth a minute

const [folder] = process.argv.slice(2);
for (const name of fs.readdirSync(folder)) {
  const content = fs.readFileSync(path.join(folder, name));
  const params = {
    [BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : 11,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  fs.writeFileSync(path.join(folder, `${name}.br`), zlib.brotliCompressSync(content, { params }));
}
