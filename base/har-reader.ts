/**
 * Finds the entries of a HAR in a stream of text, since a recording of a day is longer than the longest string. In a file
 * that is cut off, the complete entries are found.
 */

/** Maximum number of characters of an entry: that of a list of 40,000 orders. */
const defaultCharacters = 6_000_000;
/** Maximum number of commas, colons and brackets of an entry outside of strings. */
const maxMarks = 100_000;
const maxLevels = 100;
/** Characters that are kept of a string, which may be a name or the name of a program. */
const maxOfName = 32;

/** @throws {RangeError} from `push` for text that is nested deeper than any HAR */
export function createHarReader(maxCharacters = defaultCharacters) {
  /** For each open container, its name in the container around it. */
  const names: string[] = [];
  let isInString = false;
  let isEscaped = false;
  /** The string that ended last, which may be a name; no name of interest is long. */
  let string = "";
  let name = "";
  /** Pieces of the entry that is being read; undefined within one that is too large. */
  let pieces: string[] | undefined;
  let isInEntry = false;
  let length = 0;
  let marks = 0;
  let state: "no entries" | "cut short" | "whole" = "no entries";
  let creator: string | undefined;
  const isIn = (list: string) => names.length === 3 && names[1] === "log" && names[2] === list;
  const isEntries = () => isIn("entries");

  return {
    /** Whether the list of entries was found, and ended. */
    get state() {
      return state;
    },
    /** The program that wrote it, if it is named before the entries. */
    get creator() {
      return creator;
    },
    /** @returns the entries that ended in this piece, each a JSON object; undefined for one that is too large */
    push(piece: string): readonly (string | undefined)[] {
      const whole: (string | undefined)[] = [];
      let from = 0;
      const keep = (to: number) => {
        length += to - from;
        if (length > maxCharacters) pieces = undefined;
        pieces?.push(piece.slice(from, to));
      };
      const open = () => {
        if (names.push(name) > maxLevels)
          throw new RangeError(`it is nested deeper than ${maxLevels} levels`);
        name = "";
      };
      for (let at = 0; at < piece.length; at++) {
        if (isInString) {
          const next = isEscaped ? at : stringStop(piece, at);
          if (string.length < maxOfName) string += piece.slice(at, Math.min(next, at + maxOfName));
          at = next;
          if (at >= piece.length) break;
          if (isEscaped) isEscaped = false;
          else if (piece[at] === "\\") isEscaped = true;
          else {
            isInString = false;
            if (name === "name" && isIn("creator")) creator ??= string;
          }
          continue;
        }
        const mark = piece[at]!;
        if (isInEntry && ",:{[".includes(mark) && ++marks > maxMarks) pieces = undefined;
        switch (mark) {
          case '"':
            isInString = true;
            string = "";
            break;
          case ":":
            name = string;
            break;
          case "{":
            if (!isInEntry && isEntries()) {
              isInEntry = true;
              pieces = [];
              length = 0;
              marks = 0;
              from = at;
            }
            open();
            break;
          case "[":
            open();
            if (isEntries() && state === "no entries") state = "cut short";
            break;
          case "]":
            if (isEntries()) state = "whole";
            names.pop();
            break;
          case "}":
            names.pop();
            if (isInEntry && isEntries()) {
              keep(at + 1);
              whole.push(pieces?.join(""));
              isInEntry = false;
              pieces = undefined;
            }
            break;
        }
      }
      if (isInEntry) keep(piece.length);
      return whole;
    },
  };
}

/** The next quote or escape in a string. */
function stringStop(text: string, from: number): number {
  const stop = /["\\]/g;
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}
