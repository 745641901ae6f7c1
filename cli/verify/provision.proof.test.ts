import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createFolder, fiveOrders, startForeign, verify } from "../../conformance/testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

/** A module that tells in a file what it was asked. */
async function writeModule(source: string): Promise<{ file: string; told: () => Promise<string[]> }> {
  const folder = await createFolder();
  const file = join(folder, "orders.mjs");
  const log = join(folder, "log");
  await writeFile(
    file,
    `import { appendFileSync } from "node:fs";
     const tell = (...what) => appendFileSync(${JSON.stringify(log)}, JSON.stringify(what) + "\\n");
     ${source}`,
  );
  const told = async () =>
    (await readFile(log, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  return { file, told };
}

const goodModule = `
  export async function pendingOrders(count) { tell("pending", count); return ["101", 102, 103n, "104", 105]; }
  export function shippedOrders(count) { tell("shipped", count); return ["301"]; }
  export async function teardown(orders) { tell("teardown", orders); }`;
const toldInOrder = [
  '["pending",5]',
  '["shipped",1]',
  '["teardown",{"pending":["101","102","103","104","105"],"shipped":["301"]}]',
];

test("a module's orders are used, and torn down with their ids", async () => {
  const server = await startForeign(fiveOrders);
  const { file, told } = await writeModule(goodModule);
  const { code, report, stderr } = await verify([server.baseUrl, "--complete", `--provision=${file}`]);
  expect([code, report?.verdict, stderr]).toEqual([0, "conformant", ""]);
  expect(fiveOrders.pending.map(server.stateOf)).toEqual(Array(5).fill("cancelled"));
  expect(await told()).toEqual(toldInOrder);
});

test("a module's orders are torn down although a must fails", async () => {
  const server = await startForeign({
    ...fiveOrders,
    deliverCancel: (response) => void response.writeHead(200).end("{}"),
  });
  const { file, told } = await writeModule(goodModule);
  const { code, report } = await verify([server.baseUrl, `--provision=${file}`]);
  expect([code, report?.verdict]).toEqual([1, "nonconformant"]);
  expect(await told()).toEqual(toldInOrder);
});

test("a teardown that fails is told, and the report is not lost", async () => {
  const server = await startForeign(fiveOrders);
  const { file } = await writeModule(
    goodModule.replace('tell("teardown", orders)', 'throw new Error("no way back")'),
  );
  const { code, report, stderr } = await verify([server.baseUrl, `--provision=${file}`]);
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
  expect(stderr).toBe(`store-orders: Cannot use --provision ${file}: teardown failed (no way back).\n`);
});

test("a module without teardown will do, and its ids may be beyond 2^53", async () => {
  const pending = ["9007199254740993", "9007199254740995"];
  const server = await startForeign({ pending, shipped: ["-9223372036854775808"] });
  const { file } = await writeModule(`
    export const pendingOrders = () => ${JSON.stringify(pending)};
    export const shippedOrders = () => [-9223372036854775808n];`);
  const { code, report } = await verify([server.baseUrl, "--complete", `--provision=${file}`]);
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
});

test("orders that are named are used, and the module is not asked", async () => {
  const server = await startForeign(fiveOrders);
  const { file, told } = await writeModule(goodModule);
  await verify([server.baseUrl, `--provision=${file}`, "--pending-order=104,105", "--shipped-order=301"]);
  expect([server.stateOf("101"), server.stateOf("104")]).toEqual(["pending", "cancelled"]);
  expect(await told()).toEqual([]);
});

const shipped = "export const shippedOrders = () => ['301'];";
test.each<[string, string | undefined, string, number]>([
  ["is not there", undefined, "it cannot be loaded (Cannot find module", 0],
  ["is no JavaScript", "export const = 1;", "it cannot be loaded (", 0],
  ["throws", "throw new Error('no database\\nat all');", "it cannot be loaded (no database).", 0],
  ["exports nothing", "", "it must export the functions pendingOrders(count) and shippedOrders(count).", 0],
  [
    "exports half",
    "export const pendingOrders = () => [];",
    "it must export the functions pendingOrders(count)",
    0,
  ],
  ["exports what is no function", `export const pendingOrders = [1]; ${shipped}`, "it must export", 0],
  [
    "fails when asked",
    `export const pendingOrders = async () => { throw new Error("no stock"); }; ${shipped}`,
    "pendingOrders(5) failed (no stock).",
    1,
  ],
  [
    "returns nothing",
    `export const pendingOrders = () => {}; ${shipped}`,
    "what pendingOrders returns must be an array of ids, got ",
    1,
  ],
  [
    "returns nonsense",
    `export const pendingOrders = () => ({ ids: [1] }); ${shipped}`,
    "what pendingOrders returns must be an array of ids, got ",
    1,
  ],
  ...["'9223372036854775808'", "'12x'", "1.5", "2 ** 53", "null", "''", "[]"].map(
    (id) =>
      [
        `returns ${id} for an id`,
        `export const pendingOrders = () => ['101', ${id}]; ${shipped}`,
        "which is no int64 id.",
        1,
      ] as [string, string, string, number],
  ),
])("a module that %s is refused with one line", async (_name, source, fragment, requests) => {
  const server = await startForeign(fiveOrders);
  const { file } = source === undefined ? { file: "nowhere.mjs" } : await writeModule(source);
  const { code, stderr, stdout, report } = await verify([server.baseUrl, `--provision=${file}`]);
  expect(stderr).toMatch(/^store-orders: Cannot use --provision [^\n]+\n$/);
  expect(stderr).toContain(`--provision ${file}: `);
  expect(stderr).toContain(fragment);
  expect([code, stdout, report]).toEqual([2, "", undefined]);
  expect(server.requests).toHaveLength(requests);
});

test("a module whose second half fails has torn down its first", async () => {
  const server = await startForeign(fiveOrders);
  const { file, told } = await writeModule(
    goodModule.replace('return ["301"]', 'throw new Error("none has shipped")'),
  );
  const { code, stderr } = await verify([server.baseUrl, `--provision=${file}`]);
  expect(code).toBe(2);
  expect(stderr).toContain("shippedOrders(1) failed (none has shipped).");
  expect(await told()).toEqual([
    ...toldInOrder.slice(0, 2),
    '["teardown",{"pending":["101","102","103","104","105"],"shipped":[]}]',
  ]);
});
