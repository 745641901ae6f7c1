import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runCli } from "../../conformance/testing/run-cli.ts";
import { createFolder, foreignKey, startForeign } from "../../conformance/testing/verify.ts";

// It starts Prism, which takes seconds.
vi.setConfig({ testTimeout: 60_000 });

const orders = { pending: ["9007199254740993", "9007199254740995"], shipped: ["9223372036854775807"] };
const naming = [`--pending-order=${orders.pending}`, `--shipped-order=${orders.shipped}`];

test("Prism's word on each known trap is told with who is right, and the server is asked nothing twice", async () => {
  const server = await startForeign({
    ...orders,
    show: (id) => `{"id":${id},"petId":7,"quantity":2,"shipDate":"2026-W47-5T10:00Z","complete":false}`,
    error: (status) => [
      "application/json",
      `{"code":"x","message":"y","status":${status === 404 ? 410 : status}}`,
    ],
  });
  const profile = join(await createFolder(), "profile.json");
  const args = [server.baseUrl, ...naming, "--reporter=json", `--profile-out=${profile}`];
  const { code, stdout, stderr } = await runCli(["verify", ...args, "--second-opinion=prism"], {
    STORE_ORDERS_API_KEY: foreignKey,
  });
  expect(code).toBe(1);
  const { requests } = JSON.parse(stdout);
  // The report's requests, and the question whether this is a mock, which named orders spare it.
  expect(server.requests).toHaveLength(requests);
  const lines = stderr.trim().split("\n");
  expect(lines[0]).toMatch(/^A second opinion, by prism: \d+ answers, \d+ seen differently$/);
  const lineOf = (start: string) => lines.find((line) => line.startsWith(start));
  expect(lineOf("  ≠ listOrders 200")).toBe(
    "  ≠ listOrders 200  The suite is right: the validator counts in doubles and takes int64 to end at 2^53 - 1; the document says int64. And the document says ISO 8601, the validator asks for the narrower RFC 3339.",
  );
  expect(lineOf("  ≠ cancelOrder 404")).toBe(
    "  ≠ cancelOrder 404  The suite is right: a schema cannot say this, the document does.",
  );
  expect(lineOf("  = cancelOrder 204")).toBeDefined();
  expect(lineOf("  = cancelOrder 401")).toBeDefined();
  expect(stderr).not.toContain("Not a known trap");
});

test("without Prism nothing is sent, and the one line says how to get it", async () => {
  const server = await startForeign(orders);
  const hooks = join(await createFolder(), "hooks.mjs");
  await writeFile(
    hooks,
    `import { Module } from "node:module";
     const resolve = Module._resolveFilename;
     Module._resolveFilename = (name, ...rest) => {
       if (name.startsWith("@stoplight/")) throw Object.assign(new Error("none"), { code: "MODULE_NOT_FOUND" });
       return resolve(name, ...rest);
     };`,
  );
  const { code, stderr } = await runCli(["verify", server.baseUrl, ...naming, "--second-opinion=prism"], {
    STORE_ORDERS_API_KEY: foreignKey,
    NODE_OPTIONS: `--import=${hooks}`,
  });
  expect(code).toBe(2);
  expect(stderr).toBe(
    "store-orders: Cannot ask Prism: @stoplight/prism-cli is not installed. Install it with npm i -D @stoplight/prism-cli.\n",
  );
  expect(server.requests).toEqual([]);
});
