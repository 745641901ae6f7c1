/** Headers in the shapes that undici has for them. */

import { headerOf, type RequestHeaders } from "../../http/reply.ts";

/** Of a request: an object, pairs, or names and values by turns. Names are given in lower case. */
export function readHeaders(headers: unknown): RequestHeaders {
  const read: Record<string, string | string[]> = {};
  for (const [name, value] of pairsOf(headers)) {
    if (value === undefined) continue;
    const key = String(name).toLowerCase();
    const values = (Array.isArray(value) ? value : [value ?? ""]).map(String);
    const before = read[key];
    read[key] = before === undefined && values.length === 1 ? values[0]! : [before ?? [], values].flat(2);
  }
  // One value by RFC 9110, 5.3, as a server reads it; two keys must not pass as one.
  for (const name of Object.keys(read)) read[name] = headerOf(read, name)!;
  return read;
}

function pairsOf(headers: unknown): Iterable<[unknown, unknown]> {
  if (headers === null || typeof headers !== "object") return [];
  if (Array.isArray(headers) && !Array.isArray(headers[0])) {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
  }
  return Symbol.iterator in headers
    ? (headers as Iterable<[unknown, unknown]>)
    : Object.entries(headers as Record<string, unknown>);
}

/** Of an answer, as the parser would have found them. */
export function formatRawHeaders(headers: Readonly<Record<string, string>>): Buffer[] {
  return Object.entries(headers).flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
}
