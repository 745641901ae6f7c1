/** The mock with generated orders: no file, so that a million costs no parsing. */

import type { Bench } from "../scenario.ts";
import type { Contender } from "./contender.ts";
import { type Server, startServer } from "./start-server.ts";

export function generatedContender(bench: Bench, count: number): Contender {
  return {
    ...bench.mock,
    id: "mock-generated",
    name: "mock, --orders N, no file",
    launch: (_orders, port) => ({
      command: process.execPath,
      args: [bench.cli, "mock", "--port", String(port), "--orders", String(count), "--log", "silent"],
    }),
  };
}

/** @throws {Error} when no list came within a minute */
export async function startGenerated(bench: Bench, count: number): Promise<Server> {
  return startServer(generatedContender(bench, count), await bench.orders(10), bench.folder, 60_000);
}
