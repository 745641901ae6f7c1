/** How long a mock lets others wait while it is sent what is made to cost much. */

import { bytesOfRequest, createHostileRequests, type HostileRequest } from "./hostile-requests.ts";
import { startMockProcess } from "./mock-process.ts";
import { exchangeBytes } from "./raw-socket.ts";

export interface Longest {
  /** Of processor time. */
  readonly ms: number;
  readonly request: HostileRequest;
}

export interface MeasuredPauses {
  readonly longestOfApi: Longest;
  readonly longestOfControl: Longest;
  /** Bytes that the mock's process held at the most. */
  readonly peak: number;
  /** How often each status was answered; `NaN` for no answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** A request that took so long is sent twice more, and the least of its times counts. */
const suspiciousMs = 15;

/** Sends so many of a seed's requests to a mock in a process of its own, one after the other. */
export async function measurePauses(seed: number, count: number): Promise<MeasuredPauses> {
  const requests = createHostileRequests(seed);
  await using mock = await startMockProcess();
  await mock.pause();
  const longest: Longest[] = [];
  const statuses: Record<string, number> = {};
  for (let index = 0; index < count; index++) {
    const request = index % 2 === 0 ? requests.toControl() : requests.toApi();
    const send = async () => {
      const { status } = await exchangeBytes(mock.port, bytesOfRequest(request));
      return { status, ms: (await mock.pause()).pause };
    };
    const { status, ms: first } = await send();
    statuses[status] = (statuses[status] ?? 0) + 1;
    let ms = first;
    // The garbage of all before it is collected in some request's time, and is not its doing.
    for (let again = 0; again < 2 && ms > suspiciousMs; again++) ms = Math.min(ms, (await send()).ms);
    const kind = index % 2;
    if (ms > (longest[kind]?.ms ?? -1)) longest[kind] = { ms, request };
  }
  const { peak } = await mock.pause();
  return { longestOfControl: longest[0]!, longestOfApi: longest[1]!, peak, statuses };
}

export function formatLongest({ ms, request: { method, target, headers, body } }: Longest): string {
  const shown = [
    target.slice(0, 60),
    JSON.stringify(headers).slice(0, 80),
    body?.length,
    body?.slice(0, 100),
  ];
  return `${ms.toFixed(1)} ms: ${method} ${shown.join(" ")}`;
}
