/** All exchanges of some recordings with one server, in the order in which they ended, each once. */

import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { BadInput } from "../../base/bad-input.ts";
import { isMaskedByKit } from "../../conformance/evidence/key-ring.ts";
import { type CallRecord, findTwins } from "./find-twins.ts";
import { type RecordedEntry, readHarEntry } from "./har-entry.ts";
import { readRecording } from "./har-reader.ts";
import { chooseBase, maxNamed, normalAddress, readBase } from "./recorded-base.ts";

/** An exchange in little memory: its place among the others, and its text. */
export interface RecordedExchange extends Packed, CallRecord {
  endedAt: number;
  /** The number of its recording. */
  readonly file: number;
  /** Equal for exchanges that are the same. */
  readonly digest: number;
  /** Equal for exchanges with the same base address. */
  readonly server: number;
  readonly mayHaveQueued: boolean;
  readonly isOurs: boolean;
}

export type RecordedExchanges = Awaited<ReturnType<typeof readExchanges>>;

/** Maximum number of bytes of all exchanges together while they are sorted. */
export const maxKeptBytes = 256_000_000;
/** The memory of an exchange in addition to its text. */
const rowBytes = 200;
const maxCredentials = 10_000;
/** Number of characters of a body that are compared, in addition to its length. */
const comparedCharacters = 10_000;

/**
 * @param option the option that named the files, for messages
 * @param named the server's base address; undefined where the recordings are about one
 * @throws {BadInput} for a recording that cannot be used, and for more exchanges than can be sorted
 */
export async function readExchanges(
  files: readonly string[],
  option: string,
  named?: string,
  maxBytes = maxKeptBytes,
) {
  const wanted = named && normalAddress(named.replace(/\/+$/, ""));
  const bases = new Set<string>();
  const rows: RecordedExchange[] = [];
  const credentials = new Set<string>();
  const masked = new Set<number>();
  let tooLarge = 0;
  let bytesLeft = maxBytes;
  for (const [file, recording] of files.entries()) {
    for await (const { bytes, isOurs } of readRecording(recording)) {
      if (!bytes) tooLarge++;
      const entry = bytes && readHarEntry(bytes.toString("utf8"), isOurs);
      if (!entry) continue;
      const { base, hasOrders = false } = readBase(entry.url) ?? {};
      if (base !== undefined && hasOrders && bases.size <= maxNamed) bases.add(base);
      if (wanted === undefined ? base === undefined : !entry.url.startsWith(`${wanted}/`)) continue;
      const packed = pack(bytes);
      bytesLeft -= packed.bytes.length + rowBytes;
      if (bytesLeft < 0)
        throw new BadInput(
          `Cannot use recording ${recording}: its exchanges take more than ${maxBytes / 1e6} MB. Give fewer recordings, or cut this one.`,
        );
      rows.push({ ...rowOf(entry), server: digestOf(wanted ?? base!), file, ...packed, isOurs });
      for (const [name, value] of entry.requestHeaders) {
        if (!/^authorization$/i.test(name)) continue;
        if (credentials.size < maxCredentials) credentials.add(value);
        if (isMaskedByKit(value)) masked.add(file);
      }
    }
  }
  const baseUrl = wanted !== undefined && rows.length > 0 ? wanted : chooseBase(option, bases, wanted);
  const server = digestOf(baseUrl);
  return {
    baseUrl,
    /** Sorted by their ends. */
    exchanges: sortOnce(rows.filter((row) => row.server === server)),
    /** Reads an exchange, each time again: the bodies of all would fill the memory. */
    read: (row: RecordedExchange) => readHarEntry(unpack(row), row.isOurs)!,
    /** Path and query below the base address, as they were sent. */
    pathOf: ({ url }: RecordedEntry) => url.slice(baseUrl.length).split("#", 1)[0]!,
    /** Numbers of the recordings by the kit's proxy, with a different name in place of each key. */
    masked: masked as ReadonlySet<number>,
    /** Different values of Authorization, as many as memory allows. */
    credentials: credentials as ReadonlySet<string>,
    /** Exchanges that were left out because of their size. */
    tooLarge,
  };
}

function rowOf(entry: RecordedEntry) {
  const { method, status, ms, connection, bodyText, requestHeaders, startedAt, endedAt, role } = entry;
  const call = `${method} ${entry.url} ${status}`;
  // Without a time, the credentials distinguish exchanges.
  const credential = startedAt === Number.NEGATIVE_INFINITY ? JSON.stringify(requestHeaders) : "";
  const body = `${bodyText.length} ${bodyText.slice(0, comparedCharacters)}`;
  return {
    startedAt,
    endedAt,
    digest: digestOf(`${call} ${ms} ${connection} ${role} ${credential} ${body}`),
    kind: digestOf(call),
    role,
    mayHaveQueued: entry.mayHaveQueued,
    hasBody: bodyText !== "" || status === 204,
  };
}

const digestOf = (text: string): number => hash("sha1", text, "buffer").readInt32BE(0);

/** A text as a string with a character for each byte, which takes less memory than many buffers. */
interface Packed {
  readonly bytes: string;
  readonly isCompressed: boolean;
}

/** Texts of at least this many bytes are compressed. */
const minCompressed = 4000;

function pack(text: Buffer): Packed {
  const isCompressed = text.length >= minCompressed;
  const bytes = isCompressed ? deflateRawSync(text, { level: 1 }) : text;
  return { bytes: bytes.toString("latin1"), isCompressed };
}

function unpack({ bytes, isCompressed }: Packed): string {
  const packed = Buffer.from(bytes, "latin1");
  return (isCompressed ? inflateRawSync(packed) : packed).toString("utf8");
}

/** Sorts exchanges by their ends, then by their beginnings, and keeps each once. */
function sortOnce(rows: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const byEnd = (one: RecordedExchange, other: RecordedExchange) =>
    compare(one.endedAt, other.endedAt) || compare(one.startedAt, other.startedAt);
  const once = withoutSame(rows.toSorted(byEnd));
  const twins = findTwins(once);
  const single = once.filter((row) => !twins.has(row));
  addQueues(single);
  return single.sort(byEnd);
}

/** Keeps the first of identical exchanges. */
function withoutSame(byEnd: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const seen = new Set<number>();
  return byEnd.filter((row, at) => {
    const before = byEnd[at - 1];
    if (before?.startedAt !== row.startedAt || before.endedAt !== row.endedAt) seen.clear();
    const isNew = !seen.has(row.digest);
    seen.add(row.digest);
    return isNew;
  });
}

/** Time in ms that a browser needs to begin the next call of its queue. */
const nextCallMs = 20;

/**
 * Moves the ends of calls whose time in a queue is not recorded: each may have waited for all earlier ones. The recordings
 * may be parts of one browser's traffic.
 */
function addQueues(rows: readonly RecordedExchange[]): void {
  const queued = rows
    .filter((row) => row.mayHaveQueued && Number.isFinite(row.startedAt) && Number.isFinite(row.endedAt))
    .sort((one, other) => one.startedAt - other.startedAt);
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const row of queued) {
    if (row.startedAt < busyUntil) row.endedAt += busyUntil - row.startedAt + nextCallMs;
    busyUntil = Math.max(busyUntil, row.endedAt);
  }
}

/** Compares numbers that may be infinite. */
export const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0);
