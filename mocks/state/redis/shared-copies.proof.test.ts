import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { maxWorldBytes } from "../../core/order-storage.ts";
import type { MockOptions } from "../../mock-options.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { askedMock, openRedisStorage } from "../../testing/shared-mocks.ts";

vi.setConfig({ testTimeout: 120_000 });

/** What a mock with shared state has in its memory: copies of what is in Redis. */

const redis = await startRedis();
afterAll(() => redis[Symbol.asyncDispose]());

let tests = 0;
async function openMock(options: MockOptions = {}) {
  const storage = await openRedisStorage(
    redis.url,
    { prefix: `copies-${tests++}:`, waitMs: 20_000 },
    options,
  );
  const mock = askedMock(options, storage);
  onTestFinished(() => mock[Symbol.dispose]());
  return { ...mock, storage };
}
const noteOf = (length: number) => ({ fixtures: [{ id: 7, note: "x".repeat(length) }] });

test("a mock answers for more worlds than its memory has room for", async () => {
  const { ask } = await openMock();
  const length = 9_500_000;
  const count = Math.ceil(maxWorldBytes / (2 * length)) + 2;
  for (let world = 0; world < count; world++)
    expect((await ask(`POST /_mock/reset?world=w${world}`, { body: noteOf(length) })).status).toBe(200);
  const { status, text } = await ask("GET /v1/store/orders", { key: "mock-key~w0" });
  expect([status, text.length > length]).toEqual([200, true]);
});

test("the copy of a dropped world is dropped, too", async () => {
  const { storage, ask } = await openMock();
  await ask("GET /v1/store/orders", { key: "mock-key~ann" });
  const copy = storage.worlds!.copyOf("ann");
  expect((await ask("DELETE /_mock/worlds/ann")).status).toBe(200);
  expect(storage.worlds!.copyOf("ann")).not.toBe(copy);
});

test("the journal is in Redis alone", async () => {
  const { mock, ask } = await openMock();
  await ask("GET /v1/store/orders");
  expect(mock.control.journal()).toEqual([]);
  expect(JSON.parse((await ask("GET /_mock/journal")).text)).toHaveLength(1);
});

test("a change that is too large for Redis is refused in one line, and nothing is lost", async () => {
  const { ask } = await openMock({ controlAccess: { loopback: true, bodyLimit: 100_000_000 } });
  const before = (await ask("GET /v1/store/orders")).text;
  const { status, text } = await ask("POST /_mock/reset", { body: noteOf(70_000_000) });
  expect([status, JSON.parse(text)]).toMatchObject([
    503,
    { code: "not_kept", message: expect.stringMatching(/64 MiB.* Nothing was changed\. Use fewer/) },
  ]);
  expect((await ask("GET /v1/store/orders")).text).toBe(before);
});
