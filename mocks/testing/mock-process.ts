/** A mock in a process of its own, whose memory and connections can be counted apart from the test's. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { MockServerOptions } from "../adapters/server/mock-server.ts";

export interface ProcessCost {
  /** Bytes. */
  readonly rss: number;
  /** Bytes, after garbage was collected. */
  readonly heapUsed: number;
  /** Connections that are open. */
  readonly sockets: number;
}

export interface MockProcess extends AsyncDisposable {
  readonly port: number;
  cost(): Promise<ProcessCost>;
  /** The longest turn of the event loop since it was asked last, watched from the first time on. */
  pause(): Promise<Pause>;
}

export interface Pause {
  /** Milliseconds of processor time. */
  readonly pause: number;
  /** Bytes that were resident at the most, since the process began. */
  readonly peak: number;
}

/** @param options those that JSON can carry */
export async function startMockProcess(options: MockServerOptions = {}): Promise<MockProcess> {
  const script = fileURLToPath(new URL("serve-mock.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(options)], { execArgv: ["--expose-gc"], env: {} });
  const died = once(child, "close").then(([code, signal]) => {
    throw new Error(`The mock's process ended: ${code ?? signal}`);
  });
  died.catch(() => {});
  const [{ port }] = (await Promise.race([once(child, "message"), died])) as [{ port: number }];
  return {
    port,
    async cost() {
      child.send("cost");
      const [{ cost }] = (await Promise.race([once(child, "message"), died])) as [{ cost: ProcessCost }];
      return cost;
    },
    async pause() {
      child.send("pause");
      return ((await Promise.race([once(child, "message"), died])) as [Pause])[0];
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await died.catch(() => {});
    },
  };
}
