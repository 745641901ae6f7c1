/**
 * Rows in which every pair of values that can meet does meet, and every triple
 * of chosen dimensions (t-way combinatorial testing, NISTIR 7878). Greedy: a row
 * is begun with something that has not met yet and filled up with what meets most.
 */

export type Dimensions = Readonly<Record<string, readonly string[]>>;
export type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };
export type PartialRow<D extends Dimensions> = Partial<Row<D>>;

export interface Coverage {
  readonly rows: number;
  readonly pairs: number;
  readonly triples: number;
  /** Combinations that can meet and do not, because rows were left out. */
  readonly missing: number;
}

/** How many of an array's pairs and triples meet in some of its rows. */
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
  /** How many rows of these values there must be. */
  readonly count: number;
}

export interface CoveringArray<D extends Dimensions> {
  readonly rows: readonly Row<D>[];
  readonly coverage: Coverage;
}

/**
 * @param isPossible whether values can meet; asked with rows that are not complete yet
 * @param triples dimensions of which any three values that can meet do meet
 * @param chance breaks ties
 * @param seeds what must meet besides, and how often; rows begin with these, each once, then each twice
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

  /** Fills the row up so that much that has not met yet meets; false where its values cannot meet. */
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
  /** @returns false where a third value is wanting for which all can meet */
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
/** Undefined where no value was chosen yet. */
type OpenRow = Record<string, string | undefined>;

const keyOf = (combination: Combination): string =>
  Object.entries(combination)
    .map(([name, value]) => pairKey(name, value))
    .join();
const pairKey = (name: string, value: string | undefined) => `${name}=${value}`;

/** What has not met yet. */
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

  /** How many pairs meet by the value of one dimension. */
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

  /** @returns how many of them had not met */
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
