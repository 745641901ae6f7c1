import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { type RedisServer, startRedis, startTlsRedis } from "../../mocks/testing/redis-server.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { refusalOf } from "../testing/run-here.ts";
import { runCli } from "../testing/start-cli.ts";
import { startMock, startMockProcess } from "../testing/start-mock.ts";

/** `store-orders mock --state redis://`, as a user sees it. */

const password = "p4ss~w%rd";
let redis: RedisServer;
let state: string;
beforeAll(async () => {
  redis = await startRedis("--requirepass", password);
  state = `redis://:${encodeURIComponent(password)}@127.0.0.1:${redis.port}/3`;
});
afterAll(() => redis[Symbol.asyncDispose]());

const shown = () => `redis://***@127.0.0.1:${redis.port}/3`;

test("two mocks share their orders, and their output does not have the password", async () => {
  const [first, second] = [
    await startMockProcess(["--state", state, "--orders=30"]),
    await startMockProcess(["--state", state, "--orders=9", "--profile=terse"]),
  ];
  for (const { banner } of [first, second])
    expect(banner).toContain(`  Orders    30, from ${shown()}\n  State     kept in ${shown()}\n`);
  expect(await first.cancel(1001)).toBe(204);
  expect(await second.cancel(1001)).toBe(404);
  expect((await second.send("GET", `?${encodeURIComponent(password)}`)).status).toBe(200);
  const title = readFileSync(`/proc/${first.mock.pid}/cmdline`, "utf8");
  expect(title).toContain("store-orders mock");
  const ends = await Promise.all([first.mock.stop(), second.mock.stop()]);
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ""],
    [
      0,
      `store-orders: ${shown()} already has orders, so --orders and --profile are ignored. Name another --state-prefix to start over.\n`,
    ],
  ]);
  for (const text of [title, ...ends.map(({ stdout }) => stdout)])
    for (const secret of [password, encodeURIComponent(password)]) expect(text).not.toContain(secret);
});

test("--log json has a line when Redis is lost and when it is back", async () => {
  await using own = await startRedis("--requirepass", password);
  const place = `redis://:${encodeURIComponent(password)}@127.0.0.1:${own.port}/0`;
  const { mock } = await startMock(["--log=json", "--state", place]);
  await own.kill();
  const [lost] = await mock.printed(/\{"event":"state-lost".*\n/);
  const row = { time: expect.any(String), state: `redis://***@127.0.0.1:${own.port}/0` };
  const reason = expect.stringMatching(/./);
  expect(JSON.parse(lost)).toEqual({ ...row, event: "state-lost", reason });
  await own.start();
  const [back] = await mock.printed(/\{"event":"state-back".*\n/);
  expect(JSON.parse(back)).toEqual({ ...row, event: "state-back" });
  const { stdout } = await mock.stop();
  expect(stdout.match(/"state-lost"/g)).toHaveLength(1);
  expect(stdout).not.toContain(password);
});

test("--state-prefix makes another mock on the same Redis", async () => {
  const { banner } = await startMock(["--state", state, "--state-prefix=other:", "--orders=4"]);
  expect(banner).toContain("  Orders    4, from ");
});

test("rediss: uses TLS, with the certificate authorities of Node", async () => {
  using certificate = createCertificate();
  await using guarded = await startTlsRedis(certificate);
  // The scheme of Valkey means the same.
  const address = guarded.url.replace("redis", "valkey");
  const env = { NODE_EXTRA_CA_CERTS: certificate.certFile };
  const { banner } = await startMockProcess(["--state", address], { env });
  expect(banner).toContain(`  State     kept in ${address}\n`);
  const fact =
    "its certificate is not trusted (self-signed certificate). Name the file of its authority in NODE_";
  expect(await refusalOf(["mock", "--port=0", "--state", guarded.url])).toContain(fact);
});

test("--drain answers one last request on each connection, and is not ready", async () => {
  const { mock, control, send } = await startMockProcess(["--state", state, "--drain=60"]);
  const health = `${control}/health`;
  expect((await fetch(`${health}?ready`)).status).toBe(200);
  mock.kill("SIGTERM");
  await vi.waitFor(async () => expect((await fetch(`${health}?ready`)).status).toBe(503), 9000);
  expect(await (await fetch(health)).json()).toMatchObject({ ready: false });
  const list = await send("GET");
  expect([list.status, list.headers.get("connection")]).toEqual([200, "close"]);
  mock.kill("SIGTERM");
  expect((await mock.ended).code).toBe(143);
});

test.each([
  ["redis://", /the address of Redis cannot be read\. /],
  ["redis://localhost/shop", /after the port comes the number of a database\. /],
  [`redis://:${password}@127.0.0.1:1/0`, / Redis cannot be used \(.*ECONNREFUSED/],
  ["redis://ada:not-it@127.0.0.1:PORT/0", /Redis asks for another user or password/],
])("--state %s is refused in one line, without the password", async (address, fact) => {
  const env = { STORE_ORDERS_STATE: address.replace("PORT", String(redis.port)) };
  const refusal = await refusalOf(["mock", "--port=0"], env);
  expect(refusal).toMatch(/^Cannot use (?:--state|STORE_ORDERS_STATE)\b/);
  expect(refusal).toMatch(fact);
  for (const secret of [password, "not-it"]) expect(refusal).not.toContain(secret);
});

test("without the package redis one line names the package to install", async () => {
  const prelude = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) { return next(name === "redis" ? "redis-that-is-not-there" : name, context); } });`;
  const cwd = createScratchFolder();
  const { code, stderr } = await runCli(["mock", "--port=0", "--state", state], { prelude, cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^store-orders: Cannot use --state redis: the package redis is not installed\. Run .*\n$/,
  );
});
