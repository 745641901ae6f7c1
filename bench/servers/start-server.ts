/** A contender in a process of its own, with its first list answered. */

import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { firstAnswer } from "../first-answer.ts";
import { freePort } from "../free-port.ts";
import { authorization, type OrderFiles, ordersPath } from "../orders.ts";
import { type Running, startProcess } from "../processes.ts";
import type { Contender } from "./contender.ts";

export interface Server {
  readonly contender: Contender;
  readonly process: Running;
  /** Address of its list. */
  readonly url: string;
  /** Everything before the path. */
  readonly origin: string;
  /** Milliseconds from the spawn to the end of the first list. */
  readonly startMs: number;
  /** Size of the body of that list. */
  readonly listBytes: number;
}

/** @throws {Error} when no list came before the limit; the process is stopped then */
export async function startServer(
  contender: Contender,
  orders: OrderFiles,
  workFolder: string,
  limitMs = 30_000,
): Promise<Server> {
  mkdirSync(workFolder, { recursive: true });
  const folder = mkdtempSync(join(workFolder, `${contender.id}-`));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const url = origin + (contender.listPath ?? ordersPath);
  const process = startProcess(contender.launch(orders, port, folder), join(folder, "output.log"));
  try {
    const { bytes } = await firstAnswer(url, authorization, process.ended, limitMs);
    const startMs = performance.now() - process.startedAt;
    return { contender, process, url, origin, startMs, listBytes: bytes };
  } catch (error) {
    await process.stop();
    throw error;
  }
}

/** Resident memory of a process in bytes, now and at most; undefined where the system does not tell. */
export function residentMemory(pid: number): { readonly now: number; readonly most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    return { now: read("VmRSS"), most: read("VmHWM") };
  } catch {
    return undefined;
  }
}
