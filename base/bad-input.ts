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

/** A value as quoted in a message: short, on one line, and without the members of an object. */
export function quoteValue(value: unknown): string {
  const text =
    typeof value === "string"
      ? // A long one is cut first: escaping it all would cost its whole length.
        JSON.stringify(value.slice(0, 100))
      : typeof value !== "object" || value === null
        ? String(value)
        : Array.isArray(value)
          ? "an array"
          : "an object";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const maxLetters = 80;

/** The known name nearest to a mistyped one, or undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // No known name is so long, and the time grows with the product of the lengths.
  if (name.length > maxLetters) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  // A third of the letters may be wrong: a larger share would fit any short name.
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    // The length difference is a lower bound of the distance: names that are too far are skipped.
    if (Math.abs(wanted.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
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
