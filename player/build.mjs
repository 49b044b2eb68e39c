// Bundles the player: node build.mjs [FOLDER]. Without a folder it writes into the Python package.
// The bytes depend on the sources and the lock file only; a test builds them again and compares.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = join(HERE, "..", "src", "bough", "simulation", "view", "page");
const LIBRARIES = ["three", "uplot"];

/** All files of a folder, as paths with forward slashes relative to this one. */
function filesOf(folder) {
  return readdirSync(join(HERE, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

const sha256 = (data) => createHash("sha256").update(data).digest("hex");

/** One digest of all sources: that of the lines `sha256sum` prints for them, sorted by path. */
function digestOfSources() {
  const paths = ["build.mjs", "package.json", "package-lock.json", ...filesOf("src")].sort();
  return sha256(paths.map((path) => `${sha256(readFileSync(join(HERE, path)))}  ${path}\n`).join(""));
}

/** The licence texts of the libraries in the bundle. */
function licences() {
  return LIBRARIES.map((name) => {
    const about = JSON.parse(readFileSync(join(HERE, "node_modules", name, "package.json"), "utf8"));
    const text = readFileSync(join(HERE, "node_modules", name, "LICENSE"), "utf8").replaceAll("\r\n", "\n").trim();
    return `${name} ${about.version} (${about.license})\n\n${text}\n`;
  }).join("\n----------------------------------------\n\n");
}

const digest = digestOfSources();
const result = await build({
  absWorkingDir: HERE,
  entryPoints: { player: "src/main.js" },
  outdir: "out",
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
  banner: { js: `/*! bough player ${digest} */`, css: `/*! bough player ${digest} */` },
});

const folder = process.argv[2] ? resolve(process.argv[2]) : PACKAGE;
mkdirSync(folder, { recursive: true });
for (const file of result.outputFiles) {
  // both are written into a page: neither may end its own element, nor open what HTML reads as a comment
  if (/<\/(script|style)|<!--/i.test(file.text)) throw new Error(`${file.path} holds text that would end its element`);
  const name = file.path.endsWith(".css") ? "player.css" : "player.js";
  writeFileSync(join(folder, name), file.contents);
  console.log(`${name}: ${(file.contents.length / 1024).toFixed(0)} KB`);
}
writeFileSync(join(folder, "LICENSES.txt"), licences());
