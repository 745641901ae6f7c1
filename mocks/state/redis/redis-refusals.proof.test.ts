import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { BadInput } from "../../../base/bad-input.ts";
import { type RedisServer, startRedis } from "../../testing/redis-server.ts";
import { openRedisMock } from "../../testing/shared-mocks.ts";

vi.setConfig({ testTimeout: 60_000 });

/** A Redis that cannot be used: one line at the start, 503 with an Error while running, and nothing in it is changed. */

let shared: RedisServer;
beforeAll(async () => {
  shared = await startRedis();
});
afterAll(() => shared[Symbol.asyncDispose]());
beforeEach(() => tell(shared.port, "FLUSHALL"));

async function tell(port: number, ...words: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  socket.write(`*${words.length}\r\n${parts.join("")}`);
  const [answer] = (await once(socket, "data")) as [string];
  socket.destroy();
  return answer;
}

async function refusalOf(url: string): Promise<string> {
  const opened = openRedisMock(url, { orders: 5 }, { prefix: "shop:" });
  const error = await opened.then(
    (mock) => {
      mock[Symbol.dispose]();
      return undefined;
    },
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BadInput);
  return (error as Error).message;
}

test.each<[string, string[], string]>([
  [
    "asks for a password",
    ["--requirepass", "abc"],
    "Redis asks for another user or password. Put them before",
  ],
  ["is full", ["--maxmemory", "100"], "Redis is full. Give it more memory"],
  [
    "is a replica",
    ["--replicaof", "127.0.0.1 1"],
    "it is a replica, which takes no changes. Name the address of its",
  ],
])("one that %s", async (_name, options, fact) => {
  await using redis = await startRedis(...options);
  const { url } = redis;
  expect(await refusalOf(url)).toContain(`Cannot use --state ${url}: ${fact}`);
});

const foreign = "there is data of another program under its keys. Name another --state-prefix.";
test.each<[string, string[], string]>([
  ["a text", ["SET", "shop:all", "x"], foreign],
  ["a list of worlds", ["SET", "shop:worlds", "x"], foreign],
  ["a world", ["SET", "shop:world:default", "x"], foreign],
  ["fields of its own", ["HSET", "shop:all", "theirs", "1"], foreign],
  ...["x", "{}", "[]", "null", '{"layout":3}', '{"layout":3,"source":null}', '{"layout":"2"}'].map(
    (facts): [string, string[], string] => [
      `the start ${facts}`,
      ["HSET", "shop:all", "facts", facts],
      foreign,
    ],
  ),
  [
    "an older layout",
    ["HSET", "shop:all", "facts", '{"layout":2}'],
    "it has layout 2, this kit knows 3. Use the kit",
  ],
  [
    "a newer layout",
    ["HSET", "shop:all", "facts", '{"layout":4}'],
    "it has layout 4, this kit knows 3. Use the kit",
  ],
])("one that holds %s", async (_name, command, fact) => {
  const { url, port } = shared;
  await tell(port, ...command);
  const before = await tell(port, "DUMP", command[1]!);
  expect(await refusalOf(url)).toContain(fact);
  expect(await tell(port, "DUMP", command[1]!)).toBe(before);
  expect(await tell(port, "DBSIZE")).toBe(":1\r\n");
});

test.each<[string, string[]]>([
  ["becomes a replica", ["REPLICAOF", "127.0.0.1", "1"]],
  ["holds another program's world", ["SET", "shop:world:default", "x"]],
  ["holds another program's start", ["SET", "shop:all", "x"]],
  ["holds another program's worlds", ["SET", "shop:worlds", "x"]],
])("while running, one that %s", async (_name, command) => {
  const { url, port } = shared;
  const mock = await openRedisMock(url, { orders: 5 }, { prefix: "shop:", waitMs: 4000 });
  onTestFinished(async () => {
    mock[Symbol.dispose]();
    await tell(port, "REPLICAOF", "NO", "ONE");
  });
  const list = await mock.ask("GET /v1/store/orders");
  expect(list.status, list.text).toBe(200);
  await tell(port, ...command);
  for (const call of ["DELETE /v1/store/orders/1001", "POST /_mock/reset", "GET /_mock/worlds"]) {
    const { status, text } = await mock.ask(call);
    if (call.startsWith("GET")) expect([200, 503], `${call}: ${text}`).toContain(status);
    else expect([status, JSON.parse(text)], call).toMatchObject([503, { status: 503 }]);
    // Redis names its script behind an error.
    expect(text).not.toMatch(/script|@user/);
  }
  // Whether the mock is alive does not depend on it.
  const health = await mock.ask("GET /_mock/health");
  expect(health.status, health.text).toBe(200);
});
