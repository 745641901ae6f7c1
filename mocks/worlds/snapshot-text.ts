/**
 * The text of a snapshot: JSON in base64url (RFC 4648, 5), a dot, and a checksum against typing errors. Its characters need
 * no quotes in a URL (RFC 3986, 2.3) or in a shell.
 */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { decodeBase64url, encodeBase64url } from "../../base/bytes.ts";
import { formatJson, isJsonObject, type JsonObject, readJson } from "../../base/json.ts";
import type { OrderBase } from "../core/order-store.ts";
import { wholeOrderText } from "../http/list-orders.ts";

const version = 2n;

/** @throws {BadInput} with a fact about the snapshot */
export function refuse(fact: string): never {
  throw new BadInput(`Cannot restore the snapshot: ${fact}`);
}

export function formatSnapshotText(parts: object): string {
  const body = encodeBase64url(formatJson({ snapshot: version, ...parts }));
  return `${body}.${checksumOf(body)}`;
}

/**
 * Reads the parts of a text. Blanks and line ends, which a mail may insert, are ignored.
 * @throws {BadInput} with the mistake in the text
 */
export function parseSnapshotText(given: string): JsonObject {
  if (typeof given !== "string") refuse(`it must be a text, got ${quoteValue(given)}.`);
  const text = given.replace(/\s+/g, "");
  const [body, end] = [text.slice(0, -9), text.slice(-9)];
  const sum = `.${checksumOf(body)}`;
  if (end !== sum)
    refuse(
      `it must end in a dot and its checksum${body && `, ${sum}`}, got ${quoteValue(end)}. Copy it all again.`,
    );
  const json = decodeBase64url(body) ?? refuse("it must be JSON in base64url. Copy it all again.");
  const value = readJson(json, refuse);
  if (!isJsonObject(value)) return refuse(`it must be a JSON object, got ${quoteValue(value)}.`);
  const { snapshot, ...parts } = value;
  if (snapshot === version) return parts;
  return refuse(
    `it is of version ${quoteValue(snapshot)}, and this kit reads ${version}. Use the kit that made it.`,
  );
}

/** FNV-1a of 32 bits. */
function checksumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

const sums = new WeakMap<OrderBase, string>();

/** The checksum of the orders that worlds start from, computed once. */
export function checksumOfBase(base: OrderBase): string {
  const sum =
    sums.get(base) ?? checksumOf(base.orders.map((order) => checksumOf(wholeOrderText(order))).join(""));
  sums.set(base, sum);
  return sum;
}
