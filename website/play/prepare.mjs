/**
 * Prepares Python for a browser: node prepare.mjs FOLDER SNAPSHOT ANSWERS PATH...
 *
 * All modules in the folder are compiled to bytecode by the Python that will run them. The application is asked for what
 * it answers to everybody at some paths, and plays a little, so that it is known what it imports. In another Python all of
 * that is imported which needs nothing compiled elsewhere, and its memory is written to a file: a browser goes on from
 * there. What it need not unpack any more is removed from the folder.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [, , folder, snapshot, answers, ...paths] = process.argv;
const HOME = "/home/pyodide";
const DUELS = "/duels";
const OPPONENTS = ["perfect", "easy"];
const QUESTIONS = ["line?game=grid-runner&values=1", "hint?game=grid-runner", "puzzles/day?game=grid-runner"];

/** @param {object} options */
async function python(options) {
  const pyodide = await loadPyodide(options);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, HOME);
  return pyodide;
}

const compiling = await python({});
// A browser unpacks the folder anew each time: what is compiled is not compared with its source.
compiling.runPython(`
import compileall, os, py_compile
os.environ["GRIDDUELS_CACHE"] = "/cache"  # what is unpacked on the way does not belong into the folder
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir("${HOME}", quiet=1, invalidation_mode=mode)
`);
compiling.FS.mkdirTree(DUELS);
const inside = await compiling.pyimport("gridduels.web.inside").opened(DUELS, async () => {});
mkdirSync(answers, { recursive: true });

/** What is answered to a question, or to a wish. @param {string} path @param {object} [wish] */
async function answer(path, wish) {
  const [place, query] = path.split("?");
  const body = new TextEncoder().encode(wish ? JSON.stringify(wish) : "");
  const told = await inside.answer(wish ? "POST" : "GET", `/api/${place}`, query ?? "", [], body);
  const [status, , content] = told.toJs();
  if (status >= 400) throw new Error(`${path}: ${status} ${new TextDecoder().decode(content)}`);
  return content;
}

for (const path of paths) writeFileSync(`${answers}/${path}`, await answer(path));
for (const opponent of OPPONENTS) {
  const wish = { game: "grid-runner", p1: opponent, p2: "human", seat: 2 };
  const { id, state } = JSON.parse(new TextDecoder().decode(await answer("duels", wish)));
  await answer(`duels/${id}?after=${state.version}&wait=20`);
}
for (const question of QUESTIONS) await answer(question);

const imported = await python({ _makeSnapshot: true });
const modules = compiling.runPython("import json, sys; json.dumps(list(sys.modules))");
imported.runPython(`${readFileSync(new URL("./prepared.py", import.meta.url), "utf8")}\nprepare(${modules})`);
writeFileSync(snapshot, imported.makeMemorySnapshot());
imported.runPython(`settle("${HOME}")`);
process.exit(0);
