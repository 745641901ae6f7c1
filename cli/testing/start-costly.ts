/** A costly server on a separate thread, so that other tests do not wait while it makes its bytes. */

import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { listenRaw } from "../../conformance/testing/listen-raw.ts";
import { costlyServers } from "./hostile-servers.ts";

export async function startCostly(name: string) {
  const worker = new Worker(new URL(import.meta.url), { workerData: name });
  const [origin] = (await once(worker, "message")) as [string];
  return { origin, close: () => worker.terminate() };
}

if (!isMainThread && typeof workerData === "string") {
  const found = costlyServers().find(([name]) => name === workerData);
  if (found) parentPort?.postMessage((await listenRaw(found[1]())).origin);
}
