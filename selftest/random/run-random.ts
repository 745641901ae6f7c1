/**
 * Judges random right servers and random single faults, thousands of them:
 * `node selftest/random/run-random.ts [--seed=N] [--right=N] [--faults=N]`. Exit code 1 when a right server is blamed.
 */

import { parseArgs } from "node:util";
import { formatFaults, judgeRandomServers, judgeSingleFaults } from "./judge-random.ts";

const options = { seed: { type: "string" }, right: { type: "string" }, faults: { type: "string" } } as const;
const { values } = parseArgs({ options });

function read(name: keyof typeof options, otherwise: number): number {
  const given = values[name];
  if (given === undefined) return otherwise;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  process.stderr.write(`Cannot use --${name}: it must be a whole number, got ${JSON.stringify(given)}.\n`);
  process.exit(2);
}

const seed = read("seed", Date.now() % 2 ** 29);
const right = read("right", 5000);
const faults = read("faults", 5000);
const print = (line: string) => void process.stdout.write(`${line}\n`);

function countRuns(what: string) {
  let runs = 0;
  const startedAt = performance.now();
  return () => {
    if (++runs % 500 !== 0) return;
    process.stderr.write(`${runs} ${what}, ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  };
}

print(`seed ${seed}`);
if (right > 0) {
  try {
    await judgeRandomServers({ seed, runs: right, onRun: countRuns("right servers") });
    print(`none of ${right} random right servers blamed`);
  } catch (error) {
    print((error as Error).message);
    process.exitCode = 1;
  }
}
if (faults > 0) {
  const counts = await judgeSingleFaults({ seed, runs: faults, onRun: countRuns("single faults") });
  print(formatFaults(counts));
}
