/**
 * Finds the entries of a HAR in its text as it comes, one at a time: a recording of a day is larger than a
 * string may be. A file that ends too early gives what is whole in it.
 */

export interface HarReader {
  /** @returns the texts of the entries that ended in this piece, each one JSON object */
  push(piece: string): string[];
  /** Whether the list of entries was found, and ended. */
  readonly state: "no entries" | "cut short" | "whole";
  /** The texts of what stands in the list of strays, so far. */
  readonly strays: readonly string[];
}

/** @throws {RangeError} from `push` for an entry that is longer than an exchange can be */
export function createHarReader(mostCharacters = 256 * 1024 * 1024): HarReader {
  /** Of the containers that are open: the name under which each stands in the one around it. */
  const names: string[] = [];
  let isInString = false;
  let isEscaped = false;
  /** The string that ended last, which may be a name; no name of interest is long. */
  let string = "";
  let name = "";
  let entry: string[] | undefined;
  let entryLength = 0;
  let state: HarReader["state"] = "no entries";
  const strays: string[] = [];
  const isIn = (list: string) => names.length === 3 && names[1] === "log" && names[2] === list;
  const isEntries = () => isIn("entries");
  const isList = () => isEntries() || isIn("_strays");

  return {
    get state() {
      return state;
    },
    strays,
    push(piece) {
      const whole: string[] = [];
      let from = 0;
      const keep = (to: number) => {
        entryLength += to - from;
        if (entryLength > mostCharacters) throw new RangeError("an entry is too long");
        entry?.push(piece.slice(from, to));
      };
      for (let at = 0; at < piece.length; at++) {
        if (isInString) {
          const next = isEscaped ? at : stringStop(piece, at);
          if (string.length < 8) string += piece.slice(at, Math.min(next, at + 8));
          at = next;
          if (at >= piece.length) break;
          if (isEscaped) isEscaped = false;
          else if (piece[at] === "\\") isEscaped = true;
          else isInString = false;
          continue;
        }
        switch (piece[at]) {
          case '"':
            isInString = true;
            string = "";
            break;
          case ":":
            name = string;
            break;
          case "{":
            if (!entry && isList()) {
              entry = [];
              entryLength = 0;
              from = at;
            }
            names.push(name);
            name = "";
            break;
          case "[":
            names.push(name);
            name = "";
            if (isEntries() && state === "no entries") state = "cut short";
            break;
          case "]":
            if (isEntries()) state = "whole";
            names.pop();
            break;
          case "}":
            names.pop();
            if (entry && isList()) {
              keep(at + 1);
              (isEntries() ? whole : strays).push(entry.join(""));
              entry = undefined;
            }
            break;
        }
      }
      if (entry) keep(piece.length);
      return whole;
    },
  };
}

/** The next place in a string that means something. */
function stringStop(text: string, from: number): number {
  const stop = /["\\]/g;
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}
