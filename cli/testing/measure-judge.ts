/** Runs the judge in a separate process, and returns its output and its cost. */

import { preludeOption, runCli } from "./start-cli.ts";

/** Prints the peak memory of the process at its end, in KiB (proc(5)). */
const tellPeak = `import { readFileSync, writeSync } from "node:fs";
process.on("exit", () => writeSync(2, "\\npeak " + /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]));`;
export const peakTeller = preludeOption(tellPeak);
export const peakPattern = /\npeak (\d+)/;
/** Time limit in ms of a run. */
const patienceMs = 110_000;

/** @param args of `verify` */
export async function measureVerify(apiKey: string, args: readonly string[]) {
  const startedAt = performance.now();
  const { code, stdout, stderr } = await runCli(["verify", ...args], {
    env: { STORE_ORDERS_API_KEY: apiKey },
    prelude: tellPeak,
    patienceMs,
  });
  return {
    code,
    stdout,
    stderr: stderr.replace(peakPattern, ""),
    peakMiB: Number(peakPattern.exec(stderr)?.[1]) / 1024,
    seconds: (performance.now() - startedAt) / 1000,
  };
}
