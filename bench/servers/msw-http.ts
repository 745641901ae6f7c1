import { join } from "node:path";
import type { Contender } from "./contender.ts";

/** MSW 2 behind its own HTTP server, which is an Express middleware. */
export function mswHttpContender(peersFolder: string): Contender {
  return {
    id: "msw-http",
    name: "MSW http-middleware",
    setup:
      "two handlers of MSW 2 with the key checked and the orders in an array (bench/peers/msw-http.js), `createServer(...handlers)`",
    packages: ["@mswjs/http-middleware", "msw"],
    refuses: true,
    launch: (orders, port) => ({
      command: process.execPath,
      args: [join(peersFolder, "msw-http.js"), String(port), orders.orders],
    }),
  };
}
