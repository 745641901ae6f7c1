import { type MockOptions, readMockOptions, startFrom } from "../mock-options.ts";
import { readRedisAddress } from "../state/redis/redis-address.ts";
import { openRedisState } from "../state/redis/redis-state.ts";

export interface RedisMockOptions {
  readonly prefix?: string;
  readonly waitMs?: number;
}

/** State in a Redis, begun with the orders of the options. */
export async function openRedisStorage(url: string, more: RedisMockOptions, options: MockOptions = {}) {
  const storage = await openRedisState({ address: readRedisAddress(url, "--state"), ...more });
  await storage.begin(() => startFrom(readMockOptions(options)));
  return storage;
}
