/** Files a person names on the command line. */

import { access, constants, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
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
export async function readInputFile(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
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

/**
 * Makes sure, before a run has used anything up, that its result can be written.
 * @throws {BadInput} naming the file and why it cannot be
 */
export async function checkOutputFile(path: string, what: string): Promise<void> {
  const fact = await stat(path).then(
    async (file) => (file.isDirectory() ? reasons.EISDIR : await deniedReason(path)),
    () => deniedReason(dirname(path)),
  );
  if (fact) throw new BadInput(`Cannot write ${what} ${path}: ${fact}.`);
}

async function deniedReason(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    return reason === reasons.ENOENT ? "its directory does not exist" : reason;
  }
}

/** @throws {BadInput} naming the file and why it cannot be written */
export async function writeOutputFile(path: string, what: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const reason = reasonOf(error);
    throw new BadInput(
      `Cannot write ${what} ${path}: ${reason === reasons.ENOENT ? "its directory does not exist" : reason}.`,
    );
  }
}
