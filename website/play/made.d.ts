/** The modules next to the service worker once the site is built: its file list, and Pyodide. */

declare module "*/files.js" {
  export const PAGES: Record<string, string>;
  export const PYTHON: Record<string, number>;
  export const SHELL: string[];
  export const VERSION: string;
}

declare module "*/pyodide.asm.mjs" {
  export default function create(settings: object): Promise<object>;
}

declare module "*/pyodide.mjs" {
  import type { FileSystem, Server } from "./types.js";

  export function loadPyodide(options: object): Promise<{
    FS: FileSystem;
    runPython(code: string): unknown;
    pyimport(module: string): { opened(folder: string, keep: () => Promise<void>): Promise<Server> };
  }>;
}
