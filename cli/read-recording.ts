/** Recordings (HAR files), read piece by piece. */

import { createReadStream } from "node:fs";
import { BadInput } from "../base/bad-input.ts";
import { kitName } from "../spec/kit-version.ts";
import { HarReader } from "./har-reader.ts";
import { reasonOf } from "./read-input.ts";

/** A pipe or a device may have no end. */
const maxRecordingBytes = 4 * 1024 ** 3;

/** An entry of a recording. */
export interface RecordedText {
  /** Its JSON as UTF-8; undefined for one that is too large. */
  readonly bytes: Buffer | undefined;
  /** Whether this kit wrote it. */
  readonly isOurs: boolean;
}

/**
 * The entries of a recording, in its order.
 * @throws {BadInput} for a file that cannot be read, or that is not a HAR
 */
export async function* readRecording(
  file: string,
  maxBytes = maxRecordingBytes,
): AsyncGenerator<RecordedText> {
  const reader = new HarReader();
  let size = 0;
  try {
    // Each character is one byte, so that characters can be cut anywhere.
    for await (const piece of createReadStream(file, "latin1") as AsyncIterable<string>) {
      if (size === 0) expectJson(file, piece);
      size += piece.length;
      if (size > maxBytes)
        throw new BadInput(
          `Cannot read recording ${file}: it has more than ${maxBytes} bytes. Give a part of it.`,
        );
      for (const text of reader.push(piece)) {
        const bytes = text === undefined ? undefined : Buffer.from(text, "latin1");
        yield { bytes, isOurs: reader.creator === kitName };
      }
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

/** Refuses other files at their first bytes. @throws {BadInput} */
function expectJson(file: string, start: string): void {
  const text = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (text !== "" && !text.startsWith("{"))
    throw new BadInput(
      `Cannot use recording ${file}: it is not a HAR: it does not begin with "{". Decompress it first, if it is compressed.`,
    );
}
