/** Several contenders at once with the same orders, for one scenario. */

import type { OrderFiles } from "../orders.ts";
import type { Bench } from "../scenario.ts";
import type { Contender } from "./contender.ts";
import { type Server, startServer } from "./start-server.ts";

export interface Absent {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/**
 * Calls `work` with the servers that came up, and stops them whatever happens.
 * @throws {Error} when the mock or the limit did not come up
 */
export async function withServers<T>(
  bench: Bench,
  contenders: readonly Contender[],
  orders: OrderFiles,
  work: (servers: readonly Server[], absent: readonly Absent[]) => Promise<T>,
): Promise<T> {
  const servers: Server[] = [];
  const absent: Absent[] = [];
  try {
    for (const contender of contenders) {
      bench.say(`starting ${contender.name} with ${orders.count.toLocaleString("en-US")} orders`);
      try {
        servers.push(await startServer(contender, orders, bench.folder));
      } catch (error) {
        const reason = (error as Error).message;
        if (!bench.peers.includes(contender)) throw new Error(`${contender.name} did not start: ${reason}`);
        absent.push({ id: contender.id, name: contender.name, reason });
      }
    }
    return await work(servers, absent);
  } finally {
    await Promise.all(servers.map(({ process }) => process.stop()));
  }
}
