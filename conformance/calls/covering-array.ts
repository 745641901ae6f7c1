/**
 * Rows that cover every possible pair of values, and every triple of chosen dimensions (t-way combinatorial testing, NISTIR
 * 7878). Greedy: a row begins with an uncovered combination and is filled with the values that cover most.
 */

export type Dimensions = Readonly<Record<string, readonly string[]>>;
export type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };
export type PartialRow<D extends Dimensions> = Partial<Row<D>>;

export interface Coverage {
  readonly rows: number;
  readonly pairs: number;
  readonly triples: number;
  /** Possible combinations that are not covered, because rows were left out. */
  readonly missing: number;
}

/** The number of an array's pairs and triples that some of its rows do not cover. */
export function missingIn<D extends Dimensions>(
  { rows }: CoveringArray<D>,
  kept: readonly Row<D>[],
  triples: readonly (keyof D & string)[],
): number {
  const met = (all: readonly Row<D>[]) => {
    const seen = new Set<string>();
    for (const row of all) {
      const values = valuesOf(row);
      for (const each of [...pairsOf(values, Object.keys(row)), ...triplesOf(values, triples)])
        seen.add(keyOf(each));
    }
    return seen.size;
  };
  return met(rows) - met(kept);
}

export interface Seed<D extends Dimensions> {
  readonly values: PartialRow<D>;
  /** Minimum number of rows with these values. */
  readonly count: number;
}

export interface CoveringArray<D extends Dimensions> {
  readonly rows: readonly Row<D>[];
  readonly coverage: Coverage;
}

/**
 * @param isPossible whether values can be combined; called with incomplete rows too
 * @param triples dimensions of which every possible triple is covered
 * @param chance breaks ties
 * @param seeds further combinations and their minimum numbers; rows begin with each of them once, then a second time
 */
export function coverPairs<D extends Dimensions>(
  dimensions: D,
  isPossible: (row: PartialRow<D>) => boolean,
  triples: readonly (keyof D & string)[],
  chance: () => number,
  seeds: readonly Seed<D>[] = [],
): CoveringArray<D> {
  const names = Object.keys(dimensions) as (keyof D & string)[];
  const wanted = new Wanted(
    [...pairsOf(dimensions, names), ...triplesOf(dimensions, triples)].filter((each) =>
      isPossible(each as PartialRow<D>),
    ),
  );

  /** Fills the row so that it covers many new combinations. @returns false if its values cannot be combined */
  function complete(row: OpenRow, from = 0): boolean {
    let open = from;
    while (open < names.length && row[names[open]!] !== undefined) open++;
    const name = names[open];
    if (name === undefined) return true;
    const values: { readonly value: string; readonly gain: number }[] = [];
    for (const value of dimensions[name]!) {
      row[name] = value;
      if (isPossible(row as PartialRow<D>))
        values.push({ value, gain: wanted.gainOf(row, names, open) + chance() * 0.5 });
    }
    values.sort((one, other) => other.gain - one.gain);
    for (const { value } of values) {
      row[name] = value;
      if (complete(row, open + 1)) return true;
    }
    row[name] = undefined;
    return false;
  }

  const rows: Row<D>[] = [];
  const met = { pairs: 0, triples: 0 };
  /** @returns false if no complete row has this combination */
  function addRow(start: Combination): boolean {
    const open: OpenRow = Object.fromEntries(names.map((name) => [name, start[name]]));
    if (!complete(open)) return false;
    rows.push(open as Row<D>);
    const values = valuesOf(open as Combination);
    met.pairs += wanted.remove(pairsOf(values, names));
    met.triples += wanted.remove(triplesOf(values, triples));
    return true;
  }
  const most = Math.max(0, ...seeds.map(({ count }) => count));
  for (let times = 1; times <= most; times++)
    for (const { values, count } of seeds) {
      if (count < times || !isPossible(values)) continue;
      const own = Object.keys(values);
      const there = rows.filter((row) => own.every((name) => row[name] === values[name]));
      if (there.length < times) addRow(values as Combination);
    }
  for (const combination of wanted.all())
    if (wanted.has(combination) && !addRow(combination)) wanted.remove([combination]);
  return { rows, coverage: { rows: rows.length, ...met, missing: 0 } };
}

type Combination = Readonly<Record<string, string>>;
/** A row whose values are undefined until they are chosen. */
type OpenRow = Record<string, string | undefined>;

const keyOf = (combination: Combination): string =>
  Object.entries(combination)
    .map(([name, value]) => pairKey(name, value))
    .join();
const pairKey = (name: string, value: string | undefined) => `${name}=${value}`;

/** Combinations that are not covered yet. */
class Wanted {
  readonly #combinations = new Map<string, Combination>();

  constructor(combinations: readonly Combination[]) {
    for (const each of combinations) this.#combinations.set(keyOf(each), each);
  }

  has(combination: Combination): boolean {
    return this.#combinations.has(keyOf(combination));
  }

  all(): readonly Combination[] {
    return [...this.#combinations.values()];
  }

  /** The number of new pairs that the value of one dimension covers. */
  gainOf(row: OpenRow, names: readonly string[], chosen: number): number {
    const key = pairKey(names[chosen]!, row[names[chosen]!]);
    let gain = 0;
    for (const [index, name] of names.entries()) {
      if (index === chosen || row[name] === undefined) continue;
      const other = pairKey(name, row[name]);
      if (this.#combinations.has(index < chosen ? `${other},${key}` : `${key},${other}`)) gain++;
    }
    return gain;
  }

  /** @returns the number of them that were not covered */
  remove(combinations: readonly Combination[]): number {
    return combinations.filter((each) => this.#combinations.delete(keyOf(each))).length;
  }
}

/** The values of a row, as dimensions of one value each. */
const valuesOf = (row: Combination): Dimensions =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value]]));

function pairsOf(dimensions: Dimensions, names: readonly string[]): readonly Combination[] {
  const pairs: Combination[] = [];
  for (let one = 0; one < names.length; one++)
    for (let other = one + 1; other < names.length; other++)
      for (const value of dimensions[names[one]!]!)
        for (const otherValue of dimensions[names[other]!]!)
          pairs.push({ [names[one]!]: value, [names[other]!]: otherValue });
  return pairs;
}

function triplesOf(dimensions: Dimensions, names: readonly string[]): readonly Combination[] {
  return names.flatMap((name, index) =>
    dimensions[name]!.flatMap((value) =>
      pairsOf(dimensions, names.slice(index + 1)).map((pair) => ({ [name]: value, ...pair })),
    ),
  );
}
