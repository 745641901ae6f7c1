import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { bundleMock } from "./bundle-mock.ts";
import type { Verdict } from "./judge-mutant.ts";
import { describeMutant, type Mutant, makeMutants } from "./make-mutants.ts";

export interface JudgedMutant {
  readonly mutant: Mutant;
  /** File and change, in one line. */
  readonly what: string;
  readonly verdict: Verdict | { readonly kind: "hangs" };
}

/** Two threads a core: a run of the suite waits as much as it works. A mutant that has no verdict after this long loops for ever. */
const patienceMs = 30_000;

/**
 * Judges the mutants that are picked, in worker threads.
 * @param seed of the requests that tell whether a mutant breaks the document
 */
export async function judgeMutants(
  pick: (mutants: readonly Mutant[]) => readonly Mutant[],
  seed: number,
  onJudged: (judged: JudgedMutant) => void = () => {},
): Promise<readonly JudgedMutant[]> {
  const { code, modules } = await bundleMock();
  const queue = [...pick(makeMutants({ code, modules }))];
  const judged: JudgedMutant[] = [];

  /** One thread; ends when the queue is empty. */
  async function work(): Promise<void> {
    let worker = await startWorker(seed);
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const verdict = await ask(worker, mutant.id);
      if (verdict.kind === "hangs") {
        await worker.terminate();
        worker = await startWorker(seed);
      }
      const done = { mutant, what: describeMutant(code, mutant), verdict };
      judged.push(done);
      onJudged(done);
    }
    await worker.terminate();
  }
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
  return judged;
}

async function startWorker(seed: number): Promise<Worker> {
  const worker = new Worker(new URL("./mutant-worker.ts", import.meta.url), { workerData: { seed } });
  await next(worker);
  return worker;
}

async function ask(worker: Worker, id: number): Promise<JudgedMutant["verdict"]> {
  worker.postMessage(id);
  const answer = await next(worker, patienceMs);
  return answer ? (answer as { readonly verdict: Verdict }).verdict : { kind: "hangs" };
}

/** The next message; undefined when none comes in time. @throws {Error} of the worker */
function next(worker: Worker, ms?: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = ms === undefined ? undefined : setTimeout(finish, ms);
    function finish(message?: unknown): void {
      clearTimeout(timer);
      worker.off("message", finish);
      worker.off("error", reject);
      resolve(message);
    }
    worker.on("message", finish);
    worker.on("error", reject);
  });
}
