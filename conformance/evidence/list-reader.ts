/**
 * Reads the bodies of lists, a few orders at a time. A long list is mostly as the one before: of that, the
 * pieces with the same bytes count as they were read.
 */

import { isInt64 } from "../../base/ids.ts";
import { formatJson, isJsonObject, type JsonObject } from "../../base/json.ts";
import { isArrayText, type JsonBatch, jsonBatches, UnreadableJson } from "../../base/json-elements.ts";
import { digestOf, digestOfText, sameFromStart, sameToEnd } from "./bytes.ts";
import { describeJson } from "./describe-json.ts";
import { parseBytes } from "./exchange.ts";
import type { ListReading } from "./list-reading.ts";
import { type ElementFault, elementFaults, orderFields } from "./order-faults.ts";

/** A body, what it shows, and where. */
export interface ReadList {
  readonly body: Uint8Array;
  readonly reading: ListReading;
  readonly pieces: readonly Piece[];
}

/** Some orders of a list. */
interface Piece extends Pick<JsonBatch, "start" | "end"> {
  readonly count: number;
  /** In the reading's ids. */
  readonly firstId: number;
  readonly endId: number;
  readonly withoutId: number;
  readonly hasDocumentedField: boolean;
  readonly hasStatus: boolean;
  readonly watched: readonly (readonly [bigint, JsonObject])[];
}

/** An order with all its fields; a list of as many orders as nobody has. */
const limits = { mostBytes: 1024 * 1024, mostElements: 3_000_000 };
/** A list of which so many elements are wrong is read no further. */
const mostFaulty = 1000;
/** Of so many orders a digest is kept. */
const mostDigests = 10_000;

/**
 * Reads the body of a list.
 * @param isWatched orders to keep
 * @param before another list, read with the same orders to keep: 100,000 orders in a tenth of the time
 */
export function readList(body: Uint8Array, isWatched: (id: bigint) => boolean, before?: ReadList): ReadList {
  return (before && readChange(body, isWatched, before)) ?? readWhole(body, isWatched);
}

function readWhole(body: Uint8Array, isWatched: (id: bigint) => boolean): ReadList {
  const unreadable = (expected: string, received: string): ReadList => ({
    body,
    reading: { ...nothing, fault: { kind: "json-array", expected, received } },
    pieces: [],
  });
  if (isArrayText(body)) {
    const reader = createListReader(isWatched);
    try {
      for (const batch of jsonBatches(body, limits)) if (!reader.add(batch)) break;
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error;
      const what = error.isTooMuch ? "a body that is too much to read" : "a body that is not JSON";
      return unreadable("a JSON body", `${what} (${error.message})`);
    }
    return { body, ...reader.end() };
  }
  if (body.length > limits.mostBytes)
    return unreadable("a JSON array at the top level", `${body.length} bytes of something else`);
  const parsed = parseBytes(body);
  if ("error" in parsed) return unreadable("a JSON body", `a body that is not JSON (${parsed.error})`);
  const received = isJsonObject(parsed.json) ? "a JSON object" : describeJson(parsed.json);
  return unreadable("a JSON array at the top level", received);
}

const nothing: ListReading = {
  count: 0,
  faults: [],
  ids: new BigInt64Array(),
  digests: new Int32Array(),
  allHaveIds: true,
  idSet: "",
  hasDocumentedField: false,
  hasStatus: false,
  watched: new Map(),
};

/** Undefined where the list is to be read whole: little is as it was, or something is wrong. */
function readChange(
  body: Uint8Array,
  isWatched: (id: bigint) => boolean,
  { body: known, reading, pieces }: ReadList,
): ReadList | undefined {
  // What is wrong is told with the place of the order.
  if (pieces.length < 3 || reading.faults.length > 0) return undefined;
  const same = sameFromStart(body, known);
  const sameEnd = sameToEnd(body, known, Math.min(body.length, known.length) - same);
  const moved = body.length - known.length;
  const first = pieces.slice(0, -1).filter(({ end }) => end < same);
  const last = pieces.slice(first.length + 1).filter(({ start }) => start > known.length - sameEnd);
  if (first.length + last.length === 0) return undefined;

  const reader = createListReader(isWatched);
  for (const piece of first) reader.keep(piece, reading, 0);
  const from = first.length > 0 ? first.at(-1)!.end + 1 : 0;
  const to = last.length > 0 ? last[0]!.start + moved : body.length;
  const closed = closeBetween(body, from, to);
  if (!closed) return undefined;
  try {
    for (const { elements, start, end } of jsonBatches(closed, limits)) {
      // Nothing between two commas.
      if (elements.length === 0) return undefined;
      const shift = from === 0 ? 0 : from - 1;
      if (!reader.add({ elements, start: start + shift, end: end + shift })) return undefined;
    }
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined;
    throw error;
  }
  for (const piece of last) reader.keep(piece, reading, moved);
  const read = reader.end();
  return read.reading.count > limits.mostElements ? undefined : { body, ...read };
}

const [openBracket, closeBracket, comma] = [0x5b, 0x5d, 0x2c];

/** As an array of its own: what stands between a comma, or the array's start, and a comma, or its end. */
function closeBetween(body: Uint8Array, from: number, to: number): Uint8Array | undefined {
  if (to <= from) return undefined;
  // With the byte before, which is a comma, in the place of the bracket.
  const array = body.slice(from === 0 ? 0 : from - 1, to);
  if (from > 0) array[0] = openBracket;
  if (to === body.length) return array;
  if (array.at(-1) !== comma) return undefined;
  array[array.length - 1] = closeBracket;
  return array;
}

function createListReader(isWatched: (id: bigint) => boolean) {
  const faults = new Map<string, ElementFault>();
  const watched = new Map<bigint, JsonObject>();
  const pieces: Piece[] = [];
  const digests = new Int32Array(mostDigests);
  let ids = new BigInt64Array(1024);
  let [count, idCount, withoutId, faulty] = [0, 0, 0, 0];

  function makeRoom(more: number): void {
    if (idCount + more <= ids.length) return;
    const larger = new BigInt64Array(2 * (idCount + more));
    larger.set(ids.subarray(0, idCount));
    ids = larger;
  }

  function take(piece: Piece): void {
    pieces.push(piece);
    count += piece.count;
    withoutId += piece.withoutId;
    for (const [id, order] of piece.watched) if (!watched.has(id)) watched.set(id, order);
  }

  return {
    /** @returns whether it is worth reading on */
    add({ elements, start, end }: JsonBatch): boolean {
      const firstId = idCount;
      let without = 0;
      let hasDocumentedField = false;
      let hasStatus = false;
      const kept: [bigint, JsonObject][] = [];
      makeRoom(elements.length);
      for (const [place, element] of elements.entries()) {
        const found = elementFaults(element, count + place);
        if (found.length > 0) faulty++;
        for (const fault of found) if (!faults.has(fault.kind)) faults.set(fault.kind, fault);
        if (!isJsonObject(element)) continue;
        hasDocumentedField ||= orderFields.some((field) => element[field] !== undefined);
        hasStatus ||= Object.hasOwn(element, "status");
        const { id } = element;
        if (id === undefined) without++;
        if (!isInt64(id)) continue;
        if (idCount < mostDigests) digests[idCount] = digestOfText(formatJson(element));
        ids[idCount++] = id;
        if (isWatched(id)) kept.push([id, element]);
      }
      const shows = { count: elements.length, withoutId: without, hasDocumentedField, hasStatus };
      take({ start, end, ...shows, firstId, endId: idCount, watched: kept });
      return faulty < mostFaulty;
    },
    /** Takes over a piece of another list. @param moved how many bytes further on it stands */
    keep(piece: Piece, from: ListReading, moved: number): void {
      const firstId = idCount;
      makeRoom(piece.endId - piece.firstId);
      ids.set(from.ids.subarray(piece.firstId, piece.endId), idCount);
      const known = from.digests.subarray(piece.firstId, piece.endId);
      digests.set(known.subarray(0, Math.max(0, mostDigests - idCount)), Math.min(idCount, mostDigests));
      idCount += piece.endId - piece.firstId;
      take({ ...piece, start: piece.start + moved, end: piece.end + moved, firstId, endId: idCount });
    },
    end(): Omit<ReadList, "body"> {
      const own = ids.slice(0, idCount);
      const sorted = isAscending(own) ? own : own.toSorted();
      const reading: ListReading = {
        count,
        faults: [...faults.values()],
        ids: own,
        digests: digests.slice(0, idCount),
        // Of a list that was not read to its end nobody can say what is missing.
        allHaveIds: withoutId === 0 && faulty < mostFaulty,
        repeated: sorted === own ? undefined : firstRepeated(sorted),
        idSet: digestOf(new Uint8Array(sorted.buffer)),
        hasDocumentedField: pieces.some((piece) => piece.hasDocumentedField),
        hasStatus: pieces.some((piece) => piece.hasStatus),
        watched,
      };
      return { reading, pieces };
    },
  };
}

/** Whether each is greater than the one before. Compared by halves: bigints take ten times as long. */
function isAscending(ids: BigInt64Array): boolean {
  const halves = new Int32Array(ids.buffer);
  for (let at = 3; at < halves.length; at += 2) {
    const [high, before] = [halves[at]!, halves[at - 2]!];
    if (high < before || (high === before && halves[at - 1]! >>> 0 <= halves[at - 3]! >>> 0)) return false;
  }
  return true;
}

function firstRepeated(sorted: BigInt64Array): bigint | undefined {
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) return sorted[at];
  return undefined;
}
