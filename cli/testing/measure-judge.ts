/** The judge in a process of its own, facing a server that means harm: what it said, and what it cost. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** A module, loaded first, that tells at the end what the process has held at the most, in KiB (proc(5)). */
const tellPeak = `import { readFileSync, writeSync } from "node:fs";
process.on("exit", () => writeSync(2, "\\npeak " + /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]));`;
export const peakTeller = ["--import", `data:text/javascript,${encodeURIComponent(tellPeak)}`];
export const peakPattern = /\npeak (\d+)/;
/** A run that takes longer hangs. */
const mostSeconds = 110;

export const hostileKey = "the-very-own-key";

export interface JudgedHostile {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly peakMiB: number;
  readonly seconds: number;
}

/** A short run: what a hostile server does, it does to every request. */
export async function judgeHostile(origin: string): Promise<JudgedHostile> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...peakTeller,
      ...[cli, "verify", `${origin}/v1`, "--pending-order", "1,2", "--shipped-order", "3"],
      ...["--timeout", "1000", "--settle", "0", "--max-requests", "8"],
    ],
    { env: { STORE_ORDERS_API_KEY: hostileKey }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const limit = setTimeout(() => child.kill("SIGKILL"), mostSeconds * 1000);
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout.setEncoding("utf8").toArray(),
    child.stderr.setEncoding("utf8").toArray(),
    once(child, "close") as Promise<[number | null]>,
  ]);
  clearTimeout(limit);
  const text = stderr.join("");
  return {
    code,
    stdout: stdout.join(""),
    stderr: text.replace(/\npeak \d+$/, ""),
    peakMiB: Number(/\npeak (\d+)$/.exec(text)?.[1]) / 1024,
    seconds: (performance.now() - startedAt) / 1000,
  };
}
