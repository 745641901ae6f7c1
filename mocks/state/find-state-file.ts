/** Whether a state file can be had where a person wants it. */

import { accessSync, constants, lstatSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { BadInput } from "../../base/bad-input.ts";

export function refuseState(path: string, fact: string, nextStep: string): never {
  throw new BadInput(`Cannot use state file ${path}: ${fact}. ${nextStep}`);
}

export const otherName = "Name another file with --state.";
/**
 * Whether there is a file to go on with; false where one can be made.
 * @throws {BadInput} for a place or a file that cannot be used
 */
export function findStateFile(path: string): boolean {
  // A name of SQLite's, under which nothing would be kept.
  if (path === ":memory:")
    return refuseState(path, "it is no name of a file", "Use --state memory to keep nothing.");
  const folder = dirname(path);
  const file = statsOf(path, path);
  const place = statsOf(folder, path);
  if (!place) return refuseState(path, `there is no folder ${folder}`, "Make it first.");
  if (!place.isDirectory()) return refuseState(path, `${folder} is no folder`, otherName);
  if (file?.isDirectory()) return refuseState(path, "it is a directory", otherName);
  if (file && !file.isFile()) return refuseState(path, "it is no ordinary file", otherName);
  if (!file && lstatSync(path, { throwIfNoEntry: false }))
    return refuseState(path, "it is a link to a file that is not there", otherName);
  // SQLite writes its log beside the file.
  if (!isAllowed(folder, constants.W_OK))
    return refuseState(path, `this user may not write in ${folder}`, otherName);
  if (file && !isAllowed(path, constants.R_OK | constants.W_OK))
    return refuseState(path, "this user may not write it", otherName);
  return file !== undefined;
}

/** SQLite's own files beside it have names of five characters more. */
const longestEnding = "-mark-journal";

function statsOf(place: string, path: string): Stats | undefined {
  try {
    statSync(place + longestEnding, { throwIfNoEntry: false });
    return statSync(place, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A part of the path is a file: its folder will tell.
    if (code === "ENOTDIR") return undefined;
    const fact = code === "ENAMETOOLONG" ? "its name is too long" : `the system refuses it (${code})`;
    return refuseState(path, fact, otherName);
  }
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
