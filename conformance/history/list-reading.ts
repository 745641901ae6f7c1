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

/** 64 bits and the length: two bodies of a run are not alike by chance. */
export function digestOf(bytes: Uint8Array): string {
  const isAligned = bytes.byteOffset % 4 === 0;
  // Not sliced: a Buffer's slice is a view of the same, unaligned bytes.
  const whole = isAligned ? bytes : new Uint8Array(bytes);
  // Signed, so that no number leaves the 31 bits that V8 keeps in a register.
  const words = new Int32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  let one = 0x811c9dc5 | 0;
  let other = 0x9e3779b9 | 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    one = Math.imul(one ^ word, 0x01000193);
    one ^= one >>> 15;
    other = Math.imul((other + word) | 0, 0x85ebca6b | 0);
    other = (other << 13) | (other >>> 19);
  }
  for (let at = words.length << 2; at < whole.length; at++) {
    one = Math.imul(one ^ whole[at]!, 0x01000193);
    other = Math.imul(other + whole[at]!, 0x85ebca6b);
  }
  return `${bytes.length}:${one >>> 0}:${other >>> 0}`;
}
