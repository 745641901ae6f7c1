/** The mock, in its variants, and the limit. */

import { join } from "node:path";
import { root } from "../kit.ts";
import type { Contender } from "./contender.ts";

/** The mock from a built cli.js, with the orders from a fixtures file. */
export function mockContender(cli: string, log: "silent" | "pretty" = "silent"): Contender {
  return {
    id: log === "silent" ? "mock" : "mock-pretty",
    name: log === "silent" ? "store-orders mock" : "mock, --log pretty to a file",
    setup: `\`store-orders mock --fixtures orders.json --log ${log}\``,
    packages: [],
    refuses: true,
    launch: (orders, port) => ({
      command: process.execPath,
      args: [cli, "mock", "--port", String(port), "--fixtures", orders.fixtures, "--log", log],
    }),
  };
}

/** What node:http gives at best. */
export const limitContender: Contender = {
  id: "limit",
  name: "the limit: bare node:http",
  setup:
    "`bench/peers/limit.js`: node:http writes the mock's own answers, captured before, from buffers that lie ready; it looks at the method and at whether there is a key, at nothing else",
  packages: [],
  refuses: true,
  launch: (orders, port) => ({
    command: process.execPath,
    args: [join(root, "bench", "peers", "limit.js"), String(port), orders.answers],
  }),
};
