/** Numbers of several rounds as one, and as a reader takes them in. */

type Spread = ReturnType<typeof spreadOf>;

/** @throws {RangeError} for no values */
export function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new RangeError("There is no median of nothing.");
  return { median: (low + high) / 2, min: sorted[0]!, max: sorted.at(-1)! };
}

/** Round by round, since both of a round met the same noise; a round that lacks either counts for nothing. */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread | undefined {
  const ratios = above.slice(0, below.length).map((value, round) => value / below[round]!);
  return ratios.length > 0 ? spreadOf(ratios) : undefined;
}

const units = (value: number, steps: readonly (readonly [number, string])[]) => {
  const [size, unit] = steps.find(([least]) => value >= least) ?? steps.at(-1)!;
  return `${formatNumber(value / size)} ${unit}`;
};

/** Three significant digits, thousands with commas. */
export const formatNumber = (value: number): string =>
  value.toLocaleString(
    "en-US",
    value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );

/** autocannon counts whole milliseconds. */
export const formatMs = (ms: number): string =>
  ms === 0
    ? "< 1 ms"
    : units(ms * 1000, [
        [1e6, "s"],
        [1e3, "ms"],
        [1, "µs"],
      ]);

export const formatBytes = (bytes: number): string =>
  units(bytes, [
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
    [1, "B"],
  ]);

/** With its spread over the rounds; nothing for nothing. */
export function formatRatio(ratio: Spread | undefined): string {
  if (!ratio) return "";
  const digits = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(2));
  return `${digits(ratio.median)}× (${digits(ratio.min)}–${digits(ratio.max)})`;
}
