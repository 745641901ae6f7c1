/** `npm run latency` runs `verify` through a relay, and prints the table of docs/performance.md. */

import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { markdownTable } from "markdown-table";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { providerStates } from "../../spec/control-protocol.ts";
import { startDelayRelay } from "./delay-relay.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** Measures one run, in a process of its own. */
async function measure(roundTripMs: number, orders: number): Promise<string[]> {
  await using server = await startMockServer();
  const makeOrders = (state: string, count: number) =>
    server.mock.control.providerState({ state, params: { count, ids: [] }, action: "setup" }).ids.join();
  const given = [
    `--pending-order=${makeOrders(providerStates.pending, orders - 1)}`,
    `--shipped-order=${makeOrders(providerStates.shipped, 1)}`,
  ];
  await using relay = await startDelayRelay(server.port, roundTripMs);
  const args = [cli, "verify", `${relay.origin}/v1`, ...given];
  const env = { STORE_ORDERS_API_KEY: defaultApiKey };
  const { durationMs } = await execa(process.execPath, args, { env, extendEnv: false });
  const { requests, deletes, connections } = relay.passed;
  return [orders, `${roundTripMs} ms`, requests, deletes, connections, (durationMs / 1000).toFixed(1)].map(
    String,
  );
}

const table = [["given orders", "round trip", "requests", "of them DELETE", "connections", "seconds"]];
for (const orders of [2, 5, 15]) {
  for (const roundTripMs of [0, 100, 600]) {
    table.push(await measure(roundTripMs, orders));
    process.stdout.write(`${table.at(-1)!.join("  ")}\n`);
  }
}
const text = markdownTable(table, { align: ["r", "r", "r", "r", "r", "r"] });
process.stdout.write(`\n${text}\n`);
