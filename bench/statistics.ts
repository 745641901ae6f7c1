/** Numbers of several rounds as one, with their spread. */

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws {RangeError} for no values */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new RangeError("There is no median of nothing.");
  const half = sorted.length / 2;
  const median = Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
  return { median, min, max };
}

/** Round by round, since both of a round met the same noise; a round that lacks either counts for nothing. */
export function ratioOf(
  above: readonly (number | undefined)[],
  below: readonly (number | undefined)[],
): Spread | undefined {
  const ratios = above.flatMap((value, round) => {
    const other = below[round];
    return value !== undefined && other !== undefined && other > 0 ? [value / other] : [];
  });
  return ratios.length > 0 ? spreadOf(ratios) : undefined;
}
