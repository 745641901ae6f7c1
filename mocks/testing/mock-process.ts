/** A mock in a separate process, so that its memory and connections can be measured. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { MockServerOptions } from "../adapters/server/mock-server.ts";

export interface ProcessCost {
  /** Bytes. */
  readonly rss: number;
  /** Bytes: the largest that `rss` was. */
  readonly peak: number;
  /** Bytes, after garbage was collected. */
  readonly heapUsed: number;
  /** Connections that are open. */
  readonly sockets: number;
  /** Milliseconds of processor time of the longest turn of the event loop since the last request for pauses. */
  readonly pause: number;
  /** Milliseconds of processor time since the process began. */
  readonly processor: number;
}

export interface MockProcess extends AsyncDisposable {
  readonly port: number;
  /** Garbage is collected for "cost" alone, and turns are measured for "pause" alone: both take processor time. */
  cost(question?: "cost" | "pause" | "processor"): Promise<ProcessCost>;
}

/** Options that JSON can carry. */
export interface ProcessOptions extends MockServerOptions {
  /** Place of the state, instead of memory. */
  readonly redis?: { readonly url: string; readonly prefix: string };
}

export async function startMockProcess(options: ProcessOptions = {}): Promise<MockProcess> {
  const script = fileURLToPath(new URL("serve-mock.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(options)], { execArgv: ["--expose-gc"], env: {} });
  const died = once(child, "close").then(([code, signal]) => {
    throw new Error(`The mock's process ended: ${code ?? signal}`);
  });
  died.catch(() => {});
  const [{ port }] = (await Promise.race([once(child, "message"), died])) as [{ port: number }];
  return {
    port,
    async cost(question = "cost") {
      child.send(question);
      return ((await Promise.race([once(child, "message"), died])) as [ProcessCost])[0];
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await died.catch(() => {});
    },
  };
}
