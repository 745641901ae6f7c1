/** Writes several files or none of them. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { reasonOf } from "../read-input.ts";

export interface FileToWrite {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  /** The present content of a file that will be replaced. */
  readonly before?: string;
}

/** @throws {BadInput} naming the file that cannot be written; then no file is new or changed */
export function writeFiles(folder: string, files: readonly FileToWrite[]): void {
  const undo: (() => void)[] = [];
  for (const { path, text, before } of files) {
    const place = join(folder, path);
    try {
      const made = mkdirSync(dirname(place), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
      // A new file is opened first: one that is there already belongs to another program.
      if (before === undefined) writeFileSync(place, "", { flag: "wx" });
      undo.push(() => (before === undefined ? rmSync(place) : writeFileSync(place, before)));
      writeFileSync(place, text);
    } catch (error) {
      for (const step of undo.reverse()) {
        try {
          step();
        } catch {
          // An unchanged file needs no undo.
        }
      }
      throw new BadInput(`Cannot write ${path}: ${reasonOf(error)}. Nothing was written.`);
    }
  }
}
