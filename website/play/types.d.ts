/** What the service worker uses of Pyodide and of our own application in it. */

export interface FileSystem {
  filesystems: { IDBFS: unknown };
  mkdirTree(path: string): void;
  mount(kind: unknown, options: object, path: string): void;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  syncfs(populate: boolean, done: (problem: unknown) => void): void;
}

/** An answer as Python has it. */
export interface Told {
  toJs(): [number, [string, string][], Uint8Array<ArrayBuffer>];
  destroy(): void;
}

export interface Server {
  answer(method: string, path: string, query: string, headers: (string | null)[][], body: Uint8Array): Promise<Told>;
}
