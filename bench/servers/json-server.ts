import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";

/** json-server 0.17, its latest release: 1.x has been in beta since. */
export function jsonServerContender(peersFolder: string): Contender {
  return {
    id: "json-server",
    name: "json-server",
    setup: "`json-server db.json --routes routes.json --quiet`; prints its JSON indented, knows no keys",
    packages: ["json-server"],
    refuses: false,
    launch(orders, port, folder) {
      writeFileSync(join(folder, "db.json"), `{"orders":${readFileSync(orders.orders, "utf8")}}`);
      writeFileSync(join(folder, "routes.json"), JSON.stringify({ "/v1/store/*": "/$1" }));
      const bin = join(peersFolder, "node_modules", ".bin", "json-server");
      const options = ["--routes", "routes.json", "--quiet", "--host", "127.0.0.1", "--port", String(port)];
      return { command: process.execPath, args: [bin, "db.json", ...options], cwd: folder };
    },
  };
}
