/** The difference between calls that show a mistake and similar calls: the first dimension in which they share no value. */

import type { CallFacts } from "./call-facts.ts";
import { extrasOf, mayBeChance } from "./likely-mistakes/features.ts";

export interface Dimension {
  /** The kind of a call's value. */
  readonly kindOf: (facts: CallFacts) => string;
  /** The text of the value. Default: the kind. */
  readonly shownAs?: (facts: CallFacts) => string;
  /** Whether further dimensions compare only passing calls that share a value with the failing ones. */
  readonly narrows?: boolean;
}

interface Sides {
  readonly failing: readonly string[];
  readonly passing: readonly string[];
}

/** Maximum number of values that are shown for each side. */
const maxShown = 4;

/** @returns null where no known dimension differs */
export function findDifference(
  failing: readonly CallFacts[],
  passing: readonly CallFacts[],
  dimensions: readonly Dimension[],
): Sides | null {
  // A query or a header beyond the operation is the clearest difference.
  const ofExtras = differenceOfExtras(failing, passing);
  if (ofExtras) return ofExtras;
  let alike = passing;
  let inPart: Sides | null = null;
  for (const [index, dimension] of dimensions.entries()) {
    const wrong = valuesOf(failing, dimension);
    const right = valuesOf(alike, dimension);
    const sides = sidesOf(wrong, right);
    const isShared = [...wrong.keys()].some((kind) => right.has(kind));
    if (sides && !isShared) return sides;
    if (index === 0) inPart = sides;
    if (dimension.narrows) alike = alike.filter((facts) => wrong.has(dimension.kindOf(facts)));
  }
  return differenceOfExtras(failing, alike) ?? inPart;
}

/** Each kind with its first value. */
function valuesOf(calls: readonly CallFacts[], { kindOf, shownAs = kindOf }: Dimension): Values {
  const values = new Map<string, string>();
  for (const facts of calls) {
    const kind = kindOf(facts);
    if (!values.has(kind)) values.set(kind, shownAs(facts));
  }
  return values;
}

type Values = ReadonlyMap<string, string>;

/** The values of only one side; null if a side has none. */
function sidesOf(wrong: Values, right: Values): Sides | null {
  const only = (own: Values, other: Values) =>
    [...own].flatMap(([kind, value]) => (other.has(kind) ? [] : [value])).slice(0, maxShown);
  const sides = { failing: only(wrong, right), passing: only(right, wrong) };
  return sides.failing.length > 0 && sides.passing.length > 0 ? sides : null;
}

/** A header or a parameter that every failing call has and no other. */
function differenceOfExtras(failing: readonly CallFacts[], passing: readonly CallFacts[]): Sides | null {
  if (failing.length === 0 || passing.length === 0) return null;
  const calls = [...failing, ...passing];
  if (mayBeChance(failing.length, calls)) return null;
  const others = new Set(passing.flatMap(extrasOf));
  const [first, ...more] = failing.map(extrasOf);
  const shared = first!.filter((each) => !others.has(each) && more.every((some) => some.includes(each)));
  const specific = shared.filter((each) => !shared.some((other) => isMoreSpecific(other, each)));
  if (specific.length === 0) return null;
  const isWithout = specific.every((each) => each.startsWith("without "));
  return { failing: specific.slice(0, maxShown), passing: [isWithout ? "with it" : "without it"] };
}

/** A header's value implies its name, and a parameter implies that there is a query. */
const isMoreSpecific = (one: string, other: string) =>
  other === "with a query"
    ? one.startsWith("with the parameter ")
    : other.startsWith("with a header ") && one.startsWith(`${other.replace("a header ", "")}: `);

const requestOf = ({ call: { exchange } }: CallFacts) => {
  const { method, target, path, headers, keepsCase = false } = exchange.request;
  const letters = headers.some(([name]) => name !== name.toLowerCase()) ? "capitals" : "small letters";
  return `${method} ${target ?? path}${keepsCase ? ` (names of headers in ${letters})` : ""}`;
};

const pathOf = (facts: CallFacts) => requestOf(facts).replace(/\?\S*/, "");

/** The kind of an unknown id: its size, or its text with any digits. */
function idKind(text: string): string {
  if (!/^-?\d{1,400}$/.test(text)) return text.replace(/\d+/g, "#");
  const value = BigInt(text);
  if (value < 0n) return "a negative id";
  const power = [31n, 53n, 63n].find((each) => value < 2n ** each);
  return power === undefined ? "an id above int64" : `an id below 2^${power}`;
}

const isOfNoOrder = ({ state }: CallFacts) => state === "unknown" || state === "malformed";

export const dimensions = {
  status: { kindOf: ({ call }) => `status ${call.status ?? "none"}`, narrows: true },
  key: { kindOf: ({ authorization = "no Authorization" }) => authorization },
  method: {
    kindOf: ({ call }) => call.exchange.request.method,
    shownAs: pathOf,
    narrows: true,
  },
  request: {
    kindOf: (facts) =>
      isOfNoOrder(facts) ? `${facts.call.exchange.request.method} ${idKind(facts.text)}` : pathOf(facts),
    shownAs: pathOf,
  },
  /** The whole request, since another spelling may differ in any part. */
  spelling: { kindOf: requestOf },
  id: {
    kindOf: (facts) => (isOfNoOrder(facts) ? idKind(facts.text) : facts.text) || "no id",
    shownAs: ({ call }) => call.id?.text || "no id",
  },
  turn: {
    kindOf: ({ before }) => (before === 0 ? "the first cancel of an order" : "a further cancel of an order"),
  },
} as const satisfies Record<string, Dimension>;
