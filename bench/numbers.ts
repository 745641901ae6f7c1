/** Numbers as a reader takes them in: three digits, a unit that fits. */

import type { Spread } from "./statistics.ts";

/** Three significant digits, thousands with commas. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/** Milliseconds, in the unit that fits. */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${formatNumber(ms / 1000)} s`;
  if (ms >= 0.1) return `${formatNumber(ms)} ms`;
  return `${formatNumber(ms * 1000)} µs`;
}

export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${formatNumber(bytes / 1e9)} GB`;
  if (bytes >= 1e6) return `${formatNumber(bytes / 1e6)} MB`;
  if (bytes >= 1e3) return `${formatNumber(bytes / 1e3)} kB`;
  return `${bytes} B`;
}

/** A ratio with two digits, and its spread over the rounds. */
export function formatRatio({ median, min, max }: Spread): string {
  return `${twoDigits(median)}× (${twoDigits(min)}–${twoDigits(max)})`;
}

function twoDigits(value: number): string {
  return value >= 10 ? formatNumber(Math.round(value)) : value.toFixed(2);
}
