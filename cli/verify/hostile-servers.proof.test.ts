import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { startRawServer } from "../../conformance/testing/raw-server.ts";
import { hostileServers } from "../testing/hostile-servers.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** Tells what the process has held at the most, in KiB (proc(5)). */
const tellPeak = `import { readFileSync, writeSync } from "node:fs";
process.on("exit", () => writeSync(2, "\\npeak " + /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]));`;
const mostPeakMiB = 500;
const mostSeconds = 110;

async function verify(origin: string) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(tellPeak)}`,
      cli,
      "verify",
      `${origin}/v1`,
      ...["--pending-order", "1,2", "--shipped-order", "3", "--timeout", "1000", "--settle", "0"],
      ...["--max-requests", "100"],
    ],
    { env: { STORE_ORDERS_API_KEY: "the-very-own-key" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const limit = setTimeout(() => child.kill("SIGKILL"), mostSeconds * 1000);
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout.setEncoding("utf8").toArray(),
    child.stderr.setEncoding("utf8").toArray(),
    once(child, "close"),
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

const figures: { name: string; peakMiB: number; seconds: number }[] = [];
afterAll(() => {
  const worst = (key: "peakMiB" | "seconds") => figures.reduce((a, b) => (a[key] > b[key] ? a : b));
  const [memory, time] = [worst("peakMiB"), worst("seconds")];
  process.stdout.write(
    `${figures.length} hostile servers: peak memory ${memory.peakMiB.toFixed(0)} MiB (${memory.name}), longest run ${time.seconds.toFixed(1)} s (${time.name})\n`,
  );
});

test.each(hostileServers())(
  "%s is judged, in bounded memory and time",
  { timeout: 150_000 },
  async (name, arm) => {
    const run = await verify(await startRawServer(arm()));
    figures.push({ name, ...run });
    // Nothing was conformant, and nothing a fault of the kit.
    expect([1, 2], run.stderr).toContain(run.code);
    expect(run.peakMiB).toBeLessThan(mostPeakMiB);
    for (const text of [run.stdout, run.stderr]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
      expect(text).not.toMatch(/^\s*::|##(?:vso|teamcity)?\[/m);
      expect(text).not.toMatch(/the-very-own-key/i);
      expect(text).not.toMatch(/^\s+at .*\.ts:\d+/m);
    }
    if (!/nothing|reset/.test(name)) expect(run.stderr).not.toContain("Is the server running");
  },
);
