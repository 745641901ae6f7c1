/** Who takes part: how each one's own users would set it up with the given orders, and start it. */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contender } from "./contender.ts";

export const peersSource = fileURLToPath(new URL("peers/", import.meta.url));

/** The mock from a built cli.js. @param options more of them; default: the orders from a fixtures file */
export function mockContender(
  cli: string,
  id = "mock",
  name = "store-orders mock",
  options?: readonly string[],
): Contender {
  const shown = options ? options.join(" ") : "--fixtures orders.json --log silent";
  return {
    id,
    name,
    setup: `\`store-orders mock ${shown}\``,
    packages: [],
    refuses: true,
    launch: (orders, port) => ({
      args: [
        cli,
        "mock",
        "--port",
        String(port),
        ...(options ?? ["--fixtures", orders.fixtures, "--log", "silent"]),
      ],
    }),
  };
}

/** Generated orders: no file, so that a million costs no parsing. */
export const generatedContender = (cli: string, count: number): Contender =>
  mockContender(cli, "mock-generated", "mock, --orders N, no file", [
    "--orders",
    String(count),
    "--log",
    "silent",
  ]);

/** What node:http gives at best. */
export const limitContender: Contender = {
  id: "limit",
  name: "the limit: bare node:http",
  setup:
    "`bench/peers/limit.js`: node:http writes the mock's own answers, captured before, from buffers that lie ready; it looks at the method and at whether there is a key, at nothing else",
  packages: [],
  refuses: true,
  launch: ({ answers }, port) => ({ args: [join(peersSource, "limit.js"), String(port), answers] }),
};

/** A template of bench/peers/ with the orders in it, written into the folder. */
function fill(template: string, orders: string, folder: string): string {
  const file = join(folder, template);
  writeFileSync(
    file,
    readFileSync(join(peersSource, template), "utf8").replace('"@orders"', () => orders),
  );
  return file;
}

const text = (file: string) => readFileSync(file, "utf8");

/** @param packages the folder whose node_modules holds them */
export function prismContender(packages: string): Contender {
  const bin = join(packages, "node_modules", "@stoplight", "prism-cli", "dist", "index.js");
  return {
    id: "prism",
    name: "Prism",
    setup:
      "`prism mock openapi.json -v silent`; the orders are the example of the document, which it answers with; the key is checked for being there",
    packages: ["@stoplight/prism-cli"],
    listPath: "/store/orders",
    refuses: true,
    launch({ orders }, port, folder) {
      const file = fill("openapi.json", text(orders), folder);
      return { args: [bin, "mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", file] };
    },
  };
}

/** Every other mock that is measured. @param packages the folder whose node_modules holds them, and the scripts of bench/peers/ */
export function otherContenders(packages: string): readonly Contender[] {
  const bin = (name: string) => join(packages, "node_modules", ".bin", name);
  return [
    {
      id: "json-server",
      name: "json-server",
      setup: "`json-server db.json --routes routes.json --quiet`; prints its JSON indented, knows no keys",
      packages: ["json-server"],
      refuses: false,
      launch({ orders }, port, folder) {
        writeFileSync(join(folder, "db.json"), `{"orders":${text(orders)}}`);
        writeFileSync(join(folder, "routes.json"), JSON.stringify({ "/v1/store/*": "/$1" }));
        const options = ["--routes", "routes.json", "--quiet", "--host", "127.0.0.1", "--port", String(port)];
        return { args: [bin("json-server"), "db.json", ...options] };
      },
    },
    {
      id: "mockoon",
      name: "Mockoon",
      setup:
        "`mockoon-cli start --data mockoon.json`; one route, the orders as its body without templating, a 401 by a rule on the Authorization header",
      packages: ["@mockoon/cli"],
      refuses: true,
      launch({ orders }, port, folder) {
        const file = fill("mockoon.json", JSON.stringify(text(orders)), folder);
        const options = ["--disable-log-to-file", "--disable-admin-api", "--hostname", "127.0.0.1"];
        return { args: [bin("mockoon-cli"), "start", "--data", file, "--port", String(port), ...options] };
      },
    },
    {
      id: "msw-http",
      name: "MSW http-middleware",
      setup:
        "two handlers of MSW 2 with the key checked and the orders in an array (bench/peers/msw-http.js), `createServer(...handlers)`",
      packages: ["@mswjs/http-middleware", "msw"],
      refuses: true,
      launch: ({ orders }, port) => ({ args: [join(packages, "msw-http.js"), String(port), orders] }),
    },
    {
      id: "scalar",
      name: "Scalar mock server",
      setup:
        "`createMockServer({ document })` served by @hono/node-server (bench/peers/scalar.js); the orders are the example of the document",
      packages: ["@scalar/mock-server", "@hono/node-server"],
      listPath: "/store/orders",
      refuses: true,
      launch({ orders }, port, folder) {
        const file = fill("openapi.json", text(orders), folder);
        return { args: [join(packages, "scalar.js"), String(port), file] };
      },
    },
    {
      id: "wiremock",
      name: "WireMock",
      setup:
        "`java -jar wiremock-standalone.jar --no-request-journal --disable-request-logging`, as its documentation says for load; one stub with the orders as its body file, one for requests without the key; 6 s to warm up",
      packages: ["wiremock"],
      refuses: true,
      // The JVM compiles what is hot, which takes longer than Node's compiler.
      warmUpSeconds: 6,
      launch({ orders }, port, folder) {
        for (const name of ["mappings", "__files"]) mkdirSync(join(folder, name));
        copyFileSync(orders, join(folder, "__files", "orders.json"));
        copyFileSync(join(peersSource, "wiremock.json"), join(folder, "mappings", "orders.json"));
        const build = join(packages, "node_modules", "wiremock", "build");
        const jar = readdirSync(build).find((name) => name.endsWith(".jar")) ?? "wiremock.jar";
        const options = ["--no-request-journal", "--disable-request-logging", "--disable-banner"];
        const where = ["--bind-address", "127.0.0.1", "--port", String(port), "--root-dir", folder];
        return { command: "java", args: ["-jar", join(build, jar), ...options, ...where] };
      },
    },
  ];
}
