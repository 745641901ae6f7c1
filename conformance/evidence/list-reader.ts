/** Reads the bodies of lists, a few orders at a time. */

import { isInt64 } from "../../base/ids.ts";
import { formatJson, isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { elementBatches, isArrayText, type KnownBatch, UnreadableJson } from "../../base/json-elements.ts";
import { describeUnread, parseBytes } from "./exchange.ts";
import type { ListReading } from "./list-reading.ts";
import { describeJson, type ElementFault, elementFaults, orderFields } from "./order-faults.ts";

/** Maximum number of bytes of an order, and of orders in a list. */
export const listLimits = { maxBytes: 1024 * 1024, maxElements: 1_500_000 };
/** Number of wrong elements after which the rest of a list is not read. */
const maxFaulty = 1000;
/** Number of orders of a list whose digests are kept. */
const maxDigests = 10_000;

/** Some orders of a list whose texts follow each other, without any fault. */
interface ListPart
  extends KnownBatch,
    Pick<ListReading, "ids" | "digests" | "allHaveIds" | "hasDocumentedField" | "hasStatus"> {
  readonly watched: readonly (readonly [id: bigint, order: JsonObject])[];
}

/** Reads the bodies of lists. Where a list resembles the previous one, only its new parts are parsed. */
export class ListReader {
  readonly #isWatched: (id: bigint) => boolean;
  #before: { readonly body: Uint8Array; readonly parts: ReadonlyMap<number, ListPart> } | undefined;

  /** @param isWatched whether an order is kept; always the same for an id */
  constructor(isWatched: (id: bigint) => boolean) {
    this.#isWatched = isWatched;
  }

  read(body: Uint8Array): ListReading {
    if (isArrayText(body)) {
      try {
        return this.#readArray(body);
      } catch (error) {
        if (!(error instanceof UnreadableJson)) throw error;
        const { message, isTooMuch } = error;
        return { ...unreadable("a JSON body", describeUnread({ error: message, isTooMuch })), isTooMuch };
      }
    }
    if (body.length > listLimits.maxBytes)
      return unreadable("a JSON array at the top level", `${body.length} bytes of something else`);
    const parsed = parseBytes(body);
    if ("error" in parsed) return unreadable("a JSON body", describeUnread(parsed));
    const received = isJsonObject(parsed.json) ? "a JSON object" : describeJson(parsed.json);
    return unreadable("a JSON array at the top level", received);
  }

  #readArray(body: Uint8Array): ListReading {
    const known = this.#before ? sharedParts(this.#before, body) : new Map<number, ListPart>();
    const faults = new Map<string, ElementFault>();
    const parts = new Map<number, ListPart>();
    const inOrder: ListPart[] = [];
    let [count, idCount, faulty] = [0, 0, 0];
    for (const { start, end, elements } of elementBatches(body, listLimits, known)) {
      const faultyBefore = faulty;
      for (const [index, element] of elements?.entries() ?? []) {
        const found = elementFaults(element, count + index);
        if (found.length > 0) faulty++;
        for (const fault of found) if (!faults.has(fault.kind)) faults.set(fault.kind, fault);
      }
      const part = elements
        ? { end, ...readPart(elements, maxDigests - idCount, this.#isWatched) }
        : known.get(start)!;
      if (faulty === faultyBefore) parts.set(start, part);
      inOrder.push(part);
      count += part.count;
      idCount += part.ids.length;
      if (faulty >= maxFaulty) break;
    }
    this.#before = { body, parts };
    const reading = join(inOrder);
    // A list that was not read to its end does not show which orders are missing.
    const allHaveIds = reading.allHaveIds && faulty < maxFaulty;
    return { ...reading, allHaveIds, faults: [...faults.values()] };
  }
}

/** Parts of the previous list whose bytes are also at the beginning or at the end of this one. */
function sharedParts(
  before: { readonly body: Uint8Array; readonly parts: ReadonlyMap<number, ListPart> },
  body: Uint8Array,
): ReadonlyMap<number, ListPart> {
  const again = new Map<number, ListPart>();
  const shift = body.length - before.body.length;
  const shorter = Math.min(body.length, before.body.length);
  let alike = 0;
  while (alike < shorter && body[alike] === before.body[alike]) alike++;
  let behind = before.body.length;
  while (before.body.length - behind < shorter && body[behind - 1 + shift] === before.body[behind - 1])
    behind--;
  for (const [start, part] of before.parts) {
    if (part.end < alike) again.set(start, part);
    else if (start >= behind) again.set(start + shift, { ...part, end: part.end + shift });
  }
  return again;
}

const unreadable = (expected: string, received: string): ListReading => ({
  fault: { kind: "json-array", expected, received },
  count: 0,
  faults: [],
  ids: new BigInt64Array(),
  sorted: new BigInt64Array(),
  digests: new Int32Array(),
  allHaveIds: true,
  idSet: "",
  hasDocumentedField: false,
  hasStatus: false,
  watched: new Map(),
});

/** @param digestsLeft number of orders whose digests are made */
function readPart(
  elements: readonly Json[],
  digestsLeft: number,
  isWatched: (id: bigint) => boolean,
): Omit<ListPart, "end"> {
  const ids: bigint[] = [];
  const digests: number[] = [];
  const watched: [bigint, JsonObject][] = [];
  let [allHaveIds, hasDocumentedField, hasStatus] = [true, false, false];
  for (const element of elements) {
    if (!isJsonObject(element)) continue;
    hasDocumentedField ||= orderFields.some((field) => element[field] !== undefined);
    hasStatus ||= Object.hasOwn(element, "status");
    const { id } = element;
    if (id === undefined) allHaveIds = false;
    if (!isInt64(id)) continue;
    ids.push(id);
    if (ids.length <= digestsLeft) digests.push(digestOfText(formatJson(element)));
    if (isWatched(id)) watched.push([id, element]);
  }
  return {
    count: elements.length,
    ids: BigInt64Array.from(ids),
    digests: Int32Array.from(digests),
    allHaveIds,
    hasDocumentedField,
    hasStatus,
    watched,
  };
}

function join(parts: readonly ListPart[]): Omit<ListReading, "faults"> {
  const total = parts.reduce((sum, part) => sum + part.ids.length, 0);
  const ids = new BigInt64Array(total);
  const digests = new Int32Array(Math.min(total, maxDigests));
  const watched = new Map<bigint, JsonObject>();
  let at = 0;
  for (const part of parts) {
    ids.set(part.ids, at);
    digests.set(part.digests.subarray(0, Math.max(0, digests.length - at)), Math.min(at, digests.length));
    for (const [id, order] of part.watched) if (!watched.has(id)) watched.set(id, order);
    at += part.ids.length;
  }
  const isInOrder = ids.every((id, place) => place === 0 || ids[place - 1]! < id);
  const sorted = isInOrder ? ids : ids.toSorted();
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    ids,
    sorted,
    digests,
    watched,
    allHaveIds: parts.every((part) => part.allHaveIds),
    repeated: isInOrder ? undefined : sorted.find((id, place) => id === sorted[place + 1]),
    idSet: digestOf(new Uint8Array(sorted.buffer)),
    hasDocumentedField: parts.some((part) => part.hasDocumentedField),
    hasStatus: parts.some((part) => part.hasStatus),
  };
}

/**
 * The bytes as signed words, so that numbers stay within the 31 bits that V8 keeps in a register, and the bytes after the
 * last word.
 */
function wordsOf(bytes: Uint8Array): { readonly words: Int32Array; readonly rest: Uint8Array } {
  const isAligned = bytes.byteOffset % 4 === 0;
  // Not sliced: a Buffer's slice is a view of the same, unaligned bytes.
  const whole = isAligned ? bytes : new Uint8Array(bytes);
  const words = new Int32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  return { words, rest: whole.subarray(words.length << 2) };
}

/** 64 bits and the length, so that two bodies of a run do not have the same digest by chance. */
export function digestOf(bytes: Uint8Array): string {
  const { words, rest } = wordsOf(bytes);
  let one = 0x811c9dc5 | 0;
  let other = 0x9e3779b9 | 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    one = Math.imul(one ^ word, 0x01000193);
    one ^= one >>> 15;
    other = Math.imul((other + word) | 0, 0x85ebca6b | 0);
    other = (other << 13) | (other >>> 19);
  }
  for (const byte of rest) {
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other + byte, 0x85ebca6b);
  }
  return `${bytes.length}:${one >>> 0}:${other >>> 0}`;
}

/** The digest of a short text, never 0. */
function digestOfText(text: string): number {
  let digest = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at++) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
    digest ^= digest >>> 15;
  }
  return digest | 1;
}
