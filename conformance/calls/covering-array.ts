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
 * @param phases what must meet besides, and how often; rows begin with those of the first phase, each once, then each twice
 */
export function coverPairs<D extends Dimensions>(
  dimensions: D,
  isPossible: (row: PartialRow<D>) => boolean,
  triples: readonly (keyof D & string)[],
  chance: () => number,
  phases: readonly (readonly Seed<D>[])[] = [],
): CoveringArray<D> {
  const names = Object.keys(dimensions) as (keyof D & string)[];
  const wanted = new Wanted(dimensions);
  for (const combination of [...pairsOf(dimensions, names), ...triplesOf(dimensions, triples)])
    if (isPossible(combination as PartialRow<D>)) wanted.add(combination);

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
        values.push({ value, gain: wanted.gainOf(row, open) + chance() * 0.5 });
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
    met.pairs += wanted.removePairs(open);
    met.triples += wanted.removeTriples(open, triples);
    return true;
  }
  for (const seeds of phases) {
    const most = Math.max(0, ...seeds.map(({ count }) => count));
    for (let times = 1; times <= most; times++)
      for (const { values, count } of seeds) {
        if (count < times || !isPossible(values)) continue;
        const own = Object.keys(values);
        let there = 0;
        for (const row of rows) if (own.every((name) => row[name] === values[name])) there++;
        if (there < times) addRow(values as Combination);
      }
  }
  for (const combination of wanted.all())
    if (wanted.has(combination) && !addRow(combination)) wanted.remove(combination);
  return { rows, coverage: { rows: rows.length, ...met, missing: 0 } };
}

function valuesOf(row: Readonly<Record<string, string>>): Dimensions {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value]]));
}

type Combination = Readonly<Record<string, string>>;
/** Undefined where no value was chosen yet. */
type OpenRow = Record<string, string | undefined>;

/** What has not met yet. Values are numbered from 1, and a combination is the number of its values' numbers. */
class Wanted {
  readonly #names: readonly string[];
  readonly #numbers: readonly ReadonlyMap<string | undefined, number>[];
  readonly #combinations = new Map<number, Combination>();
  readonly #size: number;

  constructor(dimensions: Dimensions) {
    let next = 1;
    this.#names = Object.keys(dimensions);
    this.#numbers = Object.values(dimensions).map(
      (values) => new Map(values.map((value) => [value, next++])),
    );
    this.#size = next;
  }

  #keyOf(combination: Combination): number {
    let key = 0;
    for (const name in combination)
      key = key * this.#size + this.#numberOf(this.#names.indexOf(name), combination[name]);
    return key;
  }

  /** 0 for no value. */
  #numberOf(index: number, value: string | undefined): number {
    return this.#numbers[index]!.get(value) ?? 0;
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

  /** How many pairs meet by the value of one dimension. */
  gainOf(row: OpenRow, chosen: number): number {
    const number = this.#numberOf(chosen, row[this.#names[chosen]!]);
    let gain = 0;
    for (let index = 0; index < this.#names.length; index++) {
      const other = index === chosen ? 0 : this.#numberOf(index, row[this.#names[index]!]);
      if (other === 0) continue;
      const key = index < chosen ? other * this.#size + number : number * this.#size + other;
      if (this.#combinations.has(key)) gain++;
    }
    return gain;
  }

  /** @returns how many pairs of the row had not met */
  removePairs(row: OpenRow): number {
    const numbers = this.#names.map((name, index) => this.#numberOf(index, row[name]));
    let count = 0;
    for (let one = 0; one < numbers.length; one++)
      for (let other = one + 1; other < numbers.length; other++)
        if (this.#combinations.delete(numbers[one]! * this.#size + numbers[other]!)) count++;
    return count;
  }

  /** @returns how many triples of the row had not met */
  removeTriples(row: OpenRow, names: readonly string[]): number {
    return triplesOf(valuesOf(row as Combination), names).filter((each) => this.remove(each)).length;
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
