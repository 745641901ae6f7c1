/** Recordings (HAR files), read piece by piece. */

import { BadInput, quoteValue } from "../base/bad-input.ts";
import { createHarReader } from "../base/har-reader.ts";
import { type RecordedEntry, readHarEntry } from "../base/read-har-entry.ts";
import { kitName } from "../spec/kit-version.ts";
import { ordersPath, versionPrefix } from "../spec/wire.ts";
import { type OpenRecording, unreadable } from "./open-recording.ts";

/** An entry with its place. */
export interface PlacedEntry {
  readonly entry: RecordedEntry;
  /** Its place in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  /** Whether this kit wrote it. */
  readonly isOurs: boolean;
}

/**
 * The exchanges of a recording, in its order.
 * @param onTooLarge called for each entry that is left out as too large
 * @throws {BadInput} for a file that cannot be read, or that is not a HAR
 */
export async function* readRecording(
  recording: OpenRecording,
  onTooLarge: () => void = () => undefined,
): AsyncGenerator<PlacedEntry> {
  const { file } = recording;
  const reader = createHarReader();
  try {
    for await (const piece of recording.pieces()) {
      for (const { text, from, to } of reader.push(piece)) {
        const isOurs = reader.creator === kitName;
        if (text === undefined) onTooLarge();
        const entry = text === undefined ? undefined : readHarEntry(decodeText(text), isOurs);
        if (entry) yield { entry, from, to, isOurs };
      }
    }
  } catch (error) {
    throw error instanceof RangeError ? unreadable(file, error) : error;
  }
  if (reader.state === "no entries")
    throw new BadInput(
      `Cannot use recording ${file}: it is not a HAR: it has no log with entries. Export one from a browser's network panel, or record one with store-orders proxy --record.`,
    );
}

/** The text of bytes that were read as a character each. */
const decodeText = (text: string): string =>
  /[\x80-\xff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;

/** The base address of the API that an address of one of its orders belongs to. */
export function baseOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const at = pathname.lastIndexOf(`${versionPrefix}${ordersPath}`);
  return at < 0 ? undefined : origin + pathname.slice(0, at + versionPrefix.length);
}

/** An address with normalized scheme, host and port; the rest is unchanged. */
export function normalAddress(url: string): string {
  const [, start = "", rest = ""] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? [];
  return URL.canParse(start) ? new URL(start).origin + rest : url;
}

/** Maximum number of servers that a refusal names. */
const maxNamed = 5;

/**
 * The base address of recordings.
 * @throws {BadInput} where they have no call of the API, or calls of several
 */
export async function findRecordedBase(
  recordings: readonly OpenRecording[],
  option: string,
): Promise<string> {
  const bases = await findBases(recordings);
  const [base, ...others] = bases;
  if (base === undefined)
    throw new BadInput(
      `Cannot use ${option}: no exchange is one of this API: no address has ${versionPrefix}${ordersPath} in it.`,
    );
  if (others.length > 0)
    throw new BadInput(
      `Cannot use ${option}: there are exchanges with several servers, ${named(bases)}. Name one as the base URL.`,
    );
  return base;
}

/** @returns the error to throw where no exchange is with the server that the user named */
export async function refuseBase(
  recordings: readonly OpenRecording[],
  option: string,
  baseUrl: string,
): Promise<BadInput> {
  const bases = await findBases(recordings);
  if (bases.length === 0) await findRecordedBase(recordings, option);
  return new BadInput(
    `Cannot use ${option}: no exchange is with ${quoteValue(baseUrl)}, got exchanges with ${named(bases)}. Name one of these as the base URL, or none.`,
  );
}

async function findBases(recordings: readonly OpenRecording[]): Promise<readonly string[]> {
  const bases = new Set<string>();
  for (const recording of recordings) {
    for await (const { entry } of readRecording(recording)) {
      const base = baseOf(entry.url);
      if (base !== undefined && bases.size <= maxNamed) bases.add(base);
    }
  }
  return [...bases];
}

const named = (bases: readonly string[]): string =>
  bases.slice(0, maxNamed).map(quoteValue).join(", ") + (bases.length > maxNamed ? " and more" : "");
