/** Reads the entries of a recording (a HAR file) piece by piece, since a recording of a day is longer than the longest string. */

import { createReadStream } from "node:fs";
import { BadInput } from "../../base/bad-input.ts";
import { kitName } from "../../spec/kit-version.ts";
import { reasonOf } from "../read-input.ts";

/** A pipe or a device may have no end. */
const maxRecordingBytes = 4 * 1024 ** 3;
/** Maximum number of characters of an entry, enough for a list of 40,000 orders, and of the text before all entries. */
const defaultCharacters = 6_000_000;
/** Maximum number of commas, colons and brackets of an entry outside of strings. */
const maxMarks = 100_000;
const maxLevels = 100;

/** An entry of a recording. */
interface RecordedText {
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
      for (const text of reader.push(piece))
        yield { bytes: text === undefined ? undefined : Buffer.from(text, "latin1"), isOurs: reader.isOurs };
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

/** The beginning of the list. No string of JSON contains it, since quotes in a string are escaped. */
const listStart = /"entries"\s*:\s*\[/;

/** Finds the entries in a stream of text. In a file that is cut off, the complete entries are found. */
export class HarReader {
  /** Whether the list of entries was found, and whether it ended. */
  state: "no entries" | "cut short" | "whole" = "no entries";
  isOurs = false;
  readonly #maxCharacters: number;
  /** The text before the list. */
  #before = "";
  #isInString = false;
  #isEscaped = false;
  /** Number of open brackets within the list: 0 between entries. */
  #levels = 0;
  /** Pieces of the entry that is being read; undefined within one that is too large. */
  #pieces: string[] | undefined;
  #length = 0;
  #marks = 0;

  constructor(maxCharacters = defaultCharacters) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * @returns the entries that ended in this piece, each a JSON text; undefined for one that is too large
   * @throws {RangeError} for text that is not that of a HAR
   */
  push(piece: string): readonly (string | undefined)[] {
    const text = this.state === "no entries" ? this.#findList(piece) : piece;
    const whole: (string | undefined)[] = [];
    let from = 0;
    for (let at = 0; at < text.length && this.state === "cut short"; at++) {
      const mark = text[at]!;
      if (this.#isInString) {
        at = this.#readString(text, at);
        continue;
      }
      if (",:{[".includes(mark) && ++this.#marks > maxMarks) this.#pieces = undefined;
      if (mark === '"') this.#isInString = true;
      else if (mark === "{" || mark === "[") {
        if (this.#levels === 0) {
          from = at;
          this.#beginEntry();
        }
        if (++this.#levels > maxLevels) throw new RangeError(`it is nested deeper than ${maxLevels} levels`);
      } else if (mark === "}" || mark === "]") {
        if (this.#levels === 0) this.state = "whole";
        else if (--this.#levels === 0) {
          this.#keep(text.slice(from, at + 1));
          whole.push(this.#pieces?.join(""));
        }
      }
    }
    if (this.#levels > 0) this.#keep(text.slice(from));
    return whole;
  }

  /** @returns the text behind the beginning of the list; nothing before it is found */
  #findList(piece: string): string {
    this.#before += piece;
    const found = listStart.exec(this.#before);
    if (!found || !this.#before.includes('"log"')) {
      if (this.#before.length <= this.#maxCharacters) return "";
      throw new RangeError("it has no entries in its first megabytes");
    }
    const [head, end] = [this.#before.slice(0, found.index), found.index + found[0].length];
    const text = this.#before.slice(end);
    this.#before = "";
    this.state = "cut short";
    const [, creator = ""] = /"creator"\s*:\s*\{[^{}]*?"name"\s*:\s*"([^"]*)"/.exec(head) ?? [];
    this.isOurs = creator.startsWith(kitName);
    return text;
  }

  #beginEntry(): void {
    this.#pieces = [];
    this.#length = 0;
    this.#marks = 0;
  }

  #keep(part: string): void {
    this.#length += part.length;
    if (this.#length > this.#maxCharacters) this.#pieces = undefined;
    this.#pieces?.push(part);
  }

  /** @returns the place of the last character that was read */
  #readString(text: string, from: number): number {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      return from;
    }
    const stop = stringStop(text, from);
    if (text[stop] === "\\") this.#isEscaped = true;
    else if (stop < text.length) this.#isInString = false;
    return stop;
  }
}

/** The next quote or escape in a string. */
function stringStop(text: string, from: number): number {
  const stop = /["\\]/g;
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}
