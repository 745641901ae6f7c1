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
        seen.add(JSON.stringify(each));
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
  const wanted = new Wanted(dimensions);
  for (const combination of [...pairsOf(dimensions, names), ...triplesOf(dimensions, triples)])
    if (isPossible(combination as PartialRow<D>)) wanted.add(combination);

  /** Fills the row up so that much that has not met yet meets; false where its values cannot meet. */
  function complete(row: Record<string, string | undefined>): boolean {
    const open = names.find((name) => row[name] === undefined);
    if (open === undefined) return true;
    const values: { readonly value: string; readonly gain: number }[] = [];
    for (const value of dimensions[open]!) {
      row[open] = value;
      if (isPossible(row as PartialRow<D>))
        values.push({ value, gain: wanted.gainOf(row, open, value) + chance() * 0.5 });
    }
    values.sort((one, other) => other.gain - one.gain);
    for (const { value } of values) {
      row[open] = value;
      if (complete(row)) return true;
    }
    row[open] = undefined;
    return false;
  }

  const rows: Row<D>[] = [];
  const met = { pairs: 0, triples: 0 };
  /** @returns false where a third value is wanting for which all can meet */
  function addRow(start: Combination): boolean {
    const open = Object.fromEntries(names.map((name) => [name, start[name]]));
    if (!complete(open)) return false;
    const row = open as Row<D>;
    rows.push(row);
    const values = valuesOf(row);
    for (const each of pairsOf(values, names)) if (wanted.remove(each)) met.pairs++;
    for (const each of triplesOf(values, triples)) if (wanted.remove(each)) met.triples++;
    return true;
  }
  const most = Math.max(0, ...seeds.map(({ count }) => count));
  for (let times = 1; times <= most; times++)
    for (const { values, count } of seeds) {
      if (count < times || !isPossible(values)) continue;
      const there = rows.filter((row) => Object.keys(values).every((name) => row[name] === values[name]));
      if (there.length < times) addRow(values as Combination);
    }
  for (const combination of wanted.all())
    if (wanted.has(combination) && !addRow(combination)) wanted.remove(combination);
  return { rows, coverage: { rows: rows.length, ...met, missing: 0 } };
}

function valuesOf(row: Readonly<Record<string, string>>): Dimensions {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value]]));
}

type Combination = Readonly<Record<string, string>>;

/** What has not met yet. Values are numbered, and a combination is the number of its values' numbers. */
class Wanted {
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #combinations = new Map<number, Combination>();
  readonly #size: number;

  constructor(dimensions: Dimensions) {
    let next = 1;
    for (const [name, values] of Object.entries(dimensions))
      this.#numbers.set(name, new Map(values.map((value) => [value, next++])));
    this.#size = next;
  }

  #keyOf(combination: Combination): number {
    let key = 0;
    for (const name in combination) key = key * this.#size + this.#numberOf(name, combination[name]!);
    return key;
  }

  #numberOf(name: string, value: string): number {
    return this.#numbers.get(name)!.get(value)!;
  }

  add(combination: Combination): void {
    this.#combinations.set(this.#keyOf(combination), combination);
  }

  has(combination: Combination): boolean {
    return this.#combinations.has(this.#keyOf(combination));
  }

  remove(combination: Combination): boolean {
    return this.#combinations.delete(this.#keyOf(combination));
  }

  all(): readonly Combination[] {
    return [...this.#combinations.values()];
  }

  /** How many pairs meet where a row gets a value: its names stand in the order of the dimensions. */
  gainOf(row: Readonly<Record<string, string | undefined>>, open: string, value: string): number {
    const number = this.#numberOf(open, value);
    let gain = 0;
    let isBefore = true;
    for (const name of this.#numbers.keys()) {
      if (name === open) isBefore = false;
      const other = row[name];
      if (other === undefined || name === open) continue;
      const otherNumber = this.#numberOf(name, other);
      const key = isBefore ? otherNumber * this.#size + number : number * this.#size + otherNumber;
      if (this.#combinations.has(key)) gain++;
    }
    return gain;
  }
}

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
