/**
 * The text of a snapshot: `so1~seed=1~orders=25~start=…~cancelled=1001,1005..1009~sum=…`. Its characters need
 * no quotes in a URL (RFC 3986, 2.3 and 3.4) nor in a shell. Checksums catch a slip of the hand: FNV-1a, 32 bits.
 */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { parseId } from "../../base/ids.ts";
import { formatJson } from "../../base/json.ts";
import type { OrderBase } from "../core/order-store.ts";

const version = "so1";
/** Of a snapshot's parts in their order; `sum`, a checksum of all before it, ends the text. */
export const snapshotParts = [
  "seed",
  "orders",
  "source",
  "start",
  "pending",
  "shipped",
  "cancelled",
  "removed",
  "put",
  "profile",
] as const;
type PartName = (typeof snapshotParts)[number];
export type SnapshotParts = { readonly [Name in PartName]?: string };

export function refuseSnapshot(fact: string): never {
  throw new BadInput(`Cannot restore the snapshot: ${fact}`);
}

/** Parts without a value are left out. */
export function formatSnapshotText(parts: SnapshotParts): string {
  const written = snapshotParts.flatMap((name) => (parts[name] ? [`${name}=${parts[name]}`] : []));
  const text = [version, ...written].join("~");
  return `${text}~sum=${checksumOf(text)}`;
}

/**
 * Blanks and line ends, as a mail may put them in, are passed over.
 * @throws {BadInput} saying what is wrong with the text
 */
export function parseSnapshotText(given: string): SnapshotParts {
  const text = given.replace(/\s+/g, "");
  const found = /^so(\d+)(?:~|$)/.exec(text)?.[0].replace("~", "");
  if (!found) refuseSnapshot(`it must begin with ${version}~, got ${quoteValue(text.slice(0, 40))}.`);
  if (found !== version)
    refuseSnapshot(`it is of version ${found}, and this kit reads ${version}. Use the kit that made it.`);
  const end = text.lastIndexOf("~sum=");
  const sum = end < 0 ? "" : text.slice(end + "~sum=".length);
  if (!/^[0-9a-f]{8}$/.test(sum)) {
    refuseSnapshot(
      `its end is missing, ~sum= and 8 digits, got ${quoteValue(text.slice(-20))}. Copy the whole text.`,
    );
  }
  const body = text.slice(0, end);
  if (checksumOf(body) !== sum)
    refuseSnapshot(
      `its checksum is ${checksumOf(body)}, and the text says ${sum}. Copy it again, letter by letter.`,
    );
  return readParts(body.split("~").slice(1));
}

function readParts(written: readonly string[]): SnapshotParts {
  const parts: { [Name in PartName]?: string } = {};
  for (const part of written) {
    const equals = part.indexOf("=");
    const given = equals < 0 ? part : part.slice(0, equals);
    const name = snapshotParts.find((known) => known === given);
    if (!name) refuseSnapshot(`it has no part ${quoteValue(given)}. ${suggestName(given, snapshotParts)}`);
    if (parts[name] !== undefined) refuseSnapshot(`${name} is there twice.`);
    parts[name] = part.slice(equals + 1);
  }
  return parts;
}

/** Ids in rising order, neighbours as a range: `1001,1005..1009`. */
export function formatIds(ids: readonly bigint[]): string {
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
  const ranges: { first: bigint; last: bigint }[] = [];
  for (const id of sorted) {
    const range = ranges.at(-1);
    if (range && range.last + 1n === id) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}..${last}`)).join(",");
}

/** @param most ids that there can be, so that a range is not counted out to the end of time */
export function parseIds(text: string | undefined, name: string, most: number): readonly bigint[] {
  if (text === undefined) return [];
  const ids: bigint[] = [];
  for (const range of text.split(",")) {
    const [first = "", last = first, more] = range.split("..");
    const [from, to] = [parseId(first), parseId(last)];
    if (from === undefined || to === undefined || to < from || more !== undefined)
      return refuseSnapshot(`${name} must be int64 ids such as 1001,1005..1009, got ${quoteValue(range)}.`);
    if (to - from >= BigInt(most - ids.length))
      return refuseSnapshot(
        `${name} names more orders than the ${most} it starts from, got ${quoteValue(range)}.`,
      );
    for (let id = from; id <= to; id++) ids.push(id);
  }
  return ids;
}

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

function addText(sum: number, text: string): number {
  let next = sum;
  for (let index = 0; index < text.length; index++) next = Math.imul(next ^ text.charCodeAt(index), prime);
  return next;
}

const inHex = (sum: number) => (sum >>> 0).toString(16).padStart(8, "0");

export function checksumOf(text: string): string {
  return inHex(addText(offsetBasis, text));
}

const sums = new WeakMap<OrderBase, string>();

/** Of the orders that worlds start from; reckoned once. */
export function checksumOfBase(base: OrderBase): string {
  const kept = sums.get(base);
  if (kept !== undefined) return kept;
  let total = offsetBasis;
  for (const order of base.orders) total = addText(total, formatJson(order));
  const sum = inHex(total);
  sums.set(base, sum);
  return sum;
}
