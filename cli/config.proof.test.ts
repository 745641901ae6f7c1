import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { defineConfig } from "./define-config.ts";
import { printHere, refusalOf } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";
import { runCli } from "./testing/start-cli.ts";
import { startMock } from "./testing/start-mock.ts";

const form = fileURLToPath(new URL("./define-config.ts", import.meta.url));

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = createScratchFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
const run = (cwd: string, args: readonly string[], env = {}) => runCli(args, { cwd, env });

const rowsOf = (text: string) => {
  const rows = text.trimEnd().split("\n");
  return Object.fromEntries(rows.map((row) => row.split(/\s{2,}/)).map(([name, ...cells]) => [name!, cells]));
};

test("options win over variables, the file and defaults in this order, and --print-config shows the source", async () => {
  const folder = folderOf({
    "store-orders.config.ts": `import { defineConfig } from ${JSON.stringify(form)};
     export default defineConfig({ mock: { port: 1, seed: 2, orders: 3, apiKey: ["hush", "hush2"], shipAfter: 0.5 } });`,
  });
  const env = { STORE_ORDERS_PORT: "4", STORE_ORDERS_SEED: "6" };
  const { stdout, code } = await run(folder, ["mock", "--port", "5", "--print-config"], env);
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
  const baseUrl = "http://127.0.0.1:9/v1";
  const verify = { baseUrl, pendingOrder: [101, "9223372036854775807"], complete: true };
  const file = fileIn("mine.json", JSON.stringify({ verify }));
  const print = async (...args: string[]) =>
    rowsOf(await printHere(["verify", `--config=${file}`, "--print-config", ...args]));
  expect(await print()).toMatchObject({
    "base-url": [baseUrl, "mine.json"],
    "pending-order": ["101, 9223372036854775807", "mine.json"],
    complete: ["true", "mine.json"],
  });
  expect((await print("http://a.test/v1"))["base-url"]).toEqual(["http://a.test/v1", "command line"]);
});

test("presets of faults and profiles are given by name", async () => {
  const file = fileIn(
    "my.config.mjs",
    `export default {
       mock: { faults: "teapot", profile: "ours", port: 0, log: "json" },
       faults: { teapot: [{ fault: "status", status: 418 }] },
       profiles: { ours: { conflictBody: "none" } },
     };`,
  );
  const { send, control } = await startMock(["--config", file]);
  expect((await send("GET")).status).toBe(418);
  expect(await (await fetch(`${control}/profile`)).json()).toMatchObject({ conflictBody: "none" });
});

describe("one line says which mistake the file has", () => {
  const faults = "faults: { 'bad-day': [{ fault: 'delay', ms: [5, 1] }] }";
  test.each([
    [
      `{ mock: { faults: "bad-dya" }, ${faults} }`,
      'Cannot use mock.faults in my.config.mjs: "bad-dya" is neither a file nor a known name. Did you mean bad-day?',
    ],
    [
      `{ mock: { faults: "bad-day" }, ${faults} }`,
      "Cannot use mock.faults in my.config.mjs: bad-day: faults[0].ms: it must be milliseconds from 0 to 600000, or a range, [100, 500], got [5, 1].",
    ],
    [
      '{ mock: { allowOrigin: "shop.test" } }',
      "Cannot use mock.allowOrigin in my.config.mjs: it must be an origin",
    ],
    [
      "{ mock: { prot: 1 } }",
      "Cannot use mock.prot: there is no such member in my.config.mjs. Did you mean port?",
    ],
    [
      "Promise.resolve({ mok: {} })",
      "Cannot use mok: there is no such member in my.config.mjs. Did you mean mock?",
    ],
    ["{ mock: { port: [1, 2] } }", "mock.port: it takes one value, got a list."],
    ["{ mock: { watch: 'yes' } }", "mock.watch: it must be true or false"],
    ["{ mock: { port: {} } }", "mock.port: it must be N as text or a number"],
    ["{ mock: { seed: 9007199254740993 } }", "Ids beyond 2^53 go in quotes."],
    ["[]", "it must be an object"],
    ["{}; throw new Error('of the file\\nand more')", "of the file"],
    ["{}; throw null", "it threw null."],
    ["{}; throw Object.assign(new Error(), { message: { a: 1 } })", "[object Object]"],
  ])("export default %s", async (value, message) => {
    const file = fileIn("my.config.mjs", `export default ${value};`);
    expect(await refusalOf(["mock", "--port=0", `--config=${file}`])).toContain(message);
  });

  const refuse = "Cannot use configuration store-orders.config";
  const notModule = (ending: string) =>
    `${refuse}.${ending}: it is an ES module, and package.json has "type": "commonjs". Rename it to store-orders.config.m${ending}, or set "type": "module".`;
  test.each<[ending: string, type: string, text: string, message: string]>([
    ["js", "module", "module.exports = {", `${refuse}.js`],
    ["ts", "commonjs", 'import "node:fs";\nexport default {};', notModule("ts")],
    ["js", "commonjs", 'import "node:fs";\nexport default {};', notModule("js")],
  ])("store-orders.config.%s in a project of type %s: %s", async (ending, type, text, message) => {
    const name = `store-orders.config.${ending}`;
    const folder = folderOf({ "package.json": `{"type":"${type}"}`, [name]: text });
    const refusal = await refusalOf(["mock", `--config=${join(folder, name)}`]);
    expect(refusal.replaceAll(`${folder}/`, "")).toContain(message);
  });

  test("of a file that ends the process", async () => {
    const folder = folderOf({ "store-orders.config.mjs": "process.exit(0); export default {};" });
    const { code, stderr } = await run(folder, ["mock", "--port", "0"]);
    const message = "it ended the process. Remove what does so.";
    expect([code, stderr]).toEqual([2, `store-orders: ${refuse}.mjs: ${message}\n`]);
  });

  test.each([
    ["mine.json", '{"mock": {,}}', "Cannot use configuration FILE: line 1, column 11 is not JSON"],
    ["mine.mjs", "export const config = {};", "Cannot use configuration FILE: it has no default export"],
    ["mine.ts", undefined, "Cannot read configuration FILE: there is no such file"],
  ])("%s: %s", async (name, text, fact) => {
    const file = join(folderOf(text === undefined ? {} : { [name]: text }), name);
    expect(await refusalOf(["mock", `--config=${file}`])).toContain(fact.replace("FILE", file));
  });

  test("two configuration files are refused", async () => {
    const folder = folderOf({ "store-orders.config.js": "", "store-orders.config.json": "" });
    expect((await run(folder, ["mock"])).stderr).toContain("Cannot choose between");
  });
});

test("a CommonJS project may have its configuration in CommonJS", async () => {
  const config = "module.exports = { mock: { port: 7 } };";
  const folder = folderOf({ "package.json": '{ "type": "commonjs" }', "store-orders.config.js": config });
  const line = ["mock", `--config=${join(folder, "store-orders.config.js")}`, "--print-config"] as const;
  expect(rowsOf(await printHere(line)).port).toEqual(["7", "store-orders.config.js"]);
});

test("the configuration accepts the options of every command, and no others", () => {
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
