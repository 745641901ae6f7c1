/** Whether a state file can be had where a person wants it. */

import { accessSync, constants, statSync } from "node:fs";
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
  const folder = dirname(path);
  const file = statSync(path, { throwIfNoEntry: false });
  const place = statSync(folder, { throwIfNoEntry: false });
  if (!place) return refuseState(path, `there is no folder ${folder}`, "Make it first.");
  if (!place.isDirectory()) return refuseState(path, `${folder} is no folder`, otherName);
  if (file?.isDirectory()) return refuseState(path, "it is a directory", otherName);
  if (file && !file.isFile()) return refuseState(path, "it is no ordinary file", otherName);
  // SQLite writes its log beside the file.
  if (!isAllowed(folder, constants.W_OK))
    return refuseState(path, `this user may not write in ${folder}`, otherName);
  if (file && !isAllowed(path, constants.R_OK | constants.W_OK))
    return refuseState(path, "this user may not write it", otherName);
  return file !== undefined;
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
