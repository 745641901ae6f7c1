/** Finds the browser for the browser tests. */

import { accessSync, constants } from "node:fs";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"] as const;

/** The path of a Chromium; undefined where this machine has none. `CHROMIUM_PATH` goes before all others. */
export function findChromium(env: Environment = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = env;
  if (CHROMIUM_PATH) return isProgram(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const inPath = PATH.split(":").map((folder) => join(folder, "google-chrome"));
  return [...defaultPaths, ...inPath].find(isProgram);
}

/** Whether a missing browser is a failure, as in CI, and not left out. */
export function isBrowserRequired(env: Environment = process.env): boolean {
  return env.STORE_ORDERS_BROWSER === "required";
}

/** Which browser is missing, and how to get one. */
export function explainMissing({ CHROMIUM_PATH }: Environment = process.env): string {
  return `no Chromium at ${CHROMIUM_PATH || defaultPaths[0]}; install it with apt-get install chromium, or set CHROMIUM_PATH`;
}

/** The path of a Chromium. @throws {Error} where this machine has none */
export function requireChromium(): string {
  const path = findChromium();
  if (path === undefined) throw new Error(`Cannot run the browser tests: ${explainMissing()}.`);
  return path;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
