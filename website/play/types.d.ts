/** The parts of Pyodide, and of our application running in it, that the service worker uses. */

export interface FileSystem {
  filesystems: { IDBFS: unknown };
  analyzePath(path: string): { exists: boolean };
  mkdirTree(path: string): void;
  mount(kind: unknown, options: object, path: string): void;
  readdir(path: string): string[];
  readFile(path: string): Uint8Array<ArrayBuffer>;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  syncfs(populate: boolean, done: (problem: unknown) => void): void;
}

/** A response as a Python object. */
export interface Told {
  toJs(): [number, [string, string][], Uint8Array<ArrayBuffer>];
  destroy(): void;
}

/** Our Python application. */
export interface Server {
  answer(method: string, path: string, query: string, headers: (string | null)[][], body: Uint8Array): Promise<Told>;
}

/** An install event; not every browser supports static routes. */
export interface Installing extends ExtendableEvent {
  addRoutes?(routes: { condition: { urlPattern: string }; source: { cacheName: string } }): Promise<void>;
}
