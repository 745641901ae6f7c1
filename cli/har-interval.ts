/** The time of an exchange of a HAR: an interval that contains the true one, whatever program wrote it. */

export interface HarInterval {
  /** Milliseconds since 1970; minus infinity if unknown. */
  readonly startedAt: number;
  /** Infinity if unknown. */
  readonly endedAt: number;
  /** As recorded; 0 if unknown. */
  readonly ms: number;
}

type Members = Readonly<Record<string, unknown>>;

/** Parts of an exchange, one after the other. `ssl` lies within `connect`. */
const partNames = ["blocked", "dns", "connect", "send", "wait", "receive"] as const;
/** @param isInstant whether an exchange may have taken no time that could be measured */
export function readHarInterval(
  { startedDateTime, time }: Members,
  timings: Members,
  isInstant: boolean,
): HarInterval {
  const { startedAt, resolution } = readInstant(startedDateTime);
  const parts = partNames.map((name) => timings[name]).filter(isDuration);
  const sum = parts.reduce((one, other) => one + other, 0);
  const ms = isDuration(time) ? Math.max(time, sum) : sum;
  const isMeasured = ms > 0 || (isInstant && parts.length > 0);
  if (startedAt === Number.NEGATIVE_INFINITY || !isMeasured)
    return { startedAt, endedAt: Number.POSITIVE_INFINITY, ms };
  // Whole milliseconds were rounded, each part separately.
  const isRounded = resolution >= 1 && Number.isInteger(ms);
  const rounding = isRounded ? Math.max(1, parts.every(Number.isInteger) ? parts.length : 1) : 0;
  // Chromium counts -1 ms in its sum for a queue that did not exist.
  const queue = timings._blocked_queueing === -1 ? 1 : 0;
  return { startedAt, endedAt: startedAt + ms + resolution + rounding + queue, ms };
}

const isDuration = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && Number.isFinite(value);

/** Milliseconds with their fraction: several quick exchanges may lie within one millisecond. */
function readInstant(value: unknown) {
  const text = typeof value === "string" ? value : "";
  const startedAt = Date.parse(text);
  if (Number.isNaN(startedAt)) return { startedAt: Number.NEGATIVE_INFINITY, resolution: 0 };
  const digits = /:\d\d\.(\d{1,9})/.exec(text)?.[1] ?? "";
  const more = digits.slice(3);
  return {
    startedAt: more === "" ? startedAt : startedAt + Number(`0.${more}`),
    resolution: 1000 / 10 ** digits.length,
  };
}
