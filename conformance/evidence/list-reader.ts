/** Reads the bodies of lists, a few orders at a time. */

import { isInt64 } from "../../base/ids.ts";
import { formatJson, isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { isArrayText, jsonElements, UnreadableJson } from "../../base/json-elements.ts";
import { digestOf, digestOfText } from "./bytes.ts";
import { describeJson } from "./describe-json.ts";
import { describeUnread, parseBytes } from "./exchange.ts";
import type { ListReading } from "./list-reading.ts";
import { type ElementFault, elementFaults, orderFields } from "./order-faults.ts";

/** An order with all its fields; a list of as many orders as nobody has. */
export const listLimits = { mostBytes: 1024 * 1024, mostElements: 1_500_000 };
/** A list of which so many elements are wrong is read no further. */
const mostFaulty = 1000;
/** Of so many orders a digest is kept. */
const mostDigests = 10_000;

/**
 * Reads the body of a list.
 * @param isWatched orders to keep
 */
export function readList(body: Uint8Array, isWatched: (id: bigint) => boolean): ListReading {
  if (isArrayText(body)) {
    try {
      return readElements(jsonElements(body, listLimits), isWatched);
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error;
      const { message, isTooMuch } = error;
      return { ...unreadable("a JSON body", describeUnread({ error: message, isTooMuch })), isTooMuch };
    }
  }
  if (body.length > listLimits.mostBytes)
    return unreadable("a JSON array at the top level", `${body.length} bytes of something else`);
  const parsed = parseBytes(body);
  if ("error" in parsed) return unreadable("a JSON body", describeUnread(parsed));
  const received = isJsonObject(parsed.json) ? "a JSON object" : describeJson(parsed.json);
  return unreadable("a JSON array at the top level", received);
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

function readElements(batches: Iterable<readonly Json[]>, isWatched: (id: bigint) => boolean): ListReading {
  const faults = new Map<string, ElementFault>();
  const watched = new Map<bigint, JsonObject>();
  const digests = new Int32Array(mostDigests);
  let ids = new BigInt64Array(1024);
  let [count, idCount, faulty] = [0, 0, 0];
  let [allHaveIds, isInOrder, hasDocumentedField, hasStatus] = [true, true, false, false];
  for (const elements of batches) {
    if (idCount + elements.length > ids.length) {
      const larger = new BigInt64Array(2 * (idCount + elements.length));
      larger.set(ids);
      ids = larger;
    }
    for (const element of elements) {
      const found = elementFaults(element, count++);
      if (found.length > 0) faulty++;
      for (const fault of found) if (!faults.has(fault.kind)) faults.set(fault.kind, fault);
      if (!isJsonObject(element)) continue;
      hasDocumentedField ||= orderFields.some((field) => element[field] !== undefined);
      hasStatus ||= Object.hasOwn(element, "status");
      const { id } = element;
      if (id === undefined) allHaveIds = false;
      if (!isInt64(id)) continue;
      isInOrder &&= idCount === 0 || ids[idCount - 1]! < id;
      if (idCount < mostDigests) digests[idCount] = digestOfText(formatJson(element));
      ids[idCount++] = id;
      if (isWatched(id) && !watched.has(id)) watched.set(id, element);
    }
    if (faulty >= mostFaulty) break;
  }
  const own = ids.slice(0, idCount);
  const sorted = isInOrder ? own : own.toSorted();
  return {
    count,
    faults: [...faults.values()],
    ids: own,
    sorted,
    digests: digests.slice(0, idCount),
    // Of a list that was not read to its end nobody can say what is missing.
    allHaveIds: allHaveIds && faulty < mostFaulty,
    repeated: isInOrder ? undefined : sorted.find((id, place) => id === sorted[place + 1]),
    idSet: digestOf(new Uint8Array(sorted.buffer)),
    hasDocumentedField,
    hasStatus,
    watched,
  };
}
