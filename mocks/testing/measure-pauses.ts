/** Measures the waiting time of other clients while a mock gets expensive requests. */

import { bytesOfRequest, createHostileRequests, type HostileRequest } from "./hostile-requests.ts";
import { startMockProcess } from "./mock-process.ts";
import { exchangeBytes } from "./raw-socket.ts";

export interface Longest {
  /** Of processor time. */
  readonly ms: number;
  readonly request: HostileRequest;
}

/** Minimum time in ms after which a request is sent twice more; the shortest of its times counts. */
const suspiciousMs = 15;

/**
 * Sends requests of a seed to a mock in a process of its own, one after the other.
 * @returns the longest pause, and how often each status was answered; `NaN` for no answer
 */
export async function measurePauses(seed: number, count: number) {
  const { next } = createHostileRequests(seed);
  await using mock = await startMockProcess();
  await mock.cost("pause");
  let longest: Longest | undefined;
  const statuses: Record<number, number> = {};
  for (let index = 0; index < count; index++) {
    const request = next();
    const send = async () => {
      const { status } = await exchangeBytes(mock.port, bytesOfRequest(request));
      return { status, ms: (await mock.cost("pause")).pause };
    };
    const { status, ms: first } = await send();
    statuses[status] = (statuses[status] ?? 0) + 1;
    let ms = first;
    // The garbage of earlier requests is collected during a later one, which must not count for it.
    for (let again = 0; again < 2 && ms > suspiciousMs; again++) ms = Math.min(ms, (await send()).ms);
    if (ms > (longest?.ms ?? -1)) longest = { ms, request };
  }
  return { longest: longest!, statuses };
}

export function formatLongest({ ms, request: { method, target, headers } }: Longest): string {
  return `${ms.toFixed(1)} ms: ${method} ${target.slice(0, 60)} ${JSON.stringify(headers).slice(0, 80)}`;
}
