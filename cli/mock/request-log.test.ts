import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** What a running mock writes about the requests it answers, and what it never writes. */

function start(args: readonly string[], options: { env?: Record<string, string>; prelude?: string } = {}) {
  const mock = startCli(["mock", "--port=0", ...args], options);
  onTestFinished(() => mock[Symbol.asyncDispose]());
  return mock;
}

const portOf = async (mock: ReturnType<typeof start>) => (await mock.printed(/127\.0\.0\.1:(\d+)/))[1]!;
const headers = { authorization: "Bearer mock-key" };

async function call(port: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  await answer.text();
  return answer.status;
}

test("--log json prints one JSON line for the start, and one for each request", async () => {
  const mock = start(["--log=json", "--orders=3"]);
  const port = await portOf(mock);
  await call(port, "/v1/store/orders", { headers });
  await call(port, "/v1/store/orders/12?reason=none", { method: "DELETE" });
  await mock.printed(/"status":401/);
  mock.kill("SIGTERM");
  const { stdout, stderr } = await mock.ended;
  expect(stderr).toBe("");
  expect(stdout.endsWith("\n")).toBe(true);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    {
      event: "listening",
      baseUrl: `http://127.0.0.1:${port}/v1`,
      port: Number(port),
      seed: 1,
      orders: 3,
      version: expect.any(String),
    },
    {
      event: "request",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      world: "default",
      method: "GET",
      target: "/v1/store/orders",
      status: 200,
      why: expect.any(String),
      ms: expect.any(Number),
    },
    {
      event: "request",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      world: "default",
      method: "DELETE",
      target: "/v1/store/orders/12?reason=none",
      status: 401,
      why: expect.stringContaining("API key is missing"),
      ms: expect.any(Number),
    },
  ]);
});

test("--log pretty prints the time, status, method and address of each request", async () => {
  const mock = start([]);
  await call(await portOf(mock), "/v1/store/orders", { headers });
  await mock.printed(
    /^\d\d:\d\d:\d\d 200 GET {4}\/v1\/store\/orders {2}all orders \(4\.1, rule 1\) \(\d+\.\d ms\)\n/m,
  );
});

test("--log silent prints nothing at all", async () => {
  // Without output, only a look from inside tells when it listens, and where.
  const prelude = `
    import { subscribe } from "node:diagnostics_channel";
    subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => {
      process.stderr.write("listens on " + server.address().port + ".\\n");
    });`;
  const mock = start(["--log=silent"], { prelude });
  const [, port] = await mock.warned(/listens on (\d+)\./);
  expect(await call(port!, "/v1/store/orders", { headers })).toBe(200);
  expect(await call(port!, "/nowhere")).toBe(404);
  mock.kill("SIGTERM");
  const { code, stdout, stderr } = await mock.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toBe(`listens on ${port}.\n`);
});

describe("a secret is never shown:", () => {
  const key = "s3cret+key/of=mine";
  const longer = `${key}-too`;
  const token = "c0ntrol&token";
  const coded = encodeURIComponent(key);

  /** Sends the secrets in every place where a client may put them by mistake. */
  async function leak(port: string) {
    const paths = [
      `/v1/store/orders?api_key=${key}`,
      `/v1/store/orders?api_key=${coded}`,
      `/v1/store/orders?api_key=${coded.toLowerCase()}`,
      `/v1/store/orders?api_key=${longer}`,
      // A reason quotes the first 80 characters, which ends within the key.
      `/v1/store/orders?${"x".repeat(70)}${key}`,
      `/v1/store/orders/${coded}`,
      `/_mock/${encodeURIComponent(token)}`,
      `/${key}`,
    ];
    for (const path of paths) {
      await call(port, path, { headers: { authorization: `Bearer ${key}`, "x-mock-token": token } });
    }
    await call(port, "/v1/the-last-request");
  }

  test.each([
    ["pretty", "argument"],
    ["json", "argument"],
    ["json", "environment variable"],
  ])("with --log %s, given by an %s", async (format, place) => {
    const secrets =
      place === "argument"
        ? { args: [`--api-key=${key}`, "--api-key", longer, "--control-token", token] }
        : {
            args: [],
            env: { STORE_ORDERS_MOCK_API_KEY: `${key},${longer}`, STORE_ORDERS_CONTROL_TOKEN: token },
          };
    const { args, ...env } = secrets;
    const mock = start([`--log=${format}`, "--profile=terse", ...args], env);
    const port = await portOf(mock);
    expect(await call(port, "/v1/store/orders", { headers: { authorization: `Bearer ${key}` } })).toBe(200);
    await leak(port);
    await mock.printed(/the-last-request/);
    if (process.platform === "linux") {
      const commandLine = readFileSync(`/proc/${mock.pid}/cmdline`, "utf8");
      expect(commandLine).toContain("store-orders mock");
      expect(commandLine).not.toMatch(/s3cret|c0ntrol/);
    }
    mock.kill("SIGTERM");
    const { stdout, stderr } = await mock.ended;
    expect(stderr).toBe("");
    expect(stdout).toContain("?api_key=***");
    expect(stdout).not.toMatch(/s3cret|c0ntrol|\*-too/);
  });

  test("a control token alone is taken out of the process list", async () => {
    const mock = start(["--control-token", token]);
    await portOf(mock);
    expect(mock.stdout()).not.toContain("c0ntrol");
    if (process.platform === "linux")
      expect(readFileSync(`/proc/${mock.pid}/cmdline`, "utf8")).not.toContain("c0ntrol");
  });
});
