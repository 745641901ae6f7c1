/** A contract as single facts by names that a reader understands, so that two versions of it are compared. */

/** Beside most names nothing more is to be said. What is asked of users, not granted to them, has the mark. */
export type Facts = Readonly<Record<string, string>>;
export const demandMark = "! ";

export interface Change {
  readonly kind: "break" | "addition";
  /** The name of the fact. */
  readonly what: string;
  readonly how: string;
}

/** Granted under a name for each; a missing one is a break, a new one an addition. */
export function grantNames(what: string, names: readonly string[]): Facts {
  return Object.fromEntries(names.map((name) => [`${what} ${name}`, ""]));
}

/** A grant that is gone or a demand that is new breaks its users, and so does another value of either. */
export function compareFacts(before: Facts, now: Facts): readonly Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].toSorted().flatMap((name): readonly Change[] => {
    const [old, value] = [before[name], now[name]];
    const isDemand = name.startsWith(demandMark);
    const what = isDemand ? name.slice(demandMark.length) : name;
    if (old === value) return [];
    if (old !== undefined && value !== undefined)
      return [{ kind: "break", what, how: `was ${old || "without value"}, is ${value || "without value"}` }];
    const [word, text] = old === undefined ? ["new", value] : ["gone", old];
    const isBreak = isDemand === (word === "new");
    return [{ kind: isBreak ? "break" : "addition", what, how: text ? `${word}, ${text}` : word }];
  });
}
