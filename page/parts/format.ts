/** Formats numbers and times for people. */

const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

export const formatCount = (count: number): string => count.toLocaleString("en");

/** A date-time in UTC, such as `2026-01-31 09:30`. A date that the browser cannot read is shown unchanged. */
export function formatDate(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 16).replace("T", " ");
}

/** The time of day, in the browser's zone. */
export const formatTime = (at: number): string => clock.format(at);

export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms * 10) / 10} ms`;
  return ms < 120_000
    ? `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
    : `${formatCount(Math.floor(ms / 60_000))} min`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function plural(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
}
