import { expect, test } from "vitest";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { measureVerify } from "../testing/measure-judge.ts";
import { fileIn } from "../testing/scratch-files.ts";
import { runCli } from "../testing/start-cli.ts";

const count = 200_000;
const maxMs = 3000;

/** Measures processor time, which does not depend on other programs. */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("a control call loads 200,000 orders within three seconds", async () => {
  await using server = await startMockServer({ controlBodyLimit: 100_000_000 });
  const order = (id: number) =>
    `{"id":${id},"petId":${id * 3},"quantity":2,"shipDate":"2026-01-01T00:00:00Z","complete":false}`;
  const body = `{"fixtures":[${Array.from({ length: count }, (_, id) => order(id)).join(",")}]}`;
  const ms = await cpuMs(async () => {
    const answer = await fetch(server.baseUrl.replace("/v1", "/_mock/reset"), { method: "POST", body });
    expect(await answer.json()).toMatchObject({ orders: count });
  });
  process.stdout.write(`reset with 200,000 orders: ${Math.round(ms)} ms\n`);
  expect(ms).toBeLessThan(maxMs);
});

test("--provision with 200,000 orders is refused within three seconds, before an order is cancelled", async () => {
  await using server = await startMockServer({ orders: count });
  const file = fileIn(
    "provision.mjs",
    `export const pendingOrders = () => Array.from({ length: ${count - 1} }, (_, id) => 1002 + id);
     export const shippedOrders = () => [1001];`,
  );
  const env = { STORE_ORDERS_API_KEY: "mock-key" };
  const startedAt = performance.now();
  expect((await runCli(["verify", server.baseUrl, "--only=list-orders/json-array"], { env })).code).toBe(0);
  const withoutMs = performance.now() - startedAt;
  const deletes = () => server.mock.control.journal().filter(({ method }) => method === "DELETE").length;
  const deletesBefore = deletes();
  const { code, stderr } = await runCli(["verify", server.baseUrl, `--provision=${file}`], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining("Cannot judge with 200000 orders")]);
  const ms = performance.now() - startedAt - 2 * withoutMs;
  process.stdout.write(`--provision with 200,000 orders: ${Math.round(ms)} ms more\n`);
  expect(ms).toBeLessThan(maxMs);
  expect(deletes()).toBe(deletesBefore);
}, 60_000);

test("a run uses each of 1,000 given orders", async () => {
  await using server = await startMockServer({ orders: 2500 });
  const orders = server.mock.control.orders();
  const pending = orders.filter(({ status }) => status === "pending").slice(0, 999);
  const shipped = orders.find(({ status }) => status === "shipped")!;
  const file = fileIn(
    "provision.mjs",
    `export const pendingOrders = () => [${pending.map(({ id }) => `${id}n`)}];
     export const shippedOrders = () => [${shipped.id}n];`,
  );
  const { code, peakMiB, seconds } = await measureVerify("mock-key", [server.baseUrl, `--provision=${file}`]);
  process.stdout.write(`1,000 given orders: ${Math.round(peakMiB)} MiB, ${Math.round(seconds)} s\n`);
  expect([code, peakMiB < 600, seconds < 12]).toEqual([0, true, true]);
}, 120_000);

test("a server of 100,000 orders is judged within 300 MiB", async () => {
  await using server = await startMockServer({ orders: 100_000 });
  const { code, peakMiB, seconds } = await measureVerify("mock-key", [server.baseUrl]);
  process.stdout.write(`100,000 orders: ${Math.round(peakMiB)} MiB, ${Math.round(seconds)} s\n`);
  expect([code, peakMiB < 300]).toEqual([0, true]);
}, 120_000);
