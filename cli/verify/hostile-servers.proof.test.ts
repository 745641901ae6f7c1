import { afterAll, expect, test } from "vitest";
import { startRawServer } from "../../conformance/testing/raw-server.ts";
import { brokenServers, costlyServers } from "../testing/hostile-servers.ts";
import { expectHarmless } from "../testing/hostile-texts.ts";
import { measureVerify } from "../testing/measure-judge.ts";
import { runHere } from "../testing/run-here.ts";
import { startCostly } from "../testing/start-costly.ts";

const maxPeakMiB = 550;
const key = "the-very-own-key";
/** A short run: a hostile server does the same at every request. A list of 60 MB takes a while on a busy machine. */
const argsFor = (origin: string, timeoutMs = 1000) => [
  ...[`${origin}/v1`, "--pending-order=1,2", "--shipped-order=3"],
  ...[`--timeout=${timeoutMs}`, "--settle=0", "--max-requests=8"],
];

const figures: { name: string; peakMiB: number; seconds: number }[] = [];
afterAll(() => {
  const worst = (figure: "peakMiB" | "seconds") => figures.reduce((a, b) => (a[figure] > b[figure] ? a : b));
  const [memory, time] = [worst("peakMiB"), worst("seconds")];
  process.stdout.write(
    `${figures.length} hostile servers: peak memory ${memory.peakMiB.toFixed(0)} MiB (${memory.name}), longest run ${time.seconds.toFixed(1)} s (${time.name})\n`,
  );
});

function expectSound({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  expectHarmless({ stdout, stderr });
  for (const text of [stdout, stderr]) {
    expect(text.toLowerCase()).not.toContain(key);
    expect(text).not.toMatch(/^\s+at .*\.ts:\d+/m);
  }
  expect(stderr).not.toContain("Is the server running");
}

// A few at a time: a run mostly waits for its server.
test.concurrent.each(costlyServers().map(([name]) => name))(
  "%s is judged, in bounded memory and time",
  { timeout: 150_000 },
  async (name) => {
    const server = await startCostly(name);
    const args = argsFor(server.origin, /blanks in .* with the given orders/.test(name) ? 20_000 : 1000);
    const run = await measureVerify(key, args).finally(server.close);
    figures.push({ name, ...run });
    // Only lists of orders may be conformant, and no run ends with a fault of the kit. A server that throttles every call
    // leaves all untested.
    const isRead = /orders in .* with the given orders/.test(name);
    expect(isRead ? [0, 1] : [1, 2, 3], run.stderr).toContain(run.code);
    if (isRead) expect(run.stdout).toContain("order           9 passed");
    else if (name.includes("with the given")) expect(run.stdout).toContain("an element has more than 1 MiB");
    expect(run.peakMiB).toBeLessThan(maxPeakMiB);
    expectSound(run);
  },
);

test.each(brokenServers())("%s is judged, or refused", async (_name, reply) => {
  const origin = await startRawServer(reply);
  const run = await runHere(["verify", ...argsFor(origin)], { STORE_ORDERS_API_KEY: key });
  expect([1, 2, 3], run.stderr).toContain(run.code);
  expectSound(run);
});
