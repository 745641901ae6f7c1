/** Writes several files or none of them. */

import { accessSync, constants, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { reasonOf } from "../read-input.ts";

export interface FileToWrite {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  /** What it holds now, where it is there and is to be written over. */
  readonly before?: string;
}

/** @throws {BadInput} naming the file that cannot be written; then none is new or changed */
export function writeFiles(folder: string, files: readonly FileToWrite[]): void {
  for (const file of files) attempt(file.path, () => checkPlace(folder, file));
  const undo: (() => void)[] = [];
  for (const { path, text, before } of files) {
    const place = join(folder, path);
    try {
      const made = mkdirSync(dirname(place), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
      // A file that has come since it was looked for is somebody else's.
      if (before === undefined) writeFileSync(place, "", { flag: "wx" });
      undo.push(before === undefined ? () => rmSync(place) : () => writeFileSync(place, before));
      writeFileSync(place, text);
    } catch (error) {
      for (const step of undo.reverse()) {
        try {
          step();
        } catch {
          // What could not be changed needs no taking back.
        }
      }
      throw cannotWrite(path, error);
    }
  }
}

/** Before anything is written: what can be known to fail. */
function checkPlace(folder: string, { path, before }: FileToWrite): void {
  const place = join(folder, path);
  if (before !== undefined) {
    accessSync(place, constants.W_OK);
    return;
  }
  if (lstatSync(place, { throwIfNoEntry: false })) throw new BadInput("it is a link that leads nowhere");
  let parent = dirname(place);
  while (!lstatSync(parent, { throwIfNoEntry: false })) parent = dirname(parent);
  accessSync(parent, constants.W_OK);
}

function attempt(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): BadInput {
  const reason = error instanceof BadInput ? error.message : reasonOf(error);
  return new BadInput(`Cannot write ${path}: ${reason}. Nothing was written.`);
}
