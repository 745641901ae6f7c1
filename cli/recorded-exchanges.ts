/**
 * All exchanges of some recordings with one server, in the order in which they ended, each once. A first reading keeps a few
 * numbers of each; the second reads them from their places, so that the memory does not depend on their size.
 */

import { createHash } from "node:crypto";
import { BadInput } from "../base/bad-input.ts";
import { harRoles } from "../base/har-source.ts";
import { type RecordedEntry, readHarEntry } from "../base/read-har-entry.ts";
import { maskedByKit } from "../conformance/evidence/key-ring.ts";
import { createExchangeColumns, type ExchangeColumns } from "./exchange-columns.ts";
import { findTwins } from "./find-twins.ts";
import type { OpenRecording } from "./open-recording.ts";
import { normalAddress, readRecording } from "./read-recording.ts";

/** Maximum number of exchanges of all recordings together. */
export const maxExchanges = 1_000_000;

export interface RecordedExchange {
  readonly entry: RecordedEntry;
  /** Path and query below the base address, as they were sent. */
  readonly path: string;
  /** The number of its recording. */
  readonly file: number;
  /** Whether the kit's proxy wrote it, with a different name in place of each key. */
  readonly isMasked: boolean;
  /** Whether the recording proves that a request without a credential had none. */
  readonly keepsCredentials: boolean;
}

export interface RecordedExchanges {
  readonly count: number;
  /** The beginnings and ends of exchanges, in the order of the ends. */
  readonly startedAt: (at: number) => number;
  readonly endedAt: (at: number) => number;
  /** Numbers of exchanges in the order in which they began. */
  readonly byStart: Uint32Array;
  read(at: number): Promise<RecordedExchange>;
  /** Different values of Authorization, as many as memory allows. */
  readonly credentials: ReadonlySet<string>;
  readonly tooLarge: number;
}

const maxCredentials = 10_000;
/** Number of characters of a body that are compared, in addition to its length. */
const comparedCharacters = 10_000;

/** @throws {BadInput} for a recording that cannot be used, and for more exchanges than can be sorted */
export async function indexExchanges(
  recordings: readonly OpenRecording[],
  baseUrl: string,
  max = maxExchanges,
): Promise<RecordedExchanges> {
  const base = `${normalAddress(baseUrl)}/`;
  const rows = createExchangeColumns();
  const { columns } = rows;
  const credentials = new Set<string>();
  let tooLarge = 0;
  const countTooLarge = () => void tooLarge++;
  const isOurs: boolean[] = [];
  /** Recordings that the kit's proxy wrote, keys masked. */
  const isMasked: boolean[] = [];
  for (const [file, recording] of recordings.entries()) {
    for await (const { entry, from, to, isOurs: isOur } of readRecording(recording, countTooLarge)) {
      if (!normalAddress(entry.url).startsWith(base)) continue;
      if (rows.count === max) throw tooMany(recording.file, max);
      rows.add({ file, from, length: to - from, ...rowOf(entry) });
      isOurs[file] = isOur;
      for (const [name, value] of entry.requestHeaders) {
        if (!/^authorization$/i.test(name)) continue;
        if (credentials.size < maxCredentials) credentials.add(value);
        isMasked[file] ||= maskedByKit.test(value);
      }
    }
  }
  const byEnd = sortOnce(columns, rows.count);
  const startedAt = (at: number) => columns.startedAt[byEnd[at]!]!;
  return {
    count: byEnd.length,
    startedAt,
    endedAt: (at) => columns.endedAt[byEnd[at]!]!,
    byStart: Uint32Array.from(byEnd, (_each, at) => at).sort((one, other) =>
      compare(startedAt(one), startedAt(other)),
    ),
    async read(at) {
      const number = byEnd[at]!;
      const file = columns.file[number]!;
      const from = columns.from[number]!;
      const text = await recordings[file]!.read(from, from + columns.length[number]!);
      const entry = readHarEntry(text, isOurs[file]);
      if (!entry)
        throw new BadInput(`Cannot read recording ${recordings[file]!.file}: it was changed meanwhile.`);
      return {
        entry: { ...entry, endedAt: columns.endedAt[number]! },
        path: normalAddress(entry.url)
          .slice(base.length - 1)
          .split("#", 1)[0]!,
        file,
        isMasked: isMasked[file] === true,
        keepsCredentials: isMasked[file] === true || entry.hasWholeHead,
      };
    },
    credentials,
    tooLarge,
  };
}

/** Each exchange of a HAR in the order in which it ended. */
export async function* inOrder(exchanges: RecordedExchanges): AsyncGenerator<RecordedExchange> {
  for (let at = 0; at < exchanges.count; at++) yield exchanges.read(at);
}

const tooMany = (file: string, max: number) =>
  new BadInput(
    `Cannot use recording ${file}: there are more than ${max} exchanges to be sorted. Give fewer recordings, or cut this one.`,
  );

function rowOf(entry: RecordedEntry) {
  const { method, status, ms, connection, bodyText, requestHeaders, startedAt, endedAt, role } = entry;
  const call = `${method} ${normalAddress(entry.url)} ${status}`;
  // Without a time, the credentials distinguish exchanges.
  const credential = startedAt === Number.NEGATIVE_INFINITY ? JSON.stringify(requestHeaders) : "";
  const body = `${bodyText.length} ${bodyText.slice(0, comparedCharacters)}`;
  return {
    startedAt,
    endedAt,
    digest: digestOf(`${call} ${ms} ${connection} ${role} ${credential} ${body}`),
    kind: digestOf(call),
    role: harRoles.indexOf(role),
    mayHaveQueued: Number(entry.mayHaveQueued),
    hasBody: Number(bodyText !== "" || status === 204),
  };
}

const digestOf = (text: string): number => createHash("sha1").update(text).digest().readUInt32BE(0);

/** By the ends, then by the beginnings; each exchange once. */
function sortOnce(columns: ExchangeColumns, count: number): Uint32Array {
  const { startedAt, endedAt } = columns;
  const byEnd = (one: number, other: number) =>
    compare(endedAt[one]!, endedAt[other]!) || compare(startedAt[one]!, startedAt[other]!) || one - other;
  const all = Uint32Array.from({ length: count }, (_each, at) => at).sort(byEnd);
  const once = withoutSame(all, columns);
  const twins = findTwins(once, columns);
  const single = once.filter((each) => !twins.has(each));
  addQueues(single, columns);
  return single.sort(byEnd);
}

/** The first of identical exchanges. */
function withoutSame(byEnd: Uint32Array, { startedAt, endedAt, digest }: ExchangeColumns): Uint32Array {
  const seen = new Set<number>();
  return byEnd.filter((each, at) => {
    const before = byEnd[at - 1];
    if (before === undefined || startedAt[before] !== startedAt[each] || endedAt[before] !== endedAt[each])
      seen.clear();
    const isNew = !seen.has(digest[each]!);
    seen.add(digest[each]!);
    return isNew;
  });
}

/** Time in ms that a browser needs to begin the next call of its queue. */
const nextCallMs = 20;

/**
 * Where the time in a queue is not recorded, a call may have waited for all earlier ones in succession. The recordings may
 * be parts of one browser's traffic.
 */
function addQueues(numbers: Uint32Array, { startedAt, endedAt, mayHaveQueued }: ExchangeColumns): void {
  const queued = numbers
    .filter((at) => mayHaveQueued[at] === 1 && Number.isFinite(startedAt[at]) && Number.isFinite(endedAt[at]))
    .sort((one, other) => startedAt[one]! - startedAt[other]!);
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const at of queued) {
    if (startedAt[at]! < busyUntil) endedAt[at]! += busyUntil - startedAt[at]! + nextCallMs;
    busyUntil = Math.max(busyUntil, endedAt[at]!);
  }
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0);
