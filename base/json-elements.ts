/** Reads a JSON array piece by piece: a list of a million orders is never kept as text or as objects. */

import { decodeUtf8 } from "./bytes.ts";
import { type Json, parseJson } from "./json.ts";
import { TooMuchJson } from "./json-limits.ts";

/** Bytes of text that are parsed at once. */
const batchBytes = 64 * 1024;

/** Text that is not JSON, or exceeds a limit. */
export class UnreadableJson extends Error {
  override name = "UnreadableJson";
  /** Whether it may be JSON and exceeds a limit. */
  readonly isTooMuch: boolean;
  constructor(message: string, isTooMuch = false) {
    super(message);
    this.isTooMuch = isTooMuch;
  }
}

export function isArrayText(bytes: Uint8Array): boolean {
  return bytes[skipBlanks(bytes, startOf(bytes))] === openBracket;
}

const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];

interface Limits {
  /** Maximum number of bytes of one element. */
  readonly maxBytes: number;
  readonly maxElements: number;
}

/** Elements that follow each other in the text of an array. */
export interface ElementBatch {
  /** Byte at which their text begins. */
  readonly start: number;
  /** Byte of the comma or bracket behind it. */
  readonly end: number;
  /** Undefined for a batch that was known. */
  readonly elements: readonly Json[] | undefined;
}

/** A batch whose text was read before. */
export interface KnownBatch {
  /** Byte of the comma or bracket behind it. */
  readonly end: number;
  readonly count: number;
}

/**
 * The elements of an array, a few at a time.
 * @param bytes the whole of the text, UTF-8
 * @param known batches that are not parsed again, by the byte at which they would begin
 * @throws {UnreadableJson} where the text stops being a JSON array; what was read before was one
 */
export function* elementBatches(
  bytes: Uint8Array,
  { maxBytes, maxElements }: Limits,
  known: ReadonlyMap<number, KnownBatch> = new Map(),
): Generator<ElementBatch> {
  let start = skipBlanks(bytes, startOf(bytes));
  if (bytes[start] !== openBracket) throw new UnreadableJson("it is not an array");
  start++;
  let count = 0;
  for (let isFirst = true; ; isFirst = false) {
    const before = known.get(start);
    const end = before?.end ?? endOfBatch(bytes, start, maxBytes, known);
    if (end === undefined) throw new UnreadableJson("the array has no end");
    const isLast = bytes[end] === closeBracket;
    const elements = before ? undefined : parseBatch(bytes.subarray(start, end), isFirst && isLast);
    count += before?.count ?? elements!.length;
    if (count > maxElements) throw new UnreadableJson(`it has more than ${maxElements} elements`, true);
    yield { start, end, elements };
    start = end + 1;
    if (isLast) break;
  }
  if (skipBlanks(bytes, start) !== bytes.length) throw new UnreadableJson("something follows the array");
}

/** @param mayBeEmpty only an empty array has nothing between its brackets */
function parseBatch(bytes: Uint8Array, mayBeEmpty: boolean): readonly Json[] {
  const text = decodeUtf8(bytes);
  // JSON is UTF-8 (RFC 8259, 8.1).
  if (text === undefined) throw new UnreadableJson("it is not UTF-8");
  if (mayBeEmpty && text.trim() === "") return [];
  try {
    return parseJson(`[${text}]`) as readonly Json[];
  } catch (error) {
    const why = (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, "");
    throw new UnreadableJson(why, error instanceof TooMuchJson);
  }
}

/** Position of the comma or the bracket that ends a batch of whole elements: the next known batch ends it, too. */
function endOfBatch(
  bytes: Uint8Array,
  start: number,
  maxBytes: number,
  known: ReadonlyMap<number, KnownBatch>,
): number | undefined {
  let depth = 0;
  let elementStart = start;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openBracket || byte === openBrace) depth++;
    else if (byte === closeBrace || (byte === closeBracket && depth > 0)) depth--;
    else if (depth === 0 && (byte === closeBracket || byte === comma)) {
      if (byte === closeBracket || at - start >= batchBytes || known.has(at + 1)) return at;
      elementStart = at + 1;
    }
    if (at - elementStart > maxBytes)
      throw new UnreadableJson(`an element has more than ${maxBytes / 1024 / 1024} MiB`, true);
  }
  return undefined;
}

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}

/** The place behind a byte order mark, if there is one. */
function startOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function skipBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
  return at;
}
