/**
 * `npm run limits`: sends hostile requests to a mock and has hostile servers judged, and writes the longest pause and
 * the peak memory of both into docs/limits.md.
 */

import { hostileServers } from "../cli/testing/hostile-servers.ts";
import { judgeHostile } from "../cli/testing/measure-judge.ts";
import { startHostile } from "../cli/testing/start-hostile.ts";
import { formatLongest, measurePauses } from "../mocks/testing/measure-pauses.ts";
import { writeFigures } from "./numbers.ts";

const count = 1000;
const seed = Number(process.argv[2] ?? 1);
const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);

const { longest, peak } = await measurePauses(seed, count);
process.stdout.write(
  `mock: longest pause ${formatLongest(longest)}\nmock: peak memory ${mebibytes(peak)} MiB\n`,
);

let worst = { name: "", peakMiB: 0 };
for (const [name] of hostileServers()) {
  const server = await startHostile(name);
  const { peakMiB, seconds } = await judgeHostile(server.origin);
  await server.close();
  process.stdout.write(`judge: ${name}: ${Math.round(peakMiB)} MiB, ${seconds.toFixed(1)} s\n`);
  if (peakMiB > worst.peakMiB) worst = { name, peakMiB };
}

const figures = `
| What | Measured | Bound that a test holds |
|---|---|---|
| longest pause that one of ${count} hostile requests causes (processor time; of a long one the least of three) | ${Math.ceil(longest.ms)} ms | 50 ms |
| peak memory of the mock meanwhile | ${mebibytes(peak)} MiB | |
| peak memory of the judge on ${hostileServers().length} hostile servers (${worst.name}) | ${Math.round(worst.peakMiB)} MiB | 500 MiB |
`;
writeFigures("docs/limits.md", "<!-- figures: npm run limits -->", figures.trim());
