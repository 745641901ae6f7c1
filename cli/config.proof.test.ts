import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defineConfig } from "./define-config.ts";
import { startCli } from "./testing/start-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-orders-config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const form = fileURLToPath(new URL("./define-config.ts", import.meta.url));
const run = (args: readonly string[], env = {}) => startCli(args, { cwd: folder, env }).ended;
const rowsOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split("\n")
      .map((line) => [line.split(/\s{2,}/)[0]!, line.split(/\s{2,}/).slice(1)]),
  );

test("flags over environment over file over defaults, and it says so", async () => {
  write(
    "store-orders.config.ts",
    `import { defineConfig } from ${JSON.stringify(form)};
     export default defineConfig({ mock: { port: 1, seed: 2, orders: 3, apiKey: ["hush", "hush2"], shipAfter: 0.5 } });`,
  );
  const { stdout, code } = await run(["mock", "--port", "5", "--print-config"], {
    STORE_ORDERS_PORT: "4",
    STORE_ORDERS_SEED: "6",
  });
  expect(code).toBe(0);
  expect(rowsOf(stdout)).toMatchObject({
    port: ["5", "command line"],
    seed: ["6", "STORE_ORDERS_SEED"],
    orders: ["3", "store-orders.config.ts"],
    "ship-after": ["0.5", "store-orders.config.ts"],
    "api-key": ["(hidden)", "store-orders.config.ts"],
    log: ["pretty", "default"],
    latency: ["-", "default"],
  });
  expect(stdout).not.toContain("hush");
});

test("verify takes its base URL from the file, and ids with every digit", async () => {
  write(
    "store-orders.config.json",
    '{"verify":{"baseUrl":"http://127.0.0.1:9/v1","pendingOrder":[101,"9223372036854775807"],"complete":true}}',
  );
  const { stdout } = await run(["verify", "--print-config"]);
  expect(rowsOf(stdout)).toMatchObject({
    "base-url": ["http://127.0.0.1:9/v1", "store-orders.config.json"],
    "pending-order": ["101, 9223372036854775807", "store-orders.config.json"],
    complete: ["true", "store-orders.config.json"],
  });
  const given = await run(["verify", "http://127.0.0.1:8/v1", "--print-config"]);
  expect(rowsOf(given.stdout)["base-url"]).toEqual(["http://127.0.0.1:8/v1", "command line"]);
});

test("presets of faults and profiles go by name", async () => {
  write(
    "my.config.mjs",
    `export default {
       mock: { faults: "teapot", profile: "ours", port: 0, log: "json" },
       faults: { teapot: [{ fault: "status", status: 418 }] },
       profiles: { ours: { conflictBody: "none" } },
     };`,
  );
  await using mock = startCli(["mock", "--config", "my.config.mjs"], { cwd: folder });
  const [, origin] = await mock.printed(/(http:\/\/[^"\s]+)\/v1/);
  const headers = { authorization: "Bearer mock-key" };
  expect((await fetch(`${origin}/v1/store/orders`, { headers })).status).toBe(418);
  expect(await (await fetch(`${origin}/_mock/profile`)).json()).toMatchObject({ conflictBody: "none" });
});

describe("one line says what is wrong", () => {
  test.each<[string, string, string]>([
    ["ts", "export default { mock: { prot: 1 } };", "there is no mock.prot. Did you mean port?"],
    ["ts", "export default { mok: {} };", "there is no mok. Did you mean mock?"],
    ["ts", "export default { mock: { port: [1, 2] } };", "mock.port: it takes one value, got a list."],
    ["ts", "export default { mock: { watch: 'yes' } };", "mock.watch: it must be true or false"],
    ["ts", "export default { mock: { port: {} } };", "mock.port: it must be N as text or a number"],
    ["ts", "export default { mock: { seed: 9007199254740993 } };", "Ids beyond 2^53 go in quotes."],
    ["ts", "export default [];", "it must be an object"],
    ["js", "module.exports = {", "Cannot use configuration store-orders.config.js"],
    ["ts", "export const config = {};", "it has no default export"],
    ["ts", "throw new Error('of the file\\nand more')", "of the file"],
    ["ts", "throw null;", "it threw null."],
    ["ts", "throw { toString() { throw 1; } };", "it threw an object."],
    ["ts", "throw Object.assign(new Error(), { message: { a: 1 } });", "[object Object]"],
    ["ts", "throw new Error('\\u001b[2Jcleared');", "store-orders.config.ts: ?[2Jcleared"],
    ["ts", "process.exit(0);", "it ended the process. Remove what does so."],
    ["ts", "await new Promise(() => undefined);", "loading it did not end within 10 s"],
    ["json", '{"mock": {,}}', "Cannot use configuration store-orders.config.json"],
  ])("store-orders.config.%s: %s", async (ending, text, message) => {
    write("package.json", '{"type":"module"}');
    write(`store-orders.config.${ending}`, text);
    const { code, stderr } = await run(["mock", "--port", "0"]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(code).toBe(2);
  });

  test("two files, and one that is not there", async () => {
    write("store-orders.config.js", "");
    write("store-orders.config.json", "");
    expect((await run(["mock"])).stderr).toContain("Cannot choose between");
    expect((await run(["mock", "--config", "none.ts"])).stderr).toContain("there is no such file");
  });
});

test("the form knows the options of every command, and no others", () => {
  defineConfig({ mock: { port: 4010, apiKey: "a", watch: true }, verify: { pendingOrder: [1, "2", 3n] } });
  // @ts-expect-error There is no such option.
  defineConfig({ mock: { prot: 4010 } });
  // @ts-expect-error A switch takes no text.
  defineConfig({ mock: { watch: "yes" } });
  // @ts-expect-error It takes one value.
  defineConfig({ mock: { port: [1] } });
  // @ts-expect-error Of the command line alone.
  defineConfig({ verify: { printConfig: true } });
  // @ts-expect-error There is no such kind.
  defineConfig({ faults: { mine: [{ fault: "stauts", status: 503 }] } });
});
