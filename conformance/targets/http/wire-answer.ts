/** An answer read from the bytes of a connection, as they came (RFC 9112). */

import { type Answer, type HeaderList, headerOf } from "../../history/exchange.ts";
import type { BodySlot } from "./body-limits.ts";
import { readBody } from "./read-body.ts";

export interface Head {
  readonly status: number;
  readonly headers: HeaderList;
  /** All that followed the head so far. */
  readonly rest: Buffer;
}

/** The final answer's head. Interim 1xx answers are passed over (RFC 9110, 15.2). */
export function readHead(bytes: Buffer): Head | undefined {
  for (let start = 0; ; ) {
    const end = bytes.indexOf("\r\n\r\n", start);
    if (end < 0) return undefined;
    const [statusLine = "", ...lines] = bytes.subarray(start, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/\d\.\d (\d{3})(?: |$)/.exec(statusLine)?.[1]);
    if (!Number.isInteger(status)) return undefined;
    start = end + 4;
    if (status >= 200) return { status, headers: readHeaders(lines), rest: bytes.subarray(start) };
  }
}

function readHeaders(lines: readonly string[]): HeaderList {
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    const colon = line.indexOf(":");
    // A folded line belongs to the one before (RFC 9112, 5.2); one without a colon is no header.
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`;
    else if (colon > 0)
      headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return headers;
}

/** The body that the head announces, how many bytes it took, and whether all of it is there. */
function readWire({ status, headers, rest }: Head): { body: Buffer; size: number; isWhole: boolean } {
  const header = (name: string) => headers.find(([key]) => key === name)?.[1];
  if (status === 304) return { body: Buffer.alloc(0), size: 0, isWhole: true };
  if (/\bchunked\s*$/i.test(header("transfer-encoding") ?? "")) return readChunks(rest);
  const length = header("content-length");
  // Without a length the body ends with the connection.
  if (length === undefined || !/^\d+$/.test(length)) return { body: rest, size: rest.length, isWhole: false };
  const body = rest.subarray(0, Number(length));
  return { body, size: body.length, isWhole: rest.length >= Number(length) };
}

function readChunks(bytes: Buffer): { body: Buffer; size: number; isWhole: boolean } {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    const size =
      end < 0 ? undefined : /^0*([\da-f]{1,8})(?=$|[; \t])/i.exec(bytes.toString("latin1", at, end))?.[1];
    if (size === undefined) return { body: Buffer.concat(chunks), size: bytes.length, isWhole: false };
    const length = Number.parseInt(size, 16);
    if (length === 0) return { body: Buffer.concat(chunks), size: end + 4, isWhole: true };
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

/**
 * What came on a connection after the answer to a HEAD. Some servers send its body all the same (RFC 9110, 9.3.2: they
 * must not), and what they are asked next is answered behind it.
 * @param head of the answer to the HEAD
 */
export function withoutBodyOfHead(head: Head, bytes: Buffer): Buffer {
  if (bytes.length === 0 || "HTTP/".startsWith(bytes.toString("latin1", 0, 5))) return bytes;
  const { size, isWhole } = readWire({ ...head, rest: bytes });
  if (isWhole) return bytes.subarray(size);
  // A body that nothing announced ends where the next answer begins.
  const next = hasAnnouncedBody(head) ? -1 : bytes.toString("latin1").search(/HTTP\/1\.[01] \d{3}[ \r\n]/);
  return next < 0 ? bytes : bytes.subarray(next);
}

const hasAnnouncedBody = ({ headers }: Head): boolean =>
  headers.some(([name]) => /^(?:content-length|transfer-encoding)$/.test(name));

/** Whether nothing more can belong to the answer. A 204 is never whole: what follows it is looked for. */
export function isWhole(head: Head): boolean {
  return head.status !== 204 && readWire(head).isWhole;
}

/** Whether a part of the body is missing. One of no announced length is whole where the connection ended in good order. */
export function isCut(head: Head, hasFailed: boolean): boolean {
  if (head.status === 204 || isWhole(head)) return false;
  return hasFailed || hasAnnouncedBody(head);
}

/** @throws {BrokenAnswer} when the content coding cannot be undone, or gives too much */
export async function toAnswer(method: string, head: Head, slot: BodySlot): Promise<Answer> {
  const { status, headers, rest } = head;
  if (status === 204) return { status, headers, body: new Uint8Array(), stray: new Uint8Array(rest) };
  const codings = headerOf(head, "content-encoding");
  const pieces = (async function* () {
    yield readWire(head).body;
  })();
  const deadline = { pause: () => undefined, resume: () => undefined };
  return { status, headers, body: await readBody(pieces, { method, status, codings }, slot, deadline) };
}
