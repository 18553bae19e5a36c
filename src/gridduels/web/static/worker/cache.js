/** The cache of one version of the site, shared by all our service workers. */

export const here = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
export const ROOT = new URL("./", here.location.href);

/** Several sites may share a host; each one only touches its own caches. */
const FAMILY = `gridduels ${ROOT.pathname} `;

export class SiteCache {
  /** @param {string} version */
  constructor(version) {
    this.name = `${FAMILY}${version}`;
  }

  /** Fills the cache completely, or not at all if a file is missing. @param {string[]} paths */
  async fill(paths) {
    const cache = await caches.open(this.name);
    await cache.addAll(paths.map((path) => new Request(new URL(path, ROOT), { cache: "no-cache" })));
  }

  /** Deletes the caches of other versions. */
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

  /** Returns the paths of all cached files. */
  async paths() {
    const cache = await caches.open(this.name);
    return (await cache.keys()).map(({ url }) => pathOf(url));
  }

  /** Deletes everything that isn't wanted. @param {(path: string) => boolean} wanted */
  async sort(wanted) {
    const cache = await caches.open(this.name);
    const kept = await cache.keys();
    await Promise.all(kept.filter(({ url }) => !wanted(pathOf(url))).map((request) => cache.delete(request)));
  }
}

/** Returns the path relative to the site's root, with its query. @param {string} url */
export function pathOf(url) {
  return url.startsWith(ROOT.href) ? url.slice(ROOT.href.length) : "";
}

/**
 * Returns the file of the page at a path. Pages whose path ends with a duel, a game or a day share one file.
 * @param {Record<string, string>} pages by their paths
 * @param {string} path
 */
export function pageAt(pages, path) {
  return pages[path] ?? (path.includes("/") ? pages[path.slice(0, path.lastIndexOf("/") + 1)] : undefined);
}
