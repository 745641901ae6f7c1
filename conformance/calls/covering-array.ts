/**
 * Rows that cover every possible pair of values, and every triple of chosen dimensions (t-way combinatorial testing, NISTIR
 * 7878). Greedy: a row begins with an uncovered combination and is filled with the values that cover most.
 */

export type Dimensions = Readonly<Record<string, readonly string[]>>;
export type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };
export type PartialRow<D extends Dimensions> = Partial<Row<D>>;
/** Three dimensions of which every possible combination is covered. */
type Triple<D extends Dimensions> = readonly (keyof D & string)[];

export interface Coverage {
  readonly rows: number;
  readonly pairs: number;
  readonly triples: number;
  /** Possible combinations that are not covered, because rows were left out. */
  readonly missing: number;
}

/** The coverage of rows. @param kept the rows that are sent, which may be some of them */
export function coverageOf<D extends Dimensions>(
  rows: readonly Row<D>[],
  kept: readonly Row<D>[],
  triple: Triple<D>,
): Coverage {
  const pairs = pairsOf(Object.keys(rows[0] ?? {}));
  const count = (of: readonly Row<D>[], groups: readonly Group[]) =>
    new Set(of.flatMap((row) => groups.map((group) => keyOf(row, group)))).size;
  const all = { pairs: count(rows, pairs), triples: count(rows, [triple]) };
  const missing = all.pairs + all.triples - count(kept, [...pairs, triple]);
  return { rows: kept.length, ...all, missing };
}

export interface Seed<D extends Dimensions> {
  readonly values: PartialRow<D>;
  /** Minimum number of rows with these values. */
  readonly count: number;
}

/**
 * @param isPossible whether values can be combined; called with incomplete rows too
 * @param chance breaks ties
 * @param seeds further combinations and their minimum numbers; rows begin with each of them once, then a second time
 */
export function coverPairs<D extends Dimensions>(
  dimensions: D,
  isPossible: (row: PartialRow<D>) => boolean,
  triple: Triple<D>,
  chance: () => number,
  seeds: readonly Seed<D>[] = [],
): readonly Row<D>[] {
  const names = Object.keys(dimensions) as (keyof D & string)[];
  const groups = [...pairsOf(names), triple];
  /** Combinations that are not covered yet. */
  const wanted = new Map<string, OpenRow>();
  for (const group of groups)
    for (const each of combinationsOf(dimensions, group))
      if (isPossible(each as PartialRow<D>)) wanted.set(keyOf(each, group), each);

  /** The number of new pairs that the value of one dimension covers. */
  const gainOf = (row: OpenRow, name: string) =>
    names.filter((other) => {
      if (other === name || row[other] === undefined) return false;
      const isBefore = names.indexOf(other) < names.indexOf(name);
      return wanted.has(keyOf(row, isBefore ? [other, name] : [name, other]));
    }).length;

  /** Fills the row so that it covers many new combinations. @returns false if its values cannot be combined */
  function complete(row: OpenRow): boolean {
    const name = names.find((each) => row[each] === undefined);
    if (name === undefined) return true;
    const values: { readonly value: string; readonly gain: number }[] = [];
    for (const value of dimensions[name]!) {
      row[name] = value;
      if (isPossible(row as PartialRow<D>)) values.push({ value, gain: gainOf(row, name) + chance() * 0.5 });
    }
    values.sort((one, other) => other.gain - one.gain);
    for (const { value } of values) {
      row[name] = value;
      if (complete(row)) return true;
    }
    row[name] = undefined;
    return false;
  }

  const rows: Row<D>[] = [];
  /** @returns false if no complete row has this combination */
  function addRow(start: OpenRow): boolean {
    const row: OpenRow = Object.fromEntries(names.map((name) => [name, start[name]]));
    if (!complete(row)) return false;
    rows.push(row as Row<D>);
    for (const group of groups) wanted.delete(keyOf(row, group));
    return true;
  }
  const maxCount = Math.max(0, ...seeds.map(({ count }) => count));
  for (let times = 1; times <= maxCount; times++)
    for (const { values, count } of seeds) {
      if (count < times || !isPossible(values)) continue;
      const own = Object.keys(values);
      const there = rows.filter((row) => own.every((name) => row[name] === values[name]));
      if (there.length < times) addRow(values);
    }
  for (const [key, combination] of wanted) if (!addRow(combination)) wanted.delete(key);
  return rows;
}

/** Dimensions whose combinations are covered. */
type Group = readonly string[];
/** A row whose values are undefined until they are chosen. */
type OpenRow = Record<string, string | undefined>;

const pairsOf = (names: readonly string[]): readonly Group[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));

const keyOf = (row: Readonly<OpenRow>, group: Group): string =>
  group.map((name) => `${name}=${row[name]}`).join();

/** All combinations of the values of some dimensions. */
const combinationsOf = (dimensions: Dimensions, group: Group): readonly OpenRow[] =>
  group.reduce<readonly OpenRow[]>(
    (found, name) => found.flatMap((row) => dimensions[name]!.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
