/**
 * The service worker of the site. It runs the package itself, by Pyodide, and answers what a server would be asked; and
 * it keeps all that the pages need, so that they open without a network. The other side is `gridduels/web/inside.py`.
 */

import { PAGES, PYTHON, SHELL, VERSION } from "./files.js";
import { here, Keeping, pageAt, pathOf, ROOT } from "./keeping.js";
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @import { FileSystem, Server } from "./types.js" */

const keeping = new Keeping(VERSION);
const HOME = "/home/pyodide";
const DUELS = "/duels";
/** What the application looks at. */
const HEADERS = ["accept", "authorization", "content-type", "if-none-match"];
const PACKED = ".bin";
const ALL = Object.values(PYTHON).reduce((sum, bytes) => sum + bytes, 0);

/** @type {Promise<Server> | undefined} */
let starting;
/** How many bytes of Python are there. */
let there = 0;
/** @type {Promise<void>[]} the parts that are on their way to be kept */
const coming = [];

here.addEventListener("install", (event) => event.waitUntil(install()));
here.addEventListener("activate", (event) => event.waitUntil(activate()));
here.addEventListener("message", (event) => event.waitUntil(greet()));
here.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.href.startsWith(ROOT.href)) event.respondWith(answer(event.request, url));
});

const network = here.fetch.bind(here);
// Pyodide asks for its parts by itself.
here.fetch = (asked, options) => {
  const path = pathOf(String(asked));
  return path in PYTHON ? part(path) : network(asked, options);
};

async function install() {
  await keeping.fill(SHELL);
  await here.skipWaiting();
}

async function activate() {
  await keeping.dropOthers();
  await here.clients.claim();
}

/** A page is there: it is answered from here, and soon asks for what takes Python. */
async function greet() {
  await here.clients.claim();
  await python();
  await Promise.all(coming);
  await tell(true);
}

/** @param {Request} request @param {URL} url */
async function answer(request, url) {
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path === "api" || path.startsWith("api/")) {
    const known = request.method === "GET" && !url.search ? await keeping.kept(path) : undefined;
    return known ?? ask(request, url, path);
  }
  if (request.mode === "navigate") python().catch(() => undefined); // who opens a page soon wants Python
  return (await keeping.kept(pageAt(PAGES, path) ?? path)) ?? network(request);
}

/** Asks the application. @param {Request} request @param {URL} url @param {string} path */
async function ask(request, url, path) {
  const server = await python();
  const headers = HEADERS.filter((name) => request.headers.has(name)).map((name) => [name, request.headers.get(name)]);
  const body = new Uint8Array(await request.arrayBuffer());
  const told = await server.answer(request.method, `/${path}`, url.search.slice(1), headers, body);
  const [status, fields, content] = told.toJs();
  told.destroy();
  return new Response([204, 304].includes(status) ? null : content, { status, headers: fields });
}

/** The application, once it runs. */
function python() {
  starting ??= start().catch((problem) => {
    starting = undefined;
    throw problem;
  });
  return starting;
}

async function start() {
  const memory = bytesOf("python/memory.bin");
  const [pyodide, archive] = await Promise.all([
    loadPyodide({
      indexURL: new URL("pyodide/", ROOT).href,
      _loadSnapshot: memory,
      createPyodideModule: (/** @type {object} */ settings) => withRoomFor(memory, settings),
    }),
    bytesOf("python/package.bin"),
  ]);
  const { FS } = pyodide;
  for (const [path, content] of filesIn(archive)) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
  FS.mkdirTree(DUELS);
  FS.mount(FS.filesystems.IDBFS, {}, DUELS);
  await synced(FS, true);
  // The memory is the same everywhere: chance must not be.
  pyodide.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()");
  return pyodide.pyimport("gridduels.web.inside").opened(DUELS, () => synced(FS, false));
}

/** Python, with as much memory as is brought back into it. @param {Promise<Uint8Array>} memory @param {object} settings */
async function withRoomFor(memory, settings) {
  const [python, { length }] = await Promise.all([createPyodideModule(settings), memory]);
  if (python.HEAP8.length < length) python.growMemory(length);
  return python;
}

/** @param {string} path */
async function bytesOf(path) {
  const response = await part(path);
  return new Uint8Array(await response.arrayBuffer());
}

/** The files in an archive: the length of their index, the index, and all they hold. @param {Uint8Array} archive */
function* filesIn(archive) {
  let at = 4 + new DataView(archive.buffer).getUint32(0, true);
  /** @type {Record<string, number>} */
  const sizes = JSON.parse(new TextDecoder().decode(archive.subarray(4, at)));
  for (const [path, size] of Object.entries(sizes)) {
    yield/** @type {const} */ ([`${HOME}/${path}`, archive.subarray(at, at + size)]);
    at += size;
  }
}

/**
 * Brings the duels from what this browser keeps, or there. Where it keeps nothing, they last as long as this worker.
 * @param {FileSystem} files
 * @param {boolean} from
 * @returns {Promise<void>}
 */
function synced(files, from) {
  return new Promise((resolve) => files.syncfs(from, () => resolve()));
}

/**
 * A part of Python. It is kept, unpacked where it is packed, and the pages are told how far all of them are.
 * @param {string} path
 */
async function part(path) {
  const known = await keeping.kept(path);
  if (known) return known;
  const response = await network(new URL(path, ROOT));
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  const counted = response.body.pipeThrough(counting());
  const [one, other] = (path.endsWith(PACKED) ? counted.pipeThrough(new DecompressionStream("gzip")) : counted).tee();
  const headers = { "Content-Type": path.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" };
  coming.push(keeping.put(path, new Response(other, { headers })));
  return new Response(one, { headers });
}

/** Passes everything on, and tells the pages how much has come. */
function counting() {
  return new TransformStream({
    transform(chunk, controller) {
      there += chunk.byteLength;
      tell(false);
      controller.enqueue(chunk);
    },
  });
}

/** Tells the pages how far it is. @param {boolean} ready */
async function tell(ready) {
  const pages = await here.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) page.postMessage({ done: ready ? ALL : there, total: ALL, ready });
}
