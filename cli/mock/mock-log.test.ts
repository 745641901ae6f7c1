import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { eventsOf, startMock, startMockProcess, startQuietMock } from "../testing/start-mock.ts";

// Processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 40_000 });

/** The log of a running mock, and secrets that it must not have. */

async function call(address: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(address, init);
  await answer.text();
  return answer.status;
}

test.each(["pretty", "json"])("--log %s says which option allows a page of another origin", async (log) => {
  const { mock, baseUrl } = await startMock([`--log=${log}`]);
  const origin = "https://shop.test";
  const preflight = { origin, "access-control-request-method": "GET" };
  expect(await call(`${baseUrl}/store/orders`, { method: "OPTIONS", headers: preflight })).toBe(403);
  await mock.printed(/got Origin https:\/\/shop\.test\. Name it with --allow-origin/);
  const headers = { origin, authorization: "Bearer mock-key" };
  expect(await call(`${baseUrl}/store/orders`, { headers })).toBe(200);
  await mock.printed(/pages of https:\/\/shop\.test may not read this, --allow-origin lets them: all orders/);
});

test("--log json prints one JSON line for the start, and one for each request", async () => {
  const { mock, baseUrl, list } = await startMock(["--log=json", "--orders=3"]);
  await list();
  await call(`${baseUrl}/store/orders/12?reason=none`, { method: "DELETE" });
  await mock.printed(/"status":401/);
  const { stdout, stderr } = await mock.stop();
  expect([stderr, stdout.at(-1)]).toEqual(["", "\n"]);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const request = { event: "request", time, world: "default", ms: expect.any(Number) };
  const port = Number(new URL(baseUrl).port);
  const [path, why] = ["/v1/store/orders", expect.stringContaining("API key is missing")];
  expect(eventsOf(stdout)).toEqual([
    { event: "listening", baseUrl, port, seed: 1, orders: 3, version: expect.any(String) },
    { ...request, method: "GET", target: path, status: 200, why: expect.any(String) },
    { ...request, method: "DELETE", target: `${path}/12?reason=none`, status: 401, why },
    { event: "stopping", time, signal: "SIGTERM" },
    { event: "stopped", time },
  ]);
});

test("--log json says when the mock drains and stops; health checks are left out while they succeed", async () => {
  const { mock, control } = await startMockProcess(["--log=json", "--drain=1"]);
  for (const path of ["health", "health?ready", "health/x"]) await call(`${control}/${path}`);
  await call(`${control}/health?ready`, { method: "HEAD" });
  const ended = mock.stop();
  await mock.printed(/"draining"/);
  await call(`${control}/health`);
  expect(await call(`${control}/health?ready`)).toBe(503);
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(eventsOf(stdout).slice(1)).toMatchObject([
    { event: "request", target: "/_mock/health/x", status: 404 },
    { event: "draining", signal: "SIGTERM", seconds: 1 },
    { event: "request", target: "/_mock/health?ready", status: 503 },
    { event: "stopping", signal: "SIGTERM" },
    { event: "stopped" },
  ]);
});

test("--log-health logs each health check", async () => {
  const { mock, control } = await startMock(["--log=json", "--log-health"]);
  await call(`${control}/health`);
  await mock.printed(/"target":"\/_mock\/health","status":200/);
});

test("--log pretty prints the time, status, method and address of each request", async () => {
  const { mock, list } = await startMock();
  await list();
  const line =
    /^\d\d:\d\d:\d\d 200 GET {4}\/v1\/store\/orders {2}all orders \(4\.1, rule 1\) \(\d+\.\d ms\)\n/m;
  await mock.printed(line);
});

test("--log silent prints nothing at all", async () => {
  const { mock, port } = await startQuietMock(["--log=silent"]);
  expect(await call(`http://127.0.0.1:${port}/nowhere`)).toBe(404);
  expect(await mock.stop()).toEqual({ code: 0, stdout: "", stderr: "" });
});

test.runIf(process.platform === "linux")("secrets are removed from the process list", async () => {
  const args = ["--api-key=s3cret-key", "--control-token", "c0ntrol-token"];
  const { mock } = await startMockProcess(["--log=json", ...args]);
  const commandLine = readFileSync(`/proc/${mock.pid}/cmdline`, "utf8");
  expect(commandLine).toContain("store-orders mock");
  expect(commandLine).not.toMatch(/s3cret|c0ntrol/);
});
