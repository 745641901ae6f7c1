/** A recording that a person names on the command line: opened once, read as often as needed. */

import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BadInput } from "../base/bad-input.ts";
import { reasonOf } from "./read-input.ts";

/** A copy of a pipe or a device, which can be read only once. */
export const maxSpooledBytes = 2 * 1024 ** 3;

/** Minimum length of the buffer, so that few exchanges need a longer one. */
const bufferStep = 2 ** 20;

export interface OpenRecording extends AsyncDisposable {
  /** The name from the command line. */
  readonly file: string;
  /** The whole text; each character is one byte. */
  pieces(): AsyncIterable<string>;
  /** The text at a place in bytes. */
  read(from: number, to: number): Promise<string>;
}

/** @throws {BadInput} for a file that cannot be read */
export async function openRecording(file: string, maxBytes = maxSpooledBytes): Promise<OpenRecording> {
  const handle = await openFile(file, maxBytes).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  let buffer = Buffer.alloc(0);
  return {
    file,
    async *pieces() {
      try {
        yield* handle.createReadStream({ start: 0, autoClose: false, encoding: "latin1" });
      } catch (error) {
        throw unreadable(file, error);
      }
    },
    async read(from, to) {
      const size = to - from;
      // One buffer for all exchanges: new ones would accumulate outside the heap.
      if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(Math.ceil(size / bufferStep) * bufferStep);
      let done = 0;
      while (done < size) {
        const { bytesRead } = await handle.read(buffer, done, size - done, from + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return buffer.toString("utf8", 0, done);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** @throws {BadInput} for a file that cannot be opened */
export async function openRecordings(
  files: readonly string[],
): Promise<readonly OpenRecording[] & AsyncDisposable> {
  const recordings: OpenRecording[] = [];
  const close = async () => {
    for (const recording of recordings) await recording[Symbol.asyncDispose]();
  };
  try {
    for (const file of files) recordings.push(await openRecording(file));
  } catch (error) {
    await close();
    throw error;
  }
  return Object.assign(recordings, { [Symbol.asyncDispose]: close });
}

/** @param why an error, or the fact as text */
export function unreadable(file: string, why: unknown): BadInput {
  if (why instanceof BadInput) return why;
  const fact = why instanceof RangeError ? why.message : reasonOf(why);
  return new BadInput(`Cannot read recording ${file}: ${fact}. Check the path.`);
}

async function openFile(file: string, maxBytes: number): Promise<FileHandle> {
  const handle = await open(file, "r");
  try {
    const stat = await handle.stat();
    if (stat.isFile()) return handle;
    if (stat.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    const spooled = await spool(file, handle, maxBytes);
    await handle.close();
    return spooled;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A copy without a name, so that it is removed when the process ends in any way. */
async function spool(file: string, source: FileHandle, maxBytes: number): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "store-orders-recording-"));
  let copy: FileHandle | undefined;
  try {
    copy = await open(join(folder, "traffic.har"), "wx+", 0o600);
    await rm(folder, { recursive: true });
    let size = 0;
    for await (const piece of source.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      if (size === 0) expectJson(file, piece);
      size += piece.length;
      if (size > maxBytes)
        throw new BadInput(
          `Cannot read recording ${file}: it is no regular file, and gives more than ${maxBytes} bytes. Save it to a file first.`,
        );
      await copy.writeFile(piece);
    }
    return copy;
  } catch (error) {
    await copy?.close();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Refuses a pipe without a recording before all of it is copied, since it may have no end. @throws {BadInput} */
function expectJson(file: string, start: Buffer): void {
  const text = start
    .toString("latin1", 0, 1024)
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  if (text !== "" && !text.startsWith("{"))
    throw new BadInput(
      `Cannot use recording ${file}: it is not a HAR: it does not begin with "{". Decompress it first, if it is compressed.`,
    );
}
