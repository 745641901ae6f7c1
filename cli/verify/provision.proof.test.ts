import { expect, test } from "vitest";
import { fiveOrders, startForeign, withOutcome } from "../../conformance/testing/verify.ts";
import { verifyHere } from "../testing/verify-here.ts";
import { writeModule } from "../testing/write-module.ts";

const goodModule = `
  export async function pendingOrders(count) { record("pending", count); return ["101", 102, 103n, "104", 105]; }
  export function shippedOrders(count) { record("shipped", count); return ["301"]; }
  export async function teardown(orders) { record("teardown", orders); }`;
const callsInOrder = [
  '["pending",5]',
  '["shipped",1]',
  '["teardown",{"pending":["101","102","103","104","105"],"shipped":["301"]}]',
];

/** Judges a right server with the orders of a module. */
async function provision(source: string, ...more: readonly string[]) {
  const server = await startForeign(fiveOrders);
  const { file, calls } = writeModule(source);
  return {
    server,
    file,
    calls,
    ...(await verifyHere([server.baseUrl, `--provision=${file}`, "--settle=0", ...more])),
  };
}

test("a module's orders are used, and torn down with their ids", async () => {
  const { code, report, stderr, server, calls } = await provision(goodModule, "--complete");
  expect([code, report?.verdict, stderr]).toEqual([0, "conformant", ""]);
  expect(fiveOrders.pending.map(server.stateOf)).toEqual(Array(5).fill("cancelled"));
  expect(calls()).toEqual(callsInOrder);
});

test("a module's orders are torn down although a must fails", async () => {
  const server = await startForeign({
    ...fiveOrders,
    deliverCancel: (response) => void response.writeHead(200).end("{}"),
  });
  const { file, calls } = writeModule(goodModule);
  const { code } = await verifyHere([server.baseUrl, `--provision=${file}`, "--only=cancel-order/pending"]);
  expect([code, calls().at(-1)]).toEqual([1, callsInOrder[2]]);
});

test.each([
  ["fails", 'throw new Error("no way back")', "teardown failed (no way back)"],
  ["hangs", "await new Promise(() => undefined)", "teardown failed (it did not end within 1.8 s)"],
])("a teardown that %s is reported, and the report is not lost", async (_name, act, fact) => {
  const failing = goodModule.replace('record("teardown", orders)', act);
  const { code, report, stderr, file } = await provision(
    failing,
    "--only=cancel-order/pending",
    "--timeout=300",
  );
  expect([code, withOutcome(report, "passed")]).toEqual([0, ["cancel-order/pending"]]);
  expect(stderr).toBe(`store-orders: Cannot use --provision ${file}: ${fact}.\n`);
});

test("a module without a teardown is accepted, and its ids may be beyond 2^53", async () => {
  const pending = ["9007199254740993", "9007199254740995"];
  const server = await startForeign({ pending, shipped: ["-9223372036854775808"] });
  const { file } = writeModule(`
    export const pendingOrders = () => ${JSON.stringify(pending)};
    export const shippedOrders = () => [-9223372036854775808n];`);
  const { code, report } = await verifyHere([server.baseUrl, "--complete", `--provision=${file}`]);
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
});

const shipped = "export const shippedOrders = () => ['301'];";
const notFunctions = "it must export the functions pendingOrders(count) and shippedOrders(count).";
const noArray = "what pendingOrders returns must be an array of ids, got ";
const pendingOf = (value: string) => `export const pendingOrders = () => ${value}; ${shipped}`;
test.each<[string, string, string, number]>([
  ["throws", "throw new Error('no database');", "it cannot be loaded (no database).", 0],
  ["never loads", "await new Promise(() => undefined);", "it cannot be loaded (loading it did not end", 0],
  ["exports nothing", "", notFunctions, 0],
  ["exports half", "export const pendingOrders = () => [];", notFunctions, 0],
  ["exports what is no function", `export const pendingOrders = [1]; ${shipped}`, notFunctions, 0],
  [
    "fails when asked",
    `export const pendingOrders = async () => { throw new Error("no stock"); }; ${shipped}`,
    "pendingOrders(5) failed (no stock).",
    1,
  ],
  ["returns nothing", pendingOf("undefined"), `${noArray}nothing.`, 1],
  ["returns nonsense", pendingOf("({ ids: [1] })"), noArray, 1],
  ...["'9223372036854775808'", "'12x'", "2 ** 53", "null"].map((id): [string, string, string, number] => [
    `returns ${id} for an id`,
    pendingOf(`['101', ${id}]`),
    "which is not an int64 id.",
    1,
  ]),
])("a module that %s is refused with one line", async (_name, source, fragment, requests) => {
  // A step of a module may take six times as long as a call.
  const timeout = fragment.includes("did not end") ? ["--timeout=100"] : [];
  const { code, stderr, stdout, report, server, file } = await provision(source, ...timeout);
  expect(stderr).toMatch(/^store-orders: [^\n]+\n$/);
  expect(stderr).toContain(`Cannot use --provision ${file}: ${fragment.startsWith("which") ? "" : fragment}`);
  expect(stderr).toContain(fragment);
  expect([code, stdout, report, server.requests.length]).toEqual([2, "", undefined, requests]);
});

test.each([
  ["nowhere.mjs", "there is no such file. Check the path."],
  ["/dev/zero", "it is not a regular file. Save it to one."],
])("the module %s is refused before Node reads it", async (file, fact) => {
  const { code, stderr } = await verifyHere(["http://127.0.0.1:1/v1", `--provision=${file}`]);
  expect([code, stderr]).toEqual([2, `store-orders: Cannot read module ${file}: ${fact}\n`]);
});

test("a failed module is shown with all lines of its error, and with the error's cause", async () => {
  const { code, stderr, file } = await provision(
    `export const pendingOrders = async () => { throw new Error("no stock\\nat all", { cause: new Error("no database") }); }; ${shipped}`,
  );
  expect([code, stderr]).toEqual([
    2,
    `store-orders: Cannot use --provision ${file}: pendingOrders(5) failed:\n  no stock\n  at all\n  no database\n`,
  ]);
});

test.each([
  ["fails", 'throw new Error("none has shipped")', "(none has shipped)"],
  ["never settles", "return new Promise(() => undefined)", "(it did not end within 1.8 s)"],
])("a module that %s for shipped orders has its pending orders torn down", async (_name, act, fact) => {
  const { code, stderr, calls } = await provision(goodModule.replace('return ["301"]', act), "--timeout=300");
  expect([code, stderr]).toEqual([2, expect.stringContaining(`shippedOrders(1) failed ${fact}.`)]);
  expect(calls()).toEqual([...callsInOrder.slice(0, 2), callsInOrder[2]!.replace('"301"', "")]);
});
