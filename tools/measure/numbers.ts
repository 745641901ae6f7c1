/** Numbers of several rounds as one number, with readable units. */

type Spread = ReturnType<typeof spreadOf>;

/** @throws {RangeError} for no values */
export function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined)
    throw new RangeError("Cannot take a median: there are no values.");
  return { median: (low + high) / 2, min: sorted[0]!, max: sorted.at(-1)! };
}

/** The ratio of each round, in which both had the same noise. A round without one of them is left out. */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread | undefined {
  const ratios = above.slice(0, below.length).map((value, round) => value / below[round]!);
  return ratios.length > 0 ? spreadOf(ratios) : undefined;
}

/** @param sizes of the units, from the largest to the smallest */
function formatUnits(value: number, sizes: Readonly<Record<string, number>>): string {
  const units = Object.entries(sizes);
  const [unit, size] = units.find(([, least]) => value >= least) ?? units.at(-1)!;
  return `${formatNumber(value / size)} ${unit}`;
}

/** Rounds to three significant digits, and puts commas between thousands. */
export const formatNumber = (value: number): string =>
  value.toLocaleString(
    "en-US",
    value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );

/** Formats 0 as less than 1, because autocannon counts whole milliseconds. */
export const formatMs = (ms: number): string =>
  ms === 0 ? "< 1 ms" : formatUnits(ms * 1000, { s: 1e6, ms: 1e3, µs: 1 });

export const formatBytes = (bytes: number): string => formatUnits(bytes, { GB: 1e9, MB: 1e6, kB: 1e3, B: 1 });

/** Formats a ratio with its spread over the rounds; an absent one as an empty text. */
export function formatRatio(ratio: Spread | undefined): string {
  if (!ratio) return "";
  const digits = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(2));
  return `${digits(ratio.median)}× (${digits(ratio.min)}–${digits(ratio.max)})`;
}
