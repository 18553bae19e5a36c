/**
 * Prepare Python for a browser: node prepare.mjs FOLDER LIBRARY ANSWERS PATH...
 *
 * Compiles all modules in the folder, and the standard library into an archive, with the Python that will run them. Then
 * asks the application for its responses to the given paths, which are the same for every visitor.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [, , folder, library, answers, ...paths] = process.argv;
const HOME = "/home/pyodide";
const DUELS = "/duels";
const COMPILED = "/library.zip";

const pyodide = await loadPyodide();
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, HOME);
pyodide.runPython(`${readFileSync(new URL("./bytecode.py", import.meta.url), "utf8")}
import os, sys
compile_package("${HOME}")
compile_library(next(path for path in sys.path if path.endswith(".zip")), "${COMPILED}")
os.environ["GRIDDUELS_CACHE"] = "/cache"  # what is unpacked on the way does not belong into the folder
`);
writeFileSync(library, pyodide.FS.readFile(COMPILED));

pyodide.FS.mkdirTree(DUELS);
const inside = await pyodide.pyimport("gridduels.web.inside").opened(DUELS, async () => {});
mkdirSync(answers, { recursive: true });
for (const path of paths) {
  const told = await inside.answer("GET", `/api/${path}`);
  const [status, , content] = told.toJs();
  if (status !== 200) throw new Error(`${path}: ${status} ${new TextDecoder().decode(content)}`);
  writeFileSync(`${answers}/${path}`, content);
}
process.exit(0);
