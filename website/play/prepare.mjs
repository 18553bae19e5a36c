/**
 * Prepares Python for a browser: node prepare.mjs FOLDER SNAPSHOT ANSWERS PATH...
 *
 * All modules in the folder are compiled to bytecode by the Python that will run them, and the application is asked for
 * what it answers to everybody at some paths. Then all that needs nothing compiled elsewhere is imported, and the memory
 * of that Python is written to a file: a browser goes on from there.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [, , folder, snapshot, answers, ...paths] = process.argv;
const HOME = "/home/pyodide";
const DUELS = "/duels";

/** @param {object} options */
async function python(options) {
  const pyodide = await loadPyodide(options);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, HOME);
  return pyodide;
}

const compiling = await python({});
// A browser unpacks the folder anew each time: what is compiled is not compared with its source.
compiling.runPython(`
import compileall, py_compile
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir("${HOME}", quiet=1, invalidation_mode=mode)
`);
compiling.FS.mkdirTree(DUELS);
const inside = await compiling.pyimport("gridduels.web.inside").opened(DUELS, async () => {});
mkdirSync(answers, { recursive: true });
for (const path of paths) {
  const [status, , body] = (await inside.answer("GET", `/api/${path}`)).toJs();
  if (status !== 200) throw new Error(`${path}: ${status}`);
  writeFileSync(`${answers}/${path}`, body);
}

const imported = await python({ _makeSnapshot: true });
imported.runPython(readFileSync(new URL("./prepared.py", import.meta.url), "utf8"));
writeFileSync(snapshot, imported.makeMemorySnapshot());
process.exit(0);
