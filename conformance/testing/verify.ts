/** A foreign server for `store-orders verify`, and the parts of a report that tests read. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
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

export function withOutcome(report: Report | undefined, ...outcomes: string[]): string[] | undefined {
  return report?.results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
}
