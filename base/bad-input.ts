/**
 * Input of a person (an option, a file, a request body) that cannot be used. The message is the one line to show: "Cannot
 * <do>: <fact>, got <value>. <next step>." The command line ends with exit code 2.
 */
export class BadInput extends Error {
  override name = "BadInput";
  /** Lines to show below the message: the output of the user's command or module. */
  readonly details: readonly string[];
  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** A value as quoted in a message: short, on one line, and without what may be secret within an object or an array. */
export function quoteValue(value: unknown): string {
  if (Array.isArray(value)) {
    const isShown = value.length <= 5 && value.every((item) => /number|bigint/.test(typeof item));
    return isShown ? `[${value.join(", ")}]` : "an array";
  }
  if (typeof value === "object" && value !== null) return "an object";
  // A long text is cut first: escaping it all would cost its whole length.
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A value as a message names it where it may be left out. */
export const gotText = (value: unknown): string => (value === undefined ? "nothing" : quoteValue(value));

/**
 * A key or a token. A header cannot contain other characters (RFC 9110, 5.5), and a bearer token cannot contain spaces (RFC
 * 6750, 2.1). It is not quoted, since it would be in a log.
 * @param name as the message names it
 * @throws {BadInput} with the mistake, where it is a common one
 */
export function readSecret(value: unknown, name: string): string {
  const text = typeof value === "string" ? value : "";
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  const got = value === undefined ? ", got nothing." : ".";
  const bearer = /^bearer\s/i.test(text) ? " Leave out the word Bearer." : "";
  const lineEnd = /[\r\n]$/.test(text) ? " It ends with a line end: remove that." : "";
  throw new BadInput(
    `Cannot use ${name}: it must be a text of visible ASCII characters without spaces${got}${bearer}${lineEnd}`,
  );
}

/**
 * @param what ends "there is no such member in ..."
 * @param place before each member's name
 * @throws {BadInput} for an object with a member of another name
 */
export function refuseUnknown(value: object, known: readonly string[], what: string, place = ""): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new BadInput(
    `Cannot use ${place}${unknown.slice(0, 80)}: there is no such member in ${what}. ${suggestName(unknown, known)}`,
  );
}

const maxLetters = 80;

/** The known name nearest to a mistyped one, or undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // No known name is so long, and the time grows with the product of the lengths.
  if (name.length > maxLetters) return undefined;
  const wanted = name.toLowerCase();
  // A third of the letters may be wrong: a larger share would fit any short name.
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.candidate;
}

/** A sentence that suggests the nearest known name, or lists them all. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `Use one of: ${known.join(", ")}.` : `Did you mean ${nearest}?`;
}

/** Edits that turn one word into another; two neighbouring letters swapped count as one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? beforePrevious[column - 2]! + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, previous[column]! + 1, current[column - 1]! + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}

/** `1 call`, `7 calls`, `2 entries` */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
