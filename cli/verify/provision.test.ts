import { expect, onTestFinished, test, vi } from "vitest";
import { fiveOrders, startForeign, withOutcome } from "../../conformance/testing/verify.ts";
import { verifyHere } from "../testing/verify-here.ts";
import { writeModule } from "../testing/write-module.ts";
import { loadProvision } from "./provision.ts";

const goodModule = `
  export async function pendingOrders(count) { record("pending", count); return ["101", 102, 103n, "104", 105]; }
  export async function shippedOrders(count) { record("shipped", count); return ["-9223372036854775808"]; }
  export async function teardown(orders) { record("teardown", orders); }`;
const teardownOf = (...shipped: readonly string[]) =>
  JSON.stringify(["teardown", { pending: fiveOrders.pending, shipped }]);
const asked = ['["pending",5]', '["shipped",1]'];

/** Judges a right server with the orders of a module. */
async function judge(source: string, ...more: readonly string[]) {
  const server = await startForeign({ ...fiveOrders, shipped: ["-9223372036854775808"] });
  const { file, calls } = writeModule(source);
  const args = [server.baseUrl, `--provision=${file}`, "--settle=0", ...more];
  return { server, file, calls, ...(await verifyHere(args)) };
}

test("a module's orders are used, and torn down with their ids", async () => {
  const { code, stderr, server, calls } = await judge(goodModule, "--only=cancel-order/pending");
  expect([code, stderr, server.stateOf("101")]).toEqual([0, "", "cancelled"]);
  expect(calls()).toEqual([...asked, teardownOf("-9223372036854775808")]);
});

test("a teardown that fails is reported, and the report is not lost", async () => {
  const failing = goodModule.replace('record("teardown", orders)', 'throw new Error("no way back")');
  const { code, report, stderr, file } = await judge(failing, "--only=cancel-order/pending");
  expect([code, withOutcome(report, "passed")]).toEqual([0, ["cancel-order/pending"]]);
  expect(stderr).toBe(`store-orders: Cannot use --provision ${file}: teardown failed (no way back).\n`);
});

test.each([
  ["nowhere.mjs", "there is no such file. Check the path."],
  ["/dev/zero", "it is not a regular file. Save it to one."],
])("the module %s is refused before Node reads it, and before a call", async (file, fact) => {
  const { code, stderr } = await verifyHere(["http://127.0.0.1:1/v1", `--provision=${file}`]);
  expect([code, stderr]).toEqual([2, `store-orders: Cannot read module ${file}: ${fact}\n`]);
});

/** Asks a module for orders, as a run does. Once a step of it hangs, the time passes that a step may take. */
function provide(source: string) {
  const isHanging = source.includes(hangs);
  if (isHanging) vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { file, calls } = writeModule(source);
  const arranging = loadProvision(file, 60_000).then((arrange) => arrange());
  const letTimePass = async () => {
    await vi.waitFor(() => expect(calls()).toContain('["hangs"]'), 15_000);
    vi.advanceTimersByTime(60_000);
  };
  if (isHanging) void letTimePass();
  return { arranging, calls, refused: `Cannot use --provision ${file}: ` };
}

const hangs = 'record("hangs"), await new Promise(() => undefined)';

const shipped = "export const shippedOrders = () => [-9223372036854775808n];";
const notFunctions = "it must export the functions pendingOrders(count) and shippedOrders(count).";
const noArray = "what pendingOrders returns must be an array of ids, got ";
const pendingOf = (value: string) =>
  `export const pendingOrders = async () => { return ${value}; }; ${shipped}`;

test.each<[string, string, string]>([
  ["throws", "throw new Error('no database');", "it cannot be loaded (no database)."],
  ["never loads", hangs, "it cannot be loaded (loading it did not end within 60 s)."],
  ["exports nothing", "", notFunctions],
  ["exports half", "export const pendingOrders = () => [];", notFunctions],
  ["exports what is no function", `export const pendingOrders = [1]; ${shipped}`, notFunctions],
  ["never answers", pendingOf(`(${hangs})`), "pendingOrders(5) failed (it did not end within 60 s)."],
  ["returns nothing", pendingOf("undefined"), `${noArray}nothing.`],
  ["returns nonsense", pendingOf("({ ids: [1] })"), `${noArray}an object.`],
  ...["'9223372036854775808'", "'12x'", "2 ** 53", "null"].map((id): [string, string, string] => [
    `returns ${id} for an id`,
    pendingOf(`['101', ${id}]`),
    "what pendingOrders returns has ",
  ]),
])("a module that %s is refused with one line", async (_name, source, fact) => {
  const { arranging, refused } = provide(source);
  const message = expect.stringContaining(refused + fact);
  await expect(arranging).rejects.toMatchObject({ name: "BadInput", message, details: [] });
});

test("a failed module is shown with all lines of its error, and with the error's cause", async () => {
  const error = 'new Error("no stock\\nat all", { cause: new Error("no database") })';
  const { arranging, refused } = provide(pendingOf(`Promise.reject(${error})`));
  const message = `${refused}pendingOrders(5) failed:`;
  await expect(arranging).rejects.toMatchObject({ message, details: ["no stock", "at all", "no database"] });
});

test.each([
  ["fails", 'throw new Error("none has shipped")', "(none has shipped)"],
  ["never answers", hangs, "(it did not end within 60 s)"],
])("a module that %s for shipped orders has its pending orders torn down", async (_name, act, fact) => {
  const { arranging, calls } = provide(goodModule.replace(/return \["-.*?\]/, act));
  await expect(arranging).rejects.toThrow(`shippedOrders(1) failed ${fact}.`);
  expect(calls()).toEqual(expect.arrayContaining([...asked, teardownOf()]));
});

test("a teardown that hangs is given up, and a module needs none", async () => {
  const hanging = await provide(`${pendingOf("[1n]")} export const teardown = async () => { ${hangs}; };`)
    .arranging;
  await expect(hanging.release!()).rejects.toThrow("teardown failed (it did not end within 60 s).");
  const { pending, release } = await provide(pendingOf("['9007199254740993']")).arranging;
  expect(pending).toEqual([9007199254740993n]);
  await expect(release!()).resolves.toBeUndefined();
});
