/** What a service worker keeps of one version of the site; every service worker of ours keeps it so. */

export const here = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
export const ROOT = new URL("./", here.location.href);

/** Where several sites share a host, each looks after its own. */
const FAMILY = `gridduels ${ROOT.pathname} `;

export class Keeping {
  /** @param {string} version */
  constructor(version) {
    this.name = `${FAMILY}${version}`;
  }

  /** Keeps everything, or nothing if something is missing. @param {string[]} paths */
  async fill(paths) {
    const cache = await caches.open(this.name);
    await cache.addAll(paths.map((path) => new Request(new URL(path, ROOT), { cache: "no-cache" })));
  }

  /** What other versions kept is not needed any more. */
  async dropOthers() {
    const old = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== this.name);
    await Promise.all(old.map((name) => caches.delete(name)));
  }

  /** @param {string} path */
  async kept(path) {
    const cache = await caches.open(this.name);
    return cache.match(new URL(path, ROOT), { ignoreVary: true });
  }

  /** @param {string} path @param {Response} response */
  async put(path, response) {
    const cache = await caches.open(this.name);
    await cache.put(new URL(path, ROOT), response);
  }

  /** The paths of all that is kept. */
  async paths() {
    const cache = await caches.open(this.name);
    return (await cache.keys()).map(({ url }) => pathOf(url));
  }

  /** Keeps nothing any more that is unwanted. @param {(path: string) => boolean} wanted */
  async sort(wanted) {
    const cache = await caches.open(this.name);
    const kept = await cache.keys();
    await Promise.all(kept.filter(({ url }) => !wanted(pathOf(url))).map((request) => cache.delete(request)));
  }
}

/** The path below the site's root, with its query. @param {string} url */
export function pathOf(url) {
  return url.startsWith(ROOT.href) ? url.slice(ROOT.href.length) : "";
}

/**
 * The file of the page at a path. One that names a duel, a game or a day behind a slash is the same for all of them.
 * @param {Record<string, string>} pages by their paths
 * @param {string} path
 */
export function pageAt(pages, path) {
  return pages[path] ?? (path.includes("/") ? pages[path.slice(0, path.lastIndexOf("/") + 1)] : undefined);
}
