/** Files a person names on the command line. */

import { readFile, writeFile } from "node:fs/promises";
import { BadInput } from "../spec/bad-input.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "access to it is denied",
  ENOTDIR: "a part of its path is no directory",
};

function reasonOf(error: unknown): string {
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
