/** Judges every mutant, or a sample of them: `node selftest/mutants/run-mutants.ts [how many] [seed]`. */

import { judgeMutants } from "./judge-mutants.ts";
import { sampleOf } from "./random-requests.ts";
import { survivors } from "./survivors.ts";

const [count = Number.POSITIVE_INFINITY, seed = 1] = process.argv.slice(2).map(Number);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const reasonOf = (what: string) => survivors.find((known) => known.what.test(what))?.reason ?? "";
const started = performance.now();
const judged = await judgeMutants(
  (mutants) => sampleOf(mutants, count, seed),
  seed,
  ({ what, verdict }) => {
    if (verdict.kind === "breaks" && verdict.blamed.length === 0)
      print(`survives: ${what}\n  ${verdict.breach} [${verdict.profile}] ${reasonOf(what)}`);
    if (verdict.kind === "hangs") print(`hangs: ${what}`);
  },
);
const of = (kind: string) => judged.filter(({ verdict }) => verdict.kind === kind).length;
const caught = judged.filter(({ verdict }) => verdict.kind === "breaks" && verdict.blamed.length > 0).length;
print(
  `${judged.length} mutants: ${of("stillborn")} do not start, ${of("hangs")} hang, ${of("same")} answer the same, ${of("lawful")} answer otherwise and keep the document, ${of("breaks")} break it; of those ${caught} caught. Seed ${seed}, ${Math.round((performance.now() - started) / 1000)} s.`,
);
