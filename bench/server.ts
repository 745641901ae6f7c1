/** A contender in a process of its own, with its first list answered. */

import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "./bench.ts";
import { call } from "./call.ts";
import { authorization, type Contender, type OrderFiles, ordersPath } from "./contender.ts";

export interface Server extends AsyncDisposable {
  readonly contender: Contender;
  readonly pid: number;
  /** Address of its list. */
  readonly url: string;
  readonly origin: string;
  /** Milliseconds from the spawn to the end of the first list. */
  readonly startMs: number;
  readonly listBytes: number;
}

/** @throws {Error} when no list came in a minute */
export async function startServer(bench: Bench, contender: Contender, orders: OrderFiles): Promise<Server> {
  const folder = mkdtempSync(join(bench.folder, `${contender.id}-`));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const url = origin + (contender.listPath ?? ordersPath);
  const { command = process.execPath, args } = contender.launch(orders, port, folder);
  const startedAt = performance.now();
  // To a file: a pipe that nobody reads would stop the process.
  const output = join(folder, "output.log");
  const log = openSync(output, "a");
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", log, log] });
  closeSync(log);
  const end = new Promise<void>((resolve) => {
    for (const name of ["error", "exit"]) child.once(name, () => resolve());
  });
  let ended = false;
  void end.then(() => {
    ended = true;
  });
  // As its user stops it: Node writes its compile cache at an orderly end.
  const stop = async () => {
    child.kill("SIGTERM");
    const patience = setTimeout(() => child.kill("SIGKILL"), 2000);
    await end;
    clearTimeout(patience);
  };
  try {
    const deadline = startedAt + 60_000;
    let last = "nothing listened";
    while (!ended && performance.now() < deadline) {
      const answer = await call(url, { authorization }).catch(() => undefined);
      if (answer?.status === 200) {
        const startMs = performance.now() - startedAt;
        const listBytes = answer.body.length;
        return { contender, pid: child.pid!, url, origin, startMs, listBytes, [Symbol.asyncDispose]: stop };
      }
      if (answer) last = `it answered ${answer.status}`;
      await pause(2);
    }
    const words = readFileSync(output, "utf8").trim().split("\n").at(-1) ?? "";
    throw new Error(ended ? `it ended: ${words.slice(0, 160)}` : `no list in a minute: ${last}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A loopback port that nobody holds at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Resident memory in bytes, now and at most; nothing where the system does not tell. */
export function residentMemory(pid: number): { readonly now: number; readonly most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    return { now: read("VmRSS"), most: read("VmHWM") };
  } catch {
    return { now: 0, most: 0 };
  }
}
