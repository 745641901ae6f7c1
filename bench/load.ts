/** Load on one server: by wrk where it is installed, else by autocannon. */

import { fileURLToPath } from "node:url";
import { execa } from "execa";

export const connections = 10;

export interface SliceRequest {
  readonly url: string;
  readonly seconds: number;
  /** Left out: requests without a key. */
  readonly authorization?: string;
  /** Every how many requests one is a cancel, of the ids in the file; 1 for nothing else. */
  readonly cancelEvery?: number;
  readonly idsFile?: string;
}

export interface Slice {
  readonly requests: number;
  readonly seconds: number;
  /** Answers of 400 and above. */
  readonly badStatuses: number;
  /** Lost connections and time-outs. */
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadGenerator {
  /** With its version. */
  readonly name: string;
  run(request: SliceRequest): Promise<Slice>;
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** wrk takes less of the machine from the server that it measures. */
export async function createLoadGenerator(autocannonVersion: string): Promise<LoadGenerator> {
  const wrk = await execa("wrk", ["--version"], { reject: false });
  const version = /^wrk \S*?([\d.]+)/.exec(wrk.stdout ?? "")?.[1];
  if (version !== undefined) return { name: `wrk ${version}`, run: runWrk };
  return { name: `autocannon ${autocannonVersion}`, run: runAutocannon };
}

async function runAutocannon(request: SliceRequest): Promise<Slice> {
  const timeout = (request.seconds + 20) * 1000;
  const args = [fileOf("load.js"), JSON.stringify({ ...request, connections })];
  return lastLine((await execa(process.execPath, args, { timeout })).stdout);
}

async function runWrk({ url, seconds, authorization, cancelEvery, idsFile }: SliceRequest): Promise<Slice> {
  const args = ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "-s", fileOf("load.lua"), url];
  const env = {
    ...(authorization !== undefined && { BENCH_AUTHORIZATION: authorization }),
    ...(cancelEvery && { BENCH_CANCEL_EVERY: String(cancelEvery), BENCH_IDS: idsFile ?? "" }),
  };
  return lastLine((await execa("wrk", args, { env, timeout: (seconds + 20) * 1000 })).stdout);
}

/** Both end with one JSON line. */
function lastLine(output: string): Slice {
  return JSON.parse(output.slice(output.lastIndexOf("\n{") + 1)) as Slice;
}
