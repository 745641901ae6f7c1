import { afterAll, expect, test } from "vitest";
import { hostileServers } from "../testing/hostile-servers.ts";
import { hostileKey, judgeHostile } from "../testing/measure-judge.ts";
import { startHostile } from "../testing/start-hostile.ts";

const maxPeakMiB = 550;

const figures: { name: string; peakMiB: number; seconds: number }[] = [];
afterAll(() => {
  const worst = (key: "peakMiB" | "seconds") => figures.reduce((a, b) => (a[key] > b[key] ? a : b));
  const [memory, time] = [worst("peakMiB"), worst("seconds")];
  process.stdout.write(
    `${figures.length} hostile servers: peak memory ${memory.peakMiB.toFixed(0)} MiB (${memory.name}), longest run ${time.seconds.toFixed(1)} s (${time.name})\n`,
  );
});

// A few at a time: much of a run is waiting for a server that says nothing of use.
test.concurrent.each(hostileServers().map(([name]) => name))(
  "%s is judged, in bounded memory and time",
  { timeout: 150_000 },
  async (name) => {
    const server = await startHostile(name);
    const run = await judgeHostile(server.origin).finally(server.close);
    figures.push({ name, ...run });
    // Nothing was conformant but lists of orders, and nothing a fault of the kit; of a server that puts every call off nothing is tested.
    const isRead = /orders in .* with the given orders/.test(name);
    expect(isRead ? [0, 1] : [1, 2, 3], run.stderr).toContain(run.code);
    if (isRead) expect(run.stdout).toContain("order           9 passed");
    else if (name.includes("with the given")) expect(run.stdout).toContain("an element has more than 1 MiB");
    expect(run.peakMiB).toBeLessThan(maxPeakMiB);
    for (const text of [run.stdout, run.stderr]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
      expect(text).not.toMatch(/^\s*::|##(?:vso|teamcity)?\[/m);
      expect(text.toLowerCase()).not.toContain(hostileKey);
      expect(text).not.toMatch(/^\s+at .*\.ts:\d+/m);
    }
    if (!/nothing|reset|status 100 alone/.test(name))
      expect(run.stderr).not.toContain("Is the server running");
  },
);
