/**
 * The service worker of the site. It runs the package with Pyodide and answers requests as a server would, and it caches
 * everything the pages need, so that they open offline. Its counterpart is `gridduels/web/inside.py`.
 */

import { here, pageAt, pathOf, ROOT, SiteCache } from "./cache.js";
import { PAGES, PYTHON, SHELL, VERSION } from "./files.js";
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @import { FileSystem, Installing, Server } from "./types.js" */

const cache = new SiteCache(VERSION);
const HOME = "/home/pyodide";
const DUELS = "/duels";
/** The folder where Python unpacks tables, and the cache that keeps them. */
const TABLES = `${HOME}/.cache/gridduels/tables`;
const TABLES_KEPT = "tables/";
/** The request headers that the application reads. */
const HEADERS = ["accept", "authorization", "content-type", "if-none-match"];
const PACKED = ".bin";
const CODE = ".wasm";
const CODE_TYPE = "application/wasm";
const ALL = Object.values(PYTHON).reduce((sum, bytes) => sum + bytes, 0);

/** @type {Promise<Server> | undefined} */
let starting;
/** @type {FileSystem | undefined} Python's */
let files;
/** Bytes of Python loaded so far. */
let there = 0;
/** @type {Promise<void>[]} parts that are being written to the cache */
const coming = [];
/** @type {Set<string>} the tables in the cache */
const tables = new Set();

here.addEventListener("install", (event) => event.waitUntil(install(event)));
here.addEventListener("activate", (event) => event.waitUntil(activate()));
here.addEventListener("message", (event) => event.waitUntil(greet()));
here.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.href.startsWith(ROOT.href)) event.respondWith(answer(event.request, url));
});

const network = here.fetch.bind(here);
// Pyodide fetches its own parts.
here.fetch = (asked, options) => {
  const path = pathOf(String(asked));
  return path in PYTHON ? part(path) : network(asked, options);
};

/** @param {Installing} event */
async function install(event) {
  // A first-time visitor will need Python soon. If an older version is active, it keeps answering in the meantime.
  if (!here.registration.active) python().catch(() => undefined);
  // Static files need not wait for Python: browsers that support it take them straight from the cache.
  const urlPattern = new URL("static/*", ROOT).href;
  await event.addRoutes?.({ condition: { urlPattern }, source: { cacheName: cache.name } });
  await cache.fill(SHELL);
  await here.skipWaiting();
}

async function activate() {
  await cache.dropOthers();
  await here.clients.claim();
}

/** A page has opened: serve it, and start Python, which it will need soon. */
async function greet() {
  await here.clients.claim();
  await python();
  await Promise.all(coming);
  await tell(true);
}

/** @param {Request} request @param {URL} url */
async function answer(request, url) {
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path.startsWith("api/")) {
    const known = request.method === "GET" && !url.search ? await cache.kept(path) : undefined;
    return known ?? ask(request, url, path);
  }
  const known = await cache.kept(pageAt(PAGES, path) ?? path);
  if (request.mode !== "navigate") return known ?? network(request);
  python().catch(() => undefined); // an open page will soon need Python
  return known ?? pageElsewhere(request);
}

/** A page that is not in the cache: it does not exist, or there is no network. @param {Request} request */
async function pageElsewhere(request) {
  const found = await network(request).catch(() => undefined);
  return found?.ok || found?.type === "opaqueredirect" ? found : Response.redirect(new URL("404.html", ROOT).href);
}

/** Ask the application. @param {Request} request @param {URL} url @param {string} path */
async function ask(request, url, path) {
  const server = await python();
  const headers = HEADERS.filter((name) => request.headers.has(name)).map((name) => [name, request.headers.get(name)]);
  const body = new Uint8Array(await request.arrayBuffer());
  const told = await server.answer(request.method, `/${path}`, url.search.slice(1), headers, body);
  const [status, fields, content] = told.toJs();
  told.destroy();
  keepTables().catch(() => undefined); // out of space: they will be unpacked again next time
  return new Response([204, 304].includes(status) ? null : content, { status, headers: fields });
}

/** The application, once it is running. */
function python() {
  starting ??= start().catch((problem) => {
    starting = undefined;
    throw problem;
  });
  return starting;
}

async function start() {
  const [pyodide, archive, unpacked] = await Promise.all([
    loadPyodide({
      indexURL: new URL("pyodide/", ROOT).href,
      stdLibURL: new URL("python/library.bin", ROOT).href,
      createPyodideModule,
    }),
    bytesOf("python/package.bin"),
    keptTables(),
  ]);
  const { FS } = pyodide;
  files = FS;
  let folder = "";
  for (const [path, content] of [...filesIn(archive), ...unpacked]) {
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (parent !== folder) FS.mkdirTree(parent);
    folder = parent;
    FS.writeFile(path, content, { canOwn: true });
  }
  FS.mkdirTree(DUELS);
  FS.mount(FS.filesystems.IDBFS, {}, DUELS);
  await synced(FS, true);
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide.pyimport("gridduels.web.inside").opened(DUELS, () => synced(FS, false));
}

/** Tables that Python unpacked on an earlier visit. */
async function keptTables() {
  const paths = (await cache.paths()).filter((path) => path.startsWith(TABLES_KEPT));
  return Promise.all(
    paths.map(async (path) => {
      const name = path.slice(TABLES_KEPT.length);
      const response = await cache.kept(path);
      tables.add(name);
      return /** @type {const} */ ([`${TABLES}/${name}`, new Uint8Array((await response?.arrayBuffer()) ?? [])]);
    }),
  );
}

/** Cache the tables that Python has unpacked so far. */
async function keepTables() {
  if (!files?.analyzePath(TABLES).exists) return;
  for (const name of files.readdir(TABLES)) {
    if (!name.endsWith(".table") || tables.has(name)) continue;
    tables.add(name);
    await cache.put(`${TABLES_KEPT}${name}`, new Response(files.readFile(`${TABLES}/${name}`)));
  }
}

/** @param {string} path */
async function bytesOf(path) {
  const response = await part(path);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Returns the files in an archive: the length of its index, then the index, then the contents.
 * @param {Uint8Array} archive
 */
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
 * Load the duels from the browser's storage, or save them there. Without storage they last as long as this worker.
 * @param {FileSystem} files
 * @param {boolean} from
 * @returns {Promise<void>}
 */
function synced(files, from) {
  return new Promise((resolve) => files.syncfs(from, () => resolve()));
}

/**
 * Fetch a part of Python, decompress it if needed, cache it, and report the progress to the pages.
 * @param {string} path
 */
async function part(path) {
  const known = await cache.kept(path);
  const url = new URL(`${path}?${VERSION}`, ROOT);
  if (known) return path.endsWith(CODE) ? withWhatIsCompiled(url, known) : known;
  const response = await network(url);
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  if (isCode(response)) {
    const copy = response.clone().body?.pipeThrough(counting());
    coming.push(cache.put(path, new Response(copy, { headers: { "Content-Type": CODE_TYPE } })));
    return response;
  }
  const counted = response.body.pipeThrough(counting());
  const [one, other] = (path.endsWith(PACKED) ? counted.pipeThrough(new DecompressionStream("gzip")) : counted).tee();
  const headers = { "Content-Type": path.endsWith(CODE) ? CODE_TYPE : "application/octet-stream" };
  coming.push(cache.put(path, new Response(other, { headers })));
  return new Response(one, { headers });
}

/**
 * Return code from the browser's own HTTP cache, because the browser caches compiled code only for that exact response.
 * If the response has been evicted, use our own copy.
 * @param {URL} url
 * @param {Response} known
 */
async function withWhatIsCompiled(url, known) {
  try {
    const response = await network(url, { cache: "only-if-cached", mode: "same-origin" });
    return isCode(response) ? response : known;
  } catch {
    return known;
  }
}

/** Whether a browser accepts a response as WebAssembly. @param {Response} response */
function isCode(response) {
  return response.ok && response.headers.get("Content-Type") === CODE_TYPE;
}

/** Pass everything on and report to the pages how much has arrived. */
function counting() {
  return new TransformStream({
    transform(chunk, controller) {
      there += chunk.byteLength;
      tell(false);
      controller.enqueue(chunk);
    },
  });
}

/** Report the progress to the pages. @param {boolean} ready */
async function tell(ready) {
  const pages = await here.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) page.postMessage({ done: ready ? ALL : there, total: ALL, ready });
}
