/** Files that a person names on the command line. */

import { isUtf8 } from "node:buffer";
import { accessSync, closeSync, constants, openSync, readSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { BadInput, nearestName, quoteValue, suggestName } from "../base/bad-input.ts";
import type { Json } from "../base/json.ts";
import { readJson } from "../base/json.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EEXIST: "it is there already, perhaps as a link that leads nowhere",
  EISDIR: "it is a directory",
  EACCES: "access to it is denied",
  ENOTDIR: "a part of its path is not a directory",
  ENXIO: "it is a socket, which cannot be opened",
  ELOOP: "its symbolic links form a circle",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "its path has a NUL character",
};

export function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code ?? "";
  return reasons[code] ?? (code || String(error));
}

const megabyte = 1_000_000;
/** Maximum number of megabytes of a file with orders: some 400,000. */
const maxFixtures = 64;
/** Maximum number of megabytes of any other file; one with all authorities that browsers trust has a fifth of one. */
const maxOther = 4;

/**
 * Reads a text file, or a pipe or device up to its end.
 * @throws {BadInput} naming the file and why it cannot be read, or that it is not UTF-8
 */
export function readInputFile(path: string, what: string): string {
  const bytes = readInputBytes(path, what);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new BadInput(`Cannot read ${what} ${path}: it is not UTF-8 text. Save it as UTF-8.`);
}

/** @throws {BadInput} naming the file and why it cannot be read */
export function readInputBytes(path: string, what: string): Buffer {
  const max = what === "fixtures" ? maxFixtures : maxOther;
  let descriptor: number | undefined;
  let bytes: Buffer | undefined;
  try {
    descriptor = openSync(path, "r");
    bytes = readUpTo(descriptor, max * megabyte);
  } catch (error) {
    throw new BadInput(`Cannot read ${what} ${path}: ${reasonOf(error)}. Check the path.`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  if (bytes) return bytes;
  throw new BadInput(`Cannot read ${what} ${path}: it has more than ${max} MB. Give a smaller file.`);
}

/** @returns undefined where the file is longer */
function readUpTo(descriptor: number, maxBytes: number): Buffer | undefined {
  const pieces: Buffer[] = [];
  const piece = Buffer.allocUnsafe(megabyte);
  // The length that the system reports for a device or a pipe has no meaning.
  for (let size = 0; size <= maxBytes; size += pieces.at(-1)!.length) {
    const length = readSync(descriptor, piece);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(Buffer.from(piece.subarray(0, length)));
  }
  return undefined;
}

/**
 * A file that is read again or written, which a pipe cannot be.
 * @throws {BadInput} for a file of another kind, or one that cannot be read
 */
export function readRegularFile(path: string, what: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isFile() || stat.isDirectory()) return readInputFile(path, what);
  throw new BadInput(`Cannot read ${what} ${path}: it is not a regular file. Save it to one.`);
}

/**
 * A file, where the user may also have mistyped one of a few names.
 * @param option the option with this value
 * @throws {BadInput} with the nearest name, or why the file cannot be read
 */
export function readNamedFile(
  path: string,
  what: string,
  names: readonly string[],
  option: string = what,
): string {
  try {
    return readInputFile(path, what);
  } catch (error) {
    // A path has a dot or a slash, unless it is near to a known name.
    if (!nearestName(path, names) && /[./\\]/.test(path)) throw error;
    throw new BadInput(
      `Cannot use --${option}: ${quoteValue(path)} is neither a file nor a known name. ${suggestName(path, names)}`,
    );
  }
}

/**
 * The JSON value of a text from a file, without a byte order mark.
 * @throws {BadInput} with the place where it stops being JSON
 */
export function readJsonText(text: string, what: string): Json {
  return readJson(text, (fact) => {
    throw new BadInput(`Cannot use ${what}: ${fact}`);
  });
}

/**
 * @param names those of `readNamedFile`
 * @throws {BadInput} naming the file and why it cannot be used
 */
export function readJsonFile(path: string, what: string, names: readonly string[] = [], option = what): Json {
  return readJsonText(readNamedFile(path, what, names, option), `${what} ${path}`);
}

function outputError(path: string, what: string, error: unknown): BadInput {
  const reason = reasonOf(error);
  return new BadInput(
    `Cannot write ${what} ${path}: ${reason === reasons.ENOENT ? "its directory does not exist" : reason}.`,
  );
}

/**
 * Checks, before a run uses an order up, that its results can be written.
 * @param outputs files, each with its purpose
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
