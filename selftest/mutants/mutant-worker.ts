/** Judges the mutants it is sent, one after the other; what hangs is ended from outside. */

import { parentPort, workerData } from "node:worker_threads";
import { bundleMock } from "./bundle-mock.ts";
import { createMutantJudge } from "./judge-mutant.ts";
import { makeMutants } from "./make-mutants.ts";

const { seed } = workerData as { readonly seed: number };
const bundle = await bundleMock();
const mutants = makeMutants(bundle);
const judge = createMutantJudge(bundle, seed, () => {});

parentPort!.on("message", async (id: number) => {
  parentPort!.postMessage({ id, verdict: await judge(mutants[id]!) });
});
parentPort!.postMessage({ ready: true });
