import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";

/** WireMock from the jar of its npm package; needs a Java runtime. */
export function wiremockContender(peersFolder: string): Contender {
  return {
    id: "wiremock",
    name: "WireMock",
    setup:
      "`java -jar wiremock-standalone.jar --no-request-journal --disable-request-logging`, as its documentation says for load; one stub with the orders as its body file, one for requests without the key; 6 s to warm up",
    packages: ["wiremock"],
    refuses: true,
    // The JVM compiles what is hot, which takes longer than Node's compiler.
    warmUpSeconds: 6,
    launch(orders, port, folder) {
      mkdirSync(join(folder, "mappings"), { recursive: true });
      mkdirSync(join(folder, "__files"), { recursive: true });
      copyFileSync(orders.orders, join(folder, "__files", "orders.json"));
      writeFileSync(join(folder, "mappings", "orders.json"), JSON.stringify({ mappings }));
      const build = join(peersFolder, "node_modules", "wiremock", "build");
      const jar = readdirSync(build).find((name) => name.endsWith(".jar")) ?? "wiremock.jar";
      const options = ["--no-request-journal", "--disable-request-logging", "--disable-banner"];
      const where = ["--bind-address", "127.0.0.1", "--port", String(port), "--root-dir", folder];
      return { command: "java", args: ["-jar", join(build, jar), ...options, ...where] };
    },
  };
}

const json = { "Content-Type": "application/json" };
const list = { method: "GET", urlPath: "/v1/store/orders" };
const mappings = [
  {
    priority: 1,
    request: { ...list, headers: { Authorization: { equalTo: "Bearer mock-key" } } },
    response: { status: 200, headers: json, bodyFileName: "orders.json" },
  },
  {
    priority: 2,
    request: list,
    response: {
      status: 401,
      headers: json,
      jsonBody: { code: "unauthorized", message: "The API key is missing or invalid.", status: 401 },
    },
  },
];
