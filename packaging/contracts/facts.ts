/** A contract as single facts, so that two versions of it are compared by their keys. */

/**
 * What users may rely on (`grants`), and what is asked of them (`demands`); both by a name that a
 * reader understands, with a value where there is more to say.
 */
export interface Facts {
  readonly grants: Readonly<Record<string, string>>;
  readonly demands: Readonly<Record<string, string>>;
}

export interface Change {
  readonly kind: "break" | "addition";
  /** The name of the fact. */
  readonly what: string;
  readonly how: string;
}

export function joinFacts(parts: readonly Facts[]): Facts {
  return {
    grants: sorted(Object.assign({}, ...parts.map(({ grants }) => grants))),
    demands: sorted(Object.assign({}, ...parts.map(({ demands }) => demands))),
  };
}

/** Granted under a name for each; a missing one is a break, a new one an addition. */
export function grantNames(what: string, names: readonly string[]): Facts {
  return { grants: Object.fromEntries(names.map((name) => [`${what} ${name}`, ""])), demands: {} };
}

/** A grant that is gone or a demand that is new breaks its users, and so does another value of either. */
export function compareFacts(before: Facts, now: Facts): readonly Change[] {
  return [
    ...compare(before.grants, now.grants, { gone: "break", added: "addition" }),
    ...compare(before.demands, now.demands, { gone: "addition", added: "break" }),
  ];
}

type Values = Readonly<Record<string, string>>;

function compare(before: Values, now: Values, kinds: Record<"gone" | "added", Change["kind"]>): Change[] {
  const changes: Change[] = [];
  for (const [what, value] of Object.entries(before)) {
    const other = now[what];
    if (other === undefined) changes.push({ kind: kinds.gone, what, how: said("gone", value) });
    else if (other !== value)
      changes.push({
        kind: "break",
        what,
        how: `was ${value || "without value"}, is ${other || "without value"}`,
      });
  }
  for (const [what, value] of Object.entries(now))
    if (before[what] === undefined) changes.push({ kind: kinds.added, what, how: said("new", value) });
  return changes;
}

const said = (word: string, value: string) => (value === "" ? word : `${word}, ${value}`);

const sorted = (facts: Values): Values =>
  Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));
