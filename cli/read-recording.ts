/** Recordings (HAR files) that a person names on the command line, read piece by piece. */

import { createReadStream } from "node:fs";
import { BadInput, quoteValue } from "../base/bad-input.ts";
import { createHarReader } from "../base/har-reader.ts";
import { type RecordedEntry, readHarEntry, readHarStray } from "../base/read-har-entry.ts";
import { ordersPath, versionPrefix } from "../spec/wire.ts";
import { reasonOf } from "./read-input.ts";

/** What a reading to the end finds. */
export interface RecordingNotes {
  /** By the places of entries, what came behind answers when their entries had been written: for the next reading. */
  readonly strays: Map<number, string>;
  /** Entries that were left out. */
  tooLarge: number;
}

/**
 * The exchanges of a recording, in its order.
 * @throws {BadInput} for a file that cannot be read, or that is no HAR
 */
export async function* readRecording(
  file: string,
  notes: RecordingNotes = { strays: new Map(), tooLarge: 0 },
): AsyncGenerator<RecordedEntry> {
  const reader = createHarReader();
  let place = 0;
  notes.tooLarge = 0;
  const stream = createReadStream(file, { encoding: "utf8" });
  try {
    for await (const piece of stream) {
      for (const text of reader.push(piece as string)) {
        if (text === undefined) notes.tooLarge++;
        const entry = text === undefined ? undefined : readHarEntry(text);
        const stray = entry?.stray ?? notes.strays.get(place);
        place++;
        if (entry) yield { ...entry, stray };
      }
    }
    for (const text of reader.strays) {
      const stray = readHarStray(text);
      if (stray) notes.strays.set(stray.entry, stray.text);
    }
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const fact = error instanceof RangeError ? error.message : reasonOf(error);
    throw new BadInput(`Cannot read recording ${file}: ${fact}. Check the path.`);
  }
  if (reader.state === "no entries")
    throw new BadInput(
      `Cannot use recording ${file}: it is not a HAR: it has no log with entries. Export one from a browser's network panel, or record one with store-orders proxy --record.`,
    );
}

/** The base address of the API that an address of one of its orders belongs to. */
export function baseOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const at = pathname.lastIndexOf(`${versionPrefix}${ordersPath}`);
  return at < 0 ? undefined : origin + pathname.slice(0, at + versionPrefix.length);
}

/**
 * The base address that recordings are about, where they are about one.
 * @param files with what they are called on the command line
 * @throws {BadInput} where they hold no call of the API, or calls of several
 */
export async function findRecordedBase(files: readonly string[], option: string): Promise<string> {
  const bases = new Set<string>();
  for (const file of files) {
    for await (const { url } of readRecording(file)) {
      const base = baseOf(url);
      if (base !== undefined) bases.add(base);
    }
  }
  const [base, ...others] = bases;
  if (base === undefined)
    throw new BadInput(
      `Cannot use ${option}: no exchange is one of this API: no address has ${versionPrefix}${ordersPath} in it.`,
    );
  if (others.length > 0)
    throw new BadInput(
      `Cannot use ${option}: there are exchanges with several servers, ${[...bases].slice(0, 5).map(quoteValue).join(", ")}. Name one as the base URL.`,
    );
  return base;
}
