/** Files of a test, each in a folder of its own, which is removed with the test. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";

/** The path of a file that is not there yet. */
export const pathOf = (name: string) => join(createScratchFolder(), name);

/** @returns the path of a new file with the text */
export function fileIn(name: string, text: string | Uint8Array): string {
  const file = pathOf(name);
  writeFileSync(file, text);
  return file;
}

/** The files of a folder by name. */
export const readAll = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

export const reporterNames = ["terminal", "json", "junit", "html", "markdown", "github"];

/** Options for a report of each name in the folder. */
export const reportsTo = (folder: string, names: readonly string[] = reporterNames) =>
  names.map((name) => `--reporter=${name}=${join(folder, name)}`);
