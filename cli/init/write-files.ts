/** Writes several files or none of them. */

import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
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
  const write = ({ path, text, before }: FileToWrite) => {
    const place = join(folder, path);
    if (before === undefined && lstatSync(place, { throwIfNoEntry: false }))
      throw new BadInput("it is a link that leads nowhere");
    const made = mkdirSync(dirname(place), { recursive: true });
    if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
    // A file that appeared since the check belongs to another program.
    if (before === undefined) writeFileSync(place, "", { flag: "wx" });
    undo.push(before === undefined ? () => rmSync(place) : () => writeFileSync(place, before));
    writeFileSync(place, text);
  };
  for (const file of files) {
    try {
      write(file);
    } catch (error) {
      for (const step of undo.reverse()) {
        try {
          step();
        } catch {
          // An unchanged file needs no undo.
        }
      }
      const reason = error instanceof BadInput ? error.message : reasonOf(error);
      throw new BadInput(`Cannot write ${file.path}: ${reason}. Nothing was written.`);
    }
  }
}
