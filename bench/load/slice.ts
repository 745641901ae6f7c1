/** One slice of load on one server: what is asked for, and what came of it. */

export interface SliceRequest {
  readonly url: string;
  readonly seconds: number;
  /** Left out: requests without a key. */
  readonly authorization: string | undefined;
  /** Every how many requests one is a cancel, of the ids in the file; 1 for nothing else. */
  readonly cancels?: { readonly every: number; readonly idsFile: string };
}

export interface Slice {
  readonly perSecond: number;
  readonly requests: number;
  /** Answers of 400 and above. */
  readonly badStatuses: number;
  /** Lost connections and time-outs. */
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadGenerator {
  readonly name: string;
  /** @throws {Error} when the generator itself fails */
  run(request: SliceRequest): Promise<Slice>;
}

export const connections = 10;

interface Printed {
  readonly requests: number;
  readonly seconds: number;
  readonly badStatuses: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Reads the JSON line both generators end with. */
export function parseSlice(output: string): Slice {
  const line = output
    .trim()
    .split("\n")
    .findLast((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`the load generator said: ${output.trim().slice(0, 120)}`);
  const { requests, seconds, badStatuses, errors, p50Ms, p99Ms } = JSON.parse(line) as Printed;
  return {
    perSecond: requests / seconds,
    requests,
    badStatuses,
    errors,
    p50Ms,
    p99Ms,
  };
}
