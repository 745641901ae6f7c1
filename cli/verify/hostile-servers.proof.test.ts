import { afterAll, expect, test } from "vitest";
import { hostileServers } from "../testing/hostile-servers.ts";
import { hostileKey, judgeHostile } from "../testing/measure-judge.ts";
import { startHostile } from "../testing/start-hostile.ts";

const mostPeakMiB = 500;

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
    // Nothing was conformant, and nothing a fault of the kit; of a server that puts every call off nothing is tested.
    expect([1, 2, 3], run.stderr).toContain(run.code);
    expect(run.peakMiB).toBeLessThan(mostPeakMiB);
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
