import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { openapiWith } from "./openapi-with-orders.ts";

/** Prism serves the example of the document; it has no state. */
export function prismContender(folderOfPackages: string): Contender {
  return {
    id: "prism",
    name: "Prism",
    setup:
      "`prism mock openapi.json -v silent`; the orders are the example of the document, which it answers with; the key is checked for being there",
    packages: ["@stoplight/prism-cli"],
    listPath: "/store/orders",
    refuses: true,
    launch(orders, port, folder) {
      const file = join(folder, "openapi.json");
      writeFileSync(file, openapiWith(readFileSync(orders.orders, "utf8")));
      const bin = join(folderOfPackages, "node_modules", "@stoplight", "prism-cli", "dist", "index.js");
      return {
        command: process.execPath,
        args: [bin, "mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", file],
      };
    },
  };
}
