/**
 * Finds the entries of a HAR in a stream of text, since a recording of a day is longer than the longest string. In a file
 * that is cut off, the complete entries are found.
 */

/** Maximum number of characters of an entry, enough for a list of 40,000 orders. */
const defaultCharacters = 6_000_000;
/** Maximum number of commas, colons and brackets of an entry outside of strings. */
const maxMarks = 100_000;
const maxLevels = 100;
/** Maximum number of kept characters of a string, which may be a name or the name of a program. */
const maxOfName = 32;

export class HarReader {
  /** Whether the list of entries was found, and whether it ended. */
  state: "no entries" | "cut short" | "whole" = "no entries";
  /** The program that wrote it, if it is named before the entries. */
  creator: string | undefined;
  readonly #maxCharacters: number;
  /** For each open container, its name in the container around it. */
  readonly #names: string[] = [];
  #isInString = false;
  #isEscaped = false;
  /** The string that ended last, which may be a name; no name of interest is long. */
  #string = "";
  #name = "";
  /** Pieces of the entry that is being read; undefined within one that is too large. */
  #pieces: string[] | undefined;
  #isInEntry = false;
  #length = 0;
  #marks = 0;

  constructor(maxCharacters = defaultCharacters) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * @returns the entries that ended in this piece, each a JSON object; undefined for one that is too large
   * @throws {RangeError} for text that is nested deeper than any HAR
   */
  push(piece: string): readonly (string | undefined)[] {
    const whole: (string | undefined)[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      if (this.#isInString) {
        at = this.#readString(piece, at);
        continue;
      }
      const mark = piece[at]!;
      if (mark === "{" && !this.#isInEntry && this.#isIn("entries")) {
        this.#isInEntry = true;
        this.#pieces = [];
        this.#length = 0;
        this.#marks = 0;
        from = at;
      }
      this.#readMark(mark);
      if (mark === "}" && this.#isInEntry && this.#isIn("entries")) {
        this.#keep(piece.slice(from, at + 1));
        whole.push(this.#pieces?.join(""));
        this.#isInEntry = false;
        this.#pieces = undefined;
      }
    }
    if (this.#isInEntry) this.#keep(piece.slice(from));
    return whole;
  }

  #isIn(list: string): boolean {
    return this.#names.length === 3 && this.#names[1] === "log" && this.#names[2] === list;
  }

  #keep(part: string): void {
    this.#length += part.length;
    if (this.#length > this.#maxCharacters) this.#pieces = undefined;
    this.#pieces?.push(part);
  }

  /** @returns the place of the last character that was read */
  #readString(piece: string, from: number): number {
    const stop = this.#isEscaped ? from : stringStop(piece, from);
    if (this.#string.length < maxOfName) this.#string += piece.slice(from, Math.min(stop, from + maxOfName));
    if (stop >= piece.length) return stop;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (piece[stop] === "\\") this.#isEscaped = true;
    else {
      this.#isInString = false;
      if (this.#name === "name" && this.#isIn("creator")) this.creator ??= this.#string;
    }
    return stop;
  }

  #readMark(mark: string): void {
    if (this.#isInEntry && ",:{[".includes(mark) && ++this.#marks > maxMarks) this.#pieces = undefined;
    if (mark === '"') {
      this.#isInString = true;
      this.#string = "";
    } else if (mark === ":") this.#name = this.#string;
    else if (mark === "{" || mark === "[") {
      if (this.#names.push(this.#name) > maxLevels)
        throw new RangeError(`it is nested deeper than ${maxLevels} levels`);
      this.#name = "";
      if (mark === "[" && this.#isIn("entries") && this.state === "no entries") this.state = "cut short";
    } else if (mark === "]" || mark === "}") {
      if (mark === "]" && this.#isIn("entries")) this.state = "whole";
      this.#names.pop();
    }
  }
}

/** The next quote or escape in a string. */
function stringStop(text: string, from: number): number {
  const stop = /["\\]/g;
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}
