import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { openapiWith } from "./openapi-with-orders.ts";

/** Scalar's mock server answers with the example of the document. */
export function scalarContender(peersFolder: string): Contender {
  return {
    id: "scalar",
    name: "Scalar mock server",
    setup:
      "`createMockServer({ document })` served by @hono/node-server (bench/peers/scalar.js); the orders are the example of the document",
    packages: ["@scalar/mock-server", "@hono/node-server"],
    listPath: "/store/orders",
    refuses: true,
    launch(orders, port, folder) {
      const file = join(folder, "openapi.json");
      writeFileSync(file, openapiWith(readFileSync(orders.orders, "utf8")));
      return { command: process.execPath, args: [join(peersFolder, "scalar.js"), String(port), file] };
    },
  };
}
