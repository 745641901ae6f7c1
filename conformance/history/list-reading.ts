/**
 * What a run keeps of a list: what rules ask of it, and not an object for each
 * order. A list of a million orders is read many times.
 */

import { isInt64 } from "../../base/ids.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { isArrayText, jsonElements, UnreadableJson } from "../../base/json-elements.ts";
import { describeJson } from "./describe-json.ts";
import { parseBytes } from "./exchange.ts";
import { type ElementFault, elementFaults, type ListFault, orderFields } from "./order-faults.ts";

export interface ListReading {
  /** Why the body is no list: it is no JSON, or no array. */
  readonly fault?: ListFault | undefined;
  readonly count: number;
  /** The first of each kind. */
  readonly faults: readonly ElementFault[];
  /** In the order of the list; orders without a valid id are left out. */
  readonly ids: BigInt64Array;
  /** Orders need not carry an id (section 2); then none can be said to be missing. */
  readonly allHaveIds: boolean;
  readonly repeated?: bigint | undefined;
  /** Equal for lists of the same ids in any order. */
  readonly idSet: string;
  /** Whether some order carries a field of the document, and a `status`. */
  readonly hasDocumentedField: boolean;
  readonly hasStatus: boolean;
  /** Orders that are watched, by their id: the run's own, and some of other people's. */
  readonly watched: ReadonlyMap<bigint, JsonObject>;
}

const nothing = {
  count: 0,
  faults: [],
  ids: new BigInt64Array(),
  allHaveIds: true,
  idSet: "",
  hasDocumentedField: false,
  hasStatus: false,
  watched: new Map<bigint, JsonObject>(),
};

function unreadableList(expected: string, received: string): ListReading {
  return { ...nothing, fault: { kind: "json-array", expected, received } };
}

/** An order with all its fields; a list of as many orders as nobody has. */
const limits = { mostBytes: 1024 * 1024, mostElements: 3_000_000 };
/** A list of which so many elements are wrong is read no further. */
const mostFaulty = 1000;

/**
 * Reads the body of a list, a few orders at a time.
 * @param isWatched orders to keep
 */
export function readListBody(body: Uint8Array, isWatched: (id: bigint) => boolean): ListReading {
  if (!isArrayText(body)) return readNoArray(body);
  const reader = createListReader(isWatched);
  try {
    for (const elements of jsonElements(body, limits)) if (!reader.add(elements)) break;
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    const what = error.isTooMuch ? "a body that is too much to read" : "a body that is not JSON";
    return unreadableList("a JSON body", `${what} (${error.message})`);
  }
  return reader.end();
}

function readNoArray(body: Uint8Array): ListReading {
  if (body.length > limits.mostBytes)
    return unreadableList("a JSON array at the top level", `${body.length} bytes of something else`);
  const parsed = parseBytes(body);
  if ("error" in parsed) return unreadableList("a JSON body", `a body that is not JSON (${parsed.error})`);
  const received = isJsonObject(parsed.json) ? "a JSON object" : describeJson(parsed.json);
  return unreadableList("a JSON array at the top level", received);
}

function createListReader(isWatched: (id: bigint) => boolean) {
  const faults = new Map<string, ElementFault>();
  const watched = new Map<bigint, JsonObject>();
  let ids = new BigInt64Array(1024);
  let [count, idCount, withoutId, faulty] = [0, 0, 0, 0];
  let hasDocumentedField = false;
  let hasStatus = false;

  function addId(id: bigint): void {
    if (idCount === ids.length) {
      const larger = new BigInt64Array(2 * ids.length);
      larger.set(ids);
      ids = larger;
    }
    ids[idCount++] = id;
  }

  return {
    /** @returns whether it is worth reading on */
    add(elements: readonly Json[]): boolean {
      for (const element of elements) {
        const found = elementFaults(element, count++);
        if (found.length > 0) faulty++;
        for (const fault of found) if (!faults.has(fault.kind)) faults.set(fault.kind, fault);
        if (!isJsonObject(element)) continue;
        hasDocumentedField ||= orderFields.some((field) => element[field] !== undefined);
        hasStatus ||= Object.hasOwn(element, "status");
        const { id } = element;
        if (id === undefined) withoutId++;
        if (!isInt64(id)) continue;
        addId(id);
        if (isWatched(id) && !watched.has(id)) watched.set(id, element);
      }
      return faulty < mostFaulty;
    },
    end(): ListReading {
      const sorted = ids.slice(0, idCount).sort();
      return {
        count,
        faults: [...faults.values()],
        ids: ids.slice(0, idCount),
        // Of a list that was not read to its end nobody can say what is missing.
        allHaveIds: withoutId === 0 && faulty < mostFaulty,
        repeated: firstRepeated(sorted),
        idSet: digestOf(new Uint8Array(sorted.buffer)),
        hasDocumentedField,
        hasStatus,
        watched,
      };
    },
  };
}

function firstRepeated(sorted: BigInt64Array): bigint | undefined {
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) return sorted[at];
  return undefined;
}

/** Whether a list showed an id. Compared by halves: a bigint for each would take fifty times as long. */
export function showsId({ ids }: ListReading, id: bigint): boolean {
  const halves = new Int32Array(ids.buffer, ids.byteOffset, ids.length * 2);
  const [low, high] = new Int32Array(BigInt64Array.of(id).buffer);
  for (let at = 0; at < halves.length; at += 2)
    if (halves[at] === low && halves[at + 1] === high) return true;
  return false;
}

/** Ids that one list shows and another lacks. The rules ask it of the same two lists again and again. */
export function idsMissing(from: ListReading, list: ListReading): readonly bigint[] {
  if (from.idSet === list.idSet) return [];
  const known = missing.get(from)?.get(list);
  if (known) return known;
  const there = new Set(list.ids);
  const found = [...from.ids].filter((id) => !there.has(id));
  if (!missing.has(from)) missing.set(from, new WeakMap());
  missing.get(from)!.set(list, found);
  return found;
}
const missing = new WeakMap<ListReading, WeakMap<ListReading, readonly bigint[]>>();

/** Their signed words, so that no number leaves the 31 bits that V8 keeps in a register, and the bytes behind. */
function wordsOf(bytes: Uint8Array): { readonly words: Int32Array; readonly rest: Uint8Array } {
  const isAligned = bytes.byteOffset % 4 === 0;
  // Not sliced: a Buffer's slice is a view of the same, unaligned bytes.
  const whole = isAligned ? bytes : new Uint8Array(bytes);
  const words = new Int32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  return { words, rest: whole.subarray(words.length << 2) };
}

/** A third of a digest's time. */
export function areSameBytes(bytes: Uint8Array, others: Uint8Array): boolean {
  if (bytes.length !== others.length) return false;
  const [one, other] = [wordsOf(bytes), wordsOf(others)];
  for (let at = 0; at < one.words.length; at++) if (one.words[at] !== other.words[at]) return false;
  return one.rest.every((byte, at) => byte === other.rest[at]);
}

/** 64 bits and the length: two bodies of a run are not alike by chance. */
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
