/** `store-orders verify` on a foreign server, as tests run it. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type CliEnd, startCli } from "../../cli/testing/start-cli.ts";
import type { Report } from "../report/report.ts";
import { type ForeignOptions, type ForeignServer, startForeignServer } from "./foreign-server.ts";

export const foreignKey = "a-foreign-key";

/** A server that ends with the test. */
export async function startForeign(options: ForeignOptions = {}): Promise<ForeignServer> {
  const server = await startForeignServer({ key: foreignKey, ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** Five pending orders and a shipped one, and the options that name them. */
export const fiveOrders = { pending: ["101", "102", "103", "104", "105"], shipped: ["301"] } as const;
export const namingFive = ["--pending-order=101,102,103,104,105", "--shipped-order=301"] as const;

/** A folder that is removed with the test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "verify-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

export interface VerifyRun extends CliEnd {
  /** The json report, as text and read; neither where there is none. */
  readonly text: string;
  readonly report: Report | undefined;
}

/** Runs verify with a json report in a file, and reads that. */
export async function verify(args: readonly string[], env: Record<string, string> = {}): Promise<VerifyRun> {
  const file = join(await createFolder(), "report.json");
  const run = await startCli(["verify", ...args, "--reporter", `json=${file}`], {
    env: { STORE_ORDERS_API_KEY: foreignKey, ...env },
  }).ended;
  const text = await readFile(file, "utf8").catch(() => "");
  return { ...run, text, report: text ? (JSON.parse(text) as Report) : undefined };
}

export function withOutcome(report: Report | undefined, ...outcomes: string[]): string[] | undefined {
  return report?.results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
}
