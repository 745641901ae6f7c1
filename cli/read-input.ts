/** Files a person names on the command line. */

import { accessSync, constants, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { BadInput } from "../base/bad-input.ts";
import type { Json } from "../base/json.ts";
import { readJson } from "../base/json.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "access to it is denied",
  ENOTDIR: "a part of its path is no directory",
};

export function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code ?? "";
  return reasons[code] ?? (code || String(error));
}

/** @throws {BadInput} naming the file and why it cannot be read */
export function readInputFile(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new BadInput(`Cannot read ${what} ${path}: ${reasonOf(error)}. Check the path.`);
  }
}

/**
 * The JSON value of a text from a file, a byte order mark passed over.
 * @throws {BadInput} with the place where it stops being JSON
 */
export function readJsonText(text: string, what: string): Json {
  return readJson(text, (fact) => {
    throw new BadInput(`Cannot use ${what}: ${fact}`);
  });
}

/** @throws {BadInput} naming the file and why it cannot be used */
export function readJsonFile(path: string, what: string): Json {
  return readJsonText(readInputFile(path, what), `${what} ${path}`);
}

function outputError(path: string, what: string, error: unknown): BadInput {
  const reason = reasonOf(error);
  return new BadInput(
    `Cannot write ${what} ${path}: ${reason === reasons.ENOENT ? "its directory does not exist" : reason}.`,
  );
}

/**
 * Makes sure, before a run has used anything up, that its results can be written.
 * @param outputs files, each with what it will be
 * @throws {BadInput} for one that cannot be written, and for two in one place
 */
export function checkOutputs(
  ...outputs: readonly (readonly [what: string, file?: string | undefined])[]
): void {
  const files = new Map<string, string>();
  for (const [what, file] of outputs) {
    if (file === undefined) continue;
    try {
      const there = statSync(file, { throwIfNoEntry: false });
      if (there?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
      accessSync(there ? file : dirname(file), constants.W_OK);
    } catch (error) {
      throw outputError(file, what, error);
    }
    const other = files.get(resolve(file));
    if (other !== undefined)
      throw new BadInput(`Cannot write the ${what} to ${file}: the ${other} goes there. Name another file.`);
    files.set(resolve(file), what);
  }
}

/** @throws {BadInput} naming the file and why it cannot be written */
export function writeOutputFile(path: string, what: string, text: string, flag: "w" | "a" = "w"): void {
  try {
    writeFileSync(path, text, { flag });
  } catch (error) {
    throw outputError(path, what, error);
  }
}
