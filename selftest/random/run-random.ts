/**
 * Judges random right servers and random single faults, thousands of them:
 * `node selftest/random/run-random.ts [--seed=N] [--right=N] [--faults=N]`. Exit code 1 when a right server is blamed.
 */

import { formatFaults, judgeRandomServers, judgeSingleFaults } from "./judge-random.ts";

const args = process.argv.slice(2);
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const seed = Number(option("seed") ?? Date.now() % 2 ** 31);
const right = Number(option("right") ?? 5000);
const faults = Number(option("faults") ?? 5000);
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
