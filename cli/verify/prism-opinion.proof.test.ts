import { expect, test } from "vitest";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { runHere } from "../testing/run-here.ts";
import { runCli } from "../testing/start-cli.ts";

const orders = { pending: ["9007199254740993", "9007199254740995"], shipped: ["9223372036854775807"] };
const naming = [`--pending-order=${orders.pending}`, `--shipped-order=${orders.shipped}`];

test("Prism's opinion on each known trap is shown with a note on which of the two is right, without further calls", async () => {
  const server = await startForeign({
    ...orders,
    show: (id) => `{"id":${id},"petId":7,"quantity":2,"shipDate":"2026-W47-5T10:00Z","complete":false}`,
    error: (status) => [
      "application/json",
      `{"code":"x","message":"y","status":${status === 404 ? 410 : status}}`,
    ],
  });
  const args = [server.baseUrl, ...naming, "--reporter=json", "--second-opinion=prism"];
  const { code, stdout, stderr } = await runHere(["verify", ...args], { STORE_ORDERS_API_KEY: foreignKey });
  expect(code).toBe(1);
  const { requests } = JSON.parse(stdout);
  // The report's requests, and the question whether this is a mock, which named orders spare it.
  expect(server.requests).toHaveLength(requests);
  const lines = stderr.trim().split("\n");
  expect(lines[0]).toMatch(/^A second opinion, by prism: \d+ answers, \d+ seen differently$/);
  const lineOf = (start: string) => lines.find((line) => line.startsWith(start));
  expect(lineOf("  ≠ listOrders 200")).toMatch(
    / The suite is right: the validator counts in .* And the document says /,
  );
  expect(lineOf("  ≠ cancelOrder 404")).toContain("  The suite is right by the document;");
  expect(lineOf("  = cancelOrder 204")).toBeDefined();
  expect(lineOf("  = cancelOrder 401")).toBeDefined();
  expect(stderr).not.toContain("Not a known trap");
});

test("without Prism nothing is sent, and one line says how to install it", async () => {
  const server = await startForeign(orders);
  const prelude = `import { Module } from "node:module";
     const resolve = Module._resolveFilename;
     Module._resolveFilename = (name, ...rest) => {
       if (name.startsWith("@stoplight/")) throw Object.assign(new Error("none"), { code: "MODULE_NOT_FOUND" });
       return resolve(name, ...rest);
     };`;
  const args = ["verify", server.baseUrl, ...naming, "--second-opinion=prism"];
  const { code, stderr } = await runCli(args, { env: { STORE_ORDERS_API_KEY: foreignKey }, prelude });
  expect([code, server.requests]).toEqual([2, []]);
  expect(stderr).toMatch(
    /^store-orders: Cannot ask Prism: @stoplight\/prism-cli is not installed\. Install it.*\n$/,
  );
});
