import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { type RedisServer, startRedis, startTlsRedis } from "../../mocks/testing/redis-server.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { printHere, refusalOf, runCli, startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 60_000 });

/** `store-orders mock --state redis://`, as a person meets it. */

const password = "p4ss~w%rd";
let redis: RedisServer;
let state: string;
beforeAll(async () => {
  redis = await startRedis("--requirepass", password);
  state = `redis://:${encodeURIComponent(password)}@127.0.0.1:${redis.port}/3`;
});
afterAll(() => redis[Symbol.asyncDispose]());

async function startMock(...args: string[]) {
  const mock = startCli(["mock", "--port=0", "--state", state, ...args]);
  onTestFinished(() => mock[Symbol.asyncDispose]());
  const [banner] = await mock.printed(/.*Ctrl-C stops it\..*\n\n$/s);
  const [, baseUrl = ""] = /Base URL +(\S+)/.exec(banner)!;
  const send = (method: string, path: string) =>
    fetch(baseUrl + path, { method, headers: { authorization: "Bearer mock-key" } });
  return { mock, banner, baseUrl, send };
}

test("two mocks are one, and what they say is without the password", async () => {
  const [first, second] = [await startMock("--orders=30"), await startMock("--orders=9", "--profile=terse")];
  const shown = `redis://***@127.0.0.1:${redis.port}/3`;
  for (const { banner } of [first, second])
    expect(banner).toContain(`  Orders    30, from ${shown}\n  State     kept in ${shown}\n`);
  expect((await first.send("DELETE", "/store/orders/1001")).status).toBe(204);
  expect((await second.send("DELETE", "/store/orders/1001")).status).toBe(404);
  expect((await second.send("GET", `/store/orders?${encodeURIComponent(password)}`)).status).toBe(200);
  const title = readFileSync(`/proc/${first.mock.pid}/cmdline`, "utf8");
  expect(title).toContain("store-orders mock");
  for (const { mock } of [first, second]) mock.kill("SIGTERM");
  const ends = await Promise.all([first.mock.ended, second.mock.ended]);
  expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: "" },
    {
      code: 0,
      stderr: `store-orders: ${shown} holds orders already: they are served, and --orders and --profile change nothing. Name another --state-prefix to start over.\n`,
    },
  ]);
  for (const text of [title, ...ends.map(({ stdout }) => stdout)]) {
    expect(text).not.toContain(password);
    expect(text).not.toContain(encodeURIComponent(password));
  }
});

test("--state-prefix makes another mock on the same Redis", async () => {
  const other = await startMock("--state-prefix=other:", "--orders=4");
  expect(other.banner).toContain("  Orders    4, from ");
});

test("rediss: is TLS, and trusts whom Node trusts", async () => {
  using certificate = createCertificate();
  await using guarded = await startTlsRedis(certificate);
  // By the scheme of Redis or of Valkey.
  for (const address of [guarded.url, guarded.url.replace("redis", "valkey")]) {
    await using mock = startCli(["mock", "--port=0", "--state", address], {
      env: { NODE_EXTRA_CA_CERTS: certificate.certFile },
    });
    const [banner] = await mock.printed(/.*Ctrl-C stops it\..*\n\n$/s);
    expect(banner).toContain(`  State     kept in ${address}\n`);
  }
  const { code, stderr } = await runCli(["mock", "--port=0", "--state", guarded.url]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `store-orders: Cannot use --state ${guarded.url}: its certificate is not trusted (self-signed certificate). Name the file of its authority in NODE_EXTRA_CA_CERTS, or another address.\n`,
  });
});

test("--drain goes on answering, each connection for the last time, and is not ready", async () => {
  const { mock, baseUrl, send } = await startMock("--drain=60");
  const health = baseUrl.replace("/v1", "/_mock/health");
  expect((await fetch(`${health}?ready`)).status).toBe(200);
  mock.kill("SIGTERM");
  await vi.waitFor(async () => expect((await fetch(`${health}?ready`)).status).toBe(503), 9000);
  expect(await (await fetch(health)).json()).toMatchObject({ ready: false });
  const list = await send("GET", "/store/orders");
  expect([list.status, list.headers.get("connection")]).toEqual([200, "close"]);
  mock.kill("SIGTERM");
  expect((await mock.ended).code).toBe(143);
});

test.each([
  ["redis://", / the address of Redis cannot be read\. /],
  ["redis://localhost/shop", / after the port comes the number of a database\. /],
  [`redis://:${password}@127.0.0.1:1/0`, / Redis cannot be used \(.*ECONNREFUSED/],
])("--state %s is refused in one line", async (address, fact) => {
  const refusal = await refusalOf(["mock", "--port=0", "--state", address]);
  expect(refusal).toMatch(/^Cannot use --state/);
  expect(refusal).toMatch(fact);
  expect(refusal).not.toContain(password);
});

test("a wrong password is refused, and not repeated", async () => {
  const wrong = `redis://ada:not-it@127.0.0.1:${redis.port}/0`;
  const refusal = await refusalOf(["mock", "--port=0"], { STORE_ORDERS_STATE: wrong });
  expect(refusal).toContain("Redis asks for another user or password");
  expect(refusal).not.toContain("not-it");
});

test("--print-config hides the password", async () => {
  expect(await printHere(["mock", "--state", state, "--print-config"])).toContain(
    `redis://***@127.0.0.1:${redis.port}/3`,
  );
});

test("without the package redis one line says what to install", async () => {
  const prelude = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) { return next(name === "redis" ? "redis-that-is-not-there" : name, context); } });`;
  const cwd = createScratchFolder();
  const { code, stderr } = await runCli(["mock", "--port=0", "--state", state], { prelude, cwd });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      "store-orders: Cannot use --state redis: the package redis is not installed. Run npm install redis beside store-orders-kit.\n",
  });
});

test.each([
  ["--watch", "--fixtures=orders.json"],
  ["--broken", "cancel-forgets"],
])("%s does not go with a shared state", async (...args) => {
  const refusal = await refusalOf(["mock", "--port=0", "--state", state, ...args]);
  expect(refusal).toMatch(/^Cannot use --(?:watch|broken) with /);
});
