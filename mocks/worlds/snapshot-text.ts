/**
 * The text of a snapshot: JSON in base64url (RFC 4648, 5), a dot, and a checksum. Its characters need no quotes in a URL
 * (RFC 3986, 2.3) nor in a shell. Checksums catch a slip of the hand: FNV-1a, 32 bits.
 */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { formatJson, isJsonObject, type Json, readJson } from "../../base/json.ts";
import type { OrderBase } from "../core/order-store.ts";

const version = 1n;
/** Parts of a snapshot besides its version, in their order. */
const snapshotParts = [
  ...["seed", "orders", "source", "start"],
  ...["pending", "shipped", "cancelled", "removed", "put", "profile"],
] as const;
export type SnapshotParts = { readonly [Name in (typeof snapshotParts)[number]]?: Json };

export function refuseSnapshot(fact: string): never {
  throw new BadInput(`Cannot restore the snapshot: ${fact}`);
}

/** Undefined parts are left out. */
export function formatSnapshotText(parts: { readonly [Name in keyof SnapshotParts]: unknown }): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(formatJson({ snapshot: version, ...parts })))
    bytes += String.fromCharCode(byte);
  const text = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${text}.${checksumOf(text)}`;
}

/**
 * Blanks and line ends, as a mail may put them in, are passed over.
 * @throws {BadInput} saying what is wrong with the text
 */
export function parseSnapshotText(given: string): SnapshotParts {
  const whole = given.replace(/\s+/g, "");
  const dot = whole.length - 9;
  const [text, sum] = [whole.slice(0, Math.max(0, dot)), whole.slice(dot + 1)];
  if (whole[dot] !== "." || !/^[\w-]+$/.test(text) || !/^[0-9a-f]{8}$/.test(sum))
    refuseSnapshot(
      `it must be letters, digits, - and _, then a dot and 8 digits, got ${quoteValue(whole.slice(-40))}. Copy the whole text.`,
    );
  if (checksumOf(text) !== sum)
    refuseSnapshot(
      `its checksum is ${checksumOf(text)}, and the text says ${sum}. Copy it again, letter by letter.`,
    );
  const { snapshot, ...parts } = readObject(text);
  if (snapshot !== version)
    refuseSnapshot(
      `it is of version ${quoteValue(snapshot)}, and this kit reads ${version}. Use the kit that made it.`,
    );
  const unknown = Object.keys(parts).find((name) => !snapshotParts.some((known) => known === name));
  if (unknown !== undefined)
    refuseSnapshot(`it has no part ${quoteValue(unknown)}. ${suggestName(unknown, snapshotParts)}`);
  return parts;
}

function readObject(text: string): { readonly [name: string]: Json } {
  let json = "";
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    json = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    );
  } catch {
    refuseSnapshot("it must be JSON in base64url, and is not.");
  }
  const value = readJson(json, refuseSnapshot);
  return isJsonObject(value)
    ? value
    : refuseSnapshot("it must be an object as JSON in base64url, and is not.");
}

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

function addText(sum: number, text: string): number {
  let next = sum;
  for (let index = 0; index < text.length; index++) next = Math.imul(next ^ text.charCodeAt(index), prime);
  return next;
}

const inHex = (sum: number) => (sum >>> 0).toString(16).padStart(8, "0");
const checksumOf = (text: string): string => inHex(addText(offsetBasis, text));

const sums = new WeakMap<OrderBase, string>();

/** The checksum of the orders that worlds start from; computed once. */
export function checksumOfBase(base: OrderBase): string {
  const kept = sums.get(base);
  if (kept !== undefined) return kept;
  let total = offsetBasis;
  for (const order of base.orders) total = addText(total, formatJson(order));
  const sum = inHex(total);
  sums.set(base, sum);
  return sum;
}
