import { createClient } from "redis";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { BadInput } from "../../../base/bad-input.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { openRedisMock } from "../../testing/shared-mocks.ts";
import { seal } from "./texts.ts";

vi.setConfig({ testTimeout: 60_000 });

/** A Redis that cannot be used: one line at the start, 503 with an Error while running, and its data stays unchanged. */

const shared = await startRedis();
const { url } = shared;
const client = await createClient({ url }).connect();
afterAll(async () => {
  client.destroy();
  await shared[Symbol.asyncDispose]();
});
const tell = (...words: readonly string[]) => client.sendCommand([...words]);
beforeEach(() => tell("FLUSHALL"));

async function refusalOf(address: string): Promise<string> {
  try {
    (await openRedisMock(address, { orders: 5 }, { prefix: "shop:" }))[Symbol.dispose]();
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(BadInput);
    return (error as Error).message;
  }
}

test.each<[string, string[], string]>([
  ["asks for a password", ["--requirepass", "abc"], "Redis asks for another user or password. Put"],
  ["is full", ["--maxmemory", "100"], "Redis is full. Give it more memory"],
  ["is a replica", ["--replicaof", "127.0.0.1 1"], "it is a replica, which takes no changes. Name"],
  // A loaded machine may take longer than a start waits for Redis.
])("one that %s", { retry: 3 }, async (_name, options, fact) => {
  await using redis = await startRedis(...options);
  expect(await refusalOf(redis.url)).toContain(`Cannot use --state ${redis.url}: ${fact}`);
});

const damaged = "a value under its keys is damaged. Name another --state-prefix.";
const layout5 = [
  "id",
  "x",
  "facts",
  seal('{"layout":5}'),
  "firstOrders",
  seal("[]"),
  "start",
  "",
  "orders",
  "",
];
const foreign = "there is data of another program under its keys. Name another --state-prefix.";
test.each<[string, string[], string]>([
  ["a text", ["SET", "shop:all", "x"], foreign],
  ["a list of worlds", ["SET", "shop:worlds", "x"], foreign],
  ["a world", ["SET", "shop:world:default", "x"], foreign],
  ["fields of its own", ["HSET", "shop:all", "theirs", "1"], foreign],
  ["a start without a checksum", ["HSET", "shop:all", "id", "x", "first", '{"layout":6}\n[]'], damaged],
  [
    "layout 5",
    ["HSET", "shop:all", ...layout5],
    "it holds state of an earlier kit. Use the kit that wrote it, or",
  ],
  [
    "layout 7",
    ["HSET", "shop:all", "id", "x", "first", seal('{"layout":7}\n')],
    "it has layout 7, this kit knows 6. Use the kit",
  ],
])("one that holds %s", async (_name, command, fact) => {
  await tell(...command);
  const before = await tell("DUMP", command[1]!);
  expect(await refusalOf(url)).toContain(fact);
  expect(await tell("DUMP", command[1]!)).toBe(before);
  expect(await tell("DBSIZE")).toBe(1);
});

test("one that becomes a replica refuses changes, and the mock stays alive", async () => {
  using mock = await openRedisMock(url, { orders: 5 }, { prefix: "shop:", waitMs: 4000 });
  onTestFinished(async () => void (await tell("REPLICAOF", "NO", "ONE")));
  expect((await mock.ask("GET /v1/store/orders")).status).toBe(200);
  await tell("REPLICAOF", "127.0.0.1", "1");
  for (const call of ["DELETE /v1/store/orders/1001", "POST /_mock/reset"])
    expect(await mock.ask(call)).toMatchObject({
      status: 503,
      text: expect.not.stringMatching(/script|@user/),
    });
  const health = await mock.ask("GET /_mock/health");
  expect([health.status, health.json]).toMatchObject([200, { ready: false }]);
  expect((await mock.ask("GET /_mock/health?ready")).status).toBe(503);
});

const world = "shop:world:default";
test.each<[string, string[]]>([
  ["its state is no JSON", ["HSET", world, "parts", "{"]],
  ["its state has another shape", ["HSET", world, "parts", '{"start":"own"}']],
  ["an order is damaged", ["HSET", world, "3", '{"id":1}']],
  ["an order has no place", ["HSET", world, "note", "x"]],
  ["its orders are another type", ["SET", world, "x"]],
  ["the start is another type", ["SET", "shop:all", "x"]],
  ["its journal is another type", ["SET", "shop:journal:default", "x"]],
  ["its journal has another entry", ["RPUSH", "shop:journal:default", "{}"]],
  ["its newest entry has no number", ["HSET", world, "last", "x"]],
  ["the start of worlds is damaged", ["HSET", "shop:all", "id", "x", "next", "{"]],
  ["the list of worlds is another type", ["SET", "shop:worlds", "x"]],
])("a damaged world, as %s, is answered with the next step", async (_name, command) => {
  using first = await openRedisMock(url, { orders: 5 }, { prefix: "shop:" });
  expect((await first.ask("DELETE /v1/store/orders/1001")).status).toBe(204);
  using second = await openRedisMock(url, {}, { prefix: "shop:" });
  if (command[0] !== "HSET") await tell("DEL", command[1]!);
  await tell(...command);
  // The order of the fields of a hash is not defined.
  const held = async () =>
    String(await tell("HGETALL", command[1]!).catch(String))
      .split(",")
      .toSorted();
  const before = await held();
  const calls = ["GET /v1/store/orders", "GET /_mock/journal", "GET /_mock/worlds", "POST /_mock/reset"];
  const answers = await Promise.all(calls.map((line) => second.ask(line)));
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, text } of refused) {
    expect([status, JSON.parse(text)]).toMatchObject([503, { code: "not_kept", status: 503 }]);
    expect(text).toMatch(/under its keys.* Name another --state-prefix\./);
    expect(text).not.toMatch(/TypeError|SyntaxError|script/);
  }
  expect(refused).not.toHaveLength(0);
  if (refused.length === calls.length) expect(await held()).toEqual(before);
  if (command[0] === "SET" && command[1] !== "shop:journal:default")
    expect((await first.ask("DELETE /v1/store/orders/1003")).status).toBe(503);
  expect((await first.ask("GET /_mock/health")).status).toBe(200);
});

test("a start that is damaged is refused in one line", async () => {
  (await openRedisMock(url, { orders: 5 }, { prefix: "shop:" }))[Symbol.dispose]();
  await tell("HSET", "shop:all", "next", "{");
  expect(await refusalOf(url)).toContain(damaged);
});

test("another program's message on the channel has no effect on the mock", async () => {
  using mock = await openRedisMock(url, { orders: 5 }, { prefix: "shop:" });
  const reply = await mock.mock.answer!({ method: "GET", target: "/_mock/events", headers: {} });
  const pieces: string[] = [];
  onTestFinished(
    reply.stream!(
      (text) => pieces.push(text),
      () => undefined,
    ),
  );
  await mock.ask("GET /v1/store/orders");
  await tell("PUBLISH", "shop:events@0", "default\n1\n[{");
  await vi.waitFor(() => expect(pieces.join("")).toContain('"restored"'));
});
